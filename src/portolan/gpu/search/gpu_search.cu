#include <algorithm>

#include "portolan/gpu/device/kernel_list.cuh"
#include "portolan/gpu/device/on_gpu.cuh"
#include "portolan/gpu/search/gpu_search.cuh"
#include "portolan/gpu/search/search_kernels.cuh"

namespace portolan::detail {
namespace {

constexpr std::uint32_t kThreadsOfMultiprocessor = 1024;  // see the bounds of search_agents
constexpr std::uint32_t kSlotsAgain = 1024;
constexpr unsigned kLanesOfMove = 4;   // doorways of most polygons
constexpr unsigned kLanesOfCross = 8;  // gates of most cells

__global__ void fill_search_keys(const MeshPlace* starts, const MeshPlace* goals,
                                 const __grid_constant__ MeshArrays mesh, std::uint32_t count,
                                 std::uint32_t* keys, std::uint32_t* order) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const Vec3& a = starts[i].point;
  const Vec3& b = goals[i].point;
  const float length = norm3df(a.x - b.x, a.y - b.y, a.z - b.z);
  const std::uint32_t far = length < 32767.0f ? static_cast<std::uint32_t>(2.0f * length) : 65535u;
  const std::uint32_t polygon = starts[i].polygon;
  const std::uint32_t cell = polygon < mesh.cells.size ? index(mesh.cells[polygon]) : 0;
  keys[i] = (65535u - far) << 16 | (cell & 0xFFFFu);
  order[i] = i;
}

}  // namespace

void make_search_keys(const MeshPlace* starts, const MeshPlace* goals, const MeshArrays& mesh,
                      std::uint32_t count, std::uint32_t* keys, std::uint32_t* order) {
  fill_search_keys<<<(count + kSearchBlock - 1) / kSearchBlock, kSearchBlock>>>(starts, goals, mesh,
                                                                                count, keys, order);
}

Result<Done> GpuSearch::set(const SearchArrays& arrays) {
  first_.cleared = again_.cleared = false;
  return device_arrays_.upload(arrays);
}

/// As many slots as wanted, in whole blocks, or as there is memory for: no fewer than fit into what
/// they have.
Result<std::uint32_t> GpuSearch::count_slots(const Slots& slots, std::uint32_t wanted,
                                             std::uint32_t per_block) {
  const std::uint32_t held = slots.held() / per_block * per_block;
  if (wanted <= held) return (wanted + per_block - 1) / per_block * per_block;
  std::size_t free = 0;
  std::size_t total = 0;
  if (auto done = check(cudaMemGetInfo(&free, &total), "asking for its memory"); !done)
    return done.error();
  const std::uint64_t each = (std::uint64_t{slots.labels_each} + slots.most_entries) * 8;
  return std::max(held, slots_that_fit(wanted, each, per_block, free + slots.bytes()));
}

Result<Done> GpuSearch::make_slots(Slots& slots, std::uint32_t wanted, std::uint32_t per_block,
                                   std::uint32_t labels_each, std::uint32_t most_entries) {
  const bool same_labels = slots.labels_each == labels_each;
  slots.labels_each = labels_each;
  slots.most_entries = most_entries;
  const auto count = count_slots(slots, wanted, per_block);
  if (!count) return count.error();
  slots.count = *count;
  const std::uint64_t labels = std::uint64_t{slots.count} * labels_each;
  slots.cleared = slots.cleared && same_labels && labels <= slots.labels.size() &&
                  slots.count <= slots.left.size();
  if (auto done = slots.labels.resize(labels, MemoryUse::search); !done) return done;
  if (auto done = slots.left.resize(slots.count, MemoryUse::search); !done) return done;
  const std::uint64_t entries = std::uint64_t{slots.count} * most_entries;
  if (auto done = slots.entries.resize(entries, MemoryUse::search); !done || slots.cleared)
    return done;
  slots.cleared = true;
  return check(cudaMemset(slots.left.data(), 0, slots.left.size() * sizeof(std::uint32_t)),
               "clearing labels");
}

