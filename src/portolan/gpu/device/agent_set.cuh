#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "portolan/core/narrow.h"
#include "portolan/gpu/device/agent_record.h"
#include "portolan/gpu/device/device_memory.cuh"
#include "portolan/gpu/device/gpu_options.h"
#include "portolan/gpu/device/pinned_reader.cuh"
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

  /// Polygons are left where they are if nobody takes them.
  Result<Done> read(PinnedReader& reader, const ParallelFor& parallel,
                    const TakeItems<AgentRecord>& take_records,
                    const TakeItems<std::uint32_t>& take_polygons) const {
    auto done = reader.read(records.data(), count, parallel, take_records);
    if (!done || !take_polygons) return done;
    return reader.read(polygons.data(), polygon_count, parallel, take_polygons);
  }
  Result<Done> read(PinnedReader& reader, GpuAnswers& answers) const {
    answers.records.resize(count);
    answers.polygons.resize(polygon_count);
    const auto copy_to = [](auto& to) {
      return [&to](std::size_t first, auto items) {
        std::ranges::copy(items, to.begin() + static_cast<std::ptrdiff_t>(first));
      };
    };
    return read(reader, {}, copy_to(answers.records), copy_to(answers.polygons));
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
