#include "portolan/hierarchy/overlay_graph.h"

#include <gtest/gtest.h>

#include <set>

#include "portolan/hierarchy/customize.h"
#include "random_world.h"

namespace portolan::detail {
namespace {

/// The nodes that edges lead to from a gate that no cell was crossed to get to.
std::set<std::uint32_t> ends(const OverlayGraph& graph, std::uint32_t gate, CellId home) {
  std::set<std::uint32_t> found;
  graph.for_each_edge(gate, Label{0, gate, kUncrossed | index(home)},
                      [&](std::uint32_t to, Cost, std::uint32_t) { found.insert(to); });
  found.erase(gate);
  return found;
}

TEST(OverlayGraph, InsideACellThereAreOnlyItsOwnEdges) {
  // Node 0 lies outside of the upper cell of cells 1 and 2 but has an edge in it, to node 1. Its
  // inter-edges with node 2 lie outside, whichever end one looks from.
  test::Sketch s;
  s.nodes = 4;
  s.cells = 3;
  s.homes = {CellId{0}, CellId{1}, CellId{1}, CellId{2}};
  s.parents = {{CellId{0}, CellId{1}, CellId{1}}};
  s.edges = {{NodeId{0}, NodeId{1}, 1, CellId{1}},
             {NodeId{0}, NodeId{2}, 1, kNoCell},
             {NodeId{2}, NodeId{0}, 1, kNoCell},
             {NodeId{1}, NodeId{3}, 1, kNoCell}};
  const Hierarchy hierarchy = build_hierarchy(s.world(), s.partition()).value();
  const CellHandle upper = hierarchy.partition().handle(2, CellId{1});
  const OverlayGraph inside = OverlayGraph::inside(hierarchy.overlay(), upper);
  using Nodes = std::set<std::uint32_t>;
  // Node 1 is a gate by its edge to node 3.
  EXPECT_EQ(ends(inside, 0, CellId{0}), (Nodes{1}));
  EXPECT_EQ(ends(inside, 1, CellId{1}), (Nodes{3}));
  EXPECT_EQ(ends(inside, 2, CellId{1}), (Nodes{}));
  EXPECT_EQ(ends(inside.reversed(), 0, CellId{0}), (Nodes{}));
  EXPECT_EQ(ends(inside.reversed(), 3, CellId{2}), (Nodes{1}));
  EXPECT_EQ(ends(OverlayGraph::at_level(hierarchy.overlay(), 1), 0, CellId{0}), (Nodes{1, 2}));
  EXPECT_EQ(ends(OverlayGraph::at_level(hierarchy.overlay(), 1), 2, CellId{1}), (Nodes{0}));
}

}  // namespace
}  // namespace portolan::detail
