#include <algorithm>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cuda/std/functional>
#include <utility>

#include "portolan/gpu/device/batch_kernels.cuh"
#include "portolan/gpu/device/batch_solver.cuh"
#include "portolan/gpu/device/device_event.cuh"
#include "portolan/gpu/device/kernel_list.cuh"
#include "portolan/gpu/device/memory_need.h"

namespace portolan::detail {
namespace {

constexpr std::uint32_t kLongStride = 1024;
constexpr std::uint32_t kLongChunk = 1 << 16;

cudaError_t sum_before(void* room, std::size_t& bytes, const std::uint32_t* lengths,
                       std::uint64_t* sums, std::uint32_t count) {
  return cub::DeviceScan::ExclusiveScan(room, bytes, lengths, sums, ::cuda::std::plus<>{},
                                        std::uint64_t{0}, count);
}

}  // namespace

Result<Done> BatchSolver::make_sort_room() {
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
  if (auto done = check(sum_before(nullptr, scan_bytes, length_.data(), offsets_.data(),
                                   static_cast<std::uint32_t>(length_.size())),
                        "preparing to add");
      !done) {
    return done;
  }
  cub_bytes_ = std::max(sort_bytes, scan_bytes);
  return cub_room_.resize(cub_bytes_);
}

Result<Done> BatchSolver::make_room() {
  const std::uint32_t agents = set_->count;
  const std::uint32_t chunk = std::min(chunk_size(), agents);
  const std::uint32_t long_chunk = std::min(kLongChunk, agents);
  const std::uint32_t lengths = std::max(chunk, long_chunk);
  Result<Done> done = make_own_room(lengths);  // first, while most memory is free
  const auto resize = [&](auto& array, std::size_t size) {
    if (done) done = array.resize(size);
  };
  resize(set_->records, agents);
  for (auto* arrays_of_agents : {keys_, order_})
    for (unsigned k = 0; k < 2; ++k) resize(arrays_of_agents[k], agents);
  resize(polygons_, std::max(std::size_t{chunk} * slot_stride(),
                             std::size_t{long_chunk} * kLongStride + more_));
  resize(status_, lengths);
  resize(cost_, lengths);
  resize(length_, lengths);
  resize(source_, lengths);
  resize(offsets_, lengths);
  resize(repeat_, agents);
  resize(counters_, 4);
  if (done) done = make_sort_room();
  if (done && set_->polygons.size() == 0)
    done = set_->polygons.resize(std::size_t{agents} * kUsualLength + 1024);
  return done;
}

void BatchSolver::sort_agents() {
  const std::uint32_t agents = set_->count;
  sorted_ = order_[0].data();
  if (!options_.sort) {
    make_plain_order<<<blocks_for(agents), kBlock>>>(agents, order_[0].data());
    return;
  }
  const int bits = make_keys(agents, keys_[0].data(), order_[0].data());
  std::size_t bytes = cub_bytes_;
  note(cub::DeviceRadixSort::SortPairs(cub_room_.data(), bytes, keys_[0].data(), keys_[1].data(),
                                       order_[0].data(), order_[1].data(), agents, 0, bits));
  sorted_ = order_[1].data();
}

ChunkAnswers BatchSolver::view(const std::uint32_t* agents, std::uint32_t size,
                               std::uint32_t stride) {
  std::uint64_t* const c = counters_.data();
  return {agents,
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

AnswersView BatchSolver::answers() const {
  return {offsets_.data(), counters_.data(), set_->records.data(), set_->polygons.data(),
          set_->polygons.size()};
}

void BatchSolver::answer_all() {
  const std::uint32_t size = chunk_size();
  for (std::uint32_t first = 0; first < set_->count;) {
    const ChunkAnswers chunk =
        view(sorted_ + first, std::min(size, set_->count - first), slot_stride());
    answer(chunk);
    first += chunk.count;
  }
}

/// Answers those that need more room, in the order of their numbers.
void BatchSolver::repeat_all() {
  std::uint32_t size = 0;
  note(cudaMemcpy(&size, counters_.data() + 1, sizeof size, cudaMemcpyDeviceToHost));
  set_->repeated = size;
  if (size == 0) return;
  std::size_t bytes = cub_bytes_;
  note(cub::DeviceRadixSort::SortKeys(cub_room_.data(), bytes, repeat_.data(), keys_[0].data(),
                                      size));
  clock_.begin_again();
  for (std::uint32_t first = 0; first < size; first += kLongChunk) {
    const ChunkAnswers chunk =
        view(keys_[0].data() + first, std::min(kLongChunk, size - first), kLongStride);
    cudaMemsetAsync(counters_.data() + 2, 0, sizeof(std::uint64_t));
    repeat(chunk);
    gather(chunk);
  }
}

void BatchSolver::add_lengths(const ChunkAnswers& chunk) {
  clock_.mark(GpuPhase::answer);
  std::size_t bytes = cub_bytes_;
  note(sum_before(cub_room_.data(), bytes, length_.data(), offsets_.data(), chunk.count));
  clock_.mark(GpuPhase::scan);
}

void BatchSolver::advance(const ChunkAnswers& chunk) {
  advance_base<<<1, 1>>>(offsets_.data(), length_.data(), chunk.count - 1, counters_.data());
  clock_.mark(GpuPhase::write);
}

void BatchSolver::gather(const ChunkAnswers& chunk) {
  add_lengths(chunk);
  gather_paths<<<blocks_for(std::uint64_t{chunk.count} * 16), kBlock>>>(chunk, answers());
  advance(chunk);
}

Result<GpuTimes> BatchSolver::solve(AnswerSet& set, const GpuOptions& options) {
  set_ = &set;
  options_ = options;
  set.polygon_count = set.expansions = set.repeated = 0;
  if (set.count == 0) return GpuTimes{};
  for (;;) {
    if (auto done = make_room(); !done) return done.error();
    DeviceEvent begin;
    DeviceEvent sorted;
    DeviceEvent end;
    begin.record();
    clock_.begin(options.phases);
    cudaMemsetAsync(counters_.data(), 0, 4 * sizeof(std::uint64_t));
    sort_agents();
    sorted.record();
    clock_.mark(GpuPhase::sort);
    if (auto done = prepare(); !done) return done.error();
    clock_.mark(GpuPhase::prepare);
    answer_all();
    repeat_all();
    end.record();
    const auto kept = keep_counts();
    if (!kept) return kept.error();
    if (*kept) return GpuTimes{sorted.since(begin), end.since(begin), clock_.sums()};
  }
}

/// Once all work is done. False: something had too little room, and has more now.
Result<bool> BatchSolver::keep_counts() {
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
  set_->polygon_count = counters[0];
  if (counters[3] != 0) {
    more_ *= 4;
    grow();
    return false;
  }
  if (counters[0] <= set_->polygons.size()) return true;
  if (auto done = set_->polygons.resize(counters[0] + counters[0] / 16); !done) return done.error();
  return false;
}

void add_batch_kernels(KernelList& list) {
  list.add("order as it comes", make_plain_order, kBlock);
  list.add("gather paths", gather_paths, kBlock);
  list.add("where the next chunk begins", advance_base, 1);
}

}  // namespace portolan::detail
