#include <algorithm>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <utility>

#include "portolan/gpu/agent_kernels.cuh"
#include "portolan/gpu/device_memory.cuh"
#include "portolan/gpu/gpu_agents.h"
#include "portolan/gpu/gpu_search.cuh"

namespace portolan::detail {
namespace {

constexpr std::uint32_t kStride = 256;  // polygons of a path, for most agents
constexpr std::uint32_t kLongStride = 1024;
constexpr std::uint32_t kLongChunk = 1 << 16;
constexpr std::uint64_t kLargeRoomBytes = std::uint64_t{512} << 20;

unsigned blocks_for(std::uint64_t threads) {
  return static_cast<unsigned>((threads + kBlock - 1) / kBlock);
}

struct Event {
  Event() { cudaEventCreate(&event); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() { cudaEventDestroy(event); }
  void record() { cudaEventRecord(event); }
  double since(const Event& earlier) const {
    float ms = 0.0f;
    cudaEventElapsedTime(&ms, earlier.event, event);
    return double{ms};
  }
  cudaEvent_t event{};
};

}  // namespace

Result<GpuInfo> find_gpu() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
    cudaGetLastError();
    return Error{"there is no GPU that CUDA can use; choose the device cpu"};
  }
  cudaDeviceProp device{};
  if (auto done = check(cudaGetDeviceProperties(&device, 0), "asking for it"); !done)
    return done.error();
  std::size_t free = 0;
  std::size_t total = 0;
  if (auto done = check(cudaMemGetInfo(&free, &total), "asking for its memory"); !done)
    return done.error();
  return GpuInfo{device.name, total, free};
}

struct GpuAgents::Inside {
  MeshArrays mesh;
  DeviceArray<std::uint8_t> arrays;
  std::uint32_t agents = 0;
  DeviceArray<MeshPlace> starts;
  DeviceArray<MeshPlace> goals;

  DeviceArray<std::uint8_t> status;
  DeviceArray<Cost> cost;
  DeviceArray<std::uint64_t> begin;
  DeviceArray<std::uint32_t> count;
  DeviceArray<std::uint32_t> out;
  std::uint64_t out_count = 0;
  std::uint64_t repeated = 0;

  // Scratch.
  DeviceArray<std::uint32_t> keys[2];
  DeviceArray<std::uint32_t> order[2];
  DeviceArray<std::uint32_t> polygons;
  DeviceArray<std::uint32_t> length;
  DeviceArray<std::uint64_t> source;
  DeviceArray<std::uint32_t> offsets;
  DeviceArray<std::uint32_t> repeat;
  DeviceArray<std::uint64_t> counters;  // base, repeat_count, more_used, failed
  DeviceArray<std::uint8_t> cub_room;
  DeviceArray<std::uint32_t> large_words;
  LargeRoom large{};
  unsigned large_blocks = 0;
  std::uint64_t more = 1 << 20;
  GpuSearch search;
  std::uint64_t expansions = 0;

  Result<Done> upload(const MeshArrays& from);
  Result<Done> make_room(const GpuOptions& options);
  Result<Done> make_large_room();
  void sort_agents(const GpuOptions& options);
  ChunkView view(const GpuOptions& options, const std::uint32_t* agents_of_chunk,
                 std::uint32_t size, std::uint32_t stride);
  void answer_chunk(const GpuOptions& options, const ChunkView& chunk);
  void repeat_all(const GpuOptions& options);
  void gather(const ChunkView& chunk);
  const std::uint32_t* sorted() const { return order[in_order].data(); }
  unsigned in_order = 0;
  std::size_t cub_bytes = 0;
  cudaError_t error = cudaSuccess;  // the first one of a batch
  void note(cudaError_t next) {
    if (error == cudaSuccess) error = next;
  }
};

Result<Done> GpuAgents::Inside::upload(const MeshArrays& from) {
  constexpr std::size_t kAlign = 256;
  mesh = from;
  std::size_t bytes = 0;
  const auto padded = [](std::size_t size) { return (size + kAlign - 1) / kAlign * kAlign; };
  for_each_array(mesh, [&](auto& array) { bytes += padded(array.size * sizeof(*array.data)); });
  if (auto done = arrays.resize(bytes); !done) return done;
  std::size_t at = 0;
  Result<Done> copied = Done{};
  for_each_array(mesh, [&](auto& array) {
    const std::size_t size = array.size * sizeof(*array.data);
    std::uint8_t* const to = arrays.data() + at;
    if (copied && size > 0)
      copied = check(cudaMemcpy(to, array.data, size, cudaMemcpyHostToDevice), "copying the world");
    array.data = reinterpret_cast<decltype(array.data)>(to);
    at += padded(size);
  });
  return copied;
}

Result<Done> GpuAgents::Inside::make_large_room() {
  large.most_path = mesh.node_count + 1;
  large.words_each = words_of_large_room(mesh, large.most_path);
  const std::uint64_t warps = std::clamp<std::uint64_t>(
      kLargeRoomBytes / (large.words_each * sizeof(std::uint32_t)), 4, 132 * 16);
  large_blocks = static_cast<unsigned>(warps / (kBlock / 32));
  if (auto done = large_words.resize(large_blocks * (kBlock / 32) * large.words_each); !done)
    return done;
  large.words = large_words.data();
  return Done{};
}

