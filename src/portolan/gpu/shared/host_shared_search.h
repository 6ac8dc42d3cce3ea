#pragma once

#include <vector>

#include "portolan/gpu/shared/shared_arrays.h"

namespace portolan::detail {

/// Runs the searches that agents of a batch share on the CPU: what the GPU's are tested with.
class HostSharedSearch {
 public:
  /// Both outlive it.
  HostSharedSearch(const MeshArrays& mesh, const SharedArrays& shared);

  /// The mesh as HostAgent reads it.
  MeshArrays found() const { return found_arrays(mesh_, shared_, room_, polygons_.size()); }

 private:
  void make_room();
  void search_cells();
  void search_gates();
  void add_lengths();

  const MeshArrays& mesh_;
  const SharedArrays& shared_;
  std::vector<Cost> inside_costs_;
  std::vector<std::uint16_t> inside_before_;
  std::vector<Cost> connect_costs_[2];
  std::vector<ConnectionPath> connections_[2];
  std::vector<GatePair> pairs_;
  std::vector<PairPath> pair_paths_;
  std::vector<std::uint32_t> polygons_;
  std::vector<std::uint64_t> hops_;
  std::vector<Cost> gate_costs_;
  std::vector<std::uint32_t> next_;
  std::vector<std::uint32_t> lengths_;
  std::vector<std::uint64_t> begins_;
  SharedRoom room_{};
};

}  // namespace portolan::detail
