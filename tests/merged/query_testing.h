#pragma once

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "portolan/merged/cluster_merger.h"
#include "portolan/merged/compress_layers.h"
#include "portolan/merged/merged_query.h"
#include "tests/merged/merge_testing.h"

/// What holds of navigation over what was merged, whatever remembers for it.
namespace portolan::detail::merge_testing {

inline void expect_path(const MergedHierarchy& h, const MergedPath& path, std::uint32_t start,
                        std::uint32_t goal, std::uint64_t cheapest) {
  ASSERT_EQ(path.status, Status::complete);
  ASSERT_EQ(path.triangles.front(), start);
  ASSERT_EQ(path.triangles.back(), goal);
  ASSERT_EQ(path.cost, cost_along(h, path.triangles));
  ASSERT_GE(path.cost, cheapest);
  ASSERT_EQ(std::set(path.triangles.begin(), path.triangles.end()).size(), path.triangles.size());
}

/// Paths between all kinds of pairs are paths, whatever the memory; returns their mean ratio.
template <class Query>
double expect_paths(const MergedHierarchy& h, Query& query, std::uint32_t seed) {
  Random random(seed);
  MergedPath path;
  double sum = 0.0;
  std::uint32_t count = 0;
  for (std::uint32_t k = 0; k < 12; ++k) {
    const std::uint32_t start = random() % h.triangle_count;
    const auto cheapest = cheapest_from(h, start);
    for (std::uint32_t goal = k; goal < h.triangle_count; goal += 7) {
      query.find(TriangleId{start}, TriangleId{goal}, path);
      expect_path(h, path, start, goal, cheapest[goal]);
      if (::testing::Test::HasFatalFailure()) return 0.0;
      if (goal == start) continue;
      sum += static_cast<double>(path.cost) / static_cast<double>(cheapest[goal]);
      ++count;
    }
  }
  return sum / count;
}

/// On ground with many layers and with few.
template <class Query>
void expect_paths_are_paths() {
  for (std::uint32_t seed = 0; seed < 4; ++seed) {
    const MergedHierarchy h = build(rough_ground(13, 12, seed));
    const MergedHierarchy flat = *compress_layers(h, 4);
    for (const MergedHierarchy* structure : {&h, &flat}) {
      Query query(*structure);
      EXPECT_LT(expect_paths(*structure, query, seed), 3.0);
    }
  }
}

/// The number of the navigation is one of 32 bits: what was noted 2^32 navigations ago is wiped.
template <class Query>
void expect_to_survive_overflow() {
  const MergedHierarchy h = build(rough_ground(9, 9, 6));
  Query fresh(h);
  Query old(h, 0xFFFF'FFF0u);
  MergedPath expected;
  MergedPath path;
  Random random(1);
  for (int k = 0; k < 64; ++k) {
    const TriangleId start{random() % h.triangle_count};
    const TriangleId goal{random() % h.triangle_count};
    fresh.find(start, goal, expected);
    old.find(start, goal, path);
    EXPECT_EQ(path.triangles, expected.triangles);
  }
}

template <class Memory>
void expect_to_forget_at_overflow() {
  Memory memory(10, 1);
  memory.begin();
  memory.mark_end(ClusterId{3});
  memory.add_starter(ClusterId{4}, ClusterId{2});
  Memory wrapped(10, 0xFFFF'FFFFu);
  wrapped.begin();
  wrapped.mark_end(ClusterId{3});
  wrapped.add_starter(ClusterId{4}, ClusterId{2});
  EXPECT_TRUE(wrapped.is_end(ClusterId{3}));
  wrapped.begin();
  EXPECT_FALSE(wrapped.is_end(ClusterId{3}));
  EXPECT_TRUE(wrapped.starters(ClusterId{4}).empty());
  EXPECT_TRUE(wrapped.add_starter(ClusterId{4}, ClusterId{2}));
  EXPECT_FALSE(wrapped.add_starter(ClusterId{4}, ClusterId{2}));
}

/// Several queries at once, a step each in turn, find what one alone does.
template <class Query>
void expect_many_to_navigate_at_once() {
  const MergedHierarchy h = build(rough_ground(15, 14, 3));
  MergedQuery alone(h);
  std::vector<Query> queries;
  std::vector<std::vector<std::uint32_t>> paths(20);
  const auto start = [](std::uint32_t k) { return TriangleId{k * 11}; };
  const auto goal = [&](std::uint32_t k) { return TriangleId{h.triangle_count - 1 - k * 13}; };
  for (std::uint32_t k = 0; k < paths.size(); ++k) {
    queries.emplace_back(h);
    queries.back().begin(start(k), goal(k));
  }
  for (bool more = true; more;) {
    more = false;
    for (std::uint32_t k = 0; k < paths.size(); ++k) {
      const TriangleId t = queries[k].next();
      if (t != kNoTriangle) paths[k].push_back(index(t));
      more = more || t != kNoTriangle;
    }
  }
  MergedPath path;
  for (std::uint32_t k = 0; k < paths.size(); ++k) {
    alone.find(start(k), goal(k), path);
    EXPECT_EQ(paths[k], path.triangles);
  }
}

}  // namespace portolan::detail::merge_testing