Result<Done> GpuAgents::Inside::make_room(const GpuOptions& options) {
  const std::uint32_t chunk = std::min(options.chunk, std::max(agents, 1u));
  Result<Done> done = Done{};
  const auto resize = [&](auto& array, std::size_t size) {
    if (done) done = array.resize(size);
  };
  resize(status, agents);
  resize(cost, agents);
  resize(begin, agents);
  resize(count, agents);
  for (auto* arrays_of_agents : {keys, order})
    for (unsigned k = 0; k < 2; ++k) resize(arrays_of_agents[k], agents);
  resize(polygons, std::max(std::size_t{chunk} * kStride,
                            std::size_t{std::min(kLongChunk, agents)} * kLongStride + more));
  const std::uint32_t lengths = std::max(chunk, std::min(kLongChunk, agents));
  resize(length, lengths);
  resize(source, lengths);
  resize(offsets, lengths);
  resize(repeat, agents);
  resize(counters, 4);
  std::size_t sort_bytes = 0;
  std::size_t scan_bytes = 0;
  if (done) {
    done =
        check(cub::DeviceRadixSort::SortPairs(nullptr, sort_bytes, keys[0].data(), keys[1].data(),
                                              order[0].data(), order[1].data(), agents),
              "preparing to sort");
  }
  if (done) {
    done = check(
        cub::DeviceScan::ExclusiveSum(nullptr, scan_bytes, length.data(), offsets.data(), lengths),
        "preparing to add");
  }
  cub_bytes = std::max(sort_bytes, scan_bytes);
  resize(cub_room, cub_bytes);
  if (done) done = make_large_room();
  if (done && options.algorithm != GpuAlgorithm::tables) done = search.begin_batch(options);
  if (done && out.size() == 0) done = out.resize(std::size_t{agents} * 64 + 1024);
  return done;
}

void GpuAgents::Inside::sort_agents(const GpuOptions& options) {
  in_order = 0;
  if (!options.sort) {
    make_plain_order<<<blocks_for(agents), kBlock>>>(agents, order[0].data());
    return;
  }
  int bits = 1;
  if (by_length(options.algorithm)) {
    make_search_keys(starts.data(), goals.data(), mesh, agents, keys[0].data(), order[0].data());
    bits = 32;
  } else {
    make_sort_keys<<<blocks_for(agents), kBlock>>>(mesh, starts.data(), goals.data(), agents,
                                                   keys[0].data(), order[0].data());
    const std::uint64_t cells = mesh.cell_place.size;
    const std::uint64_t most = cells < 0x1'0000 ? cells * cells : cells;
    while (most >> bits != 0) ++bits;
  }
  std::size_t bytes = cub_bytes;
  note(cub::DeviceRadixSort::SortPairs(cub_room.data(), bytes, keys[0].data(), keys[1].data(),
                                       order[0].data(), order[1].data(), agents, 0, bits));
  in_order = 1;
}

ChunkView GpuAgents::Inside::view(const GpuOptions& options, const std::uint32_t* agents_of_chunk,
                                  std::uint32_t size, std::uint32_t stride) {
  std::uint64_t* const c = counters.data();
  return {starts.data(),
          goals.data(),
          agents_of_chunk,
          size,
          options.paths,
          status.data(),
          cost.data(),
          length.data(),
          source.data(),
          polygons.data(),
          stride,
          more,
          repeat.data(),
          reinterpret_cast<std::uint32_t*>(c + 1),
          reinterpret_cast<unsigned long long*>(c + 2),
          reinterpret_cast<std::uint32_t*>(c + 3)};
}

void GpuAgents::Inside::answer_chunk(const GpuOptions& options, const ChunkView& chunk) {
  if (options.algorithm != GpuAlgorithm::tables) {
    search.answer(options, mesh, chunk, false);
    gather(chunk);
    return;
  }
  const unsigned blocks = blocks_for(std::uint64_t{chunk.count} * options.lanes);
  switch (options.lanes) {
    case 4: answer_agents<4><<<blocks, kBlock>>>(mesh, chunk); break;
    case 8: answer_agents<8><<<blocks, kBlock>>>(mesh, chunk); break;
    case 16: answer_agents<16><<<blocks, kBlock>>>(mesh, chunk); break;
    default: answer_agents<32><<<blocks, kBlock>>>(mesh, chunk);
  }
  gather(chunk);
}

