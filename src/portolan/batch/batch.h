#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "portolan/batch/answer_array.h"
#include "portolan/batch/rounds.h"
#include "portolan/batch/worker_pool.h"
#include "portolan/core/narrow.h"
#include "portolan/core/node_buffer.h"
#include "portolan/core/result.h"
#include "portolan/query/one_to_many.h"
#include "portolan/query/query.h"
#include "portolan/query/table_query.h"

namespace portolan {

/// What a batch is asked for.
enum class BatchWants : std::uint8_t {
  cost,         ///< Status and cost.
  nodes,        ///< The nodes of the whole path too.
  first_nodes,  ///< The first `most_nodes` of them: `partial` where there are more.
};

/// Many queries at once. The arrays are the caller's.
template <CellWorld W>
struct BatchRequest {
  using Anchor = typename W::Anchor;
  std::span<const Anchor> starts;
  std::span<const Anchor> goals;  ///< As many.
  BatchWants wants = BatchWants::nodes;
  std::uint32_t most_nodes = 8;                      ///< Of first_nodes. [1, 2^32 - 1]
  std::uint64_t max_expansions = ~std::uint64_t{0};  ///< A query, where there are no tables.
  /// Whether the world can be walked on at an anchor; called from all threads. Left empty where
  /// all ends are known to be good.
  std::function<bool(const Anchor&)> passable{};
};

/// One entry a query, in the order of the request. Reuse one from batch to batch: its memory is
/// kept.
struct BatchAnswers {
  AnswerArray<Status> status;
  AnswerArray<Cost> cost;              ///< kInfinite where there is no path.
  AnswerArray<std::uint64_t> offsets;  ///< And one more: the path of query i is at offsets[i]
  AnswerArray<NodeId> nodes;           ///< up to offsets[i + 1]; see TableQuery::find_path.
  std::uint64_t version = 0;           ///< Of the snapshot that answered.

  std::span<const NodeId> path(std::size_t i) const {
    return nodes.span().subspan(offsets[i], offsets[i + 1] - offsets[i]);
  }
  void clear() {
    status.reset(0);
    cost.reset(0);
    nodes.reset(0);
    offsets.reset(1);
    offsets.data()[0] = 0;
  }
};

/// Answers many queries at once on the caller's threads (see tbb_parallel.h for some), from the
/// tables of a snapshot where they are complete, else by search. The answers do not depend on how
/// many threads there are, to the byte. Keeps the threads' scratch, so that further batches of a
/// size allocate nothing. One batch at a time.
///
/// Answers are whole or there are none: whenever a call fails or throws, be it what the caller's
/// functions throw, they are empty. The next call may follow at once.
template <CellWorld W>
class Batch {
 public:
  using Anchor = typename W::Anchor;

  /// Fails when `progress` cancels, when there are more starts than goals or fewer, and when
  /// `parallel` returns before all of its work was done.
  Result<Done> answer(const W& world, const Hierarchy& hierarchy, const Tables& tables,
                      const BatchRequest<W>& request, const ParallelFor& parallel,
                      const Progress& progress, BatchAnswers& answers) {
    answers.clear();
    if (request.starts.size() != request.goals.size())
      return Error{"a batch has as many goals as starts; give one goal for each start"};
    const std::size_t count = request.starts.size();
    UnlessDone guard([&] { answers.clear(); });
    answers.version = hierarchy.version();
    answers.status.reset(count);
    answers.cost.reset(count);
    answers.offsets.reset(count + 1);
    answers.offsets.data()[count] = 0;
    const auto pieces = narrow<std::uint32_t>((count + kPiece - 1) / kPiece);
    const Task task{world, hierarchy, tables, request};
    const auto done = run_in_rounds(
        pieces, kPiece, count, "queries", parallel, progress,
        [&](std::uint32_t piece, std::uint32_t place) {
          workers_.use([&](Worker& worker) {
            answer_piece(task, piece, worker, blocks_[place].nodes, answers);
          });
        },
        [&](std::uint32_t first, std::uint32_t size) {
          return gather(first, size, parallel, answers);
        });
    guard.done = done.ok();
    return done;
  }

  /// The cost from every start to every goal, row by row, a row a start: kInfinite where there is
  /// no path. All anchors lie where the world can be walked on. Fails when `progress` cancels, and
  /// when `parallel` returns before all of its work was done.
  Result<Done> find_matrix(const W& world, const Hierarchy& hierarchy, const Tables& tables,
                           std::span<const Anchor> starts, std::span<const Anchor> goals,
                           const ParallelFor& parallel, const Progress& progress,
                           AnswerArray<Cost>& costs) {
    costs.reset(starts.size() * goals.size());
    UnlessDone guard([&] { costs.reset(0); });
    goals_.prepare(world, tables, goals, true);
    const std::size_t rows = std::max<std::size_t>(1, kPiece / (goals.size() + 1));
    const auto pieces = narrow<std::uint32_t>((starts.size() + rows - 1) / rows);
    const auto work = [&](std::uint32_t piece, std::uint32_t) {
      workers_.use([&](Worker& worker) {
        const std::size_t end = std::min(starts.size(), (piece + 1) * rows);
        for (std::size_t i = piece * rows; i < end; ++i) {
          worker.one_to_many.find_costs(world, hierarchy, tables, starts[i], goals_,
                                        costs.data() + i * goals.size());
        }
      });
    };
    const auto done = run_in_rounds(pieces, rows, starts.size(), "rows", parallel, progress, work);
    guard.done = done.ok();
    return done;
  }

