#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "portolan/gpu/device/agent_record.h"
#include "portolan/gpu/device/agent_room.h"
#include "portolan/types.h"

namespace portolan::detail {

/// How agents are answered.
enum class GpuAlgorithm : std::uint8_t {
  tables,        ///< Without any search.
  astar_thread,  ///< A* on level 0, a thread for each agent;
  astar_group,   ///< or several lanes that expand several nodes at once.
  hierarchy,     ///< A* over gates, and on level 0 in the cells of the ends, by several lanes.
  shared,        ///< Over gates, too, by searches that all agents of a batch share.
};

struct GpuOptions {
  std::uint32_t lanes = 8;  ///< That work on one agent by labels: 4, 8, 16 or 32.
  bool sort = true;         ///< Answer agents in the order of their cells.
  AgentOutput output = AgentOutput::paths;
  bool pairs = true;        ///< By stored paths between all gates, where there are such.
  std::uint32_t chunk = 0;  ///< Agents that are answered at once; 0: as many as seems best.
  GpuAlgorithm algorithm = GpuAlgorithm::tables;
  std::uint32_t search_lanes = 32;  ///< That search for one agent: 4, 8, 16 or 32.
  /// Of searches by several lanes: how much worse than the best open node another one may be that
  /// is expanded beside it, in quarters of a typical crossing.
  std::uint32_t window = 4;
  bool phases = false;  ///< Time the phases of the work, too, which takes a little itself.
};

/// What a GPU does for a batch, one after the other, those from `answer` to `write` by chunks.
enum class GpuPhase : std::uint8_t {
  sort,     ///< The agents, by keys that are made first.
  prepare,  ///< Searches that agents share.
  answer,   ///< Costs, and of what the paths are made; in searches and by labels the paths, too.
  scan,     ///< Where each path goes.
  write,    ///< The paths and records where they stay.
  again,    ///< The second round.
};
inline constexpr std::size_t kGpuPhases = 6;

/// How long the parts of a batch took on the GPU, in milliseconds.
struct GpuTimes {
  double sort = 0.0;
  double total = 0.0;
  std::array<double, kGpuPhases> phases{};  ///< All 0 unless they were asked for.

  double phase(GpuPhase phase) const { return phases[static_cast<std::size_t>(phase)]; }
};

/// Takes answers piece by piece: some items, the first of which has that number. Called from
/// several threads at a time, where the caller has these.
template <class T>
using TakeItems = std::function<void(std::size_t first, std::span<const T> items)>;

/// The answers of a batch, on the CPU.
struct GpuAnswers {
  std::vector<AgentRecord> records;  ///< By agent.
  std::vector<std::uint32_t> polygons;

  std::size_t size() const { return records.size(); }
  Status status(std::size_t i) const { return static_cast<Status>(records[i].status()); }
  Cost cost(std::size_t i) const { return records[i].cost(); }
  std::span<const std::uint32_t> path(std::size_t i) const {
    return std::span(polygons).subspan(records[i].begin(), records[i].count());
  }
};

/// Where answers lie in the GPU's memory.
struct DeviceAnswers {
  const AgentRecord* records = nullptr;
  const std::uint32_t* polygons = nullptr;
};

}  // namespace portolan::detail
