/// Millions of queries at once, on a GPU: places or tiles in, polygons or tiles out.
///
///     const auto mesh = portolan::GpuNavMesh::make(*world);  // copies the world, once
///     portolan::NavMeshPaths paths;
///     auto done = mesh->find_paths(starts, goals, paths);
///     for (const std::uint32_t polygon : paths.polygons[7]) ...
///
/// Costs and polygons are those of NavMeshQuery, costs on grids those of GridQuery before
/// smoothing. Where the library was built without CUDA, or the machine has no GPU, `make` fails and
/// says which: answer by batch.h then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "portolan/batch.h"
#include "portolan/grid.h"
#include "portolan/navmesh.h"
#include "portolan/types.h"

namespace portolan {

/// What a GPU is and has.
struct GpuInfo {
  std::string name;
  std::uint64_t memory = 0;  ///< In bytes,
  std::uint64_t free = 0;    ///< and what nobody uses.
};
/// The first one that CUDA finds, on which all worlds and answers are, whichever one the caller's
/// thread works with. Fails where there is none.
Result<GpuInfo> find_gpu();

/// What is wanted of each query.
enum class GpuWants : std::uint8_t {
  cost,
  next,  ///< The polygon or tile to enter next: the start's own where the goal lies in it.
  path,  ///< All of them, from the start's to the goal's.
};

/// Answers on a mesh that stay in the GPU's memory.
class GpuPaths {
 public:
  std::size_t size() const;             ///< Queries.
  std::uint64_t polygon_count() const;  ///< Of all paths together.

  /// Copies them to the CPU. Way-points stay empty.
  Result<Done> read(NavMeshPaths& paths) const;

  /// For kernels of the caller: addresses in the GPU's memory, as long as this lives.
  struct Device {
    /// By query, 16 bytes: where its polygons begin in `polygons`, times 256, plus its Status (8
    /// bytes); how many they are (4); its cost (4), times GpuNavMesh::units_per_metre.
    const void* records = nullptr;
    const std::uint32_t* polygons = nullptr;
  };
  Device device() const;

  // For Portolan itself.
  struct Inside;
  explicit GpuPaths(std::shared_ptr<const Inside> inside) : inside_(std::move(inside)) {}

 private:
  std::shared_ptr<const Inside> inside_;
};

/// A snapshot in a GPU's memory. One thread at a time asks it.
class GpuNavMesh {
 public:
  /// Fails without a GPU, with too little memory on it (and says how much is needed and free), and
  /// where the snapshot has no tables. Paths between gates, which make answers several times as
  /// fast, are stored where half of the free memory has room for the world with them.
  /// The threads of `execution` take answers from the GPU, too, whenever these are asked for: with
  /// them that is several times as fast.
  static Result<GpuNavMesh> make(const NavMeshSnapshot& snapshot, const Execution& execution = {});

  /// What the snapshot would take on the GPU, in bytes: what `bytes` tells after `make`, and as
  /// much work; where there is no GPU, on one with memory for all. GpuInfo::free tells what there
  /// is. Answering needs more beside it, for the queries and their answers (see bytes_of_answers),
  /// and to work in up to about 2 GiB and 20 bytes for each query, which it keeps for the next
  /// batch.
  static Result<std::uint64_t> bytes_needed(const NavMeshSnapshot& snapshot,
                                            const Execution& execution = {});
  /// What so many queries and their answers take there until these are let go, if paths have that
  /// many polygons in the mean.
  static std::uint64_t bytes_of_answers(std::uint64_t queries, std::uint64_t length = 64);

  std::uint64_t bytes() const;  ///< What the world takes on the GPU.
  double units_per_metre() const;

  /// The path from each start to the goal of the same number; places come from
  /// NavMeshSnapshot::find_nearest. The answers stay on the GPU.
  Result<GpuPaths> find_paths(std::span<const MeshPlace> starts, std::span<const MeshPlace> goals,
                              GpuWants wants = GpuWants::path);
  /// The same with the answers copied to the CPU, way-points empty. Any number of queries: a part
  /// of them at a time, the next being copied to the GPU and the last one's answers from it
  /// meanwhile.
  Result<Done> find_paths(std::span<const MeshPlace> starts, std::span<const MeshPlace> goals,
                          NavMeshPaths& paths, GpuWants wants = GpuWants::path);
  /// At most so many queries are in a part (4,194,304); there are fewer where the GPU's memory has
  /// no room for so many.
  void set_part_size(std::size_t queries);

 private:
  struct Inside;
  explicit GpuNavMesh(std::shared_ptr<Inside> inside) : inside_(std::move(inside)) {}
  std::shared_ptr<Inside> inside_;
};

/// A snapshot of a grid in a GPU's memory. One thread at a time asks it.
class GpuGrid {
 public:
  /// Fails without a GPU, with too little memory on it (and says how much is needed and free), and
  /// where the snapshot has no tables. The threads of `execution` as on meshes.
  static Result<GpuGrid> make(const GridSnapshot& snapshot, const Execution& execution = {});

  /// As for GpuNavMesh, in tiles.
  static Result<std::uint64_t> bytes_needed(const GridSnapshot& snapshot,
                                            const Execution& execution = {});
  static std::uint64_t bytes_of_answers(std::uint64_t queries, std::uint64_t length = 64);

  std::uint64_t bytes() const;  ///< What the grid takes on the GPU.

  /// The path from each start to the goal of the same number, tile by tile: of paths that cost the
  /// same any one. Any number of queries: a part of them at a time, as on meshes.
  Result<Done> find_paths(std::span<const Tile> starts, std::span<const Tile> goals,
                          GridPaths& paths, GpuWants wants = GpuWants::path);
  /// At most so many queries are in a part.
  void set_part_size(std::size_t queries);

 private:
  struct Inside;
  explicit GpuGrid(std::shared_ptr<Inside> inside) : inside_(std::move(inside)) {}
  std::shared_ptr<Inside> inside_;
};

}  // namespace portolan
