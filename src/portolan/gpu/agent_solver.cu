#include <algorithm>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <utility>

#include "portolan/gpu/agent_kernels.cuh"
#include "portolan/gpu/agent_solver.cuh"
#include "portolan/gpu/device_event.cuh"
#include "portolan/gpu/kernel_list.cuh"
#include "portolan/gpu/pair_kernels.cuh"

namespace portolan::detail {
namespace {

constexpr std::uint32_t kStride = 256;  // polygons of a path, for most agents
constexpr std::uint32_t kLongStride = 1024;
constexpr std::uint32_t kLongChunk = 1 << 16;
constexpr std::uint32_t kLabelChunk = 1 << 18;
constexpr std::uint32_t kPairChunk = 1 << 21;
constexpr std::uint64_t kLargeRoomBytes = std::uint64_t{512} << 20;

}  // namespace

std::uint32_t AgentSolver::chunk_size() const {
  if (options_.chunk != 0) return options_.chunk;
  return by_pairs() ? kPairChunk : kLabelChunk;
}

Result<Done> AgentSolver::make_large_room() {
  large_.most_path = mesh_.node_count + 1;
  large_.words_each = words_of_large_room(mesh_, large_.most_path);
  const std::uint64_t warps = std::clamp<std::uint64_t>(
      kLargeRoomBytes / (large_.words_each * sizeof(std::uint32_t)), 4, 132 * 16);
  large_blocks_ = static_cast<unsigned>(warps / (kBlock / 32));
  if (auto done = large_words_.resize(large_blocks_ * (kBlock / 32) * large_.words_each); !done)
    return done;
  large_.words = large_words_.data();
  return Done{};
}

Result<Done> AgentSolver::make_sort_room() {
  std::size_t sort_bytes = 0;
  std::size_t scan_bytes = 0;
  const auto agents = static_cast<std::uint32_t>(order_[0].size());
  if (auto done = check(
          cub::DeviceRadixSort::SortPairs(nullptr, sort_bytes, keys_[0].data(), keys_[1].data(),
                                          order_[0].data(), order_[1].data(), agents),
          "preparing to sort");
      !done) {
    return done;
  }
  if (auto done =
          check(cub::DeviceScan::ExclusiveSum(nullptr, scan_bytes, length_.data(), offsets_.data(),
                                              static_cast<std::uint32_t>(length_.size())),
                "preparing to add");
      !done) {
    return done;
  }
  cub_bytes_ = std::max(sort_bytes, scan_bytes);
  return cub_room_.resize(cub_bytes_);
}

Result<Done> AgentSolver::make_room(AgentSet& set) {
  const std::uint32_t agents = set.count;
  const std::uint32_t chunk = std::min(chunk_size(), agents);
  const std::uint32_t long_chunk = std::min(kLongChunk, agents);
  const std::uint32_t lengths = std::max(chunk, long_chunk);
  Result<Done> done = Done{};
  const auto resize = [&](auto& array, std::size_t size) {
    if (done) done = array.resize(size);
  };
  resize(set.records, agents);
  for (auto* arrays_of_agents : {keys_, order_})
    for (unsigned k = 0; k < 2; ++k) resize(arrays_of_agents[k], agents);
  resize(polygons_, std::max(by_pairs() ? 0 : std::size_t{chunk} * kStride,
                             std::size_t{long_chunk} * kLongStride + more_));
  resize(status_, lengths);
  resize(cost_, lengths);
  resize(length_, lengths);
  resize(source_, lengths);
  resize(offsets_, lengths);
  if (by_pairs()) resize(routes_, lengths);
  resize(repeat_, agents);
  resize(counters_, 4);
  if (done) done = make_sort_room();
  if (done) done = make_large_room();
  if (done && by_search()) done = search_.begin_batch(options_);
  if (done && set.polygons.size() == 0) done = set.polygons.resize(std::size_t{agents} * 64 + 1024);
  return done;
}

/// How many of their bits count.
int AgentSolver::make_keys() {
  const std::uint32_t agents = set_->count;
  if (by_length(options_.algorithm)) {
    make_search_keys(set_->starts.data(), set_->goals.data(), mesh_, agents, keys_[0].data(),
                     order_[0].data());
    return 32;
  }
  make_sort_keys<<<blocks_for(agents), kBlock>>>(mesh_, set_->starts.data(), set_->goals.data(),
                                                 agents, keys_[0].data(), order_[0].data());
  const std::uint64_t cells = mesh_.cell_place.size;
  const std::uint64_t most = cells < 0x1'0000 ? cells * cells : cells;
  int bits = 1;
  while (most >> bits != 0) ++bits;
  return bits;
}

void AgentSolver::sort_agents() {
  const std::uint32_t agents = set_->count;
  sorted_ = order_[0].data();
  if (!options_.sort) {
    make_plain_order<<<blocks_for(agents), kBlock>>>(agents, order_[0].data());
    return;
  }
  const int bits = make_keys();
  std::size_t bytes = cub_bytes_;
  note(cub::DeviceRadixSort::SortPairs(cub_room_.data(), bytes, keys_[0].data(), keys_[1].data(),
                                       order_[0].data(), order_[1].data(), agents, 0, bits));
  sorted_ = order_[1].data();
}

ChunkView AgentSolver::view(const std::uint32_t* agents, std::uint32_t size, std::uint32_t stride) {
  std::uint64_t* const c = counters_.data();
  return {set_->starts.data(),
          set_->goals.data(),
          agents,
          size,
          options_.output,
          status_.data(),
          cost_.data(),
          length_.data(),
          source_.data(),
          polygons_.data(),
          stride,
          more_,
          repeat_.data(),
          reinterpret_cast<std::uint32_t*>(c + 1),
          reinterpret_cast<unsigned long long*>(c + 2),
          reinterpret_cast<std::uint32_t*>(c + 3)};
}

AnswersView AgentSolver::answers() const {
  return {offsets_.data(), counters_.data(), set_->records.data(), set_->polygons.data(),
          set_->polygons.size()};
}

void AgentSolver::answer_all() {
  const std::uint32_t size = chunk_size();
  for (std::uint32_t first = 0; first < set_->count;) {
    const ChunkView chunk = view(sorted_ + first, std::min(size, set_->count - first), kStride);
    if (by_search()) {
      search_.answer(options_, mesh_, chunk, false);
      gather(chunk);
    } else if (by_pairs()) {
      answer_by_pairs(chunk);
    } else {
      answer_by_labels(chunk);
    }
    first += chunk.count;
  }
}

void AgentSolver::answer_by_labels(const ChunkView& chunk) {
  const unsigned blocks = blocks_for(std::uint64_t{chunk.count} * options_.lanes);
  switch (options_.lanes) {
    case 4: answer_agents<4><<<blocks, kBlock>>>(mesh_, chunk); break;
    case 8: answer_agents<8><<<blocks, kBlock>>>(mesh_, chunk); break;
    case 16: answer_agents<16><<<blocks, kBlock>>>(mesh_, chunk); break;
    default: answer_agents<32><<<blocks, kBlock>>>(mesh_, chunk);
  }
  gather(chunk);
}

void AgentSolver::answer_by_pairs(const ChunkView& chunk) {
  const unsigned blocks = blocks_for(chunk.count);
  answer_pairs<<<blocks, kBlock, pair_bytes(mesh_)>>>(mesh_, chunk, pair_gates(mesh_),
                                                      routes_.data());
  add_lengths(chunk);
  write_pairs<<<blocks_for(std::uint64_t{chunk.count} * kWriteLanes), kBlock>>>(
      mesh_, chunk, routes_.data(), answers());
  advance_base<<<1, 1>>>(offsets_.data(), length_.data(), chunk.count - 1, counters_.data());
}

/// Answers those that need more room, in the order of their numbers.
void AgentSolver::repeat_all() {
  std::uint32_t size = 0;
  note(cudaMemcpy(&size, counters_.data() + 1, sizeof size, cudaMemcpyDeviceToHost));
  set_->repeated = size;
  if (size == 0) return;
  std::size_t bytes = cub_bytes_;
  note(cub::DeviceRadixSort::SortKeys(cub_room_.data(), bytes, repeat_.data(), keys_[0].data(),
                                      size));
  for (std::uint32_t first = 0; first < size; first += kLongChunk) {
    const ChunkView chunk =
        view(keys_[0].data() + first, std::min(kLongChunk, size - first), kLongStride);
    cudaMemsetAsync(counters_.data() + 2, 0, sizeof(std::uint64_t));
    if (by_search()) {
      search_.answer(options_, mesh_, chunk, true);
    } else {
      repeat_agents<<<large_blocks_, kBlock>>>(mesh_, chunk, large_);
    }
    gather(chunk);
  }
}

void AgentSolver::add_lengths(const ChunkView& chunk) {
  std::size_t bytes = cub_bytes_;
  note(cub::DeviceScan::ExclusiveSum(cub_room_.data(), bytes, length_.data(), offsets_.data(),
                                     chunk.count));
}

/// Puts the paths of a chunk behind those of the chunks before.
void AgentSolver::gather(const ChunkView& chunk) {
  add_lengths(chunk);
  gather_paths<<<blocks_for(std::uint64_t{chunk.count} * 16), kBlock>>>(chunk, answers());
  advance_base<<<1, 1>>>(offsets_.data(), length_.data(), chunk.count - 1, counters_.data());
}

Result<GpuTimes> AgentSolver::find_paths(AgentSet& set, const GpuOptions& options) {
  set_ = &set;
  options_ = options;
  if (set.count == 0) return GpuTimes{};
  for (;;) {
    if (auto done = make_room(set); !done) return done.error();
    DeviceEvent begin;
    DeviceEvent sorted;
    DeviceEvent end;
    begin.record();
    cudaMemsetAsync(counters_.data(), 0, 4 * sizeof(std::uint64_t));
    sort_agents();
    sorted.record();
    answer_all();
    repeat_all();
    end.record();
    note(cudaGetLastError());
    if (auto done = check(std::exchange(error_, cudaSuccess), "starting work"); !done)
      return done.error();
    std::uint64_t counters[4];
    if (auto done =
            check(cudaMemcpy(counters, counters_.data(), sizeof counters, cudaMemcpyDeviceToHost),
                  "answering agents");
        !done) {
      return done.error();
    }
    set.polygon_count = counters[0];
    if (counters[3] != 0) {
      more_ *= 4;
      search_.grow();
    } else if (counters[0] > set.polygons.size()) {
      if (auto done = set.polygons.resize(counters[0] + counters[0] / 16); !done)
        return done.error();
    } else {
      const auto expansions = search_.expansions();
      if (!expansions) return expansions.error();
      set.expansions = *expansions;
      return GpuTimes{sorted.since(begin), end.since(begin)};
    }
  }
}

void add_table_kernels(KernelList& list) {
  MeshArrays usual;
  usual.most_gates = 16;
  list.add("tables: costs and routes", answer_pairs, kBlock, pair_bytes(usual));
  list.add("tables: paths", write_pairs, kBlock);
  list.add("labels, 8 lanes", answer_agents<8>, kBlock);
  list.add("labels: gather", gather_paths, kBlock);
  list.add("second round", repeat_agents, kBlock);
}

}  // namespace portolan::detail
