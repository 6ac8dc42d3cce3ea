#pragma once

#include <cstdint>
#include <string>

#include "portolan/core/narrow.h"
#include "portolan/gpu/device/agent_record.h"
#include "portolan/gpu/device/device_memory.cuh"
#include "portolan/navmesh.h"

namespace portolan::detail {

/// The answers of a batch in the GPU's memory.
struct AnswerSet {
  CopyStream copies;
  std::uint32_t count = 0;  ///< Agents.
  DeviceArray<AgentRecord> records;
  DeviceArray<std::uint32_t> polygons;  ///< Of all paths, one behind the other; on grids nodes.
  std::uint64_t polygon_count = 0;
  std::uint64_t expansions = 0;  ///< Of searches.
  std::uint64_t repeated = 0;    ///< Agents that were answered a second time, with more room.

  /// Polygons are left where they are if there is nowhere for them.
  Result<Done> read(AgentRecord* to_records, std::uint32_t* to_polygons) const {
    if (auto done = records.read(to_records, count, copies); !done) return done;
    if (to_polygons == nullptr) return Done{};
    return polygons.read(to_polygons, polygon_count, copies);
  }
};

/// Agents in the GPU's memory, and their answers. Places: MeshPlace, or NodeId on grids.
template <class Place>
struct PlacedAgents : AnswerSet {
  DeviceArray<Place> starts;
  DeviceArray<Place> goals;

  Result<Done> assign(std::span<const Place> from, std::span<const Place> to) {
    if (from.size() != to.size())
      return Error{"a batch has as many goals as starts; give one goal for each start"};
    if (!fits<std::uint32_t>(from.size())) {
      return Error{"GPU: a batch has at most 4,294,967,295 agents, not " +
                   std::to_string(from.size()) + "; " + kFewerAgents};
    }
    count = narrow<std::uint32_t>(from.size());
    if (auto done = starts.assign(from, copies); !done) return done;
    return goals.assign(to, copies);
  }
};
using AgentSet = PlacedAgents<MeshPlace>;

}  // namespace portolan::detail
