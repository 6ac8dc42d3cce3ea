#pragma once

#include "portolan/gpu/agent_solver.cuh"
#include "portolan/gpu/device_arrays.cuh"
#include "portolan/gpu/gpu_agents.h"

namespace portolan::detail {

struct GpuWorld::Inside {
  DeviceArrays<MeshArrays> mesh;
  AgentSolver solver{mesh.view()};
};

}  // namespace portolan::detail
