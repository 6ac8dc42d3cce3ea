#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "portolan/batch.h"
#include "portolan/batch/node_batch.h"
#include "portolan/query/one_to_many.h"
#include "portolan/query/query.h"
#include "portolan/query/table_query.h"
#include "scenes/random.h"
#include "stress/finding.h"
#include "stress/oracle.h"

/// Every kind of query of every kind of world against the oracle.
namespace portolan::detail::stress {

using scenes::Random;

/// What is asked, and what may be expected of it.
template <QueryWorld W>
struct Asked {
  const W& world;
  const Hierarchy& hierarchy;
  const Tables& tables;
  std::span<const typename W::Anchor> ends;  ///< In the oracle's order.
  const Oracle& oracle;
  /// Whether all gates are kept, so that costs are optimal; without them all kinds of queries still
  /// agree with each other.
  bool exact = true;
};

/// Compares answers to one pair.
template <QueryWorld W>
class PairCheck {
 public:
  PairCheck(const Asked<W>& asked, std::size_t from, std::size_t to)
      : asked_(asked), from_(from), to_(to), optimal_(asked.oracle.cost(from, to)) {}

  /// Of a query that finds the cheapest path over the gates.
  void expect_cost(const char* by, unsigned level, const QueryResult& result) {
    expect_status(by, level, result);
    if (asked_.exact) expected_ = optimal_;
    if (expected_ == kUnknown) expected_ = result.cost;
    expect(result.cost == expected_ && result.cost >= optimal_, by, " at level ", level, " from ",
           from_, " to ", to_, ": ", result.cost, " in place of ", expected_, " (optimal ",
           optimal_, ")");
  }
  void expect_status(const char* by, unsigned level, const QueryResult& result) const {
    const Status right = optimal_ == kInfinite ? Status::unreachable : Status::complete;
    expect(result.status == right && (result.cost == kInfinite) == (optimal_ == kInfinite), by,
           " at level ", level, " from ", from_, " to ", to_, ": ", to_string(result.status),
           ", cost ", result.cost, ", optimal ", optimal_);
  }
  void expect_path(const char* by, unsigned level, const QueryResult& result,
                   std::span<const NodeId> nodes) {
    expect_cost(by, level, result);
    expect_moves(by, result, nodes);
  }
  void expect_moves(const char* by, const QueryResult& result,
                    std::span<const NodeId> nodes) const {
    if (result.status != Status::complete)
      return expect(nodes.empty(), by, " left a path although there is none");
    try {
      asked_.oracle.check_path(from_, to_, nodes, result.cost);
    } catch (const Finding& finding) {
      throw Finding{std::string(by) + " from " + std::to_string(from_) + " to " +
                    std::to_string(to_) + ": " + finding.what};
    }
  }
  Cost expected() const { return expected_; }

