#include "portolan/partition/dissection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace portolan::detail {
namespace {

/// A lattice of supernodes of one gate each; only what an order is made from is filled in.
GateGraph make_lattice(std::uint32_t width, std::uint32_t height) {
  GateGraph graph;
  graph.supernode_begin.resize(std::size_t{width} * height + 1);
  std::iota(graph.supernode_begin.begin(), graph.supernode_begin.end(), 0u);
  graph.neighbour_begin.push_back(0);
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      const std::uint32_t at = y * width + x;
      if (y > 0) graph.neighbours.push_back(GraphSupernodeId{at - width});
      if (x > 0) graph.neighbours.push_back(GraphSupernodeId{at - 1});
      if (x + 1 < width) graph.neighbours.push_back(GraphSupernodeId{at + 1});
      if (y + 1 < height) graph.neighbours.push_back(GraphSupernodeId{at + width});
      graph.neighbour_begin.push_back(static_cast<std::uint32_t>(graph.neighbours.size()));
    }
  }
  return graph;
}

/// The height of the tree that eliminating the supernodes in this order makes, by the plainest
/// elimination: the parent of a supernode is the first of its neighbours that is left.
std::size_t tree_height(const GateGraph& graph, const SupernodeOrder& order) {
  const std::size_t count = order.size();
  std::vector<std::vector<std::size_t>> later(count);  // places, by place
  for (const GraphSupernodeId g : graph.supernodes()) {
    for (const GraphSupernodeId other : graph.neighbours_of(g)) {
      if (order[other] > order[g]) later[order[g]].push_back(order[other]);
    }
  }
  std::vector<std::size_t> parent(count, count);
  for (std::size_t at = 0; at < count; ++at) {
    auto& left = later[at];
    std::sort(left.begin(), left.end());
    left.erase(std::unique(left.begin(), left.end()), left.end());
    if (left.empty()) continue;
    parent[at] = left.front();
    later[left.front()].insert(later[left.front()].end(), left.begin() + 1, left.end());
  }
  std::vector<std::size_t> depth(count, 1);
  std::size_t height = 0;
  for (std::size_t at = count; at-- > 0;) {
    if (parent[at] < count) depth[at] = depth[parent[at]] + 1;
    height = std::max(height, depth[at]);
  }
  return height;
}

TEST(Dissection, EverySupernodeGetsAPlaceOfItsOwn) {
  for (const auto& [width, height] : {std::pair{1u, 1u}, {2u, 1u}, {5u, 7u}, {40u, 30u}}) {
    const auto order = dissect(make_lattice(width, height));
    ASSERT_TRUE(order.ok());
    std::vector<std::uint32_t> sorted = *order;
    std::sort(sorted.begin(), sorted.end());
    for (std::uint32_t k = 0; k < sorted.size(); ++k) ASSERT_EQ(sorted[k], k);
    EXPECT_EQ(sorted.size(), width * height);
  }
}

TEST(Dissection, TreesAreAsLowAsSeparatorsAllow) {
  // A chain is halved again and again; a square lattice has separators as long as its side, and
  // those of all halves and quarters together are about three times that.
  const GateGraph chain = make_lattice(1024, 1);
  EXPECT_LE(tree_height(chain, *dissect(chain)), 2 * 11u);
  const GateGraph square = make_lattice(32, 32);
  EXPECT_LE(tree_height(square, *dissect(square)), 4 * 32u);
}

TEST(Dissection, TheSameSeedGivesTheSameOrder) {
  const GateGraph graph = make_lattice(30, 20);
  EXPECT_EQ(*dissect(graph, 3), *dissect(graph, 3));
}

TEST(Dissection, PartsThatDoNotHangTogetherAreOrderedEach) {
  GateGraph graph = make_lattice(20, 1);
  // Cut between 9 and 10.
  std::vector<std::uint32_t> begin{0};
  std::vector<GraphSupernodeId> neighbours;
  for (const GraphSupernodeId g : graph.supernodes()) {
    for (const GraphSupernodeId other : graph.neighbours_of(g)) {
      if ((index(g) < 10) == (index(other) < 10)) neighbours.push_back(other);
    }
    begin.push_back(static_cast<std::uint32_t>(neighbours.size()));
  }
  graph.neighbour_begin = begin;
  graph.neighbours = neighbours;
  const auto order = dissect(graph);
  ASSERT_TRUE(order.ok());
  EXPECT_LE(tree_height(graph, *order), 10u);
}

}  // namespace
}  // namespace portolan::detail
