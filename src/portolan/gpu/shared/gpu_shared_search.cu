#include <cub/device/device_scan.cuh>
#include <cuda/std/functional>

#include "portolan/gpu/device/kernel_list.cuh"
#include "portolan/gpu/shared/gpu_shared_search.cuh"
#include "portolan/gpu/shared/shared_kernels.cuh"

namespace portolan::detail {
namespace {

std::uint32_t blocks_of(std::uint64_t threads) {
  return static_cast<std::uint32_t>((threads + kBlock - 1) / kBlock);
}
std::uint32_t tiles_of(std::uint32_t gates) { return (gates + kTile - 1) / kTile; }

cudaError_t sum_before(void* room, std::size_t& bytes, const std::uint32_t* lengths,
                       std::uint64_t* sums, std::size_t count) {
  return cub::DeviceScan::ExclusiveScan(room, bytes, lengths, sums, ::cuda::std::plus<>{},
                                        std::uint64_t{0}, count);
}

__global__ void fill(Cost* costs, std::size_t count, Cost value) {
  const std::size_t i = std::size_t{blockIdx.x} * kBlock + threadIdx.x;
  if (i < count) costs[i] = value;
}

}  // namespace

Result<Done> GpuSharedSearch::set(const SharedArrays& arrays) {
  if (auto done = device_arrays_.upload(arrays); !done) return done;
  return make_room();
}

/// And one more, of length 0, before which all of them are.
std::size_t GpuSharedSearch::length_count() const {
  const SharedArrays& s = arrays();
  return std::size_t{s.directions} * s.connection_count +
         std::size_t{s.gate_count} * s.gate_count + 1;
}

Result<Done> GpuSharedSearch::make_room() {
  const SharedArrays& s = arrays();
  const std::size_t pairs = std::size_t{s.gate_count} * s.gate_count;
  const std::uint32_t stride = tiles_of(s.gate_count) * kTile;
  const std::size_t lengths = length_count();
  Result<Done> done = Done{};
  const auto resize = [&](auto& array, std::size_t size) {
    if (done) done = array.resize(size, MemoryUse::shared);
  };
  resize(inside_costs_, s.inside_count);
  resize(inside_before_, s.inside_count);
  for (unsigned d = 0; d < s.directions; ++d) {
    resize(connect_costs_[d], s.connect_cost_count);
    resize(connections_[d], s.connection_count);
  }
  resize(pairs_, pairs);
  resize(pair_paths_, pairs);
  resize(hops_, pairs);
  resize(gate_costs_, std::size_t{stride} * stride);
  resize(next_, pairs);
  resize(lengths_, lengths);
  resize(begins_, lengths);
  if (!done) return done;
  for (unsigned d = 0; d < s.directions && s.connect_cost_count > 0; ++d) {
    fill<<<blocks_of(s.connect_cost_count), kBlock>>>(connect_costs_[d].data(),
                                                      s.connect_cost_count, kTableInfinite);
  }
  if (stride > 0) {
    fill<<<blocks_of(gate_costs_.size()), kBlock>>>(gate_costs_.data(), gate_costs_.size(),
                                                    kTableInfinite);
  }
  room_ = {inside_costs_.data(),
           inside_before_.data(),
           {connect_costs_[0].data(), connect_costs_[1].data()},
           {connections_[0].data(), connections_[1].data()},
           pairs_.data(),
           pair_paths_.data(),
           polygons_.data(),
           hops_.data(),
           gate_costs_.data(),
           next_.data(),
           lengths_.data(),
           begins_.data(),
           stride};
  if (auto cleared = check(cudaMemset(lengths_.data(), 0, lengths * sizeof(std::uint32_t)),
                           "clearing lengths");
      !cleared) {
    return cleared;
  }
  return make_scan_room();
}

Result<Done> GpuSharedSearch::make_scan_room() {
  std::size_t bytes = 0;
  const auto asked = check(
      sum_before(nullptr, bytes, lengths_.data(), begins_.data(), length_count()), "preparing");
  return asked ? scan_room_.resize(bytes, MemoryUse::shared) : asked;
}

void GpuSharedSearch::search_gates(const MeshArrays& mesh) {
  const SharedArrays& s = arrays();
  const SharedView view{mesh, s, room_};
  const dim3 blocks(blocks_of(s.gate_count), s.gate_count);
  begin_costs<<<blocks, kBlock>>>(view);
  const std::uint32_t tiles = tiles_of(s.gate_count);
  const dim3 threads(kTile, kTile);
  for (std::uint32_t by = 0; by < tiles; ++by) {
    lower_gate_costs<<<1, threads>>>(room_.gate_costs, room_.stride, by, 0);
    lower_gate_costs<<<dim3(tiles, 2), threads>>>(room_.gate_costs, room_.stride, by, 1);
    lower_gate_costs<<<dim3(tiles, tiles), threads>>>(room_.gate_costs, room_.stride, by, 2);
  }
  find_next_gates<<<blocks, kBlock>>>(view);
  measure_pairs<<<blocks, kBlock>>>(view);
}

/// Where every connection and pair begins, and room for all.
Result<Done> GpuSharedSearch::add_lengths() {
  std::size_t bytes = scan_room_.size();
  const cudaError_t error = sum_before(scan_room_.data(), bytes, lengths_.data(), begins_.data(),
                                       length_count());
  if (auto done = check(error, "adding lengths"); !done) return done;
  std::uint64_t sum = 0;
  if (auto done = check(cudaMemcpy(&sum, begins_.data() + length_count() - 1, sizeof sum,
                                   cudaMemcpyDeviceToHost),
                        "searching for connections");
      !done) {
    return done;
  }
  if (sum > 0xFFFF'FFFFu) {
    return Error{"GPU: the paths between all gates have " + std::to_string(sum) +
                 " polygons, too many for searches that agents share; let each agent search"};
  }
  if (auto done = polygons_.resize(sum, MemoryUse::shared); !done) return done;
  room_.polygons = polygons_.data();
  return Done{};
}

Result<Done> GpuSharedSearch::run(const MeshArrays& mesh) {
  const SharedArrays& s = arrays();
  if (s.row_count == 0) return Done{};
  const auto cells = static_cast<std::uint32_t>(s.connection_begin.size);
  const SharedView view{mesh, s, room_};
  cudaMemsetAsync(hops_.data(), 0xFF, hops_.size() * sizeof(std::uint64_t));
  search_rows<<<blocks_of(std::uint64_t{s.row_count} * kInsideLanes), kBlock>>>(view);
  measure_connections<<<cells, kBlock>>>(view);
  if (s.gate_count > 0) search_gates(mesh);
  if (auto done = add_lengths(); !done) return done;
  const SharedView placed{mesh, s, room_};
  write_connections<<<cells, kBlock>>>(placed);
  if (s.gate_count > 0) {
    const dim3 blocks(blocks_of(std::uint64_t{s.gate_count} * kPairLanes), s.gate_count);
    write_gate_pairs<<<blocks, kBlock>>>(placed);
  }
  return check_launched("searching for all agents");
}

void add_shared_kernels(KernelList& list) {
  list.add("shared: costs before the first search", fill, kBlock);
  list.add("shared: inside cells", search_rows, kBlock);
  list.add("shared: lengths of connections", measure_connections, kBlock);
  list.add("shared: hops between gates", begin_costs, kBlock);
  list.add("shared: between gates", lower_gate_costs, kTile * kTile);
  list.add("shared: next gates", find_next_gates, kBlock);
  list.add("shared: lengths between gates", measure_pairs, kBlock);
  list.add("shared: connections", write_connections, kBlock);
  list.add("shared: paths between gates", write_gate_pairs, kBlock);
}

}  // namespace portolan::detail