 private:
  /// Queries that one thread answers in one go: enough that handing them out costs nothing, few
  /// enough that the nodes of a round stay near.
  static constexpr std::size_t kPiece = 128;

  struct Worker {
    TableQuery<W> table_query;
    Query<W> query;
    Hops hops;
    std::vector<NodeId> path;
    OneToMany<W> one_to_many;
  };
  /// Takes half-written answers back when a call fails or throws.
  template <class TakeBack>
  struct UnlessDone {
    explicit UnlessDone(TakeBack back) : take_back(back) {}
    UnlessDone(const UnlessDone&) = delete;
    UnlessDone& operator=(const UnlessDone&) = delete;
    ~UnlessDone() {
      if (!done) take_back();
    }
    TakeBack take_back;
    bool done = false;
  };
  /// The nodes of a piece; no two in one line of memory, since threads write at the same time.
  struct alignas(64) Block {
    NodeBuffer nodes;
    std::uint64_t begin = 0;  // among all nodes
  };
  struct Task {
    const W& world;
    const Hierarchy& hierarchy;
    const Tables& tables;
    const BatchRequest<W>& request;
  };

  void answer_piece(const Task& task, std::uint32_t number, Worker& worker, NodeBuffer& nodes,
                    BatchAnswers& answers) {
    nodes.clear();
    const std::size_t end = std::min(task.request.starts.size(), (number + 1) * kPiece);
    for (std::size_t i = number * kPiece; i < end; ++i) {
      answers.offsets.data()[i] = nodes.size();  // in the piece; see gather
      worker.path.clear();
      const QueryResult result = answer_one(task, i, worker);
      answers.status.data()[i] = result.status;
      answers.cost.data()[i] = result.cost;
      nodes.take_until(
          std::copy(worker.path.begin(), worker.path.end(), nodes.room(worker.path.size())));
    }
  }

  QueryResult answer_one(const Task& task, std::size_t i, Worker& worker) {
    const BatchRequest<W>& request = task.request;
    const Anchor& start = request.starts[i];
    const Anchor& goal = request.goals[i];
    if (request.passable && !request.passable(start)) return {Status::invalid_start, kInfinite};
    if (request.passable && !request.passable(goal)) return {Status::invalid_goal, kInfinite};
    if (request.wants == BatchWants::cost) return find_cost(task, start, goal, worker);
    // One more than wanted tells whether there are more.
    const std::size_t most = request.wants == BatchWants::nodes
                                 ? TableQuery<W>::kAllNodes
                                 : std::size_t{request.most_nodes} + 1;
    QueryResult result = find_path(task, start, goal, most, worker);
    if (worker.path.size() >= most) {
      worker.path.resize(most - 1);
      result.status = Status::partial;
    }
    return result;
  }

  QueryResult find_cost(const Task& task, const Anchor& start, const Anchor& goal, Worker& worker) {
    if (task.tables.complete()) {
      return worker.table_query.find_cost(task.world, task.hierarchy, task.tables, start, goal);
    }
    return worker.query.find_hops(task.world, task.hierarchy, start, goal, options(task),
                                  worker.hops);
  }
  QueryResult find_path(const Task& task, const Anchor& start, const Anchor& goal, std::size_t most,
                        Worker& worker) {
    if (task.tables.complete()) {
      return worker.table_query.find_path(task.world, task.hierarchy, task.tables, start, goal,
                                          worker.path, most);
    }
    return worker.query.find_path(task.world, task.hierarchy, start, goal, options(task),
                                  worker.path);
  }
  static QueryOptions options(const Task& task) {
    QueryOptions options;
    options.max_expansions = task.request.max_expansions;
    return options;
  }

  /// Puts the nodes of a round's pieces behind those of the rounds before, while they are still
  /// near: a round's are few enough.
  bool gather(std::uint32_t first, std::uint32_t size, const ParallelFor& parallel,
              BatchAnswers& answers) {
    const std::size_t count = answers.status.size();
    std::uint64_t total = answers.nodes.size();
    for (std::uint32_t k = 0; k < size; ++k) {
      blocks_[k].begin = total;
      total += blocks_[k].nodes.size();
    }
    const double a_query =
        static_cast<double>(total) / static_cast<double>((first + size) * kPiece);
    answers.nodes.extend(total,
                         static_cast<std::size_t>(1.1 * a_query * static_cast<double>(count)));
    answers.offsets.data()[count] = total;
    return run_at_once(size, parallel, [&](std::uint32_t k) {
      Block& block = blocks_[k];
      std::copy(block.nodes.begin(), block.nodes.end(), answers.nodes.data() + block.begin);
      const std::size_t end = std::min(count, (first + k + 1) * kPiece);
      for (std::size_t i = (first + k) * kPiece; i < end; ++i)
        answers.offsets.data()[i] += block.begin;
    });
  }

  WorkerPool<Worker> workers_;
  std::vector<Block> blocks_ = std::vector<Block>(kMostInRound);
  ManyEnds<W> goals_;
};

}  // namespace portolan