Result<Done> GpuSearch::begin_batch(const GpuOptions& options, std::uint32_t agents) {
  if (!ready())
    return Error{"GPU: agents are to be searched for, but no arrays for searches were given"};
  const bool threads = options.algorithm == GpuAlgorithm::astar_thread;
  int multiprocessors = 0;
  if (auto done = check(
          cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, OnGpu::kNumber),
          "asking it");
      !done) {
    return done;
  }
  const std::uint32_t lanes = threads ? 1 : options.search_lanes;
  const std::uint32_t running =
      static_cast<std::uint32_t>(multiprocessors) * kThreadsOfMultiprocessor / lanes;
  const std::uint32_t entries = (arrays().node_count / 4 + 1024) * growth_;
  const std::uint32_t labels = by_length(options.algorithm) ? BaseRows::label_count(arrays())
                                                            : MixedRows::label_count(arrays());
  if (options.algorithm != GpuAlgorithm::shared) {
    if (auto done =
            make_slots(first_, std::min(running, agents), kSearchBlock / lanes, labels, entries);
        !done)
      return done;
  }
  if (auto done = make_slots(again_, std::min(kSlotsAgain, agents), kSearchBlock / 32, labels,
                             (4 * arrays().node_count + 1024) * growth_);
      !done)
    return done;
  if (auto done = counters_.resize(2, MemoryUse::search); !done) return done;
  return check(cudaMemset(counters_.data(), 0, 2 * sizeof(std::uint64_t)), "clearing counters");
}

template <class Mapping>
void GpuSearch::launch(const GpuOptions& options, const MeshArrays& mesh, const ChunkView& chunk,
                       Slots& slots, bool again) {
  constexpr std::uint32_t kGroups = kSearchBlock / Mapping::Lanes::kCount;
  const SearchScratch scratch{slots.labels.data(),
                              slots.left.data(),
                              slots.entries.data(),
                              slots.most_entries,
                              std::max<Cost>(1, arrays().typical / 4 * options.window),
                              reinterpret_cast<std::uint32_t*>(counters_.data()),
                              reinterpret_cast<unsigned long long*>(counters_.data() + 1)};
  cudaMemsetAsync(counters_.data(), 0, sizeof(std::uint64_t));
  const std::uint32_t blocks = std::min(slots.count, chunk.count + kGroups - 1) / kGroups;
  search_agents<Mapping>
      <<<std::max(blocks, 1u), kSearchBlock>>>(mesh, this->arrays(), chunk, scratch, again);
}

template <class Rows>
void GpuSearch::launch_group(const GpuOptions& options, const MeshArrays& mesh,
                             const ChunkView& chunk) {
  constexpr unsigned kLanes = std::is_same_v<Rows, BaseRows> ? kLanesOfMove : kLanesOfCross;
  switch (options.search_lanes) {
    case 4: launch<GroupMapping<4, kLanes, Rows>>(options, mesh, chunk, first_, false); break;
    case 8: launch<GroupMapping<8, kLanes, Rows>>(options, mesh, chunk, first_, false); break;
    case 16: launch<GroupMapping<16, kLanes, Rows>>(options, mesh, chunk, first_, false); break;
    default: launch<GroupMapping<32, kLanes, Rows>>(options, mesh, chunk, first_, false);
  }
}

void GpuSearch::answer(const GpuOptions& options, const MeshArrays& mesh, const ChunkView& chunk,
                       bool again) {
  const bool base = by_length(options.algorithm);
  if (again && base) {
    launch<GroupMapping<32, kLanesOfMove, BaseRows>>(options, mesh, chunk, again_, true);
  } else if (again) {
    launch<GroupMapping<32, kLanesOfCross, MixedRows>>(options, mesh, chunk, again_, true);
  } else if (!base) {
    launch_group<MixedRows>(options, mesh, chunk);
  } else if (options.algorithm == GpuAlgorithm::astar_group) {
    launch_group<BaseRows>(options, mesh, chunk);
  } else {
    launch<ThreadMapping<BaseRows>>(options, mesh, chunk, first_, false);
  }
}

Result<std::uint64_t> GpuSearch::expansions() const {
  std::uint64_t count = 0;
  if (counters_.size() == 0) return count;
  const auto copied =
      check(cudaMemcpy(&count, counters_.data() + 1, sizeof count, cudaMemcpyDeviceToHost),
            "reading counters");
  if (!copied) return copied.error();
  return count;
}

namespace {

template <unsigned N>
void add_group_kernels(KernelList& list, const char* astar, const char* hierarchy) {
  list.add(astar, search_agents<GroupMapping<N, kLanesOfMove, BaseRows>>, kSearchBlock);
  list.add(hierarchy, search_agents<GroupMapping<N, kLanesOfCross, MixedRows>>, kSearchBlock);
}

}  // namespace

void add_search_kernels(KernelList& list) {
  list.add("searches: sort keys", fill_search_keys, kSearchBlock);
  list.add("A*, a thread", search_agents<ThreadMapping<BaseRows>>, kSearchBlock);
  add_group_kernels<4>(list, "A*, 4 lanes", "hierarchy, 4 lanes");
  add_group_kernels<8>(list, "A*, 8 lanes", "hierarchy, 8 lanes");
  add_group_kernels<16>(list, "A*, 16 lanes", "hierarchy, 16 lanes");
  add_group_kernels<32>(list, "A*, 32 lanes", "hierarchy, 32 lanes");
}

}  // namespace portolan::detail
