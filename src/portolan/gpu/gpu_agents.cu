#include "portolan/gpu/device/on_gpu.cuh"
#include "portolan/gpu/gpu_agents.h"
#include "portolan/gpu/gpu_world.cuh"

namespace portolan::detail {

Result<GpuInfo> find_gpu() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
    cudaGetLastError();
    return Error{"there is no GPU that CUDA can use; choose the device cpu"};
  }
  const OnGpu on_gpu;
  cudaDeviceProp device{};
  if (auto done = check(cudaGetDeviceProperties(&device, OnGpu::kNumber), "asking for it"); !done)
    return done.error();
  std::size_t free = 0;
  std::size_t total = 0;
  if (auto done = check(cudaMemGetInfo(&free, &total), "asking for its memory"); !done)
    return done.error();
  return GpuInfo{device.name, total, free};
}

GpuWorld::GpuWorld(std::shared_ptr<Inside> inside) : inside_(std::move(inside)) {}

Result<GpuWorld> GpuWorld::make(const MeshArrays& arrays) {
  if (auto gpu = find_gpu(); !gpu) return gpu.error();
  const OnGpu device;
  auto inside = std::make_shared<Inside>();
  if (auto done = inside->mesh.upload(arrays); !done) return done.error();
  return GpuWorld(std::move(inside));
}

Result<Done> GpuWorld::set_search(const SearchArrays& arrays) {
  const OnGpu device;
  return inside_->solver.set_search(arrays);
}

Result<Done> GpuWorld::set_shared(const SharedArrays& arrays) {
  const OnGpu device;
  return inside_->solver.set_shared(arrays);
}

struct GpuAgents::Inside {
  GpuWorld world;
  AgentSet set;
};

GpuAgents::GpuAgents(const GpuWorld& world) {
  const OnGpu device;
  inside_.reset(new Inside{world, {}});
}
GpuAgents::GpuAgents(GpuAgents&&) noexcept = default;
GpuAgents& GpuAgents::operator=(GpuAgents&&) noexcept = default;
GpuAgents::~GpuAgents() = default;

Result<Done> GpuAgents::set_agents(std::span<const MeshPlace> starts,
                                   std::span<const MeshPlace> goals) {
  const OnGpu device;
  return inside_->set.assign(starts, goals);
}

Result<GpuTimes> GpuAgents::find_paths(const GpuOptions& options) {
  const OnGpu device;
  return inside_->world.inside().solver.find_paths(inside_->set, options);
}

std::uint32_t GpuAgents::agent_count() const { return inside_->set.count; }
std::uint64_t GpuAgents::polygon_count() const { return inside_->set.polygon_count; }
std::uint64_t GpuAgents::repeated() const { return inside_->set.repeated; }
std::uint64_t GpuAgents::expansions() const { return inside_->set.expansions; }
DeviceAnswers GpuAgents::device_answers() const {
  return {inside_->set.records.data(), inside_->set.polygons.data()};
}

Result<Done> GpuAgents::read_answers(const ParallelFor& parallel,
                                     const TakeItems<AgentRecord>& take_records,
                                     const TakeItems<std::uint32_t>& take_polygons) const {
  return inside_->set.read(inside_->world.inside().reader, parallel, take_records, take_polygons);
}

Result<Done> GpuAgents::read_answers(GpuAnswers& answers) const {
  return inside_->set.read(inside_->world.inside().reader, answers);
}

}  // namespace portolan::detail
