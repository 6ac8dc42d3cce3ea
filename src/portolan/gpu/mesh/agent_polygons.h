#pragma once

#include <cstdint>

#include "portolan/gpu/device/agent_room.h"
#include "portolan/gpu/mesh/agent_path.h"
#include "portolan/gpu/mesh/mesh_arrays.h"
#include "portolan/gpu/mesh/mesh_trace.h"

/// The polygons of an agent's path.
namespace portolan::detail {

/// Finds nodes of a path over gates, from its start on.
class NodeCursor {
 public:
  PORTOLAN_HOST_DEVICE NodeCursor(const MeshArrays& m, const AgentPath& path, const AgentRoom& room)
      : m_(m), path_(path), room_(room), goal_piece_(path.goal.pieces) {}

  /// The k-th; no smaller than in the call before.
  PORTOLAN_HOST_DEVICE std::uint32_t node(std::uint32_t k) {
    if (k < path_.start.connection) return room_.start_nodes[k];
    k -= path_.start.connection;
    if (k < path_.start.nodes) {
      while (room_.start_pieces[start_piece_].end <= k) ++start_piece_;
      return node_of_piece(room_.start_pieces, start_piece_, k, false);
    }
    k -= path_.start.nodes;
    if (k < path_.goal.nodes) {
      k = path_.goal.nodes - 1 - k;  // from the goal's side
      while (goal_piece_ > 1 && room_.goal_pieces[goal_piece_ - 2].end > k) --goal_piece_;
      return node_of_piece(room_.goal_pieces, goal_piece_ - 1, k, true);
    }
    return room_.goal_nodes[path_.goal.connection - 2 - (k - path_.goal.nodes)];
  }

 private:
  PORTOLAN_HOST_DEVICE std::uint32_t node_of_piece(const PathPiece* pieces, std::uint32_t at,
                                                   std::uint32_t k, bool from_hub) const {
    const PathPiece piece = pieces[at];
    if (piece.kind == PathPiece::kNode) return piece.from;
    const std::uint32_t begin = at == 0 ? 0 : pieces[at - 1].end;
    const bool from_end = (piece.kind == PathPiece::kBack) != from_hub;
    const auto* nodes = reinterpret_cast<const std::uint32_t*>(m_.stored_paths.data + piece.from);
    return nodes[from_end ? piece.end - 1 - k : k - begin];
  }

  const MeshArrays& m_;
  const AgentPath& path_;
  const AgentRoom& room_;
  std::uint32_t start_piece_ = 0;
  std::uint32_t goal_piece_;  // the one after
};

/// Writes the polygons of a path that goes through every node it touches, as nearly all do. False
/// where that is not certain.
template <class Lanes>
PORTOLAN_HOST_DEVICE bool write_plain(const Lanes& lanes, const MeshArrays& m, std::uint32_t start,
                                      std::uint32_t goal, const AgentPath& path, bool wanted,
                                      const AgentRoom& room) {
  const std::uint32_t count = wanted ? path.node_count() : 0;
  const std::uint32_t most_count = lanes.most(count);
  std::uint32_t polygon = start;
  bool doubtful = false;
  NodeCursor nodes(m, path, room);
  if (wanted && lanes.lane() == 0) room.path[0] = polygon;
  for (std::uint32_t k0 = 0; k0 < most_count; k0 += Lanes::kCount) {
    const std::uint32_t k = k0 + lanes.lane();
    std::uint32_t across = 0;
    if (k < count) {
      const std::uint32_t node = nodes.node(k);
      across = m.across[node];
      doubtful |= across == 0 || (k == 1 && is_doorway(m, node, start)) ||
                  (k + 2 == count && is_doorway(m, node, goal));
    }
    const std::uint32_t joined = lanes.xor_up_to(across);
    if (k < count) room.path[k + 1] = polygon ^ joined;
    polygon ^= lanes.of(joined, Lanes::kCount - 1);
  }
  return !lanes.any(doubtful) && polygon == goal;
}

/// The same for any path, by one lane.
template <class Lanes>
PORTOLAN_HOST_DEVICE void trace_path(const Lanes& lanes, const MeshArrays& m, std::uint32_t start,
                                     std::uint32_t goal, const AgentPath& path,
                                     const AgentRoom& room, AgentAnswer& answer) {
  const std::uint32_t count = path.node_count();
  NodeCursor nodes(m, path, room);
  for (std::uint32_t k = lanes.lane(); k < count; k += Lanes::kCount)
    room.all_nodes[k] = nodes.node(k);
  lanes.sync();
  std::uint32_t polygons = 0;
  if (lanes.lane() == 0) {
    polygons = trace_polygons(m, start, goal, room.all_nodes, count, room.path, room.most_path);
  }
  answer.polygons = lanes.of(polygons, 0);
  answer.no_room = answer.polygons == 0;
}

}  // namespace portolan::detail
