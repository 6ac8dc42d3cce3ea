#include "portolan/grid/grid_detour.h"

#include <algorithm>

#include "portolan/hierarchy/overlay_graph.h"
#include "portolan/query/branch_hops.h"
#include "portolan/search/search.h"

namespace portolan::detail {
namespace {

/// The moves of level 0 that step on no occupied tile.
struct FreeMoves {
  const GridGraph& graph;
  const Occupied& occupied;
  template <class F>
  void for_each_edge(std::uint32_t node, const Label& label, F&& f) const {
    graph.for_each_edge(node, label, [&](std::uint32_t to, Cost cost, std::uint32_t via) {
      if (!occupied(NodeId{to})) f(to, cost, via);
    });
  }
};

/// Tiles inside opened squares, gates everywhere else. The `via` of a move between tiles is that of
/// an inter-edge: kUncrossed with the square of the tile it leads to.
struct DetourGraph {
  const GridSnapshot& snapshot;
  const OverlayGraph& overlay;
  std::span<const GridDetour::Square> squares;  // by number
  const Occupied& occupied;

  bool is_opened(CellId square) const {
    return squares[index(square)] != GridDetour::Square::closed;
  }
  bool is_free(NodeId node, CellId square) const {
    return squares[index(square)] != GridDetour::Square::near || !occupied(node);
  }
  GatePlace gate_place(NodeId node, CellId square) const {
    return snapshot.hierarchy().cell(index(square)).find(node);
  }

  template <class F>
  void for_each_edge(std::uint32_t node, const Label& label, F&& f) const {
    const GridWorld& world = snapshot.world();
    const CellId home = world.home_cell(NodeId{node});
    const bool opened = is_opened(home);
    const bool gate = gate_place(NodeId{node}, home) != kNoPlace;
    world.graph().for_each_edge(node, label, [&](std::uint32_t to, Cost cost, std::uint32_t) {
      const NodeId next{to};
      const CellId square = world.home_cell(next);
      // A path can go on from a tile of a closed square only where that is a gate.
      if (is_opened(square) || (opened && gate_place(next, square) != kNoPlace)) {
        if (is_free(next, square)) f(to, cost, kUncrossed | index(square));
      }
    });
    if (!gate) return;
    overlay.for_each_edge(node, label, [&](std::uint32_t to, Cost cost, std::uint32_t via) {
      if (is_free(NodeId{to}, world.home_cell(NodeId{to}))) f(to, cost, via);
    });
  }
};

}  // namespace

void GridDetour::begin(const GridGraph& graph) {
  labels_.reserve(graph.node_count());
  labels_.clear();
  open_.configure(graph.cheapest_move() / 8);
  open_.clear();
}

bool GridDetour::find_near(const GridSnapshot& snapshot, NodeId from,
                           std::span<const NodeId> targets, const Occupied& occupied,
                           Budget& budget, SearchCounts* counts, std::vector<NodeId>& nodes) {
  const GridGraph& graph = snapshot.graph();
  nodes.clear();
  if (targets.empty()) return false;
  begin(graph);
  add_source(labels_, open_, NoHeuristic{}, index(from), 0);
  NodeId reached = kNoNode;
  search(
      FreeMoves{graph, occupied}, labels_, open_, NoHeuristic{},
      [&](const OpenEntry& entry) {
        if (std::find(targets.begin(), targets.end(), NodeId{entry.node}) != targets.end()) {
          reached = NodeId{entry.node};
          return Settle::stop;
        }
        budget.spent = budget.left == 0;
        if (budget.spent) return Settle::stop;
        --budget.left;
        return Settle::expand;
      },
      CountedIf{counts});
  if (reached == kNoNode) return false;
  labels_.append_branch(index(reached), nodes);
  nodes.erase(nodes.begin());
  return true;
}

void GridDetour::open_square(const Hierarchy& hierarchy, CellId square, Square how) {
  Square& known = squares_[index(square)];
  if (known == Square::closed) {
    for (unsigned level = 1; level <= hierarchy.levels(); ++level)
      opened_.push_back(hierarchy.partition().ancestor(square, level));
  }
  known = std::max(known, how);
}

void GridDetour::open_squares(const GridSnapshot& snapshot, CellId goal,
                              std::span<const CellId> near, const Occupied& occupied) {
  const Hierarchy& hierarchy = snapshot.hierarchy();
  squares_.assign(snapshot.world().squares().count(), Square::closed);
  opened_.clear();
  open_square(hierarchy, goal, Square::opened);
  for (const CellId square : near) open_square(hierarchy, square, Square::near);
  // Paths through a square beside may touch gates of these: not where they are occupied.
  for (const CellId square : near) {
    const OverlayCell cell = hierarchy.cell(index(square));
    for (const GatePlace gate : cell.places()) {
      if (cell.home(gate) != square || !occupied(cell.gate(gate))) continue;
      cell.for_each_touch(gate,
                          [&](CellId beside) { open_square(hierarchy, beside, Square::opened); });
    }
  }
  std::sort(opened_.begin(), opened_.end());
  opened_.erase(std::unique(opened_.begin(), opened_.end()), opened_.end());
}

void GridDetour::find_far(const GridSnapshot& snapshot, NodeId from, NodeId goal,
                          std::span<const CellId> near, const Occupied& occupied, Budget& budget,
                          SearchCounts* counts, Hops& hops) {
  const GridWorld& world = snapshot.world();
  const Hierarchy& hierarchy = snapshot.hierarchy();
  hops.clear();
  open_squares(snapshot, world.home_cell(goal), near, occupied);
  const OverlayGraph overlay =
      OverlayGraph::around(hierarchy.overlay(), opened_, hierarchy.levels());
  const DetourGraph graph{snapshot, overlay, squares_, occupied};
  if (!graph.is_free(goal, world.home_cell(goal))) return;
  begin(world.graph());
  const GridHeuristic heuristic{&world.graph(), world.graph().tile(goal)};
  add_source(labels_, open_, heuristic, index(from), 0, kUncrossed | index(world.home_cell(from)));
  bool found = false;
  search(
      graph, labels_, open_, heuristic,
      [&](const OpenEntry& entry) {
        found = entry.node == index(goal);
        budget.spent = !found && budget.left == 0;
        if (found || budget.spent) return Settle::stop;
        --budget.left;
        return Settle::expand;
      },
      CountedIf{counts});
  if (found) append_branch_hops(labels_, index(goal), hops);
}

}  // namespace portolan::detail
