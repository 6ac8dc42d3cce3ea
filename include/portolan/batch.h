/// Many queries at once: arrays in, arrays out, on the caller's threads. Component Portolan::batch.
///
///     const auto threads = portolan::tbb_parallel();
///     const auto paths = portolan::find_paths(*world, starts, goals, {}, {threads});
///     for (const portolan::Tile tile : paths->tiles[7]) ...
///
/// The answers are those of single queries, to the byte, whatever the number of threads.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "portolan/graph.h"
#include "portolan/grid.h"
#include "portolan/navmesh.h"
#include "portolan/terrain.h"
#include "portolan/types.h"

namespace portolan {

namespace detail {
struct ListAccess;
}  // namespace detail

/// Runs work on oneTBB, on up to `threads` threads, the caller's among them; 0: as many as the
/// machine has. Copies share the threads; several callers at once are fine, and so is a loop inside
/// a loop: a thread that waits for an inner one does not begin another piece of the outer one. A
/// caller with a job system of its own hands that in instead, which must promise the same where
/// loops are nested.
ParallelFor tbb_parallel(unsigned threads = 0);

/// An array of answers. Unlike a vector it hands out memory without filling it first: threads do
/// that, each its own part. Reused, it keeps its memory.
template <class T>
class AnswerArray {
 public:
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return memory_.get(); }
  const T* data() const { return memory_.get(); }
  const T& operator[](std::size_t i) const { return memory_[i]; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  std::span<const T> span() const { return {data(), size_}; }

  /// Makes it `size` long; what was in it is gone.
  void reset(std::size_t size) {
    if (size > room_) {
      memory_ = std::make_unique_for_overwrite<T[]>(size);
      room_ = size;
    }
    size_ = size;
  }

 private:
  std::unique_ptr<T[]> memory_;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
};

/// A list for each query. The lists lie in a few large blocks of memory.
template <class T>
class AnswerLists {
 public:
  std::size_t size() const { return lists_.size(); }
  std::span<const T> operator[](std::size_t i) const { return lists_[i]; }
  std::vector<T> copy(std::size_t i) const { return {lists_[i].begin(), lists_[i].end()}; }
  std::size_t item_count() const { return item_count_; }  ///< Of all lists together.
  void clear() {
    lists_.reset(0);
    item_count_ = 0;
  }

 private:
  friend struct detail::ListAccess;
  struct Block {
    std::unique_ptr<T[]> items;
    std::size_t size = 0;
  };

  AnswerArray<std::span<const T>> lists_;
  std::size_t item_count_ = 0;
  std::vector<Block> blocks_;
  std::size_t blocks_used_ = 0;
};

/// One entry for each query, in the order they were asked; what they hold is what the path of a
/// single query holds, and `path` puts one together. Reuse them from batch to batch: their memory
/// is kept.
template <class PathCost>
struct PathAnswers {
  AnswerArray<Status> status;
  AnswerArray<PathCost> cost;
  std::uint64_t version = 0;  ///< Of the snapshot that answered.
};
struct GridPaths : PathAnswers<double> {
  AnswerLists<Tile> tiles;

  GridPath path(std::size_t i) const { return {status[i], cost[i], tiles.copy(i), version}; }
};
struct NavMeshPaths : PathAnswers<double> {
  AnswerLists<std::uint32_t> polygons;
  AnswerLists<Waypoint> waypoints;

  NavMeshPath path(std::size_t i) const {
    return {status[i], cost[i], polygons.copy(i), waypoints.copy(i), version};
  }
};
struct TerrainPaths : PathAnswers<double> {
  AnswerLists<std::uint32_t> triangles;
  AnswerLists<Vec3> points;
  AnswerLists<Vec3> waypoints;

  TerrainPath path(std::size_t i) const {
    return {status[i], cost[i], triangles.copy(i), points.copy(i), waypoints.copy(i), version};
  }
};
struct GraphPaths : PathAnswers<Cost> {
  AnswerLists<std::uint32_t> nodes;

