#include "portolan/query/one_to_many.h"

#include <gtest/gtest.h>

#include <tuple>

#include "batch_testing.h"
#include "portolan/batch/node_batch.h"

namespace portolan::detail {
namespace {

using test::TabledWorld;

/// Costs by single queries.
class Single {
 public:
  explicit Single(const TabledWorld& w) : w_(w) {}
  Cost cost(NodeId from, NodeId to) {
    if (w_.tables.complete())
      return query_.find_cost({w_.world, w_.hierarchy, w_.tables}, from, to).cost;
    return search_.find_hops(w_.world, w_.hierarchy, from, to, {}, hops_).cost;
  }

 private:
  const TabledWorld& w_;
  TableQuery<CsrWorld> query_;
  Query<CsrWorld> search_;
  Hops hops_;
};

class OneToManyOnRandomWorlds : public testing::TestWithParam<std::tuple<test::TableKind, bool>> {
 protected:
  /// Calls `check` with worlds of many kinds, one object of scratch for all.
  template <class F>
  void for_each_world(F&& check) {
    const auto [kind, directed] = GetParam();
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      SCOPED_TRACE(seed);
      const TabledWorld w(seed, 20 + 5 * static_cast<std::uint32_t>(seed), directed, kind);
      ASSERT_EQ(w.tables.choice().far, kind.far) << w.tables.choice().reason;
      check(w, seed);
    }
  }
  OneToMany<CsrWorld> one_to_many_;
};

TEST_P(OneToManyOnRandomWorlds, CostsAreThoseOfSingleQueries) {
  std::size_t unreachable = 0;
  for_each_world([&](const TabledWorld& w, std::uint64_t seed) {
    Single single(w);
    const auto many = w.nodes(100, seed + 5);
    std::vector<Cost> costs(many.size());
    for (const NodeId one : w.nodes(6, seed)) {
      one_to_many_.find_costs_from({w.world, w.hierarchy, w.tables}, one, many, costs.data());
      for (std::size_t i = 0; i < many.size(); ++i)
        ASSERT_EQ(costs[i], single.cost(one, many[i])) << index(one) << " to " << index(many[i]);
      unreachable += static_cast<std::size_t>(std::ranges::count(costs, kInfinite));
      one_to_many_.find_costs_to({w.world, w.hierarchy, w.tables}, one, many, costs.data());
      for (std::size_t i = 0; i < many.size(); ++i)
        ASSERT_EQ(costs[i], single.cost(many[i], one)) << index(many[i]) << " to " << index(one);
    }
  });
  EXPECT_GT(unreachable, 0u);
}

TEST_P(OneToManyOnRandomWorlds, TheNearestIsTheCheapestWithItsPath) {
  for_each_world([&](const TabledWorld& w, std::uint64_t seed) {
    Single single(w);
    const auto edges = test::edge_costs(w.sketch);
    std::vector<NodeId> path;
    for (const NodeId start : w.nodes(20, seed)) {
      const auto goals = w.nodes(5, seed + index(start));
      const Nearest nearest =
          one_to_many_.find_nearest({w.world, w.hierarchy, w.tables}, start, goals, path);
      Cost best = kInfinite;
      std::uint32_t at = Nearest::kNone;
      for (std::uint32_t i = 0; i < goals.size(); ++i) {
        const Cost cost = single.cost(start, goals[i]);
        if (cost < best) at = i;
        best = std::min(best, cost);
      }
      ASSERT_EQ(nearest.at, at);
      ASSERT_EQ(nearest.result.cost, best);
      if (at == Nearest::kNone) {
        ASSERT_EQ(nearest.result.status, Status::unreachable);
        ASSERT_TRUE(path.empty());
        continue;
      }
      ASSERT_EQ(nearest.result.status, Status::complete);
      ASSERT_EQ(path.front(), start);
      ASSERT_EQ(path.back(), goals[at]);
      ASSERT_EQ(test::path_cost(edges, path), best);
    }
  });
}

TEST_P(OneToManyOnRandomWorlds, MatricesAreTheSameOnAnyNumberOfThreads) {
  NodeBatch<CsrWorld> batch;
  AnswerArray<Cost> matrix;
  for_each_world([&](const TabledWorld& w, std::uint64_t seed) {
    if (seed % 6 != 0) return;
    Single single(w);
    const auto starts = w.nodes(70, seed);
    const auto goals = w.nodes(40, seed + 5);
    for (const unsigned count : {1u, 2u, 4u, 8u}) {
      ASSERT_TRUE(batch.find_matrix({w.world, w.hierarchy, w.tables}, starts, goals,
                                    test::threads(count), {}, matrix));
      ASSERT_EQ(matrix.size(), starts.size() * goals.size());
      for (std::size_t i = 0; i < starts.size(); ++i)
        for (std::size_t j = 0; j < goals.size(); ++j)
          ASSERT_EQ(matrix[i * goals.size() + j], single.cost(starts[i], goals[j]));
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Worlds, OneToManyOnRandomWorlds, test::every_table(), test::NameTable{});

TEST(OneToMany, OfNoneIsNothing) {
  const TabledWorld w(3, 50, true, FarMethod::labels);
  OneToMany<CsrWorld> one_to_many;
  std::vector<NodeId> path{NodeId{1}};
  const Nearest nearest =
      one_to_many.find_nearest({w.world, w.hierarchy, w.tables}, NodeId{0}, {}, path);
  EXPECT_EQ(nearest.at, Nearest::kNone);
  EXPECT_TRUE(path.empty());
  NodeBatch<CsrWorld> batch;
  AnswerArray<Cost> matrix;
  const auto some = w.nodes(5, 1);
  EXPECT_TRUE(batch.find_matrix({w.world, w.hierarchy, w.tables}, some, {}, {}, {}, matrix));
  EXPECT_TRUE(batch.find_matrix({w.world, w.hierarchy, w.tables}, {}, some, {}, {}, matrix));
  EXPECT_TRUE(matrix.empty());
}

TEST(OneToMany, ACancelledMatrixIsEmpty) {
  const TabledWorld w(3, 50, true, FarMethod::labels);
  const auto some = w.nodes(200, 1);
  NodeBatch<CsrWorld> batch;
  AnswerArray<Cost> matrix;
  const Progress cancel{[](std::uint64_t done, std::uint64_t, const char*) { return done == 0; }};
  EXPECT_FALSE(batch.find_matrix({w.world, w.hierarchy, w.tables}, some, some, test::threads(2),
                                 cancel, matrix));
  EXPECT_TRUE(matrix.empty());
}

}  // namespace
}  // namespace portolan::detail
