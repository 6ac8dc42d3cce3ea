#include "portolan/grid/straight_path.h"

#include <algorithm>
#include <cstdlib>

#include "portolan/grid/direct_path.h"

namespace portolan::detail {
namespace {

/// Any direction will do for a run of no moves.
unsigned direction_of(std::int32_t dx, std::int32_t dy) {
  static constexpr std::uint8_t kByStep[9] = {5, 6, 7, 4, 0, 0, 3, 2, 1};
  return kByStep[(dy > 0 ? 6 : dy < 0 ? 0 : 3) + (dx > 0 ? 2 : dx < 0 ? 0 : 1)];
}

/// Moves that can be made from `at` in one direction, `most` at the most.
std::int32_t clear_run(const GridGraph& graph, std::uint32_t at, unsigned d, std::int32_t most) {
  const auto offset = static_cast<std::uint32_t>(graph.offset(d));
  std::int32_t run = 0;
  if ((d & 1) == 0) {  // a straight move needs nothing but a free tile
    for (; run < most && graph.passable(NodeId{at += offset}); ++run) {
    }
    return run;
  }
  for (; run < most && ((graph.moves(at) >> d) & 1) != 0; at += offset) ++run;
  return run;
}

/// Calls visit(node, direction) for each move along the tiles closest to the straight line between
/// two, with the node that it begins at, while it returns true.
template <class Visit>
bool walk_line(const GridGraph& graph, Tile from, Tile to, Visit&& visit) {
  const Bend bend = make_bend(from, to, true);
  const std::int32_t diagonals = bend.lengths[0];
  const std::int32_t moves = diagonals + bend.lengths[1];
  std::uint32_t at = index(graph.node(from));
  std::int32_t left = moves / 2;  // until the next diagonal move
  for (std::int32_t k = 0; k < moves; ++k) {
    left -= diagonals;
    const unsigned d = bend.directions[left < 0 ? 0 : 1];
    left += left < 0 ? moves : 0;
    if (!visit(at, d)) return false;
    at += static_cast<std::uint32_t>(graph.offset(d));
  }
  return true;
}

/// First looks, then writes: most lines are blocked early.
bool append_line(const GridGraph& graph, Tile from, Tile to, std::vector<NodeId>& nodes) {
  std::size_t moves = 0;
  if (!walk_line(graph, from, to, [&](std::uint32_t at, unsigned d) {
        ++moves;
        return ((graph.moves(at) >> d) & 1) != 0;
      }))
    return false;
  nodes.resize(nodes.size() + moves);
  NodeId* out = nodes.data() + nodes.size() - moves;
  return walk_line(graph, from, to, [&](std::uint32_t at, unsigned d) {
    *out++ = NodeId{at + static_cast<std::uint32_t>(graph.offset(d))};
    return true;
  });
}

}  // namespace

Bend make_bend(Tile from, Tile to, bool diagonal_first) {
  const std::int32_t dx = to.x - from.x;
  const std::int32_t dy = to.y - from.y;
  const std::int32_t both = std::min(std::abs(dx), std::abs(dy));
  const std::int32_t rest = std::max(std::abs(dx), std::abs(dy)) - both;
  const unsigned diagonal = direction_of(dx, dy);
  const unsigned straight = std::abs(dx) > std::abs(dy) ? direction_of(dx, 0) : direction_of(0, dy);
  if (diagonal_first) return {{diagonal, straight}, {both, rest}};
  return {{straight, diagonal}, {rest, both}};
}

Cost bend_cost(const GridGraph& graph, std::uint32_t at, const Bend& bend, Cost limit) {
  Cost cost = 0;
  for (int part = 0; part < 2; ++part) {
    const unsigned d = bend.directions[part];
    const std::int32_t length = bend.lengths[part];
    if (clear_run(graph, at, d, length) < length) return kInfinite;
    const auto offset = static_cast<std::uint32_t>(graph.offset(d));
    if (graph.uniform()) {
      cost += static_cast<Cost>(length) * ((d & 1) != 0 ? graph.diagonal() : graph.straight());
      at += offset * static_cast<std::uint32_t>(length);
      continue;
    }
    for (std::int32_t k = 0; k < length && cost <= limit; ++k, at += offset) {
      cost += graph.move_cost(at, at + offset, d);
    }
  }
  return cost <= limit ? cost : kInfinite;
}

void append_bend(const GridGraph& graph, std::uint32_t at, const Bend& bend,
                 std::vector<NodeId>& out) {
  for (int part = 0; part < 2; ++part) {
    const auto offset = static_cast<std::uint32_t>(graph.offset(bend.directions[part]));
    for (std::int32_t k = 0; k < bend.lengths[part]; ++k) out.push_back(NodeId{at += offset});
  }
}

Cost find_straight_path(const GridGraph& graph, Tile from, Tile to, std::vector<NodeId>& nodes) {
  if (!graph.uniform()) return kInfinite;
  const Cost cost = direct_path_cost(graph, from, to);
  nodes.assign(1, graph.node(from));
  if (!within_direct(from, to)) return append_line(graph, from, to, nodes) ? cost : kInfinite;
  nodes.resize(1 + kDirectRoom);
  const NodeId* const end = write_direct_path(graph, from, to, nodes.data() + 1);
  if (end == nullptr) return kInfinite;
  nodes.resize(static_cast<std::size_t>(end - nodes.data()));
  return cost;
}

}  // namespace portolan::detail
