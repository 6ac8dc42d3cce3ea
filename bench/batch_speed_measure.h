#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "measuring/timing.h"
#include "portolan/batch.h"
#include "portolan/batch/node_batch.h"
#include "portolan/grid.h"
#include "portolan/navmesh.h"
#include "portolan/query/one_to_many.h"
#include "scenes/random.h"
#include "setting.h"

/// Batches on several threads, and one end against many, on any world with tables.
namespace portolan::detail::bench {

/// The query of a kind of snapshot.
template <class Snapshot>
struct QueryFor;
template <>
struct QueryFor<portolan::GridSnapshot> {
  using Type = portolan::GridQuery;
};
template <>
struct QueryFor<portolan::NavMeshSnapshot> {
  using Type = portolan::NavMeshQuery;
};

/// A snapshot with tables, and how a random end is drawn.
template <class Snapshot>
struct TabledWorld {
  using Place = typename portolan::Batch<Snapshot>::Place;
  std::string name;
  Snapshot snapshot;
  std::function<Place(scenes::Random&)> draw;

  /// Distinct pairs with a path between them, as good as certainly: there are far more of them.
  void draw_pairs(std::size_t count, std::vector<Place>& starts, std::vector<Place>& goals) const {
    scenes::Random random(1);
    typename QueryFor<Snapshot>::Type query;
    while (starts.size() < count) {
      const Place start = draw(random);
      const Place goal = draw(random);
      if (!std::isfinite(query.find_cost(snapshot, start, goal))) continue;
      starts.push_back(start);
      goals.push_back(goal);
    }
  }
};

/// The nodes of all paths of a batch.
inline const auto& nodes_of(const GridPaths& paths) { return paths.tiles; }
inline const auto& nodes_of(const NavMeshPaths& paths) { return paths.polygons; }

/// One batch on so many threads.
struct ThreadSpeed {
  unsigned threads = 0;
  double first_s = 0.0;  ///< With nothing allocated yet.
  double paths_s = 0.0;  ///< Once memory is there.
  double costs_s = 0.0;  ///< Costs only.
  std::uint64_t hash = 0;
};
struct BatchSpeed {
  std::size_t queries = 0;
  std::uint64_t nodes = 0;
  double single_costs_s = 0.0;  ///< One by one, without a batch,
  double single_paths_s = 0.0;  ///< with paths, each over the one before,
  double kept_paths_s = 0.0;    ///< and with paths that are all kept, in memory that is there.
  std::vector<ThreadSpeed> threads;
};

/// One end against many, in microseconds for all of them together.
struct ManySpeed {
  std::uint32_t cells = 0;  ///< Of level 1.
  double single_costs_us = 0.0, single_paths_us = 0.0;
  double from_one_us = 0.0, to_one_us = 0.0, nearest_us = 0.0, matrix_row_us = 0.0;
};

/// Of all statuses, costs and nodes, byte by byte.
template <class Paths>
std::uint64_t hash_of(const Paths& paths) {
  std::uint64_t hash = 0;
  const auto mix = [&](std::span<const std::byte> bytes) {
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data() + i, std::min(sizeof word, bytes.size() - i));
      hash = (hash ^ word) * 0x9E37'79B9'7F4A'7C15u;
      hash ^= hash >> 29;
    }
  };
  mix(std::as_bytes(paths.status.span()));
  mix(std::as_bytes(paths.cost.span()));
  for (std::size_t i = 0; i < paths.status.size(); ++i) mix(std::as_bytes(nodes_of(paths)[i]));
  return hash;
}

