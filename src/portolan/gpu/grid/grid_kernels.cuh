#pragma once

#include <cstdint>

#include "portolan/gpu/device/agent_views.cuh"
#include "portolan/gpu/device/warp_lanes.cuh"
#include "portolan/gpu/grid/grid_agent.h"

namespace portolan::detail {

/// The agents of one chunk on a grid, and what they work in.
struct GridChunk : ChunkAnswers {
  const NodeId* starts;
  const NodeId* goals;
  GridRoute* routes;  ///< By place in the chunk.
  std::uint8_t* runs;
  std::uint32_t run_bytes;  ///< For each.

  __device__ RunRoom room(std::uint32_t at) const {
    return {runs + std::uint64_t{at} * run_bytes, run_bytes};
  }
};

/// The most gates of a cell whose costs are kept in shared memory; others are left to the second
/// round.
inline constexpr std::uint32_t kGridGates = 128;
inline std::uint32_t shared_gates(const GridArrays& grid) {
  return GridArrays::padded(grid.most_gates < kGridGates ? grid.most_gates : kGridGates);
}
/// Of shared memory, for a block with `lanes` for each agent.
inline std::size_t shared_bytes(const GridArrays& grid, std::uint32_t lanes) {
  return std::size_t{kBlock / lanes} * 2 * shared_gates(grid) * sizeof(Cost);
}

/// N lanes for each agent: its cost, the runs of its path, and how many nodes it has.
template <unsigned N>
__global__ void __launch_bounds__(kBlock)
    answer_grid(const __grid_constant__ GridArrays grid, const __grid_constant__ GridChunk chunk,
                std::uint32_t gates) {
  extern __shared__ FourCosts gate_costs[];
  const std::uint32_t number = (blockIdx.x * kBlock + threadIdx.x) / N;
  const std::uint32_t at = min(number, chunk.count - 1);  // the last agent again, to stay in step
  Cost* const costs = gate_costs[0].of + threadIdx.x / N * 2 * gates;
  const GridRoom room{{costs, costs + gates}, gates, chunk.room(at), nullptr};
  const std::uint32_t agent = chunk.order[at];
  const WarpLanes<N> lanes;
  GridRoute route;
  AgentAnswer answer = answer_grid_agent(lanes, grid, chunk.starts[agent], chunk.goals[agent],
                                         chunk.output != AgentOutput::costs, room, route);
  if (lanes.lane() != 0 || number >= chunk.count) return;
  if (chunk.output == AgentOutput::next) keep_next(grid, room.runs, route, answer);
  if (answer.no_room) {
    answer.polygons = 0;
    chunk.repeat[atomicAdd(chunk.repeat_count, 1u)] = agent;
  }
  store_answer(chunk, at, answer, 0);
  chunk.routes[at] = route;
}

/// Writes the paths of a chunk where they stay: N lanes for each.
template <unsigned N>
__global__ void __launch_bounds__(kBlock)
    write_grid(const __grid_constant__ GridArrays grid, const __grid_constant__ GridChunk chunk,
               const AnswersView answers) {
  const WarpLanes<N> lanes;
  const std::uint32_t number = (blockIdx.x * kBlock + threadIdx.x) / N;
  const std::uint32_t at = min(number, chunk.count - 1);
  const bool own = number < chunk.count;
  std::uint32_t* const path = answers.path(chunk, at);
  if (own && lanes.lane() == 0) answers.keep(chunk, at);
  const bool wanted = own && path != nullptr && chunk.length[at] != 0;
  write_nodes(lanes, grid, chunk.routes[at], chunk.room(at), wanted, path);
}

/// Room for any agent, in slow memory, for each warp.
struct LargeGridRoom {
  std::uint32_t* words;
  std::uint64_t words_each;
  std::uint32_t run_bytes;

  static std::uint64_t words_for(const GridArrays& grid, std::uint32_t run_bytes) {
    const std::uint64_t words =
        2 * std::uint64_t{GridArrays::padded(grid.most_gates)} + grid.most_window + run_bytes / 4;
    return (words + 3) / 4 * 4;  // each begins where four costs can be read at once
  }
  __device__ GridRoom of(const GridArrays& grid, std::uint32_t warp) const {
    const std::uint32_t gates = GridArrays::padded(grid.most_gates);
    std::uint32_t* const costs = words + warp * words_each;
    std::uint32_t* const window = costs + 2 * gates;
    auto* const runs = reinterpret_cast<std::uint8_t*>(window + grid.most_window);
    return {{costs, costs + gates}, gates, {runs, run_bytes}, window};
  }
};

/// A warp for each agent that did not have enough room.
__global__ void __launch_bounds__(kBlock)
    repeat_grid(const __grid_constant__ GridArrays grid, const __grid_constant__ GridChunk chunk,
                const LargeGridRoom large) {
  const WarpLanes<32> lanes;
  const std::uint32_t warp = (blockIdx.x * kBlock + threadIdx.x) / 32;
  const std::uint32_t warps = gridDim.x * (kBlock / 32);
  const GridRoom room = large.of(grid, warp);
  for (std::uint32_t at = warp; at < chunk.count; at += warps) {
    const std::uint32_t agent = chunk.order[at];
    GridRoute route;
    AgentAnswer answer = answer_grid_agent(lanes, grid, chunk.starts[agent], chunk.goals[agent],
                                           chunk.output != AgentOutput::costs, room, route);
    if (chunk.output == AgentOutput::next) keep_next(grid, room.runs, route, answer);
    std::uint64_t source = std::uint64_t{at} * chunk.stride;
    if (!answer.no_room && answer.polygons > chunk.stride) {
      unsigned long long used = 0;
      if (lanes.lane() == 0) used = atomicAdd(chunk.more_used, answer.polygons);
      used = lanes.of(used, 0);
      source = std::uint64_t{chunk.count} * chunk.stride + used;
      answer.no_room = used + answer.polygons > chunk.more;
    }
    if (answer.no_room) answer.polygons = 0;
    write_nodes(lanes, grid, route, room.runs, answer.polygons != 0, chunk.polygons + source);
    if (lanes.lane() == 0) {
      if (answer.no_room) *chunk.failed = 1;
      store_answer(chunk, at, answer, source);
    }
    lanes.sync();
  }
}

/// A key by which agents come together whose ends lie in the same parts of the grid, and within
/// these by cells: `low` of the bits of a cell's place tell where in its part it is.
__global__ void make_grid_keys(const __grid_constant__ GridArrays grid, const NodeId* starts,
                               const NodeId* goals, std::uint32_t count, unsigned bits,
                               unsigned low, std::uint32_t* keys, std::uint32_t* order) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const auto place = [&](NodeId node) {
    return passable(grid, index(node)) ? grid.cell_place[index(find_end(grid, index(node)).cell)]
                                       : 0u;
  };
  const std::uint64_t from = place(starts[i]);
  const std::uint64_t to = place(goals[i]);
  const std::uint64_t mask = (std::uint64_t{1} << low) - 1;
  const std::uint64_t parts = (from >> low) << (bits - low) | to >> low;
  const std::uint64_t key = (parts << low | (from & mask)) << low | (to & mask);
  keys[i] = static_cast<std::uint32_t>(2 * bits > 32 ? key >> (2 * bits - 32) : key);
  order[i] = i;
}

}  // namespace portolan::detail
