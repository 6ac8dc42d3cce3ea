#pragma once

#include <cstdint>
#include <vector>

#include "portolan/gpu/grid/grid_arrays.h"
#include "portolan/gpu/tables/snapshot_tables.h"
#include "portolan/grid/grid_snapshot.h"
#include "portolan/types.h"

namespace portolan::detail {

/// The arrays of a snapshot of a grid, and what they need beside it. Keeps the snapshot.
class SnapshotGridArrays {
 public:
  /// Fails where the snapshot has no complete tables with labels, and says what to do.
  static Result<SnapshotGridArrays> make(const GridSnapshot& snapshot,
                                         const ParallelFor& parallel = {});

  SnapshotGridArrays(SnapshotGridArrays&&) noexcept = default;  // see SnapshotArrays
  SnapshotGridArrays& operator=(SnapshotGridArrays&&) noexcept = default;

  const GridArrays& view() const { return view_; }
  std::uint64_t bytes() const;  ///< That all arrays take on a GPU.
  const GridSnapshot& snapshot() const { return snapshot_; }

 private:
  explicit SnapshotGridArrays(const GridSnapshot& snapshot) : snapshot_(snapshot) {}
  void view_graph();
  void fill_gates();
  void fill_runs(const ParallelFor& parallel);
  void turn_inter_edges(bool backward);

  GridSnapshot snapshot_;
  SnapshotTables tables_;
  std::vector<NodeId> gate_nodes_;  // by gate
  std::vector<std::uint32_t> gate_locals_;
  std::vector<std::size_t> run_begin_;
  std::vector<std::uint8_t> connect_runs_;
  std::vector<GateHop> gate_hops_[2];  // where there are inter-edges
  GridArrays view_;
};

}  // namespace portolan::detail
