#pragma once

#include "portolan/gpu/agent_record.h"
#include "portolan/gpu/device_memory.cuh"
#include "portolan/navmesh.h"

namespace portolan::detail {

/// Agents in the GPU's memory, and their answers.
struct AgentSet {
  CopyStream copies;
  std::uint32_t count = 0;
  DeviceArray<MeshPlace> starts;
  DeviceArray<MeshPlace> goals;
  DeviceArray<AgentRecord> records;
  DeviceArray<std::uint32_t> polygons;  ///< Of all paths, one behind the other.
  std::uint64_t polygon_count = 0;
  std::uint64_t expansions = 0;  ///< Of searches.
  std::uint64_t repeated = 0;    ///< Agents that were answered a second time, with more room.
};

}  // namespace portolan::detail
