#include "portolan/partition/atom_graph.h"

#include <gtest/gtest.h>

#include "atom_graphs.h"

namespace portolan::detail {
namespace {

using test::graph_of_rows;
using test::Numbers;
using test::numbers_of;
using test::parts_of;

std::string refusal(const AtomGraph& graph) {
  const auto valid = graph.validate();
  return valid.ok() ? "accepted" : valid.error().message;
}

void expect_refused(const AtomGraph& graph, const char* because) {
  EXPECT_NE(refusal(graph).find(because), std::string::npos) << refusal(graph);
}

TEST(AtomGraph, SoundGraphsAreAccepted) {
  EXPECT_EQ(refusal(AtomGraph{}), "accepted");
  EXPECT_EQ(refusal(test::grid(7, 4)), "accepted");
  EXPECT_EQ(refusal(test::star(20)), "accepted");
  for (std::uint32_t seed = 0; seed < 50; ++seed)
    EXPECT_EQ(refusal(test::random_graph(seed)), "accepted");
  EXPECT_EQ(refusal(graph_of_rows({0, 2, 3, 4}, {2, 1, 0, 0})), "accepted") << "rows need no order";
}

TEST(AtomGraph, WhatIsWrongIsNamed) {
  expect_refused(graph_of_rows({}, {}, {}, {}), "`begin`");
  expect_refused(graph_of_rows({0, 1}, {}, {}, {}), "`begin`");
  expect_refused(graph_of_rows({1, 2}, {0, 0}, {}, {}), "`begin`");
  expect_refused(graph_of_rows({0, 2, 1, 2}, {1, 0}, {}, {}), "must not fall");
  expect_refused(graph_of_rows({0, 1, 2}, {1, 2}, {}, {}), "atom 1: neighbour 2 is out of range");
  expect_refused(graph_of_rows({0, 1, 2}, {1, 1}, {}, {}), "atom 1: is its own neighbour");
  expect_refused(graph_of_rows({0, 2, 4}, {1, 1, 0, 0}, {}, {}), "stands twice");
  expect_refused(graph_of_rows({0, 1, 1}, {1}, {}, {}), "both rows");
  expect_refused(graph_of_rows({0, 1, 2, 3}, {1, 2, 0}, {}, {}), "both rows");
  expect_refused(graph_of_rows({0, 1, 2}, {1, 0}, {5, 6}, {}), "one weight");
  expect_refused(graph_of_rows({0, 1, 2}, {1, 0}, {5}, {}), "one edge weight for each");
  expect_refused(graph_of_rows({0, 1, 2}, {1, 0}, {}, {1, 2, 3}), "one atom weight for each");
  expect_refused(graph_of_rows({0, 1, 2}, {1, 0}, {0, 0}, {}), "weight of 0 for an edge");
  expect_refused(graph_of_rows({0, 1, 2}, {1, 0}, {}, {1, 0}), "weight of 0 for an atom");
  expect_refused(graph_of_rows({0, 1, 2}, {1, 0}, {}, {1u << 30, 1}), "atom weights add up");
  expect_refused(graph_of_rows({0, 1, 2}, {1, 0}, {1u << 30, 1u << 30}, {}), "edge weights add up");
}

TEST(AtomGraph, PartsAreNumberedByTheirSmallestAtom) {
  Parts parts = parts_of({7, 2, 7, 9, 2}, 10);
  parts.renumber();
  EXPECT_EQ(numbers_of(parts.of), (Numbers{0, 1, 0, 2, 1}));
  EXPECT_EQ(parts.count, 3u);
}

TEST(AtomGraph, ComponentsAreFound) {
  const Parts parts = find_components(test::graph_of(6, {{0, 3}, {3, 5}, {1, 4}}));
  EXPECT_EQ(numbers_of(parts.of), (Numbers{0, 1, 2, 0, 1, 0}));
  EXPECT_EQ(parts.count, 3u);
}

TEST(AtomGraph, ContractingAddsUpWeights) {
  // 0-1   A square with tails; the left half and the right half become one atom each.
  // | |
  // 2-3-4   5
  AtomGraph g = test::graph_of(6, {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}});
  const AtomGraph halves = make_contracted(g, parts_of({0, 1, 0, 1, 1, 2}, 3));
  EXPECT_EQ(refusal(halves), "accepted");
  EXPECT_EQ(halves.begin, (Numbers{0, 1, 2, 2}));
  EXPECT_EQ(numbers_of(halves.neighbours), (Numbers{1, 0}));
  EXPECT_EQ(halves.edge_weights, (Numbers{2, 2}));
  EXPECT_EQ(halves.atom_weights, (Numbers{2, 3, 1}));
}

}  // namespace
}  // namespace portolan::detail
