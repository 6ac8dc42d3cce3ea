#pragma once

#include <memory>
#include <span>
#include <vector>

#include "portolan/gpu/crowd/crowd.h"
#include "portolan/gpu/gpu_agents.h"
#include "portolan/navmesh.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Agents that walk about a mesh, all of it on a GPU.
class GpuCrowd {
 public:
  /// Agents begin and end at some of the places.
  static Result<GpuCrowd> make(const GpuWorld& world, std::span<const MeshPlace> places,
                               const CrowdOptions& options);
  GpuCrowd(GpuCrowd&&) noexcept;
  GpuCrowd& operator=(GpuCrowd&&) noexcept;
  ~GpuCrowd();

  Result<CrowdFrame> advance();
  /// Where all agents are.
  Result<Done> read_walkers(std::vector<Walker>& walkers) const;

 private:
  struct Inside;
  explicit GpuCrowd(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
};

}  // namespace portolan::detail
