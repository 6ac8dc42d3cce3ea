#pragma once

#include <vector>

#include "portolan/gpu/search/search_arrays.h"
#include "portolan/navmesh/nav_mesh_snapshot.h"
#include "portolan/query/refine.h"
#include "portolan/types.h"

namespace portolan::detail {

/// The search arrays of a snapshot of a mesh. Owns them.
class SnapshotSearchArrays {
 public:
  static constexpr unsigned kMostLevels = 3;  ///< Above them there are hardly any gates.

  /// With the overlays up to some level. Fails where the snapshot does not store the paths of its
  /// intra-edges, or has more nodes than searches on a GPU can number.
  static Result<SnapshotSearchArrays> make(const NavMeshSnapshot& snapshot,
                                           unsigned levels = kMostLevels);

  const SearchArrays& view() const { return view_; }
  std::uint64_t bytes() const;  ///< That all arrays take on a GPU.

 private:
  SnapshotSearchArrays() = default;
  void number_nodes(const NavMeshSnapshot& snapshot);
  void fill_mesh(const NavMeshSnapshot& snapshot);
  void fill_overlay(const NavMeshSnapshot& snapshot);
  void add_row(const MeshLayout& layout, const Partition& partition, std::uint32_t row);
  void add_cell(const NavMeshSnapshot& snapshot, CellHandle cell, unsigned level);
  OverlayPath add_path(const NavMeshSnapshot& snapshot, CellHandle cell, unsigned level,
                       std::uint32_t from, std::uint32_t to);
  void append_nodes(const NavMeshWorld& world, const OverlayCell& cell, GatePlace from,
                    GatePlace to);
  void append_moves(const NavMeshSnapshot& snapshot, const Hop& crossing);
  std::uint32_t number(NodeId node) const { return numbers_[index(node)]; }
  OverlayRow& overlay_row(std::uint32_t row, unsigned level) {
    return overlay_rows_[std::size_t{row} * view_.levels + level - 1];
  }
  void view_all();

  std::vector<std::uint32_t> numbers_;
  std::vector<std::uint32_t> nodes_;
  std::vector<std::uint32_t> inside_;
  std::vector<SearchRow> rows_;
  std::vector<SearchMove> moves_;
  std::vector<SearchPlace> places_;
  std::vector<OverlayRow> overlay_rows_;
  std::vector<SearchMove> overlay_moves_;
  std::vector<OverlayPath> paths_;
  std::vector<std::uint32_t> path_nodes_;
  std::vector<std::uint32_t> path_moves_;
  std::vector<std::uint32_t> ancestors_;
  Refiner<NavMeshWorld> refiner_;
  Labels labels_;
  SearchArrays view_;
};

}  // namespace portolan::detail
