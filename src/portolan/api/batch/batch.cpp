#include "portolan/batch.h"

#include <algorithm>
#include <concepts>
#include <type_traits>
#include <utility>
#include <vector>

#include "portolan/api/batch/batch_worlds.h"
#include "portolan/batch/list_batch.h"
#include "portolan/batch/node_batch.h"
#include "portolan/core/narrow.h"

namespace portolan {
namespace {

/// The engine for lists of such types.
template <class Worker, class Lists>
struct EngineFor;
template <class Worker, class... Ts>
struct EngineFor<Worker, std::tuple<AnswerLists<Ts>&...>> {
  using Type = detail::ListBatch<Worker, Ts...>;
};

}  // namespace

template <class Snapshot>
struct Batch<Snapshot>::Inside {
  using World = detail::BatchWorld<Snapshot>;
  using Lists = decltype(World::lists(std::declval<Paths&>()));
  using Core = std::remove_cvref_t<decltype(World::core(std::declval<const Snapshot&>()))>;
  using Graph = std::remove_cvref_t<decltype(std::declval<const Core&>().world())>;

  /// The ends of a matrix that can be stood on.
  struct Ends {
    std::vector<typename Graph::Anchor> anchors;
    std::vector<std::size_t> numbers;

    void collect(const Snapshot& snapshot, std::span<const Place> places) {
      anchors.clear();
      numbers.clear();
      for (std::size_t i = 0; i < places.size(); ++i) {
        const auto anchor = World::anchor(snapshot, World::locate(snapshot, places[i], {}));
        if (!anchor) continue;
        anchors.push_back(*anchor);
        numbers.push_back(i);
      }
    }
  };

  typename EngineFor<typename World::Worker, Lists>::Type queries;
  detail::NodeBatch<Graph> matrices;
  Ends rows;
  Ends columns;
  AnswerArray<portolan::Cost> costs;

  /// Finds where the ends of each pair lie, and asks: ask(worker, i, start, goal, writers).
  template <class End, class Ask>
  Result<Done> run(const Snapshot& snapshot, std::span<const End> starts,
                   std::span<const End> goals, const Options& options, const Execution& execution,
                   Paths& paths, const Ask& ask) {
    if (starts.size() != goals.size())
      return Error{"a batch has as many goals as starts; give one goal for each start"};
    const auto locate_and_ask = [&](auto& worker, std::size_t i, auto& writers) {
      ask(worker, i, World::locate(snapshot, starts[i], options),
          World::locate(snapshot, goals[i], options), writers);
    };
    return std::apply(
        [&](auto&... lists) {
          return queries.run(starts.size(), execution, locate_and_ask, lists...);
        },
        World::lists(paths));
  }

  template <class End>
  Result<Done> find_paths(const Snapshot& snapshot, std::span<const End> starts,
                          std::span<const End> goals, Paths& paths, const Options& options,
                          const Execution& execution) {
    const auto clear = [&] {
      paths.status.reset(0);
      paths.cost.reset(0);
      std::apply([](auto&... lists) { (lists.clear(), ...); }, World::lists(paths));
    };
    clear();
    detail::UnlessDone guard(clear);
    paths.version = World::core(snapshot).hierarchy().version();
    paths.status.reset(starts.size());
    paths.cost.reset(starts.size());
    auto done =
        run(snapshot, starts, goals, options, execution, paths,
            [&](auto& worker, std::size_t i, const auto& start, const auto& goal, auto& writers) {
              worker.answer(snapshot, start, goal, options, writers, paths.status.data()[i],
                            paths.cost.data()[i]);
            });
    guard.done = done.ok();
    return done;
  }
};

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
  return inside_->find_paths(snapshot, starts, goals, paths, options, execution);
}

template <class Snapshot>
Result<Done> Batch<Snapshot>::find_paths_between(
    const Snapshot& snapshot, std::span<const MeshPlace> starts, std::span<const MeshPlace> goals,
    Paths& paths, const Options& options,
    const Execution& execution) requires std::same_as<Snapshot, NavMeshSnapshot> {
  if constexpr (std::same_as<Snapshot, NavMeshSnapshot>) {
    return inside_->find_paths(snapshot, starts, goals, paths, options, execution);
  } else {  // never called: clang 14 compiles it for all, whatever is required
    return Error{"only meshes have places"};
  }
}

template <class Snapshot>
Result<Done> Batch<Snapshot>::find_costs(const Snapshot& snapshot, std::span<const Place> starts,
                                         std::span<const Place> goals, AnswerArray<Cost>& costs,
                                         const Options& options, const Execution& execution) {
  detail::UnlessDone guard([&] { costs.reset(0); });
  costs.reset(starts.size());
  Paths none;
  auto done =
      inside_->run(snapshot, starts, goals, options, execution, none,
                   [&](auto& worker, std::size_t i, const auto& start, const auto& goal, auto&) {
                     costs.data()[i] = worker.find_cost(snapshot, start, goal, options);
                   });
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
  auto& rows = inside_->rows;
  auto& columns = inside_->columns;
  rows.collect(snapshot, starts);
  columns.collect(snapshot, goals);
  const auto& core = World::core(snapshot);
  auto done = inside_->matrices.find_matrix(core, rows.anchors, columns.anchors, execution.parallel,
                                            execution.progress, inside_->costs);
  if (!done) return done;
  costs.reset(starts.size() * goals.size());
  std::fill(costs.data(), costs.data() + costs.size(), World::units(snapshot, kInfinite));
  for (std::size_t i = 0; i < rows.numbers.size(); ++i) {
    for (std::size_t j = 0; j < columns.numbers.size(); ++j) {
      costs.data()[rows.numbers[i] * goals.size() + columns.numbers[j]] =
          World::units(snapshot, inside_->costs[i * columns.numbers.size() + j]);
    }
  }
  return done;
}

template class Batch<GridSnapshot>;
template class Batch<NavMeshSnapshot>;
template class Batch<TerrainSnapshot>;
template class Batch<GraphSnapshot>;

}  // namespace portolan
