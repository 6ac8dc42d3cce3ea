#pragma once

#include "portolan/gpu/agent_solver.cuh"
#include "portolan/gpu/device/device_arrays.cuh"
#include "portolan/gpu/device/pinned_reader.cuh"
#include "portolan/gpu/gpu_agents.h"

namespace portolan::detail {

struct GpuWorld::Inside {
  DeviceArrays<MeshArrays> mesh;
  AgentSolver solver{mesh.view()};
  PinnedReader reader;
};

}  // namespace portolan::detail
