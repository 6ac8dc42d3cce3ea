#pragma once

#include <vector>

#include "portolan/gpu/mesh/gate_pairs.h"
#include "portolan/gpu/mesh/mesh_arrays.h"
#include "portolan/gpu/tables/snapshot_tables.h"
#include "portolan/navmesh/nav_mesh_snapshot.h"
#include "portolan/types.h"

namespace portolan::detail {

/// The arrays of a snapshot of a mesh, and what they need beside it. Keeps the snapshot.
class SnapshotArrays {
 public:
  /// Paths between all gates take up to `pair_bytes`, or are not stored. Fails where the snapshot
  /// has no complete tables with labels, and says what to do.
  static Result<SnapshotArrays> make(const NavMeshSnapshot& snapshot,
                                     const ParallelFor& parallel = {},
                                     std::uint64_t pair_bytes = kPairBytes);
  /// The same for a GPU with so much free memory: with the paths between all gates only where the
  /// agents and their answers have room beside them.
  static Result<SnapshotArrays> make_fitting(const NavMeshSnapshot& snapshot,
                                             const ParallelFor& parallel, std::uint64_t free);
  /// What searches need, of any snapshot: no tables.
  static SnapshotArrays for_searches(const NavMeshSnapshot& snapshot);
  static constexpr std::uint64_t kPairBytes = std::uint64_t{1} << 30;

  SnapshotArrays(SnapshotArrays&&) noexcept = default;  // a copy's view would be of the original
  SnapshotArrays& operator=(SnapshotArrays&&) noexcept = default;

  const MeshArrays& view() const { return view_; }
  std::uint64_t bytes() const;  ///< That all arrays take on a GPU.
  const NavMeshSnapshot& snapshot() const { return snapshot_; }

 private:
  explicit SnapshotArrays(const NavMeshSnapshot& snapshot) : snapshot_(snapshot) {}
  void view_mesh();
  Result<Done> fill_inside(const ParallelFor& parallel);
  void fill_pairs(const ParallelFor& parallel, std::uint64_t most_bytes);
  void view_pairs();

  NavMeshSnapshot snapshot_;
  std::vector<Cost> link_costs_;
  SnapshotTables tables_;
  std::vector<std::size_t> inside_begin_;
  std::vector<Cost> inside_costs_;
  std::vector<std::uint16_t> inside_before_;
  GatePairs pairs_;
  MeshArrays view_;
};

}  // namespace portolan::detail
