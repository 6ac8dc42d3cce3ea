#pragma once

#include <span>
#include <vector>

#include "portolan/gpu/lanes.h"
#include "portolan/gpu/mesh_agent.h"

namespace portolan::detail {

/// Answers agents on the CPU by the code that a GPU runs: what its answers are tested with.
class HostAgent {
 public:
  explicit HostAgent(const MeshArrays& mesh)
      : mesh_(mesh),
        costs_(2 * std::size_t{mesh.most_gates}),
        pieces_(2 * std::size_t{mesh.most_depth}),
        nodes_(2 * std::size_t{mesh.most_locals}),
        all_nodes_(std::size_t{mesh.node_count} + 1),
        path_(std::size_t{mesh.node_count} + 1) {}

  AgentAnswer answer(const MeshPlace& start, const MeshPlace& goal, bool paths = true) {
    const AgentRoom room{costs_.data(),     costs_.data() + mesh_.most_gates,
                         pieces_.data(),    pieces_.data() + mesh_.most_depth,
                         nodes_.data(),     nodes_.data() + mesh_.most_locals,
                         mesh_.most_gates,  mesh_.most_depth,
                         mesh_.most_locals, all_nodes_.data(),
                         path_.data(),      mesh_.node_count + 1};
    return answer_agent(OneLane{}, mesh_, start, goal, paths, room);
  }
  /// The polygons of the last answer.
  std::span<const std::uint32_t> polygons(const AgentAnswer& answer) const {
    return std::span(path_).first(answer.polygons);
  }

 private:
  const MeshArrays& mesh_;
  std::vector<Cost> costs_;
  std::vector<PathPiece> pieces_;
  std::vector<std::uint32_t> nodes_;
  std::vector<std::uint32_t> all_nodes_;
  std::vector<std::uint32_t> path_;
};

}  // namespace portolan::detail
