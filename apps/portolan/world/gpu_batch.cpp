#include "world/gpu_batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>

#include "failure.h"
#include "portolan/gpu/device/part_pipeline.h"
#include "portolan/gpu/gpu_agents.h"
#include "portolan/gpu/gpu_grid_agents.h"
#include "portolan/gpu/grid/snapshot_grid_arrays.h"
#include "portolan/gpu/mesh/snapshot_arrays.h"
#include "portolan/gpu/search/snapshot_search_arrays.h"
#include "report/table.h"

namespace portolan::detail::cli {
namespace {

/// Takes all but the paths themselves.
class LengthReader {
 public:
  LengthReader(GpuBatchAnswers& answers, const ParallelFor& parallel)
      : answers_(answers), parallel_(parallel) {}

  template <class Agents>
  Result<Done> read(const Agents& agents, std::size_t first) {
    const auto take = [&](std::size_t k, std::span<const AgentRecord> records) {
      for (const AgentRecord& record : records) {
        const std::size_t i = first + k++;
        answers_.status[i] = static_cast<Status>(record.status());
        answers_.cost[i] = record.cost();
        answers_.length[i] = record.count();
      }
    };
    return agents.read_answers(parallel_, take, {});
  }

 private:
  GpuBatchAnswers& answers_;
  const ParallelFor& parallel_;
};

/// Leaves them where they are.
struct NoReader {
  template <class Agents>
  Result<Done> read(const Agents&, std::size_t) {
    return Done{};
  }
};

/// How many agents are on the GPU at a time, and in a part.
struct PartSizes {
  std::size_t part;
  std::size_t at_once;
};
template <class Place>
PartSizes part_sizes(std::size_t agents, std::uint64_t free) {
  const std::size_t part = part_that_fits<Place>(kUsualPart, free);
  return {part, std::min(agents, kPartsAtOnce * part)};
}

template <class Place>
void tell_memory(const GpuBatchOptions& options, std::uint64_t world, std::size_t agents) {
  const std::uint64_t free = take(find_gpu()).free;
  const PartSizes sizes = part_sizes<Place>(agents, free);
  options.tell(
      {world,
       bytes_of_answers<Place>(sizes.at_once) + bytes_of_scratch(std::min(agents, sizes.part)),
       free});
}

template <class Agents, class World, class Place>
GpuBatchAnswers answer_parts(const World& world, std::span<const Place> starts,
                             std::span<const Place> goals, const GpuBatchOptions& options) {
  const PartSizes sizes = part_sizes<Place>(starts.size(), take(find_gpu()).free);
  PartPipeline<World, Agents, Place> parts(world, sizes.part, options.gpu);
  NoReader none;  // the first time it asks for memory
  take(parts.run(starts.first(sizes.at_once), goals.first(sizes.at_once), none));
  GpuBatchAnswers answers;
  answers.status.resize(starts.size());
  answers.cost.resize(starts.size());
  answers.length.resize(starts.size());
  LengthReader reader(answers, options.parallel);
  take(parts.run(starts, goals, reader));
  answers.seconds = parts.milliseconds() * 1e-3;
  return answers;
}

}  // namespace

void GpuMemory::print() const {
  fmt::print("memory {} for the world, up to {} for answers and finding them, {} free\n",
             memory(world), memory(answers), memory(free));
  std::fflush(stdout);
}

Json GpuMemory::json() const { return {{"world", world}, {"answers", answers}, {"free", free}}; }

GpuBatchAnswers answer_on_gpu(const NavMeshSnapshot& world, std::span<const MeshPlace> starts,
                              std::span<const MeshPlace> goals, const GpuBatchOptions& options) {
  const GpuInfo gpu = take(find_gpu());
  const bool searches = options.gpu.algorithm != GpuAlgorithm::tables;
  const SnapshotArrays arrays =
      searches ? SnapshotArrays::for_searches(world)
               : take(SnapshotArrays::make_fitting(world, options.parallel, gpu.free));
  std::optional<SnapshotSearchArrays> search;
  if (searches) search = take(SnapshotSearchArrays::make(world));
  tell_memory<MeshPlace>(options, arrays.bytes() + (search ? search->bytes() : 0), starts.size());
  GpuWorld on_gpu = take(GpuWorld::make(arrays.view()));
  if (search) take(on_gpu.set_search(search->view()));
  return answer_parts<GpuAgents>(on_gpu, starts, goals, options);
}

GpuBatchAnswers answer_on_gpu(const GridSnapshot& world, std::span<const NodeId> starts,
                              std::span<const NodeId> goals, const GpuBatchOptions& options) {
  take(find_gpu());
  const SnapshotGridArrays arrays = take(SnapshotGridArrays::make(world, options.parallel));
  tell_memory<NodeId>(options, arrays.bytes(), starts.size());
  const GpuGridWorld on_gpu = take(GpuGridWorld::make(arrays.view()));
  return answer_parts<GpuGridAgents>(on_gpu, starts, goals, options);
}

}  // namespace portolan::detail::cli
