#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "portolan/batch.h"
#include "portolan/batch/list_batch.h"
#include "portolan/core/narrow.h"
#include "portolan/core/rounds.h"
#include "portolan/query/many_ends.h"
#include "portolan/query/one_to_many.h"
#include "portolan/query/query_world.h"
#include "portolan/query/snapshot_query.h"
#include "portolan/query/snapshot_view.h"
#include "portolan/types.h"

namespace portolan::detail {

/// What a batch is asked for.
enum class BatchWants : std::uint8_t {
  cost,         ///< Status and cost.
  nodes,        ///< The nodes of the whole path too.
  first_nodes,  ///< The first `most_nodes` of them: `partial` where there are more.
};

/// Many queries at once. The arrays are the caller's.
template <QueryWorld W>
struct BatchRequest {
  using Anchor = typename W::Anchor;
  std::span<const Anchor> starts;
  std::span<const Anchor> goals;  ///< As many.
  BatchWants wants = BatchWants::nodes;
  std::uint32_t most_nodes = 8;                      ///< Of first_nodes. [1, 2^32 - 1]
  std::uint64_t max_expansions = ~std::uint64_t{0};  ///< Per query, where there are no tables.
  /// Whether the world can be walked on at an anchor; called from all threads. Left empty where
  /// all ends are known to be good.
  std::function<bool(const Anchor&)> passable{};
};

/// One entry per query, in the order of the request. Reuse one from batch to batch: its memory is
/// kept.
struct BatchAnswers {
  AnswerArray<Status> status;
  AnswerArray<Cost> cost;     ///< kInfinite where there is no path.
  AnswerLists<NodeId> paths;  ///< See SnapshotQuery::find_path.
  std::uint64_t version = 0;  ///< Of the snapshot that answered.

  std::span<const NodeId> path(std::size_t i) const { return paths[i]; }
  void clear() {
    status.reset(0);
    cost.reset(0);
    paths.clear();
  }
};

/// Answers many queries at once on the caller's threads (see tbb_parallel.h for some), from the
/// tables of a snapshot where they are complete, else by search. The answers do not depend on how
/// many threads there are, to the byte. Keeps the threads' scratch, so that further batches of a
/// size allocate nothing. One batch at a time.
///
/// Answers are whole or there are none: whenever a call fails or throws, be it what the caller's
/// functions throw, they are empty. The next call may follow at once.
template <QueryWorld W>
class NodeBatch {
 public:
  using Anchor = typename W::Anchor;

  /// Fails when `progress` cancels, when there are more starts than goals or fewer, and when
  /// `parallel` returns before all of its work was done.
  Result<Done> answer(const SnapshotView<W>& snapshot, const BatchRequest<W>& request,
                      const ParallelFor& parallel, const Progress& progress,
                      BatchAnswers& answers) {
    answers.clear();
    if (request.starts.size() != request.goals.size())
      return Error{"a batch has as many goals as starts; give one goal for each start"};
    const std::size_t count = request.starts.size();
    UnlessDone guard([&] { answers.clear(); });
    answers.version = snapshot.hierarchy().version();
    answers.status.reset(count);
    answers.cost.reset(count);
    const auto done = queries_.run(
        count, {parallel, progress},
        [&](Worker& worker, std::size_t i, auto& writers) {
          std::span<const NodeId> path;
          const QueryResult result = answer_one(snapshot, request, i, worker.query, path);
          answers.status.data()[i] = result.status;
          answers.cost.data()[i] = result.cost;
          std::get<0>(writers).write(path);
        },
        answers.paths);
    guard.done = done.ok();
    return done;
  }

  /// The cost from every start to every goal, row by row, a row for each start: kInfinite where
  /// there is no path. All anchors lie where the world can be walked on. Fails when `progress`
  /// cancels, and when `parallel` returns before all of its work was done.
  Result<Done> find_matrix(const SnapshotView<W>& snapshot, std::span<const Anchor> starts,
                           std::span<const Anchor> goals, const ParallelFor& parallel,
                           const Progress& progress, AnswerArray<Cost>& costs) {
    costs.reset(starts.size() * goals.size());
    UnlessDone guard([&] { costs.reset(0); });
    goals_.prepare(snapshot, goals, true);
    const std::size_t rows = std::max<std::size_t>(1, kPiece / (goals.size() + 1));
    const auto pieces = narrow<std::uint32_t>((starts.size() + rows - 1) / rows);
    const auto work = [&](std::uint32_t piece) {
      queries_.use_worker([&](Worker& worker) {
        const std::size_t end = std::min(starts.size(), (piece + 1) * rows);
        for (std::size_t i = piece * rows; i < end; ++i) {
          worker.one_to_many.find_costs(snapshot, starts[i], goals_,
                                        costs.data() + i * goals.size());
        }
      });
    };
    const auto done = run_in_rounds(pieces, rows, starts.size(), "rows", parallel, progress, work);
    guard.done = done.ok();
    return done;
  }

 private:
  /// Costs that one thread finds in one go.
  static constexpr std::size_t kPiece = 128;

  struct Worker {
    SnapshotQuery<W> query;
    OneToMany<W> one_to_many;
  };

  /// The path is in memory of the query's.
  static QueryResult answer_one(const SnapshotView<W>& snapshot, const BatchRequest<W>& request,
                                std::size_t i, SnapshotQuery<W>& query,
                                std::span<const NodeId>& path) {
    const Anchor& start = request.starts[i];
    const Anchor& goal = request.goals[i];
    if (request.passable && !request.passable(start)) return {Status::invalid_start, kInfinite};
    if (request.passable && !request.passable(goal)) return {Status::invalid_goal, kInfinite};
    QueryOptions options;
    options.max_expansions = request.max_expansions;
    if (request.wants == BatchWants::cost)
      return query.find_cost(snapshot, start, goal, true, options);
    // One more than wanted tells whether there are more.
    const std::size_t most =
        request.wants == BatchWants::nodes ? kAllNodes : std::size_t{request.most_nodes} + 1;
    QueryResult result = query.find_path(snapshot, start, goal, true, options, path, most);
    if (path.size() >= most) {
      path = path.first(most - 1);
      result.status = Status::partial;
    }
    return result;
  }

  ListBatch<Worker, NodeId> queries_;
  ManyEnds<W> goals_;
};

}  // namespace portolan::detail
