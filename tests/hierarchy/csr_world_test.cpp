#include "portolan/hierarchy/csr_world.h"

#include <gtest/gtest.h>

#include <set>

#include "random_world.h"

namespace portolan::detail {
namespace {

constexpr NodeId node(std::uint32_t n) { return NodeId{n}; }
constexpr CellId cell(std::uint32_t c) { return CellId{c}; }

std::string refusal(std::uint32_t nodes, std::uint32_t cells, const std::vector<OwnedEdge>& edges,
                    const std::vector<CellId>& homes = {}) {
  const auto made = make_csr_world(nodes, cells, edges, homes);
  return made.ok() ? "accepted" : made.error().message;
}

TEST(CsrWorld, RefusesWhatDoesNotFit) {
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  EXPECT_TRUE(has(refusal(1, 0, {}), "at least one cell"));
  EXPECT_TRUE(
      has(refusal(2, 1, {{node(0), node(2), 1, cell(0)}}), "edge 0 joins node 0 to node 2"));
  EXPECT_TRUE(has(refusal(2, 1, {{node(0), node(1), 1, cell(1)}}), "edge 0 lies in cell 1"));
  EXPECT_TRUE(has(refusal(2, 2, {}, {cell(0)}), "1 homes are given for 2 nodes"));
  EXPECT_TRUE(has(refusal(2, 2, {}, {cell(0), cell(2)}), "node 1 lies in cell 2"));
  EXPECT_TRUE(has(refusal(2, 2, {{node(0), node(1), 1, kNoCell}}, {cell(1), cell(1)}),
                  "give it that cell"));
  EXPECT_TRUE(has(refusal(2, 1, {{node(0), node(1), kInfinite - 1, cell(0)}}), "too much"));
  EXPECT_EQ(refusal(2, 2, {{node(0), node(1), 0, kNoCell}}, {cell(0), cell(1)}), "accepted");
  EXPECT_EQ(refusal(0, 1, {}), "accepted");
}

TEST(CsrWorld, ANodeLivesInTheSmallestCellThatItHasEdgesIn) {
  const std::vector<OwnedEdge> edges{{node(0), node(1), 1, cell(2)},
                                     {node(1), node(2), 1, cell(1)}};
  const CsrWorld world = make_csr_world(4, 3, edges).value();
  EXPECT_EQ(world.home_cell(node(0)), cell(2));
  EXPECT_EQ(world.home_cell(node(1)), cell(1));
  EXPECT_EQ(world.home_cell(node(2)), cell(1));
  EXPECT_EQ(world.home_cell(node(3)), cell(0));  // it has none
}

TEST(CsrWorld, AGateIsANodeWithEdgesInMoreThanOneCellOrWithAnInterEdge) {
  // 0 -> 1 in cell 0, 1 -> 2 in cell 1, 2 -> 3 in cell 1, 3 -> 4 twice and 4 -> 3 between cells.
  const std::vector<OwnedEdge> edges{
      {node(0), node(1), 1, cell(0)}, {node(1), node(2), 1, cell(1)},
      {node(2), node(3), 1, cell(1)}, {node(3), node(4), 7, kNoCell},
      {node(3), node(4), 5, kNoCell}, {node(4), node(3), 6, kNoCell}};
  const std::vector<CellId> homes{cell(0), cell(0), cell(1), cell(1), cell(2)};
  const CsrWorld world = make_csr_world(5, 3, edges, homes).value();
  CellGates gates;
  world.describe_gates(cell(0), gates);
  EXPECT_EQ(gates.nodes, std::vector<NodeId>{node(1)});
  ASSERT_EQ(gates.touches.size(), 1u);
  EXPECT_EQ(gates.touches[0].gate, GatePlace{0});
  EXPECT_EQ(gates.touches[0].cell, cell(1));
  EXPECT_TRUE(gates.inters.empty());
  world.describe_gates(cell(1), gates);
  EXPECT_EQ(gates.nodes, (std::vector<NodeId>{node(1), node(3)}));
  EXPECT_EQ(gates.homes, (std::vector<CellId>{cell(0), cell(1)}));
  EXPECT_TRUE(gates.touches.empty());
  ASSERT_EQ(gates.inters.size(), 1u);
  EXPECT_EQ(gates.inters[0].gate, GatePlace{1});
  EXPECT_EQ(gates.inters[0].to, node(4));
  EXPECT_EQ(gates.inters[0].to_home, cell(2));
  EXPECT_EQ(gates.inters[0].cost_out, 5u);
  EXPECT_EQ(gates.inters[0].cost_in, 6u);
  world.describe_gates(cell(2), gates);
  EXPECT_EQ(gates.nodes, std::vector<NodeId>{node(4)});
  ASSERT_EQ(gates.inters.size(), 1u);
  EXPECT_EQ(gates.inters[0].cost_out, 6u);
  EXPECT_EQ(gates.inters[0].cost_in, 5u);
}

TEST(CsrWorld, ClosedEdgesKeepTheirGates) {
  const std::vector<OwnedEdge> edges{{node(0), node(1), kInfinite, cell(1)},
                                     {node(0), node(2), kInfinite, kNoCell}};
  const CsrWorld world =
      make_csr_world(3, 3, edges, std::vector<CellId>{cell(0), cell(1), cell(2)}).value();
  CellGates gates;
  world.describe_gates(cell(0), gates);
  EXPECT_EQ(gates.nodes, std::vector<NodeId>{node(0)});
  EXPECT_EQ(gates.touches.size(), 1u);
  EXPECT_TRUE(gates.inters.empty());
  CsrCell opened;
  world.open_cell(cell(1), gates, opened);
  opened.for_each_edge(opened.local(node(0)), Label{},
                       [](std::uint32_t, Cost, std::uint32_t) { FAIL(); });
}

TEST(CsrWorld, OpenedCellsHoldTheirEdgesBothWays) {
  using Found = std::multiset<std::tuple<NodeId, NodeId, Cost, CellId>>;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const test::Sketch s = test::random_sketch(seed, 40);
    const CsrWorld world = s.world();
    Found expected;
    for (const OwnedEdge& e : s.edges) {
      if (e.owner != kNoCell) expected.emplace(e.from, e.to, e.cost, e.owner);
    }
    Found out;
    Found in;
    for (std::uint32_t c = 0; c < s.cells; ++c) {
      CsrCell opened;
      world.open_cell(cell(c), CellGates{}, opened);
      for (std::uint32_t n = 0; n < opened.local_count(); ++n) {
        const NodeId at = opened.node(n);
        ASSERT_EQ(opened.local(at), n);
        ASSERT_EQ(world.home_cell(at) == cell(c), n < opened.home_count());
        if (n < opened.home_count()) {
          ASSERT_EQ(world.home_index(at), n);
        }
        opened.for_each_edge(n, Label{}, [&](std::uint32_t to, Cost cost, std::uint32_t) {
          out.emplace(at, opened.node(to), cost, cell(c));
          ASSERT_LE(opened.cheapest_edge(), cost);
          ASSERT_GE(opened.most_expensive_edge(), cost);
        });
        opened.for_each_edge_back(n, Label{}, [&](std::uint32_t from, Cost cost, std::uint32_t) {
          in.emplace(opened.node(from), at, cost, cell(c));
        });
      }
    }
    ASSERT_EQ(out, expected);
    ASSERT_EQ(in, expected);
  }
}

TEST(CsrWorld, StepsSurviveEncoding) {
  const std::vector<OwnedEdge> edges{{node(70000), node(1), 1, cell(0)},
                                     {node(1), node(300), 1, cell(0)}};
  const CsrWorld world = make_csr_world(70001, 1, edges).value();
  CsrCell opened;
  world.open_cell(cell(0), CellGates{}, opened);
  std::vector<std::uint8_t> bytes;
  opened.encode_steps(std::vector<std::uint32_t>{300, 1, 70000}, bytes);
  std::vector<NodeId> nodes;
  append_steps(world, node(300), {bytes.data(), bytes.data() + bytes.size(), nullptr}, false,
               nodes);
  EXPECT_EQ(nodes, (std::vector<NodeId>{node(1), node(70000)}));
}

TEST(CsrWorld, RefusesCellsWithTooManyGates) {
  // Spokes at home in cell 0, all joined to a hub by edges of cell 1.
  for (const std::uint32_t spokes : {OverlayCell::kMostGates, OverlayCell::kMostGates + 1}) {
    std::vector<OwnedEdge> edges;
    std::vector<CellId> homes(spokes, CellId{0});
    homes.push_back(CellId{1});
    for (std::uint32_t n = 0; n < spokes; ++n)
      edges.push_back({NodeId{n}, NodeId{spokes}, 1, CellId{1}});
    const auto world = make_csr_world(spokes + 1, 2, edges, homes);
    EXPECT_EQ(world.ok(), spokes == OverlayCell::kMostGates);
    if (!world.ok()) {
      EXPECT_NE(world.error().message.find("cell 0 has 65281 gates"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace portolan::detail
