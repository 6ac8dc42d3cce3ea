#ifndef PORTOLAN_HAS_CUDA

#include "portolan/gpu/crowd/gpu_crowd.h"
#include "portolan/gpu/device/gpu_resources.h"
#include "portolan/gpu/gpu_agents.h"
#include "portolan/gpu/gpu_grid_agents.h"

namespace portolan::detail {
namespace {

Error no_cuda() {
  return Error{
      "this program was built without CUDA; choose the device cpu, or build it with "
      "PORTOLAN_CUDA=ON (./dev build) where a "
      "CUDA compiler is installed"};
}

}  // namespace

Result<GpuInfo> find_gpu() { return no_cuda(); }

struct GpuWorld::Inside {};
GpuWorld::GpuWorld(std::shared_ptr<Inside> inside) : inside_(std::move(inside)) {}
Result<GpuWorld> GpuWorld::make(const MeshArrays&) { return no_cuda(); }
Result<Done> GpuWorld::set_search(const SearchArrays&) { return no_cuda(); }
Result<Done> GpuWorld::set_shared(const SharedArrays&) { return no_cuda(); }

struct GpuAgents::Inside {};
GpuAgents::GpuAgents(const GpuWorld&) {}
GpuAgents::GpuAgents(GpuAgents&&) noexcept = default;
GpuAgents& GpuAgents::operator=(GpuAgents&&) noexcept = default;
GpuAgents::~GpuAgents() = default;
Result<Done> GpuAgents::set_agents(std::span<const MeshPlace>, std::span<const MeshPlace>) {
  return no_cuda();
}
Result<GpuTimes> GpuAgents::find_paths(const GpuOptions&) { return no_cuda(); }
Result<Done> GpuAgents::read_answers(GpuAnswers&) const { return no_cuda(); }
Result<Done> GpuAgents::read_answers(const ParallelFor&, const TakeItems<AgentRecord>&,
                                     const TakeItems<std::uint32_t>&) const {
  return no_cuda();
}
DeviceAnswers GpuAgents::device_answers() const { return {}; }
std::uint32_t GpuAgents::agent_count() const { return 0; }
std::uint64_t GpuAgents::polygon_count() const { return 0; }
std::uint64_t GpuAgents::repeated() const { return 0; }
std::uint64_t GpuAgents::expansions() const { return 0; }

struct GpuGridWorld::Inside {};
GpuGridWorld::GpuGridWorld(std::shared_ptr<Inside> inside) : inside_(std::move(inside)) {}
Result<GpuGridWorld> GpuGridWorld::make(const GridArrays&) { return no_cuda(); }

struct GpuGridAgents::Inside {};
GpuGridAgents::GpuGridAgents(const GpuGridWorld&) {}
GpuGridAgents::GpuGridAgents(GpuGridAgents&&) noexcept = default;
GpuGridAgents& GpuGridAgents::operator=(GpuGridAgents&&) noexcept = default;
GpuGridAgents::~GpuGridAgents() = default;
Result<Done> GpuGridAgents::set_agents(std::span<const NodeId>, std::span<const NodeId>) {
  return no_cuda();
}
Result<GpuTimes> GpuGridAgents::find_paths(const GpuOptions&) { return no_cuda(); }
Result<Done> GpuGridAgents::read_answers(GpuAnswers&) const { return no_cuda(); }
Result<Done> GpuGridAgents::read_answers(const ParallelFor&, const TakeItems<AgentRecord>&,
                                         const TakeItems<std::uint32_t>&) const {
  return no_cuda();
}
DeviceAnswers GpuGridAgents::device_answers() const { return {}; }
std::uint32_t GpuGridAgents::agent_count() const { return 0; }
std::uint64_t GpuGridAgents::node_count() const { return 0; }
std::uint64_t GpuGridAgents::repeated() const { return 0; }

struct GpuCrowd::Inside {};
GpuCrowd::GpuCrowd(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
GpuCrowd::GpuCrowd(GpuCrowd&&) noexcept = default;
GpuCrowd& GpuCrowd::operator=(GpuCrowd&&) noexcept = default;
GpuCrowd::~GpuCrowd() = default;
Result<GpuCrowd> GpuCrowd::make(const GpuWorld&, std::span<const MeshPlace>, const CrowdOptions&) {
  return no_cuda();
}
Result<CrowdFrame> GpuCrowd::advance() { return no_cuda(); }
Result<Done> GpuCrowd::read_walkers(std::vector<Walker>&) const { return no_cuda(); }

Result<std::vector<KernelResources>> kernel_resources() { return no_cuda(); }
Result<double> measure_bandwidth() { return no_cuda(); }
Result<double> measure_copy_bandwidth() { return no_cuda(); }

}  // namespace portolan::detail

#endif
