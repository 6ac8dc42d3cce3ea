#pragma once

#include <span>
#include <vector>

#include "portolan/gpu/device/lanes.h"
#include "portolan/gpu/mesh/mesh_agent.h"
#include "portolan/gpu/mesh/pair_agent.h"

namespace portolan::detail {

/// Answers agents on the CPU by the code that a GPU runs: what its answers are tested with.
class HostAgent {
 public:
  explicit HostAgent(const MeshArrays& mesh)
      : mesh_(mesh),
        costs_(MeshArrays::padded(mesh.most_gates) / 2),
        pieces_(2 * std::size_t{mesh.gate_count}),
        nodes_(2 * std::size_t{mesh.most_locals}),
        all_nodes_(std::size_t{mesh.node_count} + 1),
        path_(std::size_t{mesh.node_count} + 1),
        slots_(MeshArrays::padded(mesh.most_gates) / 4) {}

  AgentAnswer answer(const MeshPlace& start, const MeshPlace& goal, bool paths = true) {
    return answer_by(OneLane{}, start, goal, paths);
  }
  /// The same by several lanes, which all call this at once.
  template <class Lanes>
  AgentAnswer answer_by(const Lanes& lanes, const MeshPlace& start, const MeshPlace& goal,
                        bool paths = true) {
    Cost* const costs = costs_.data()->of;
    const AgentRoom room{costs,
                         costs + MeshArrays::padded(mesh_.most_gates),
                         pieces_.data(),
                         pieces_.data() + mesh_.gate_count,
                         nodes_.data(),
                         nodes_.data() + mesh_.most_locals,
                         mesh_.most_gates,
                         mesh_.gate_count,
                         mesh_.most_locals,
                         all_nodes_.data(),
                         path_.data(),
                         mesh_.node_count + 1};
    return answer_agent(lanes, mesh_, start, goal, paths, room);
  }
  /// The same by the stored paths between gates, which the mesh must have: `no_room` where these do
  /// not tell.
  AgentAnswer answer_by_pairs(const MeshPlace& start, const MeshPlace& goal, bool paths = true) {
    PairRoute route;
    const AgentAnswer answer =
        detail::answer_by_pairs(mesh_, start, goal, paths, pair_room(), route);
    if (answer.polygons == 0) return answer;
    write_route(route, answer.polygons);
    return answer;
  }
  /// By them only the polygon to enter next.
  AgentAnswer next_by_pairs(const MeshPlace& start, const MeshPlace& goal) {
    PairRoute route;
    AgentAnswer answer = detail::answer_by_pairs(mesh_, start, goal, true, pair_room(), route);
    keep_next(mesh_, route, answer);
    if (answer.polygons != 0) write_route(route, answer.polygons);
    return answer;
  }
  /// The polygons of the last answer.
  std::span<const std::uint32_t> polygons(const AgentAnswer& answer) const {
    return std::span(path_).first(answer.polygons);
  }

 private:
  PairRoom pair_room() {
    return {costs_.data()->of, slots_.data(), 1, MeshArrays::padded(mesh_.most_gates)};
  }
  void write_route(const PairRoute& route, std::uint32_t count) {
    if (route.second_end == PairRoute::kInside)
      return write_inside(mesh_, route, count, path_.data());
    for (std::uint32_t k = 0; k < count; ++k) path_[k] = polygon_of_route(mesh_, route, k);
  }

  const MeshArrays& mesh_;
  std::vector<FourCosts> costs_;  // of both ends
  std::vector<PathPiece> pieces_;
  std::vector<std::uint32_t> nodes_;
  std::vector<std::uint32_t> all_nodes_;
  std::vector<std::uint32_t> path_;
  std::vector<std::uint32_t> slots_;
};

}  // namespace portolan::detail
