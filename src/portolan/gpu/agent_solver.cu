#include <algorithm>

#include "portolan/gpu/agent_solver.cuh"
#include "portolan/gpu/device/kernel_list.cuh"
#include "portolan/gpu/mesh/agent_kernels.cuh"
#include "portolan/gpu/mesh/pair_kernels.cuh"

namespace portolan::detail {
namespace {

// Polygons of a path, for most agents; more where a second time costs a search.
constexpr std::uint32_t kStride = 256;
constexpr std::uint32_t kSearchStride = 1024;
constexpr std::uint32_t kLabelChunk = 1 << 18;
constexpr std::uint32_t kPairChunk = 1 << 21;
constexpr std::uint64_t kLargeRoomBytes = std::uint64_t{512} << 20;
constexpr std::uint32_t kMostWarps = 132 * 16;

// Words that a warp needs to answer any agent.
std::uint64_t words_of_large_room(const MeshArrays& m, std::uint32_t most_path) {
  const std::uint64_t words = 2 * std::uint64_t{MeshArrays::padded(m.most_gates)} +
                              2 * 3 * std::uint64_t{m.gate_count} +
                              2 * std::uint64_t{m.most_locals} + 2 * std::uint64_t{most_path};
  return (words + 3) / 4 * 4;  // each begins where four costs can be read at once
}

}  // namespace

std::uint32_t AgentSolver::chunk_size() const {
  if (options().chunk != 0) return options().chunk;
  return by_pairs() ? kPairChunk : kLabelChunk;
}

std::uint32_t AgentSolver::slot_stride() const {
  return by_pairs() ? 0 : by_tables() ? kStride : kSearchStride;
}

Result<Done> AgentSolver::make_large_room(std::uint32_t agents) {
  large_.most_path = mesh_.node_count + 1;
  large_.words_each = words_of_large_room(mesh_, large_.most_path);
  const std::uint64_t warps =
      std::clamp<std::uint64_t>(kLargeRoomBytes / (large_.words_each * sizeof(std::uint32_t)), 4,
                                std::clamp<std::uint32_t>(agents, 4, kMostWarps));
  large_blocks_ = static_cast<unsigned>(warps / (kBlock / 32));
  if (auto done = large_words_.resize(large_blocks_ * (kBlock / 32) * large_.words_each); !done)
    return done;
  large_.words = large_words_.data();
  return Done{};
}

Result<Done> AgentSolver::make_own_room(std::uint32_t chunk) {
  if (by_pairs()) {
    if (auto done = routes_.resize(chunk); !done) return done;
  }
  return by_tables() ? make_large_room(chunk) : search_.begin_batch(options(), chunk);
}

Result<Done> AgentSolver::prepare() {
  paired_ = mesh_;
  if ((by_tables() || shared()) && !has_tables())
    return Error{"GPU: the mesh was copied for searches alone; copy its tables, too"};
  if (!shared()) return Done{};
  if (auto done = shared_.run(mesh_); !done) return done;
  paired_ = shared_.found(mesh_);
  return Done{};
}

int AgentSolver::make_keys(std::uint32_t agents, std::uint32_t* keys, std::uint32_t* order) {
  const MeshPlace* const starts = agents_->starts.data();
  const MeshPlace* const goals = agents_->goals.data();
  if (by_length(options().algorithm) || !has_tables()) {
    make_search_keys(starts, goals, mesh_, agents, keys, order);
    return 32;
  }
  make_sort_keys<<<blocks_for(agents), kBlock>>>(mesh_, starts, goals, agents, keys, order);
  const std::uint64_t cells = mesh_.cell_place.size;
  const std::uint64_t most = cells < 0x1'0000 ? cells * cells : cells;
  int bits = 1;
  while (most >> bits != 0) ++bits;
  return bits;
}

void AgentSolver::answer(const ChunkAnswers& part) {
  const ChunkView chunk = with_agents(part);
  if (by_pairs()) {
    answer_by_pairs(chunk);
  } else if (by_tables()) {
    answer_by_labels(chunk);
  } else {
    search_.answer(options(), mesh_, chunk, false);
    gather(chunk);
  }
}

void AgentSolver::answer_by_labels(const ChunkView& chunk) {
  const unsigned blocks = blocks_for(std::uint64_t{chunk.count} * options().lanes);
  switch (options().lanes) {
    case 4: answer_agents<4><<<blocks, kBlock>>>(mesh_, chunk); break;
    case 8: answer_agents<8><<<blocks, kBlock>>>(mesh_, chunk); break;
    case 16: answer_agents<16><<<blocks, kBlock>>>(mesh_, chunk); break;
    default: answer_agents<32><<<blocks, kBlock>>>(mesh_, chunk);
  }
  gather(chunk);
}

void AgentSolver::answer_by_pairs(const ChunkView& chunk) {
  const unsigned blocks = blocks_for(chunk.count);
  answer_pairs<<<blocks, kBlock, pair_bytes(paired_)>>>(paired_, chunk, pair_gates(paired_),
                                                        routes_.data());
  add_lengths(chunk);
  write_pairs<<<blocks_for(std::uint64_t{chunk.count} * kWriteLanes), kBlock>>>(
      paired_, chunk, routes_.data(), answers());
  advance(chunk);
}

void AgentSolver::repeat(const ChunkAnswers& part) {
  const ChunkView chunk = with_agents(part);
  if (by_tables()) {
    repeat_agents<<<large_blocks_, kBlock>>>(mesh_, chunk, large_);
  } else {
    search_.answer(options(), mesh_, chunk, true);
  }
}

Result<GpuTimes> AgentSolver::find_paths(AgentSet& set, const GpuOptions& options) {
  agents_ = &set;
  const auto times = solve(set, options);
  if (!times || by_tables() || set.count == 0) return times;
  const auto expansions = search_.expansions();
  if (!expansions) return expansions.error();
  set.expansions = *expansions;
  return times;
}

void add_table_kernels(KernelList& list) {
  MeshArrays usual;
  usual.most_gates = 16;
  list.add("tables: costs and routes", answer_pairs, kBlock, pair_bytes(usual));
  list.add("tables: paths", write_pairs, kBlock);
  list.add("sort keys", make_sort_keys, kBlock);
  list.add("labels, 4 lanes", answer_agents<4>, kBlock);
  list.add("labels, 8 lanes", answer_agents<8>, kBlock);
  list.add("labels, 16 lanes", answer_agents<16>, kBlock);
  list.add("labels, 32 lanes", answer_agents<32>, kBlock);
  list.add("second round", repeat_agents, kBlock);
}

}  // namespace portolan::detail
