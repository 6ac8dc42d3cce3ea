#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "portolan/gpu/device/lanes.h"
#include "portolan/gpu/grid/grid_agent.h"

namespace portolan::detail {

/// Answers agents on a grid on the CPU by the code that a GPU runs: what its answers are tested
/// with.
class HostGridAgent {
 public:
  explicit HostGridAgent(const GridArrays& grid)
      : grid_(grid),
        costs_(GridArrays::padded(grid.most_gates) / 2 + 2),
        runs_(grid.node_count),
        window_(grid.most_window) {}

  /// `run_bytes`: room for so many runs only; `search`: room for ends in one cell.
  AgentAnswer answer(NodeId start, NodeId goal, AgentOutput output = AgentOutput::paths,
                     std::uint32_t run_bytes = 0xFFFF'FFFFu, bool search = true) {
    Cost* const costs = costs_.data()->of;
    const RunRoom runs{runs_.data(), run_bytes < grid_.node_count ? run_bytes : grid_.node_count};
    const GridRoom room{{costs, costs + GridArrays::padded(grid_.most_gates)},
                        grid_.most_gates,
                        runs,
                        search ? window_.data() : nullptr};
    GridRoute route;
    AgentAnswer answer =
        answer_grid_agent(OneLane{}, grid_, start, goal, output != AgentOutput::costs, room, route);
    if (output == AgentOutput::next) keep_next(grid_, runs, route, answer);
    const bool wanted = answer.polygons > 0 && !answer.no_room;
    nodes_.resize(wanted ? answer.polygons : 0);
    write_nodes(OneLane{}, grid_, route, runs, wanted, nodes_.data());
    return answer;
  }
  /// Of the last answer.
  std::span<const std::uint32_t> nodes() const { return nodes_; }

 private:
  const GridArrays& grid_;
  std::vector<FourCosts> costs_;  // of both ends
  std::vector<std::uint8_t> runs_;
  std::vector<Cost> window_;
  std::vector<std::uint32_t> nodes_;
};

}  // namespace portolan::detail
