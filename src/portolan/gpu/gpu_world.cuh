#pragma once

#include "portolan/gpu/agent_solver.cuh"
#include "portolan/gpu/device_mesh.cuh"
#include "portolan/gpu/gpu_agents.h"

namespace portolan::detail {

struct GpuWorld::Inside {
  DeviceMesh mesh;
  AgentSolver solver{mesh};
};

}  // namespace portolan::detail
