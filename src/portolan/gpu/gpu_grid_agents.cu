#include "portolan/gpu/device/device_arrays.cuh"
#include "portolan/gpu/device/on_gpu.cuh"
#include "portolan/gpu/gpu_grid_agents.h"
#include "portolan/gpu/grid/grid_solver.cuh"

namespace portolan::detail {

struct GpuGridWorld::Inside {
  DeviceArrays<GridArrays> grid;
  GridSolver solver{grid.view()};
  PinnedReader reader;
};

GpuGridWorld::GpuGridWorld(std::shared_ptr<Inside> inside) : inside_(std::move(inside)) {}

Result<GpuGridWorld> GpuGridWorld::make(const GridArrays& arrays) {
  if (auto gpu = find_gpu(); !gpu) return gpu.error();
  const OnGpu device;
  auto inside = std::make_shared<Inside>();
  if (auto done = inside->grid.upload(arrays); !done) return done.error();
  return GpuGridWorld(std::move(inside));
}

struct GpuGridAgents::Inside {
  GpuGridWorld world;
  PlacedAgents<NodeId> set;
};

GpuGridAgents::GpuGridAgents(const GpuGridWorld& world) {
  const OnGpu device;
  inside_.reset(new Inside{world, {}});
}
GpuGridAgents::GpuGridAgents(GpuGridAgents&&) noexcept = default;
GpuGridAgents& GpuGridAgents::operator=(GpuGridAgents&&) noexcept = default;
GpuGridAgents::~GpuGridAgents() = default;

Result<Done> GpuGridAgents::set_agents(std::span<const NodeId> starts,
                                       std::span<const NodeId> goals) {
  const OnGpu device;
  return inside_->set.assign(starts, goals);
}

Result<GpuTimes> GpuGridAgents::find_paths(const GpuOptions& options) {
  const OnGpu device;
  return inside_->world.inside().solver.find_paths(inside_->set, options);
}

Result<Done> GpuGridAgents::read_answers(GpuAnswers& answers) const {
  return inside_->set.read(inside_->world.inside().reader, answers);
}
Result<Done> GpuGridAgents::read_answers(const ParallelFor& parallel,
                                         const TakeItems<AgentRecord>& take_records,
                                         const TakeItems<std::uint32_t>& take_nodes) const {
  return inside_->set.read(inside_->world.inside().reader, parallel, take_records, take_nodes);
}

DeviceAnswers GpuGridAgents::device_answers() const {
  return {inside_->set.records.data(), inside_->set.polygons.data()};
}
std::uint32_t GpuGridAgents::agent_count() const { return inside_->set.count; }
std::uint64_t GpuGridAgents::node_count() const { return inside_->set.polygon_count; }
std::uint64_t GpuGridAgents::repeated() const { return inside_->set.repeated; }

}  // namespace portolan::detail
