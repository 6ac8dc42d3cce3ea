#pragma once

#include <cstdint>

#include "portolan/gpu/device/agent_views.cuh"
#include "portolan/gpu/device/warp_lanes.cuh"
#include "portolan/gpu/mesh/mesh_agent.h"

namespace portolan::detail {

/// Of a path only what the chunk's output is.
template <class Lanes>
__device__ void keep_wanted(const Lanes& lanes, AgentOutput output, const AgentRoom& room,
                            AgentAnswer& answer) {
  lanes.sync();
  if (output != AgentOutput::next || answer.polygons == 0) return;
  if (lanes.lane() == 0 && answer.polygons > 1) room.path[0] = room.path[1];
  answer.polygons = 1;
}

/// What most agents need, in fast memory.
struct alignas(16) SmallRoom {
  static constexpr std::uint32_t kGates = 32;
  static constexpr std::uint32_t kPieces = 32;
  static constexpr std::uint32_t kNodes = 32;
  Cost start_costs[kGates];
  Cost goal_costs[kGates];
  PathPiece start_pieces[kPieces];
  PathPiece goal_pieces[kPieces];
  std::uint32_t start_nodes[kNodes];
  std::uint32_t goal_nodes[kNodes];
};

/// N lanes for each agent.
template <unsigned N>
__global__ void __launch_bounds__(kBlock) answer_agents(const __grid_constant__ MeshArrays mesh,
                                                        const __grid_constant__ ChunkView chunk) {
  __shared__ SmallRoom rooms[kBlock / N];
  const std::uint32_t number = (blockIdx.x * kBlock + threadIdx.x) / N;
  const std::uint32_t at = min(number, chunk.count - 1);  // the last agent again, to stay in step
  SmallRoom& small = rooms[threadIdx.x / N];
  const std::uint64_t source = std::uint64_t{at} * chunk.stride;
  const AgentRoom room{small.start_costs, small.goal_costs,        small.start_pieces,
                       small.goal_pieces, small.start_nodes,       small.goal_nodes,
                       SmallRoom::kGates, SmallRoom::kPieces,      SmallRoom::kNodes,
                       nullptr,           chunk.polygons + source, chunk.stride};
  const std::uint32_t agent = chunk.order[at];
  const WarpLanes<N> lanes;
  AgentAnswer answer = answer_agent(lanes, mesh, chunk.starts[agent], chunk.goals[agent],
                                    chunk.output != AgentOutput::costs, room);
  keep_wanted(lanes, chunk.output, room, answer);
  if (lanes.lane() != 0 || number >= chunk.count) return;
  if (answer.no_room) {
    answer.polygons = 0;
    chunk.repeat[atomicAdd(chunk.repeat_count, 1u)] = agent;
  }
  store_answer(chunk, at, answer, source);
}

/// A warp for each agent that did not have enough room.
__global__ void __launch_bounds__(kBlock)
    repeat_agents(const __grid_constant__ MeshArrays mesh, const __grid_constant__ ChunkView chunk,
                  LargeRoom large) {
  const WarpLanes<32> lanes;
  const std::uint32_t warp = (blockIdx.x * kBlock + threadIdx.x) / 32;
  std::uint32_t* words = large.words + warp * large.words_each;
  const auto take = [&](std::uint32_t count) {
    std::uint32_t* const begin = words;
    words += count;
    return begin;
  };
  AgentRoom room{};
  room.most_gates = mesh.most_gates;
  room.most_pieces = mesh.gate_count;  // a path comes to each gate once at most
  room.most_nodes = mesh.most_locals;
  room.most_path = large.most_path;
  room.start_costs = take(MeshArrays::padded(mesh.most_gates));
  room.goal_costs = take(MeshArrays::padded(mesh.most_gates));
  static_assert(sizeof(PathPiece) == 12);
  room.start_pieces = reinterpret_cast<PathPiece*>(take(3 * mesh.gate_count));
  room.goal_pieces = reinterpret_cast<PathPiece*>(take(3 * mesh.gate_count));
  room.start_nodes = take(mesh.most_locals);
  room.goal_nodes = take(mesh.most_locals);
  room.all_nodes = take(large.most_path);
  room.path = take(large.most_path);
  const std::uint32_t warps = gridDim.x * (kBlock / 32);
  for (std::uint32_t at = warp; at < chunk.count; at += warps) {
    const std::uint32_t agent = chunk.order[at];
    AgentAnswer answer = answer_agent(lanes, mesh, chunk.starts[agent], chunk.goals[agent],
                                      chunk.output != AgentOutput::costs, room);
    keep_wanted(lanes, chunk.output, room, answer);
    std::uint64_t source = std::uint64_t{at} * chunk.stride;
    if (answer.polygons > chunk.stride) {
      unsigned long long used = 0;
      if (lanes.lane() == 0) used = atomicAdd(chunk.more_used, answer.polygons);
      used = lanes.of(used, 0);
      source = std::uint64_t{chunk.count} * chunk.stride + used;
      answer.no_room = used + answer.polygons > chunk.more;
    }
    lanes.sync();
    if (answer.no_room) answer.polygons = 0;
    for (std::uint32_t k = lanes.lane(); k < answer.polygons; k += 32)
      chunk.polygons[source + k] = room.path[k];
    if (lanes.lane() == 0) {
      if (answer.no_room) *chunk.failed = 1;
      store_answer(chunk, at, answer, source);
    }
    lanes.sync();
  }
}

/// Agents by the cells of their ends.
__global__ void make_sort_keys(const __grid_constant__ MeshArrays mesh, const MeshPlace* starts,
                               const MeshPlace* goals, std::uint32_t count, std::uint32_t* keys,
                               std::uint32_t* order) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const auto cell = [&](const MeshPlace& place) {
    return place.polygon < mesh.cells.size ? index(mesh.cells[place.polygon]) : 0;
  };
  const std::uint32_t cells = static_cast<std::uint32_t>(mesh.cell_place.size);
  keys[i] = cells < 0x1'0000 ? cell(starts[i]) * cells + cell(goals[i]) : cell(starts[i]);
  order[i] = i;
}

}  // namespace portolan::detail