 private:
  static constexpr Cost kUnknown = kInfinite - 1;
  const Asked<W>& asked_;
  std::size_t from_;
  std::size_t to_;
  Cost optimal_;
  Cost expected_ = kUnknown;
};

/// Asks one by one, at every level and by every method; the costs that all agreed on, row by row.
template <QueryWorld W>
std::vector<Cost> check_singles(const Asked<W>& asked, const ParallelFor& threads, Tally& tally) {
  static constexpr ConnectMethod kMethods[] = {
      ConnectMethod::dijkstra, ConnectMethod::table,    ConnectMethod::threads,
      ConnectMethod::table,    ConnectMethod::dijkstra, ConnectMethod::astar};  // the slowest
  Query<W> query;
  TableQuery<W> table_query;
  std::vector<NodeId> nodes;
  std::vector<Cost> costs;
  QueryOptions options;
  options.parallel = &threads;
  if (!asked.tables.connect().empty()) options.table = &asked.tables.connect();
  for (std::size_t i = 0; i < asked.ends.size(); ++i) {
    for (std::size_t j = 0; j < asked.ends.size(); ++j) {
      PairCheck<W> check(asked, i, j);
      for (unsigned level = kAutoLevel; level <= asked.hierarchy.levels(); ++level) {
        options.level = level;
        options.connect = kMethods[(i + j + level) % std::size(kMethods)];
        const bool shortcuts = asked.tables.choice().far == FarMethod::shortcuts;
        options.tables = shortcuts && (i / 2 + j) % 2 == 0 ? &asked.tables : nullptr;
        const QueryResult result = query.find_path(asked.world, asked.hierarchy, asked.ends[i],
                                                   asked.ends[j], options, nodes);
        check.expect_path("hierarchy", level, result, nodes);
        ++tally.answers;
      }
      if (asked.tables.complete()) {
        check.expect_cost("tables' cost", 0,
                          table_query.find_cost({asked.world, asked.hierarchy, asked.tables},
                                                asked.ends[i], asked.ends[j]));
        const QueryResult result = table_query.find_path(
            {asked.world, asked.hierarchy, asked.tables}, asked.ends[i], asked.ends[j], nodes);
        check.expect_path("tables", 0, result, nodes);
        tally.answers += 2;
      }
      costs.push_back(check.expected());
    }
  }
  return costs;
}

/// Asks many at once; `costs` are those of the single queries.
template <QueryWorld W>
void check_batches(const Asked<W>& asked, const ParallelFor& threads,
                   const std::vector<Cost>& costs, Tally& tally) {
  using Anchor = typename W::Anchor;
  const std::size_t count = asked.ends.size();
  std::vector<Anchor> starts, goals;
  for (std::size_t k = 0; k < costs.size(); ++k) {
    starts.push_back(asked.ends[k / count]);
    goals.push_back(asked.ends[k % count]);
  }
  NodeBatch<W> batch;
  BatchAnswers answers;
  const BatchRequest<W> request{.starts = starts, .goals = goals};
  const auto done =
      batch.answer({asked.world, asked.hierarchy, asked.tables}, request, threads, {}, answers);
  expect(done.ok(), "a batch failed");
  for (std::size_t k = 0; k < costs.size(); ++k) {
    PairCheck<W> check(asked, k / count, k % count);
    const QueryResult result{answers.status[k], answers.cost[k]};
    check.expect_path("batch", 0, result, answers.path(k));
    expect(result.cost == costs[k], "batch and single queries disagree");
  }
  AnswerArray<Cost> matrix;
  const auto filled = batch.find_matrix({asked.world, asked.hierarchy, asked.tables}, asked.ends,
                                        asked.ends, threads, {}, matrix);
  expect(filled.ok(), "a matrix failed");
  OneToMany<W> one_to_many;
  std::vector<Cost> from(count), to(count);
  for (std::size_t i = 0; i < count; ++i) {
    one_to_many.find_costs_from({asked.world, asked.hierarchy, asked.tables}, asked.ends[i],
                                asked.ends, from.data());
    one_to_many.find_costs_to({asked.world, asked.hierarchy, asked.tables}, asked.ends[i],
                              asked.ends, to.data());
    for (std::size_t j = 0; j < count; ++j) {
      expect(from[j] == costs[i * count + j], "one to many: ", from[j], " in place of ",
             costs[i * count + j]);
      expect(to[j] == costs[j * count + i], "many to one: ", to[j], " in place of ",
             costs[j * count + i]);
      expect(matrix[i * count + j] == costs[i * count + j], "the matrix differs");
    }
  }
  tally.answers += 4 * costs.size();
}

template <QueryWorld W>
void check_answers(const Asked<W>& asked, Random& random, Tally& tally) {
  static const ParallelFor kThreads[] = {{}, tbb_parallel(2), tbb_parallel(4)};
  const ParallelFor& threads = kThreads[random.below(3)];
  check_batches(asked, threads, check_singles(asked, threads, tally), tally);
}

/// Budgets of every size, and every kind of table.
inline TableOptions draw_table_options(Random& random) {
  static constexpr FarMethod kFar[] = {FarMethod::labels, FarMethod::labels, FarMethod::shortcuts,
                                       FarMethod::search};
  static constexpr ConnectPaths kPaths[] = {ConnectPaths::steps, ConnectPaths::descend};
  TableOptions options;
  options.max_bytes = std::uint64_t{64} << 20;
  if (random.chance(40)) options.max_bytes = random.next() >> (40 + random.below(24));
  options.far = kFar[random.below(4)];
  options.paths = kPaths[random.below(2)];
  if (random.chance(15)) options.level_alone = 1 + random.below(3);
  return options;
}

/// That tables keep to their budget and say what they are.
inline void check_budget(const Tables& tables, const TableOptions& options) {
  expect(tables.bytes() <= options.max_bytes, "tables of ", tables.bytes(),
         " bytes in a budget of ", options.max_bytes);
  expect(!tables.choice().reason.empty(), "tables without a reason");
}

}  // namespace portolan::detail::stress
