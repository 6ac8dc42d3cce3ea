#pragma once

#include <cstdint>

#include "portolan/gpu/device/agent_views.cuh"
#include "portolan/gpu/device/group_lanes.cuh"
#include "portolan/gpu/shared/shared_search.h"

namespace portolan::detail {

/// What the kernels below work on.
struct SharedView {
  MeshArrays mesh;
  SharedArrays shared;
  SharedRoom room;
};

inline constexpr unsigned kInsideLanes = 16;
inline constexpr unsigned kPairLanes = 8;
inline constexpr unsigned kTile = 32;  ///< Gates on the side of a part of the cost matrix.

/// Some lanes for each row.
__global__ void __launch_bounds__(kBlock) search_rows(const __grid_constant__ SharedView v) {
  const std::uint32_t row = (blockIdx.x * kBlock + threadIdx.x) / kInsideLanes;
  if (row < v.shared.row_count)
    search_inside(GroupLanes<kInsideLanes>{}, v.mesh, v.shared, v.room, row);
}

/// Calls f(connection) for those of the block's cell.
template <class F>
__device__ void for_each_connection(const SharedView& v, F&& f) {
  const CellId cell{blockIdx.x};
  const std::uint32_t locals = local_count(v.mesh, cell);
  const std::uint32_t count = gates_of(v.mesh, cell) * locals;
  for (std::uint32_t i = threadIdx.x; i < count * v.shared.directions; i += kBlock) {
    const std::uint32_t place = i % count;
    f(connection_of(v.mesh, v.shared, cell, GatePlace{place / locals}, place % locals, i / count));
  }
}

/// A block for each cell.
__global__ void __launch_bounds__(kBlock)
    measure_connections(const __grid_constant__ SharedView v) {
  for_each_connection(
      v, [&](const SharedConnection& c) { measure_connection(v.mesh, v.shared, v.room, c); });
  const CellId cell{blockIdx.x};
  const std::uint32_t gates = gates_of(v.mesh, cell);
  const GateId* const ids = v.mesh.gates_of_cells.data + v.mesh.cell_begin[index(cell)];
  for (std::uint32_t i = threadIdx.x; i < gates * gates; i += kBlock) {
    const GatePlace from{i / gates};
    const GatePlace to{i % gates};
    const std::size_t place =
        std::size_t{index(ids[index(from)])} * v.shared.gate_count + index(ids[index(to)]);
    atomicMin(
        reinterpret_cast<unsigned long long*>(v.room.hops + place),
        static_cast<unsigned long long>(hop_inside(v.mesh, v.shared, v.room, cell, from, to)));
  }
}

/// Calls f(from, to) for the thread's pair of gates.
template <class F>
__device__ void with_pair(const SharedView& v, F&& f) {
  const std::uint32_t to = blockIdx.x * kBlock + threadIdx.x;
  if (to < v.shared.gate_count) f(blockIdx.y, to);
}
__global__ void __launch_bounds__(kBlock) begin_costs(const __grid_constant__ SharedView v) {
  with_pair(v, [&](std::uint32_t from, std::uint32_t to) {
    begin_gate_costs(v.mesh, v.shared, v.room, from, to);
  });
}
__global__ void __launch_bounds__(kBlock) find_next_gates(const __grid_constant__ SharedView v) {
  with_pair(
      v, [&](std::uint32_t from, std::uint32_t to) { find_next_gate(v.shared, v.room, from, to); });
}
__global__ void __launch_bounds__(kBlock) measure_pairs(const __grid_constant__ SharedView v) {
  with_pair(
      v, [&](std::uint32_t from, std::uint32_t to) { measure_pair(v.shared, v.room, from, to); });
}

/// A block for each cell.
__global__ void __launch_bounds__(kBlock) write_connections(const __grid_constant__ SharedView v) {
  for_each_connection(
      v, [&](const SharedConnection& c) { write_connection(v.mesh, v.shared, v.room, c); });
}
/// Some lanes for each pair.
__global__ void __launch_bounds__(kBlock) write_gate_pairs(const __grid_constant__ SharedView v) {
  const std::uint32_t to = (blockIdx.x * kBlock + threadIdx.x) / kPairLanes;
  if (to < v.shared.gate_count)
    write_pair(GroupLanes<kPairLanes>{}, v.mesh, v.shared, v.room, blockIdx.y, to);
}

/// Lowers a part of the cost matrix by paths over the gates of one tile: first that tile itself
/// (`step` 0), then those beside and above it (1), then all others (2). See Katz and Kider,
/// all-pairs shortest paths in blocks.
__global__ void __launch_bounds__(kTile* kTile)
    lower_gate_costs(Cost* costs, std::uint32_t stride, std::uint32_t by, unsigned step) {
  __shared__ Cost before[kTile][kTile];
  __shared__ Cost behind[kTile][kTile];
  const std::uint32_t row = step == 2 || (step == 1 && blockIdx.y == 1) ? blockIdx.x : by;
  const std::uint32_t column = step == 2                      ? blockIdx.y
                               : step == 1 && blockIdx.y == 0 ? blockIdx.x
                                                              : by;
  const std::uint32_t x = threadIdx.x;
  const std::uint32_t y = threadIdx.y;
  const auto at = [&](std::uint32_t tile_row, std::uint32_t tile_column) -> Cost& {
    return costs[std::size_t{tile_row * kTile + y} * stride + tile_column * kTile + x];
  };
  before[y][x] = at(row, by);
  behind[y][x] = at(by, column);
  Cost best = at(row, column);
  __syncthreads();
  for (unsigned k = 0; k < kTile; ++k) {
    best = min(best, before[y][k] + behind[k][x]);
    if (step == 2) continue;
    __syncthreads();
    if (row == by) behind[y][x] = best;
    if (column == by) before[y][x] = best;
    __syncthreads();
  }
  at(row, column) = best;
}

}  // namespace portolan::detail
