#include "portolan/grid/near_search.h"

#include <array>
#include <bit>

namespace portolan::detail {
namespace {

/// Sides of a window around the start, in tiles: no near path leaves it.
constexpr unsigned kWindowBits = 6;
constexpr std::uint32_t kWindow = 1u << kWindowBits;
static_assert(kWindow / 2 > NearSearch::kMostMoves + 1);

constexpr std::uint64_t kMostExpansions = 400;

/// By direction of the last move: the moves that may be the next of a path that has its diagonal
/// moves as early as they can be; of all equally good paths such a one will do. `moves` are those
/// that can be made, where a diagonal move needs both tiles beside it.
unsigned early_diagonals(unsigned moves, unsigned last) {
  const auto rotated = [](unsigned eight, unsigned by) {
    return std::rotl(static_cast<std::uint8_t>(eight), static_cast<int>(by));
  };
  if ((last & 1) != 0) return moves & rotated(0b1000'0011u, last);
  // Where a tile diagonally behind is blocked, what lies beside could not be reached before.
  const unsigned seen = rotated(moves, 8 - last);
  const unsigned right = (seen & 0b0000'1000u) == 0 ? 0b0000'0110u : 0u;
  const unsigned left = (seen & 0b0010'0000u) == 0 ? 0b1100'0000u : 0u;
  return moves & rotated(1u | right | left, last);
}

/// The tiles around a start, numbered by their places in the window, as far as near paths to a goal
/// lead over them.
class NearGraph {
 public:
  static constexpr std::uint32_t kStart = kWindow / 2 * kWindow + kWindow / 2;
  static constexpr std::uint32_t kNoMove = 8;  ///< As `via`: nothing came before.

  NearGraph(const GridGraph& graph, Tile start, Tile goal)
      : graph_(graph),
        goal_{goal.x - start.x + static_cast<std::int32_t>(kWindow / 2),
              goal.y - start.y + static_cast<std::int32_t>(kWindow / 2)},
        origin_(index(graph.node(start)) - kWindow / 2 * (graph.stride() + 1)),
        limit_(NearSearch::kMostMoves * graph.cheapest_move()),
        early_(graph.uniform() && graph.metric().diagonals == DiagonalRule::both_free &&
               graph.straight() < graph.diagonal() && graph.diagonal() <= 2 * graph.straight()) {
    for (unsigned d = 0; d < 8; ++d) {
      steps_[d] = static_cast<std::uint32_t>(kDirections[d].y * static_cast<std::int32_t>(kWindow) +
                                             kDirections[d].x);
    }
  }

  NodeId node(std::uint32_t place) const {
    return NodeId{origin_ + (place >> kWindowBits) * graph_.stride() + place % kWindow};
  }
  std::uint32_t goal() const {
    return static_cast<std::uint32_t>(goal_.y) * kWindow + static_cast<std::uint32_t>(goal_.x);
  }
  /// Lower bound of the rest of a path.
  Cost operator()(std::uint32_t place) const {
    return graph_.distance_bound({static_cast<std::int32_t>(place % kWindow),
                                  static_cast<std::int32_t>(place >> kWindowBits)},
                                 goal_);
  }
  bool near(Cost whole) const { return whole <= limit_; }

  template <class F>
  void for_each_edge(std::uint32_t from, const Label& label, F&& f) const {
    const std::uint32_t at = index(node(from));
    unsigned moves = graph_.moves(at);
    if (early_ && label.via != kNoMove) moves = early_diagonals(moves, label.via);
    for (; moves != 0; moves &= moves - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(moves));
      const std::uint32_t to = from + steps_[d];
      const Cost cost = graph_.move_cost(at, at + static_cast<std::uint32_t>(graph_.offset(d)), d);
      if (near(label.cost + cost + (*this)(to))) f(to, cost, d);
    }
  }

 private:
  const GridGraph& graph_;
  Tile goal_;             // in the window
  std::uint32_t origin_;  // the node of place 0
  Cost limit_;
  bool early_;  // whether `early_diagonals` holds
  std::array<std::uint32_t, 8> steps_;
};

}  // namespace

Cost NearSearch::find_path(const GridGraph& graph, Tile start, Tile goal,
                           std::vector<NodeId>& nodes, SearchCounts* counts) {
  const NearGraph near(graph, start, goal);
  labels_.reserve(kWindow * kWindow);
  labels_.clear();
  open_.configure(graph.cheapest_move() / 8);
  open_.clear();
  add_source(labels_, open_, near, NearGraph::kStart, 0, NearGraph::kNoMove);
  Cost cost = kInfinite;
  std::uint64_t left = kMostExpansions;
  const auto settle = [&](const OpenEntry& entry) {
    if (entry.node == near.goal()) cost = entry.cost();
    return cost != kInfinite || left-- == 0 ? Settle::stop : Settle::expand;
  };
  search(near, labels_, open_, near, settle, CountedIf{counts});
  if (cost == kInfinite) return kInfinite;
  nodes.clear();
  labels_.append_branch(near.goal(), nodes);
  for (NodeId& node : nodes) node = near.node(index(node));
  return cost;
}

}  // namespace portolan::detail