template <class Snapshot>
BatchSpeed measure_batch(const TabledWorld<Snapshot>& w, std::size_t count, unsigned rounds) {
  using PublicBatch = portolan::Batch<Snapshot>;
  using Paths = typename PublicBatch::Paths;
  std::vector<typename PublicBatch::Place> starts, goals;
  w.draw_pairs(count, starts, goals);
  BatchSpeed speed;
  speed.queries = count;
  for (const unsigned threads : {1u, 2u, 4u, 8u}) speed.threads.push_back({threads});
  PublicBatch batch;
  Paths answers;
  AnswerArray<double> costs;
  typename QueryFor<Snapshot>::Type query;
  decltype(answers.path(0)) path;
  std::vector<decltype(path)> kept(count);
  const auto find_paths = [&](PublicBatch& b, const ParallelFor& parallel, Paths& into) {
    return 1e-6 * microseconds_of(
                      [&] { take(b.find_paths(w.snapshot, starts, goals, into, {}, {parallel})); });
  };
  const auto each = [&](auto&& ask) {
    return 1e-6 * microseconds_of([&] {
             for (std::size_t i = 0; i < count; ++i) ask(starts[i], goals[i], i);
           });
  };
  const auto keep = [&](const auto& start, const auto& goal, std::size_t i) {
    query.find_path(w.snapshot, start, goal, kept[i]);
  };
  each(keep);  // allocates
  for (unsigned round = 0; round < rounds; ++round) {
    const double costs_s = each([&](const auto& start, const auto& goal, std::size_t) {
      query.find_cost(w.snapshot, start, goal);
    });
    const double paths_s = each([&](const auto& start, const auto& goal, std::size_t) {
      query.find_path(w.snapshot, start, goal, path);
    });
    keep_best(speed.single_costs_s, costs_s, round == 0);
    keep_best(speed.single_paths_s, paths_s, round == 0);
    keep_best(speed.kept_paths_s, each(keep), round == 0);
    for (ThreadSpeed& t : speed.threads) {
      const ParallelFor parallel = t.threads == 1 ? ParallelFor{} : tbb_parallel(t.threads);
      {
        PublicBatch fresh;
        Paths empty;
        keep_best(t.first_s, find_paths(fresh, parallel, empty), round == 0);
      }
      keep_best(t.costs_s,
                1e-6 * microseconds_of([&] {
                  take(batch.find_costs(w.snapshot, starts, goals, costs, {}, {parallel}));
                }),
                round == 0);
      find_paths(batch, parallel, answers);
      keep_best(t.paths_s, find_paths(batch, parallel, answers), round == 0);
      t.hash = hash_of(answers);
      require(t.hash == speed.threads.front().hash, w.name + ": threads change the answers");
    }
  }
  speed.nodes = nodes_of(answers).item_count();
  return speed;
}

/// A new start with a path to each of the new goals.
template <QueryWorld W>
typename W::Anchor draw_one(const SnapshotView<W>& snapshot,
                            const std::function<typename W::Anchor(scenes::Random&)>& draw,
                            scenes::Random& random, std::vector<typename W::Anchor>& goals) {
  TableQuery<W> query;
  for (;;) {
    const typename W::Anchor start = draw(random);
    std::size_t found = 0;
    for (std::size_t tries = 0; tries < 4 * goals.size() && found < goals.size(); ++tries) {
      goals[found] = draw(random);
      found += query.find_cost(snapshot, start, goals[found]).status == Status::complete;
    }
    if (found == goals.size()) return start;
  }
}

template <QueryWorld W>
ManySpeed measure_many(const std::string& name, const SnapshotView<W>& snapshot,
                       const std::function<typename W::Anchor(scenes::Random&)>& draw,
                       std::size_t many, std::size_t ones, unsigned rounds) {
  using Anchor = typename W::Anchor;
  ManySpeed speed;
  speed.cells = snapshot.hierarchy().partition().cell_count(1);
  scenes::Random random(2);
  OneToMany<W> one_to_many;
  TableQuery<W> query;
  NodeBatch<W> batch;
  std::vector<Anchor> starts, goals(many);
  std::vector<NodeId> path;
  std::vector<Cost> single(many), costs(many);
  for (std::size_t one = 0; one < ones; ++one) {
    const Anchor start = draw_one<W>(snapshot, draw, random, goals);
    starts.push_back(start);
    std::array<double, 5> best{};
    for (unsigned round = 0; round < rounds; ++round) {
      const std::array<double, 5> took{
          microseconds_of([&] {
            for (std::size_t i = 0; i < many; ++i)
              single[i] = query.find_cost(snapshot, start, goals[i]).cost;
          }),
          microseconds_of([&] {
            for (const Anchor& goal : goals) query.find_path(snapshot, start, goal, path);
          }),
          microseconds_of(
              [&] { one_to_many.find_costs_from(snapshot, start, goals, costs.data()); }),
          microseconds_of([&] { one_to_many.find_costs_to(snapshot, start, goals, costs.data()); }),
          microseconds_of([&] { one_to_many.find_nearest(snapshot, start, goals, path); })};
      for (std::size_t k = 0; k < best.size(); ++k) keep_best(best[k], took[k], round == 0);
    }
    one_to_many.find_costs_from(snapshot, start, goals, costs.data());
    require(costs == single, name + ": one-to-many costs are not those of single queries");
    const auto each = static_cast<double>(ones);
    speed.single_costs_us += best[0] / each;
    speed.single_paths_us += best[1] / each;
    speed.from_one_us += best[2] / each;
    speed.to_one_us += best[3] / each;
    speed.nearest_us += best[4] / each;
  }
  AnswerArray<Cost> matrix;
  for (unsigned round = 0; round < rounds; ++round) {
    const double took =
        microseconds_of([&] { take(batch.find_matrix(snapshot, starts, goals, {}, {}, matrix)); });
    keep_best(speed.matrix_row_us, took / static_cast<double>(ones), round == 0);
  }
  return speed;
}

}  // namespace portolan::detail::bench
