#ifndef PORTOLAN_HAS_CUDA

#include "portolan/gpu/gpu_agents.h"

namespace portolan::detail {
namespace {

Error no_cuda() {
  return Error{
      "this program was built without CUDA; choose the device cpu, or build it where a "
      "CUDA compiler is installed"};
}

}  // namespace

Result<GpuInfo> find_gpu() { return no_cuda(); }

struct GpuAgents::Inside {};
GpuAgents::GpuAgents(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
GpuAgents::GpuAgents(GpuAgents&&) noexcept = default;
GpuAgents& GpuAgents::operator=(GpuAgents&&) noexcept = default;
GpuAgents::~GpuAgents() = default;
Result<GpuAgents> GpuAgents::make(const MeshArrays&) { return no_cuda(); }
Result<Done> GpuAgents::set_search(const SearchArrays&) { return no_cuda(); }
Result<Done> GpuAgents::set_agents(std::span<const MeshPlace>, std::span<const MeshPlace>) {
  return no_cuda();
}
Result<GpuTimes> GpuAgents::find_paths(const GpuOptions&) { return no_cuda(); }
Result<Done> GpuAgents::read_answers(GpuAnswers&) const { return no_cuda(); }
std::uint64_t GpuAgents::polygon_count() const { return 0; }
std::uint64_t GpuAgents::repeated() const { return 0; }
std::uint64_t GpuAgents::expansions() const { return 0; }

}  // namespace portolan::detail

#endif
