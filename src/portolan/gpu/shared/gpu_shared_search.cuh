#pragma once

#include "portolan/gpu/device/device_arrays.cuh"
#include "portolan/gpu/device/device_memory.cuh"
#include "portolan/gpu/shared/shared_arrays.h"

namespace portolan::detail {

/// The searches that all agents of a batch share, on the GPU.
class GpuSharedSearch {
 public:
  /// Copies the arrays, and makes room for what is found but for the polygons.
  Result<Done> set(const SharedArrays& arrays);
  /// Runs the searches.
  Result<Done> run(const MeshArrays& mesh);
  /// What they found, beside the rest of the mesh.
  MeshArrays found(const MeshArrays& mesh) const {
    return found_arrays(mesh, arrays(), room_, polygons_.size());
  }

 private:
  const SharedArrays& arrays() const { return device_arrays_.view(); }
  Result<Done> make_room();
  Result<Done> make_scan_room();
  std::size_t length_count() const;
  void search_gates(const MeshArrays& mesh);
  Result<Done> add_lengths();

  DeviceArrays<SharedArrays> device_arrays_;
  DeviceArray<Cost> inside_costs_;
  DeviceArray<std::uint16_t> inside_before_;
  DeviceArray<Cost> connect_costs_[2];
  DeviceArray<ConnectionPath> connections_[2];
  DeviceArray<GatePair> pairs_;
  DeviceArray<PairPath> pair_paths_;
  DeviceArray<std::uint32_t> polygons_;
  DeviceArray<std::uint64_t> hops_;
  DeviceArray<Cost> gate_costs_;
  DeviceArray<std::uint32_t> next_;
  DeviceArray<std::uint32_t> lengths_;
  DeviceArray<std::uint64_t> begins_;
  DeviceArray<std::uint8_t> scan_room_;
  SharedRoom room_{};
};

}  // namespace portolan::detail