/// Answers those that need more room, in the order of their numbers.
void GpuAgents::Inside::repeat_all(const GpuOptions& options) {
  std::uint32_t size = 0;
  note(cudaMemcpy(&size, counters.data() + 1, sizeof size, cudaMemcpyDeviceToHost));
  repeated = size;
  if (size == 0) return;
  std::size_t bytes = cub_bytes;
  note(cub::DeviceRadixSort::SortKeys(cub_room.data(), bytes, repeat.data(), keys[0].data(), size));
  for (std::uint32_t first = 0; first < size; first += kLongChunk) {
    const ChunkView chunk =
        view(options, keys[0].data() + first, std::min(kLongChunk, size - first), kLongStride);
    cudaMemsetAsync(counters.data() + 2, 0, sizeof(std::uint64_t));
    if (options.algorithm == GpuAlgorithm::tables) {
      repeat_agents<<<large_blocks, kBlock>>>(mesh, chunk, large);
    } else {
      search.answer(options, mesh, chunk, true);
    }
    gather(chunk);
  }
}

/// Puts the paths of a chunk behind those of the chunks before.
void GpuAgents::Inside::gather(const ChunkView& chunk) {
  std::size_t bytes = cub_bytes;
  note(cub::DeviceScan::ExclusiveSum(cub_room.data(), bytes, length.data(), offsets.data(),
                                     chunk.count));
  gather_paths<<<blocks_for(std::uint64_t{chunk.count} * 16), kBlock>>>(
      chunk, offsets.data(), counters.data(), begin.data(), count.data(), out.data(), out.size());
  advance_base<<<1, 1>>>(offsets.data(), length.data(), chunk.count - 1, counters.data());
}

GpuAgents::GpuAgents(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
GpuAgents::GpuAgents(GpuAgents&&) noexcept = default;
GpuAgents& GpuAgents::operator=(GpuAgents&&) noexcept = default;
GpuAgents::~GpuAgents() = default;

Result<GpuAgents> GpuAgents::make(const MeshArrays& arrays) {
  if (auto gpu = find_gpu(); !gpu) return gpu.error();
  auto inside = std::make_unique<Inside>();
  if (auto done = inside->upload(arrays); !done) return done.error();
  return GpuAgents(std::move(inside));
}

Result<Done> GpuAgents::set_search(const SearchArrays& arrays) {
  return inside_->search.set(arrays);
}

Result<Done> GpuAgents::set_agents(std::span<const MeshPlace> starts,
                                   std::span<const MeshPlace> goals) {
  if (starts.size() != goals.size())
    return Error{"a batch has as many goals as starts; give one goal for each start"};
  inside_->agents = static_cast<std::uint32_t>(starts.size());
  if (auto done = inside_->starts.assign(starts); !done) return done;
  return inside_->goals.assign(goals);
}

Result<GpuTimes> GpuAgents::find_paths(const GpuOptions& options) {
  Inside& in = *inside_;
  if (in.agents == 0) return GpuTimes{};
  for (;;) {
    if (auto done = in.make_room(options); !done) return done.error();
    Event begin;
    Event sorted;
    Event end;
    begin.record();
    cudaMemsetAsync(in.counters.data(), 0, 4 * sizeof(std::uint64_t));
    in.sort_agents(options);
    sorted.record();
    for (std::uint32_t first = 0; first < in.agents; first += options.chunk) {
      in.answer_chunk(options, in.view(options, in.sorted() + first,
                                       std::min(options.chunk, in.agents - first), kStride));
    }
    in.repeat_all(options);
    end.record();
    in.note(cudaGetLastError());
    if (auto done = check(std::exchange(in.error, cudaSuccess), "starting work"); !done)
      return done.error();
    std::uint64_t counters[4];
    if (auto done =
            check(cudaMemcpy(counters, in.counters.data(), sizeof counters, cudaMemcpyDeviceToHost),
                  "answering agents");
        !done) {
      return done.error();
    }
    in.out_count = counters[0];
    if (counters[3] != 0) {
      in.more *= 4;
      in.search.grow();
    } else if (in.out_count > in.out.size()) {
      if (auto done = in.out.resize(in.out_count + in.out_count / 16); !done) return done.error();
    } else {
      const auto expansions = in.search.expansions();
      if (!expansions) return expansions.error();
      in.expansions = *expansions;
      return GpuTimes{sorted.since(begin), end.since(begin)};
    }
  }
}

std::uint64_t GpuAgents::polygon_count() const { return inside_->out_count; }
std::uint64_t GpuAgents::repeated() const { return inside_->repeated; }
std::uint64_t GpuAgents::expansions() const { return inside_->expansions; }

Result<Done> GpuAgents::read_answers(GpuAnswers& answers) const {
  const Inside& in = *inside_;
  const auto read = [](auto& to, const auto& from, std::size_t size) {
    to.resize(size);
    return check(cudaMemcpy(to.data(), from.data(), size * sizeof(to[0]), cudaMemcpyDeviceToHost),
                 "reading answers");
  };
  if (auto done = read(answers.status, in.status, in.agents); !done) return done;
  if (auto done = read(answers.cost, in.cost, in.agents); !done) return done;
  if (auto done = read(answers.begin, in.begin, in.agents); !done) return done;
  if (auto done = read(answers.count, in.count, in.agents); !done) return done;
  return read(answers.polygons, in.out, in.out_count);
}

}  // namespace portolan::detail
