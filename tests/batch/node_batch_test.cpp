#include "portolan/batch/node_batch.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <tuple>

#include "batch_testing.h"
#include "portolan/batch.h"
#include "portolan/query/snapshot_query.h"

namespace portolan::detail {
namespace {

using test::TabledWorld;

/// What single queries say, put together as a batch has it.
struct Expected {
  std::vector<Status> status;
  std::vector<Cost> cost;
  std::vector<std::uint64_t> offsets{0};
  std::vector<NodeId> nodes;

  void add(const QueryResult& result, const std::vector<NodeId>& path) {
    status.push_back(result.status);
    cost.push_back(result.cost);
    nodes.insert(nodes.end(), path.begin(), path.end());
    offsets.push_back(nodes.size());
  }
};

Expected ask_one_by_one(const TabledWorld& w, const std::vector<NodeId>& starts,
                        const std::vector<NodeId>& goals, BatchWants wants, std::size_t most) {
  Expected expected;
  SnapshotQuery<CsrWorld> query;
  Query<CsrWorld> search;
  Hops hops;
  std::vector<NodeId> path;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    QueryResult found =
        query.find_path({w.world, w.hierarchy, w.tables}, starts[i], goals[i], true, {}, path);
    EXPECT_EQ(found.cost,
              search.find_hops(w.world, w.hierarchy, starts[i], goals[i], {}, hops).cost);
    if (wants == BatchWants::cost) path.clear();
    if (wants == BatchWants::first_nodes && path.size() > most) {
      path.resize(most);
      found.status = Status::partial;
    }
    expected.add(found, path);
  }
  return expected;
}

void expect_same(const BatchAnswers& answers, const Expected& expected) {
  EXPECT_TRUE(std::ranges::equal(answers.status.span(), expected.status));
  EXPECT_TRUE(std::ranges::equal(answers.cost.span(), expected.cost));
  ASSERT_EQ(answers.paths.size() + 1, expected.offsets.size());
  EXPECT_EQ(answers.paths.item_count(), expected.nodes.size());
  for (std::size_t i = 0; i < answers.paths.size(); ++i) {
    ASSERT_TRUE(std::ranges::equal(
        answers.paths[i],
        std::span(expected.nodes)
            .subspan(expected.offsets[i], expected.offsets[i + 1] - expected.offsets[i])));
  }
}

void expect_same(const BatchAnswers& a, const BatchAnswers& b) {
  EXPECT_TRUE(std::ranges::equal(a.status.span(), b.status.span()));
  EXPECT_TRUE(std::ranges::equal(a.cost.span(), b.cost.span()));
  ASSERT_EQ(a.paths.size(), b.paths.size());
  for (std::size_t i = 0; i < a.paths.size(); ++i)
    ASSERT_TRUE(std::ranges::equal(a.paths[i], b.paths[i]));
}

class BatchOnRandomWorlds : public testing::TestWithParam<std::tuple<test::TableKind, bool>> {};

TEST_P(BatchOnRandomWorlds, AnswersAsSingleQueriesDoOnAnyNumberOfThreads) {
  const auto [kind, directed] = GetParam();
  std::size_t unreachable = 0;
  std::size_t partial = 0;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const TabledWorld w(seed, 60 + 80 * static_cast<std::uint32_t>(seed), directed, kind);
    ASSERT_EQ(w.tables.choice().far, kind.far);
    const auto starts = w.nodes(600, seed + 1);
    const auto goals = w.nodes(600, seed + 2);
    NodeBatch<CsrWorld> batch;
    BatchAnswers answers;
    for (const BatchWants wants :
         {BatchWants::nodes, BatchWants::cost, BatchWants::first_nodes, BatchWants::nodes}) {
      const BatchRequest<CsrWorld> request{starts, goals, wants, 3};
      const Expected expected = ask_one_by_one(w, starts, goals, wants, 3);
      unreachable += static_cast<std::size_t>(std::ranges::count(expected.cost, kInfinite));
      partial += static_cast<std::size_t>(std::ranges::count(expected.status, Status::partial));
      for (const unsigned count : {1u, 2u, 4u, 8u}) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", threads " << count);
        ASSERT_TRUE(batch.answer({w.world, w.hierarchy, w.tables}, request, test::threads(count),
                                 {}, answers));
        expect_same(answers, expected);
        EXPECT_EQ(answers.version, w.hierarchy.version());
      }
    }
  }
  EXPECT_GT(unreachable, 0u);
  EXPECT_GT(partial, 0u);
}

