#pragma once

#include <vector>

#include "portolan/gpu/mesh/snapshot_arrays.h"
#include "portolan/gpu/shared/shared_arrays.h"

namespace portolan::detail {

/// The cells and gates of a snapshot of a mesh, for the searches that agents share. Owns the
/// arrays.
class SnapshotSharedArrays {
 public:
  /// `mesh` are the arrays of the same snapshot. Fails where the world has so many gates or
  /// doorways in cells that places in what is found cannot be numbered.
  static Result<SnapshotSharedArrays> make(const NavMeshSnapshot& snapshot, const MeshArrays& mesh);

  const SharedArrays& view() const { return view_; }

 private:
  SnapshotSharedArrays() = default;
  Result<Done> count_rows(const MeshArrays& mesh);
  void add_gates(const NavMeshSnapshot& snapshot, const MeshArrays& mesh);
  void add_neighbours(const NavMeshSnapshot& snapshot);
  void view_all();

  std::vector<CellId> cell_of_row_;
  std::vector<std::uint32_t> row_begin_;
  std::vector<std::uint32_t> connect_costs_begin_;
  std::vector<std::uint32_t> connection_begin_;
  std::vector<std::uint16_t> gate_locals_;
  std::vector<std::uint32_t> gate_nodes_;
  std::vector<std::uint32_t> link_partners_;
  std::vector<std::uint32_t> neighbour_begin_;
  std::vector<GateId> neighbours_;
  SharedArrays view_;
};

}  // namespace portolan::detail
