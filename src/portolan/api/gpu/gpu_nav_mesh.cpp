#include <limits>
#include <span>
#include <utility>

#include "portolan/api/gpu/gpu_wants.h"
#include "portolan/batch/list_batch.h"
#include "portolan/core/streaming.h"
#include "portolan/gpu.h"
#include "portolan/gpu/device/part_pipeline.h"
#include "portolan/gpu/gpu_agents.h"
#include "portolan/gpu/mesh/snapshot_arrays.h"

namespace portolan {

using detail::GpuAgents;

struct GpuPaths::Inside {
  GpuAgents agents;
  double units_per_metre;
  std::uint64_t version;
  ParallelFor parallel;
};

struct GpuNavMesh::Inside {
  detail::GpuWorld world;
  std::uint64_t bytes;
  double units_per_metre;
  std::uint64_t version;
  ParallelFor parallel;
  std::size_t part = detail::kUsualPart;
};

namespace {

/// Answers as they come from the GPU, put where the caller wants them.
class PathReader {
 public:
  PathReader(NavMeshPaths& paths, std::size_t queries, double units_per_metre,
             const ParallelFor& parallel)
      : paths_(paths), units_per_metre_(units_per_metre), parallel_(parallel) {
    paths.status.reset(queries);
    paths.cost.reset(queries);
    detail::ListAccess::begin(paths.polygons, queries);
    detail::ListAccess::begin(paths.waypoints, queries);
  }

  /// Those of some agents, the first being query `first`.
  Result<Done> read(const GpuAgents& agents, std::size_t first) {
    const std::span<std::uint32_t> polygons =
        detail::ListAccess::take_block(paths_.polygons, agents.polygon_count());
    polygons_ += agents.polygon_count();
    return agents.read_answers(
        parallel_,
        [&](std::size_t k, std::span<const detail::AgentRecord> records) {
          for (const detail::AgentRecord& record : records) take(first + k++, record, polygons);
        },
        [&](std::size_t k, std::span<const std::uint32_t> items) {
          detail::copy_streaming(items, polygons.data() + k);
          detail::finish_streaming();
        });
  }

  void end() {
    detail::ListAccess::end(paths_.polygons, polygons_);
    detail::ListAccess::end(paths_.waypoints, 0);
  }

 private:
  void take(std::size_t i, const detail::AgentRecord& record,
            std::span<const std::uint32_t> polygons) {
    paths_.status.data()[i] = static_cast<Status>(record.status());
    paths_.cost.data()[i] = metres(record.cost());
    detail::ListAccess::set(paths_.polygons, i, polygons.subspan(record.begin(), record.count()));
    detail::ListAccess::set<Waypoint>(paths_.waypoints, i, {});
  }
  double metres(Cost cost) const {
    return cost == kInfinite ? std::numeric_limits<double>::infinity() : cost / units_per_metre_;
  }

  NavMeshPaths& paths_;
  double units_per_metre_;
  const ParallelFor& parallel_;
  std::size_t polygons_ = 0;  // of all answers so far
};

void clear(NavMeshPaths& paths) {
  paths.status.reset(0);
  paths.cost.reset(0);
  paths.polygons.clear();
  paths.waypoints.clear();
}

}  // namespace

Result<GpuInfo> find_gpu() { return detail::find_gpu(); }

std::size_t GpuPaths::size() const { return inside_->agents.agent_count(); }
std::uint64_t GpuPaths::polygon_count() const { return inside_->agents.polygon_count(); }
GpuPaths::Device GpuPaths::device() const {
  const detail::DeviceAnswers answers = inside_->agents.device_answers();
  return {answers.records, answers.polygons};
}
Result<Done> GpuPaths::read(NavMeshPaths& paths) const {
  PathReader reader(paths, size(), inside_->units_per_metre, inside_->parallel);
  detail::UnlessDone guard([&] { clear(paths); });
  if (auto done = reader.read(inside_->agents, 0); !done) return done;
  reader.end();
  paths.version = inside_->version;
  guard.done = true;
  return Done{};
}

Result<GpuNavMesh> GpuNavMesh::make(const NavMeshSnapshot& snapshot, const Execution& execution) {
  const auto& inside = snapshot.inside();
  const auto gpu = find_gpu();
  if (!gpu) return gpu.error();
  const auto arrays = detail::SnapshotArrays::make_fitting(inside, execution.parallel, gpu->free);
  if (!arrays) return arrays.error();
  auto world = detail::GpuWorld::make(arrays->view());
  if (!world) return world.error();
  return GpuNavMesh(std::make_shared<Inside>(
      Inside{*world, arrays->bytes(), inside.world().costs().units_per_metre,
             inside.hierarchy().version(), execution.parallel}));
}

Result<std::uint64_t> GpuNavMesh::bytes_needed(const NavMeshSnapshot& snapshot,
                                               const Execution& execution) {
  const auto gpu = find_gpu();
  const auto arrays = detail::SnapshotArrays::make_fitting(snapshot.inside(), execution.parallel,
                                                           gpu ? gpu->free : detail::kPlenty);
  if (!arrays) return arrays.error();
  return arrays->bytes();
}

std::uint64_t GpuNavMesh::bytes_of_answers(std::uint64_t queries, std::uint64_t length) {
  return detail::bytes_of_answers<MeshPlace>(queries, length);
}

std::uint64_t GpuNavMesh::bytes() const { return inside_->bytes; }
double GpuNavMesh::units_per_metre() const { return inside_->units_per_metre; }
void GpuNavMesh::set_part_size(std::size_t queries) { inside_->part = queries; }

Result<GpuPaths> GpuNavMesh::find_paths(std::span<const MeshPlace> starts,
                                        std::span<const MeshPlace> goals, GpuWants wants) {
  if (starts.size() != goals.size()) return detail::unequal_ends();
  GpuAgents agents(inside_->world);
  if (auto done = agents.set_agents(starts, goals); !done) return done.error();
  if (auto times = agents.find_paths(detail::options_for(wants)); !times) return times.error();
  return GpuPaths(std::make_shared<GpuPaths::Inside>(GpuPaths::Inside{
      std::move(agents), inside_->units_per_metre, inside_->version, inside_->parallel}));
}

Result<Done> GpuNavMesh::find_paths(std::span<const MeshPlace> starts,
                                    std::span<const MeshPlace> goals, NavMeshPaths& paths,
                                    GpuWants wants) {
  clear(paths);
  if (starts.size() != goals.size()) return detail::unequal_ends();
  PathReader reader(paths, starts.size(), inside_->units_per_metre, inside_->parallel);
  detail::UnlessDone guard([&] { clear(paths); });
  const auto part = detail::part_for<MeshPlace>(starts.size(), inside_->part);
  if (!part) return part.error();
  detail::PartPipeline<detail::GpuWorld, GpuAgents, MeshPlace> parts(inside_->world, *part,
                                                                     detail::options_for(wants));
  if (auto done = parts.run(starts, goals, reader); !done) return done;
  reader.end();
  paths.version = inside_->version;
  guard.done = true;
  return Done{};
}

}  // namespace portolan
