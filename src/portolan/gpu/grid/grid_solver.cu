#include <algorithm>
#include <bit>

#include "portolan/gpu/device/kernel_list.cuh"
#include "portolan/gpu/grid/grid_kernels.cuh"
#include "portolan/gpu/grid/grid_solver.cuh"

namespace portolan::detail {
namespace {

constexpr std::uint32_t kRunBytes = 512;  // runs of a path, for most agents
constexpr std::uint32_t kChunk = 1 << 20;
constexpr std::uint64_t kLargeRoomBytes = std::uint64_t{1} << 30;
constexpr std::uint32_t kMostWarps = 132 * 16;

}  // namespace

std::uint32_t GridSolver::chunk_size() const {
  return options().chunk != 0 ? options().chunk : kChunk;
}

Result<Done> GridSolver::make_own_room(std::uint32_t chunk) {
  if (auto done = routes_.resize(chunk); !done) return done;
  if (auto done = runs_.resize(std::size_t{chunk} * kRunBytes); !done) return done;
  large_run_bytes_ = (grid_.node_count / 4 + 1) * 4 * growth_;
  const std::uint64_t words = LargeGridRoom::words_for(grid_, large_run_bytes_);
  const std::uint64_t warps =
      std::clamp<std::uint64_t>(kLargeRoomBytes / (words * sizeof(std::uint32_t)), 4,
                                std::clamp<std::uint32_t>(chunk, 4, kMostWarps));
  large_blocks_ = static_cast<unsigned>(warps / (kBlock / 32));
  return large_words_.resize(large_blocks_ * (kBlock / 32) * words);
}

int GridSolver::make_keys(std::uint32_t agents, std::uint32_t* keys, std::uint32_t* order) {
  const auto bits = static_cast<unsigned>(std::bit_width(grid_.cell_place.size));
  make_grid_keys<<<blocks_for(agents), kBlock>>>(
      grid_, agents_->starts.data(), agents_->goals.data(), agents, bits, bits / 2, keys, order);
  return static_cast<int>(std::min(2 * bits, 32u));
}

GridChunk GridSolver::with_agents(const ChunkAnswers& chunk) const {
  return {chunk,          agents_->starts.data(), agents_->goals.data(),
          routes_.data(), runs_.data(),           kRunBytes};
}

template <unsigned N>
void GridSolver::launch(const GridChunk& chunk) {
  const unsigned blocks = blocks_for(std::uint64_t{chunk.count} * N);
  answer_grid<N><<<blocks, kBlock, shared_bytes(grid_, N)>>>(grid_, chunk, shared_gates(grid_));
}

void GridSolver::answer(const ChunkAnswers& part) {
  const GridChunk chunk = with_agents(part);
  switch (options().lanes) {
    case 32: launch<32>(chunk); break;
    case 16: launch<16>(chunk); break;
    default: launch<8>(chunk);
  }
  add_lengths(chunk);
  write_grid<32><<<blocks_for(std::uint64_t{chunk.count} * 32), kBlock>>>(grid_, chunk, answers());
  advance(chunk);
}

void GridSolver::repeat(const ChunkAnswers& part) {
  repeat_grid<<<large_blocks_, kBlock>>>(
      grid_, with_agents(part),
      LargeGridRoom{large_words_.data(), LargeGridRoom::words_for(grid_, large_run_bytes_),
                    large_run_bytes_});
}

Result<GpuTimes> GridSolver::find_paths(PlacedAgents<NodeId>& set, const GpuOptions& options) {
  agents_ = &set;
  return solve(set, options);
}

void add_grid_kernels(KernelList& list) {
  GridArrays usual;
  usual.most_gates = 32;
  list.add("grids: sort keys", make_grid_keys, kBlock);
  list.add("grids: costs and runs, 8 lanes", answer_grid<8>, kBlock, shared_bytes(usual, 8));
  list.add("grids: costs and runs, 16 lanes", answer_grid<16>, kBlock, shared_bytes(usual, 16));
  list.add("grids: costs and runs, 32 lanes", answer_grid<32>, kBlock, shared_bytes(usual, 32));
  list.add("grids: paths", write_grid<32>, kBlock);
  list.add("grids: second round", repeat_grid, kBlock);
}

}  // namespace portolan::detail
