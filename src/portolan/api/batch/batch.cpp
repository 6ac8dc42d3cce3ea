#include "portolan/batch.h"

#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "portolan/api/batch/batch_worlds.h"
#include "portolan/batch/batch.h"
#include "portolan/batch/list_batch.h"

namespace portolan {

template <class Snapshot>
struct Batch<Snapshot>::Inside {
  using World = detail::BatchWorld<Snapshot>;
  typename World::Queries queries;
  detail::Batch<typename World::Graph> matrices;
  std::vector<typename World::Anchor> anchors[2];
  std::vector<std::size_t> numbers[2];  // of the ends that can be stood on
  AnswerArray<portolan::Cost> costs;
  std::vector<typename World::Located> starts;
  std::vector<typename World::Located> goals;
  detail::CellOrder order;

  /// Finds where the ends lie, and the order in which to ask.
  Result<std::span<const std::uint32_t>> locate(const Snapshot& snapshot,
                                                std::span<const Place> from,
                                                std::span<const Place> to, const Options& options,
                                                const Execution& execution) {
    constexpr std::size_t kPiece = 256;
    starts.resize(from.size());
    goals.resize(to.size());
    const auto pieces = detail::narrow<std::uint32_t>((from.size() + kPiece - 1) / kPiece);
    const auto done =
        detail::run_in_rounds(pieces, kPiece, from.size(), "ends", execution.parallel,
                              execution.progress, [&](std::uint32_t piece) {
                                const std::size_t end = std::min(from.size(), (piece + 1) * kPiece);
                                for (std::size_t i = piece * kPiece; i < end; ++i) {
                                  starts[i] = World::locate(snapshot, from[i], options);
                                  goals[i] = World::locate(snapshot, to[i], options);
                                }
                              });
    if (!done) return done.error();
    return order.sort(from.size(), World::cell_count(snapshot),
                      [&](std::size_t i) { return World::cell_of(snapshot, starts[i]); });
  }

  void collect(unsigned side, const Snapshot& snapshot, std::span<const Place> places) {
    anchors[side].clear();
    numbers[side].clear();
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto anchor = World::anchor(snapshot, places[i]);
      if (!anchor) continue;
      anchors[side].push_back(*anchor);
      numbers[side].push_back(i);
    }
  }
};

namespace {

template <class Place>
Result<Done> check_pairs(std::span<const Place> starts, std::span<const Place> goals) {
  if (starts.size() == goals.size()) return Done{};
  return Error{"a batch has as many goals as starts; give one goal for each start"};
}

}  // namespace

template <class Snapshot>
Batch<Snapshot>::Batch() : inside_(std::make_unique<Inside>()) {}
template <class Snapshot>
Batch<Snapshot>::~Batch() = default;
template <class Snapshot>
Batch<Snapshot>::Batch(Batch&&) noexcept = default;
template <class Snapshot>
Batch<Snapshot>& Batch<Snapshot>::operator=(Batch&&) noexcept = default;

template <class Snapshot>
Result<Done> Batch<Snapshot>::find_paths(const Snapshot& snapshot, std::span<const Place> starts,
                                         std::span<const Place> goals, Paths& paths,
                                         const Options& options, const Execution& execution) {
  using World = detail::BatchWorld<Snapshot>;
  const auto clear = [&] {
    paths.status.reset(0);
    paths.cost.reset(0);
    World::for_each_list(paths, [](auto& list) { list.clear(); });
  };
  clear();
  if (auto good = check_pairs(starts, goals); !good) return good;
  detail::UnlessDone guard(clear);
  paths.version = World::version(snapshot);
  paths.status.reset(starts.size());
  paths.cost.reset(starts.size());
  const auto order = inside_->locate(snapshot, starts, goals, options, execution);
  if (!order) return order.error();
  const auto answer = [&](auto& worker, std::size_t i, auto& writers) {
    World::answer(worker, snapshot, inside_->starts[i], inside_->goals[i], options, writers,
                  paths.status.data()[i], paths.cost.data()[i]);
  };
  auto done = World::run(inside_->queries, starts.size(), *order, execution, answer, paths);
  guard.done = done.ok();
  return done;
}

template <class Snapshot>
Result<Done> Batch<Snapshot>::find_costs(const Snapshot& snapshot, std::span<const Place> starts,
                                         std::span<const Place> goals, AnswerArray<Cost>& costs,
                                         const Options& options, const Execution& execution) {
  using World = detail::BatchWorld<Snapshot>;
  costs.reset(0);
  if (auto good = check_pairs(starts, goals); !good) return good;
  detail::UnlessDone guard([&] { costs.reset(0); });
  costs.reset(starts.size());
  const auto order = inside_->locate(snapshot, starts, goals, options, execution);
  if (!order) return order.error();
  Paths none;
  const auto answer = [&](auto& worker, std::size_t i, auto&) {
    costs.data()[i] =
        World::find_cost(worker, snapshot, inside_->starts[i], inside_->goals[i], options);
  };
  auto done = World::run(inside_->queries, starts.size(), *order, execution, answer, none);
  guard.done = done.ok();
  return done;
}

template <class Snapshot>
Result<Done> Batch<Snapshot>::find_cost_matrix(const Snapshot& snapshot,
                                               std::span<const Place> starts,
                                               std::span<const Place> goals,
                                               AnswerArray<Cost>& costs,
                                               const Execution& execution) {
  using World = detail::BatchWorld<Snapshot>;
  costs.reset(0);
  detail::UnlessDone guard([&] { costs.reset(0); });
  inside_->collect(0, snapshot, starts);
  inside_->collect(1, snapshot, goals);
  auto done = World::find_matrix(inside_->matrices, snapshot, inside_->anchors[0],
                                 inside_->anchors[1], execution, inside_->costs);
  if (!done) return done;
  costs.reset(starts.size() * goals.size());
  std::fill(costs.data(), costs.data() + costs.size(), World::units(snapshot, kInfinite));
  const std::size_t row = inside_->anchors[1].size();
  for (std::size_t i = 0; i < inside_->numbers[0].size(); ++i) {
    for (std::size_t j = 0; j < row; ++j) {
      costs.data()[inside_->numbers[0][i] * goals.size() + inside_->numbers[1][j]] =
          World::units(snapshot, inside_->costs[i * row + j]);
    }
  }
  guard.done = true;
  return done;
}

template class Batch<GridSnapshot>;
template class Batch<NavMeshSnapshot>;
template class Batch<TerrainSnapshot>;
template class Batch<GraphSnapshot>;

}  // namespace portolan