INSTANTIATE_TEST_SUITE_P(Worlds, BatchOnRandomWorlds, test::every_table(), test::NameTable{});

TEST(NodeBatch, RunsOnOneTbbAndOnTheCallersThreadAlike) {
  const TabledWorld w(7, 300, true, FarMethod::labels);
  const auto starts = w.nodes(20000, 1);
  const auto goals = w.nodes(20000, 2);
  const BatchRequest<CsrWorld> request{starts, goals};
  NodeBatch<CsrWorld> batch;
  BatchAnswers alone;
  BatchAnswers together;
  ASSERT_TRUE(batch.answer({w.world, w.hierarchy, w.tables}, request, {}, {}, alone));
  for (const unsigned threads : {0u, 1u, 2u, 4u, 8u}) {
    ASSERT_TRUE(batch.answer({w.world, w.hierarchy, w.tables}, request, tbb_parallel(threads), {},
                             together));
    expect_same(alone, together);
  }
}

/// So many nodes on one thread that most are written past the caches; and fewer queries than cells,
/// which are not put in order.
TEST(NodeBatch, AnswersAsSingleQueriesDoHoweverManyThereAre) {
  const TabledWorld w(5, 400, false, FarMethod::labels);
  const SnapshotView<CsrWorld> snapshot{w.world, w.hierarchy, w.tables};
  NodeBatch<CsrWorld> batch;
  BatchAnswers answers;
  for (const std::uint32_t count : {100'000u, 1u, 3u}) {
    const auto starts = w.nodes(count, 1);
    const auto goals = w.nodes(count, 2);
    ASSERT_TRUE(batch.answer(snapshot, {starts, goals}, {}, {}, answers));
    EXPECT_TRUE(count < 100'000 || answers.paths.item_count() > std::size_t{1} << 19);
    expect_same(answers, ask_one_by_one(w, starts, goals, BatchWants::nodes, 0));
  }
}

TEST(NodeBatch, MayBeEmpty) {
  const TabledWorld w(7, 100, false, FarMethod::labels);
  NodeBatch<CsrWorld> batch;
  BatchAnswers answers;
  ASSERT_TRUE(batch.answer({w.world, w.hierarchy, w.tables}, {}, test::threads(2), {}, answers));
  EXPECT_TRUE(answers.status.empty());
  EXPECT_EQ(answers.paths.size() + answers.paths.item_count(), 0u);
}

TEST(NodeBatch, TellsEndsThatCannotBeStoodOn) {
  const TabledWorld w(7, 100, false, FarMethod::labels);
  const std::vector<NodeId> starts{NodeId{0}, kNoNode, NodeId{1}};
  const std::vector<NodeId> goals{NodeId{1}, NodeId{1}, kNoNode};
  BatchRequest<CsrWorld> request{starts, goals};
  request.passable = [](NodeId node) { return node != kNoNode; };
  NodeBatch<CsrWorld> batch;
  BatchAnswers answers;
  ASSERT_TRUE(batch.answer({w.world, w.hierarchy, w.tables}, request, {}, {}, answers));
  EXPECT_EQ(answers.status[1], Status::invalid_start);
  EXPECT_EQ(answers.status[2], Status::invalid_goal);
  EXPECT_EQ(answers.cost[1], kInfinite);
  EXPECT_TRUE(answers.path(1).empty());
  EXPECT_EQ(answers.path(0).front(), NodeId{0});
  EXPECT_EQ(answers.path(0).back(), NodeId{1});
}

TEST(NodeBatch, RefusesArraysOfDifferentLengths) {
  const TabledWorld w(7, 100, false, FarMethod::labels);
  const auto starts = w.nodes(2, 1);
  const auto goals = w.nodes(3, 1);
  NodeBatch<CsrWorld> batch;
  BatchAnswers answers;
  const auto done = batch.answer({w.world, w.hierarchy, w.tables},
                                 BatchRequest<CsrWorld>{starts, goals}, {}, {}, answers);
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().message.find("as many goals as starts"), std::string::npos);
}

TEST(NodeBatch, ReportsProgressAndLeavesNothingWhenCancelled) {
  const TabledWorld w(7, 100, false, FarMethod::labels);
  const auto starts = w.nodes(200'000, 1);
  const auto goals = w.nodes(200'000, 2);
  const BatchRequest<CsrWorld> request{starts, goals, BatchWants::cost};
  NodeBatch<CsrWorld> batch;
  BatchAnswers answers;
  std::vector<std::uint64_t> seen;
  const auto caller = std::this_thread::get_id();
  const Progress watch{[&](std::uint64_t done, std::uint64_t total, const char* what) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    EXPECT_EQ(total, 200'000u);
    EXPECT_STREQ(what, "queries");
    seen.push_back(done);
    return true;
  }};
  ASSERT_TRUE(
      batch.answer({w.world, w.hierarchy, w.tables}, request, test::threads(2), watch, answers));
  EXPECT_GE(seen.size(), 3u);
  EXPECT_TRUE(std::ranges::is_sorted(seen));
  EXPECT_EQ(seen.back(), 200'000u);

  const Progress cancel{[&](std::uint64_t done, std::uint64_t, const char*) { return done == 0; }};
  const auto cancelled =
      batch.answer({w.world, w.hierarchy, w.tables}, request, test::threads(2), cancel, answers);
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(cancelled.error().message, "cancelled");
  EXPECT_TRUE(answers.status.empty());
  EXPECT_TRUE(answers.cost.empty());
  EXPECT_EQ(answers.paths.size() + answers.paths.item_count(), 0u);
}

/// Job systems that do not do what they should: in the `bad`-th of their loops they throw before or
/// after the work, or forget some of it.
enum class Fault { throws_first, throws_last, forgets_one, forgets_all, repeats_one };

ParallelFor faulty(Fault fault, int bad) {
  auto loops = std::make_shared<int>(0);
  return [=](std::uint32_t count, const std::function<void(std::uint32_t)>& work) {
    const bool now = (*loops)++ == bad;
    if (now && fault == Fault::throws_first) throw std::runtime_error("no threads");
    for (std::uint32_t k = 0; k < count; ++k) {
      if (now && fault == Fault::forgets_all) continue;
      const bool last = k + 1 == count;
      if (now && last && fault == Fault::forgets_one) continue;
      work(now && last && fault == Fault::repeats_one ? 0 : k);
    }
    if (now && fault == Fault::throws_last) throw std::runtime_error("no threads");
  };
}

TEST(NodeBatch, AnswersAreWholeOrThereAreNone) {
  const TabledWorld w(7, 100, false, FarMethod::labels);
  const auto starts = w.nodes(20'000, 1);
  const auto goals = w.nodes(20'000, 2);
  const BatchRequest<CsrWorld> request{starts, goals};
  NodeBatch<CsrWorld> batch;
  BatchAnswers good;
  ASSERT_TRUE(batch.answer({w.world, w.hierarchy, w.tables}, request, {}, {}, good));
  BatchAnswers answers;
  for (const Fault fault : {Fault::throws_first, Fault::throws_last, Fault::forgets_one,
                            Fault::forgets_all, Fault::repeats_one}) {
    for (const int bad : {0, 1}) {
      SCOPED_TRACE(testing::Message() << static_cast<int>(fault) << " in loop " << bad);
      // Full of other answers first, which must not be taken for those of this batch.
      ASSERT_TRUE(batch.answer({w.world, w.hierarchy, w.tables}, request, {}, {}, answers));
      bool failed = false;
      try {
        const auto done = batch.answer({w.world, w.hierarchy, w.tables}, request,
                                       faulty(fault, bad), {}, answers);
        failed = !done && done.error().message.find("before all of its work") != std::string::npos;
      } catch (const std::runtime_error&) {
        failed = fault == Fault::throws_first || fault == Fault::throws_last;
      }
      EXPECT_TRUE(failed);
      EXPECT_TRUE(answers.status.empty());
      EXPECT_TRUE(answers.cost.empty());
      EXPECT_EQ(answers.paths.size() + answers.paths.item_count(), 0u);
      AnswerArray<Cost> costs;
      try {
        EXPECT_FALSE(batch.find_matrix({w.world, w.hierarchy, w.tables},
                                       std::span(starts).first(2000), std::span(goals).first(20),
                                       faulty(fault, 0), {}, costs));
      } catch (const std::runtime_error&) {
      }
      EXPECT_TRUE(costs.empty());
    }
  }
  ASSERT_TRUE(batch.answer({w.world, w.hierarchy, w.tables}, request, {}, {}, answers));
  expect_same(answers, good);
}

TEST(NodeBatch, WhatPassableThrowsIsThrownOn) {
  const TabledWorld w(7, 100, false, FarMethod::labels);
  const auto nodes = w.nodes(1000, 1);
  BatchRequest<CsrWorld> request{nodes, nodes};
  request.passable = [](NodeId) -> bool { throw std::runtime_error("who knows"); };
  NodeBatch<CsrWorld> batch;
  BatchAnswers answers;
  for (const ParallelFor& parallel : {ParallelFor{}, tbb_parallel(2)}) {
    EXPECT_THROW(
        (void)batch.answer({w.world, w.hierarchy, w.tables}, request, parallel, {}, answers),
        std::runtime_error);
    EXPECT_TRUE(answers.status.empty());
  }
}

/// A loop over queries of which each runs a loop of its own, with one query for each thread: a
/// thread that waits for its inner loop must not begin another piece of the outer one.
TEST(TbbParallel, LoopsMayBeNested) {
  const TabledWorld w(12, 300, false, FarMethod::search);
  const auto starts = w.nodes(100, 1);
  const auto goals = w.nodes(100, 2);
  std::vector<Cost> expected;
  Query<CsrWorld> alone;
  Hops hops;
  for (std::size_t i = 0; i < starts.size(); ++i)
    expected.push_back(alone.find_hops(w.world, w.hierarchy, starts[i], goals[i], {}, hops).cost);
  const ParallelFor outer = tbb_parallel(4);
  for (const ParallelFor& loop : {outer, tbb_parallel(4)}) {
    // Pieces that last a while, so that some threads do wait.
    const ParallelFor inner = [&](std::uint32_t n, const std::function<void(std::uint32_t)>& work) {
      loop(n, [&](std::uint32_t k) {
        std::this_thread::sleep_for(std::chrono::microseconds(100 * (k + 1)));
        work(k);
      });
    };
    QueryOptions options;
    options.connect = ConnectMethod::threads;
    options.parallel = &inner;
    std::atomic<unsigned> wrong = 0;
    std::atomic<unsigned> entered_twice = 0;
    outer(100, [&](std::uint32_t i) {
      thread_local Query<CsrWorld> query;
      thread_local Hops found;
      thread_local bool in_use = false;
      if (in_use) {
        ++entered_twice;
        return;
      }
      in_use = true;
      wrong += query.find_hops(w.world, w.hierarchy, starts[i], goals[i], options, found).cost !=
               expected[i];
      in_use = false;
    });
    EXPECT_EQ(entered_twice, 0u);
    EXPECT_EQ(wrong, 0u);
  }
}

TEST(NodeBatch, GivesUpWhereASearchIsLimited) {
  const TabledWorld w(12, 300, false, FarMethod::search);
  const auto starts = w.nodes(500, 1);
  const auto goals = w.nodes(500, 2);
  BatchRequest<CsrWorld> request{starts, goals};
  request.max_expansions = 1;
  NodeBatch<CsrWorld> batch;
  BatchAnswers answers;
  ASSERT_TRUE(batch.answer({w.world, w.hierarchy, w.tables}, request, {}, {}, answers));
  EXPECT_GT(std::ranges::count(answers.status.span(), Status::out_of_budget), 0);
}

}  // namespace
}  // namespace portolan::detail