  GraphPath path(std::size_t i) const { return {status[i], cost[i], nodes.copy(i), version}; }
};

/// What goes with a kind of snapshot.
template <class Snapshot>
struct BatchTypes {
  static_assert(sizeof(Snapshot) == 0,
                "give a snapshot of a grid, a mesh, terrain or a graph; a Result is unpacked by *");
};
template <>
struct BatchTypes<GridSnapshot> {
  using Place = Tile;
  using Options = GridQueryOptions;
  using Paths = GridPaths;
  using Cost = double;
};
template <>
struct BatchTypes<NavMeshSnapshot> {
  using Place = Vec3;
  using Options = NavMeshQueryOptions;
  using Paths = NavMeshPaths;
  using Cost = double;
};
template <>
struct BatchTypes<TerrainSnapshot> {
  using Place = Vec3;
  using Options = TerrainQueryOptions;
  using Paths = TerrainPaths;
  using Cost = double;
};
template <>
struct BatchTypes<GraphSnapshot> {
  using Place = std::uint32_t;
  using Options = GraphQueryOptions;
  using Paths = GraphPaths;
  using Cost = portolan::Cost;
};

/// Answers many queries at once, and keeps the threads' scratch, so that further batches of a size
/// allocate nothing. One batch at a time.
///
/// Answers are whole or there are none: whenever a call fails or throws, be it what the caller's
/// functions throw, they are empty. The next call may follow at once. Calls fail when cancelled,
/// when there are more starts than goals or fewer (but for the matrix), and when the caller's
/// ParallelFor returns before all of its work was done.
template <class Snapshot>
class Batch {
 public:
  using Place = typename BatchTypes<Snapshot>::Place;
  using Options = typename BatchTypes<Snapshot>::Options;
  using Paths = typename BatchTypes<Snapshot>::Paths;
  using Cost = typename BatchTypes<Snapshot>::Cost;

  Batch();
  ~Batch();
  Batch(Batch&&) noexcept;
  Batch& operator=(Batch&&) noexcept;

  /// The path from each start to the goal of the same number.
  Result<Done> find_paths(const Snapshot& snapshot, std::span<const Place> starts,
                          std::span<const Place> goals, Paths& paths, const Options& options = {},
                          const Execution& execution = {});
  /// On meshes: the same between places that NavMeshSnapshot::find_nearest gave before.
  Result<Done> find_paths_between(
      const Snapshot& snapshot, std::span<const MeshPlace> starts, std::span<const MeshPlace> goals,
      Paths& paths, const Options& options = {},
      const Execution& execution = {}) requires std::same_as<Snapshot, NavMeshSnapshot>;
  /// Only the costs, as `find_cost` of a query gives them. On grids they are never below those of
  /// `find_paths`, but may be above: see GridQuery::find_cost.
  Result<Done> find_costs(const Snapshot& snapshot, std::span<const Place> starts,
                          std::span<const Place> goals, AnswerArray<Cost>& costs,
                          const Options& options = {}, const Execution& execution = {});
  /// The cost from every start to every goal, row by row, a row for each start: far less work than
  /// as many queries. With one start it tells which of many goals is nearest. Infinite (kInfinite
  /// on graphs) where there is no path, and all along the row or column of an end that is not
  /// valid; on meshes ends may lie as far off as NavMesh::kDefaultExtent.
  Result<Done> find_cost_matrix(const Snapshot& snapshot, std::span<const Place> starts,
                                std::span<const Place> goals, AnswerArray<Cost>& costs,
                                const Execution& execution = {});

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

extern template class Batch<GridSnapshot>;
extern template class Batch<NavMeshSnapshot>;
extern template class Batch<TerrainSnapshot>;
extern template class Batch<GraphSnapshot>;

using GridBatch = Batch<GridSnapshot>;
using NavMeshBatch = Batch<NavMeshSnapshot>;
using TerrainBatch = Batch<TerrainSnapshot>;
using GraphBatch = Batch<GraphSnapshot>;

/// One batch, without anything to keep.
template <class Snapshot>
Result<typename Batch<Snapshot>::Paths> find_paths(
    const Snapshot& snapshot, std::span<const typename Batch<Snapshot>::Place> starts,
    std::span<const typename Batch<Snapshot>::Place> goals,
    const typename Batch<Snapshot>::Options& options = {}, const Execution& execution = {}) {
  typename Batch<Snapshot>::Paths paths;
  auto done = Batch<Snapshot>().find_paths(snapshot, starts, goals, paths, options, execution);
  if (!done) return done.error();
  return paths;
}

}  // namespace portolan
