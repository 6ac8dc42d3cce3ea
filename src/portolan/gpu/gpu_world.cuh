#pragma once

#include "portolan/gpu/device/device_arrays.cuh"
#include "portolan/gpu/gpu_agents.h"
#include "portolan/gpu/agent_solver.cuh"

namespace portolan::detail {

struct GpuWorld::Inside {
  DeviceArrays<MeshArrays> mesh;
  AgentSolver solver{mesh.view()};
};

}  // namespace portolan::detail
