#include "portolan/grid/grid_world.h"

#include <algorithm>

#include "portolan/core/narrow.h"
#include "portolan/grid/direct_path.h"

namespace portolan::detail {
namespace {

/// One gate while they are being collected: several borders may name the same tile.
struct Found {
  NodeId node;
  CellId home;
  CellId touches = kNoCell;  // a cell besides its home, when this one is its home
  NodeId other = kNoNode;    // the other end of an inter-edge
  CellId other_home = kNoCell;
  Cost cost = 0;
};

/// Collects the gates of one square from its borders and corners. Of two squares that meet,
/// the near one comes first in reading order.
class GateCollector {
 public:
  GateCollector(const GridWorld& world, CellId cell)
      : world_(world), cell_(cell), rect_(world.squares().rect(cell)) {}

  std::vector<Found>& collect() {
    found().clear();
    const auto columns = narrow<std::int32_t>(world_.squares().columns());
    const auto rows = narrow<std::int32_t>(world_.squares().rows());
    const std::int32_t column = narrow<std::int32_t>(index(cell_)) % columns;
    const std::int32_t row = narrow<std::int32_t>(index(cell_)) / columns;
    const std::int32_t right = rect_.x + rect_.width - 1;
    const std::int32_t bottom = rect_.y + rect_.height - 1;
    if (column > 0) border({{rect_.x - 1, rect_.y}, {1, 0}, {0, 1}, rect_.height});
    if (column + 1 < columns) border({{right, rect_.y}, {1, 0}, {0, 1}, rect_.height});
    if (row > 0) border({{rect_.x, rect_.y - 1}, {0, 1}, {1, 0}, rect_.width});
    if (row + 1 < rows) border({{rect_.x, bottom}, {0, 1}, {1, 0}, rect_.width});
    if (row > 0 && column > 0) corner({rect_.x - 1, rect_.y - 1}, 1);
    if (row > 0 && column + 1 < columns) corner({right + 1, rect_.y - 1}, 3);
    if (row + 1 < rows && column + 1 < columns) corner({right, bottom}, 1);
    if (row + 1 < rows && column > 0) corner({rect_.x, bottom}, 3);
    return found();
  }

 private:
  static std::vector<Found>& found() {
    static thread_local std::vector<Found> found;
    return found;
  }

  void border(const Border& border) {
    static thread_local std::vector<Crossing> crossings;
    choose_crossings(world_.graph(), border, world_.policy(), crossings);
    for (const Crossing& c : crossings) add(border.near_tile(c.near), border.far_tile(c.far));
  }

  /// The move across the corner where four squares meet, from its near end. The exact policy
  /// keeps it; the others only when nothing else joins the two tiles there.
  void corner(Tile near, unsigned direction) {
    const GridGraph& graph = world_.graph();
    if (!graph.passable(near) || ((graph.moves(index(graph.node(near))) >> direction) & 1) == 0)
      return;
    const auto step = [&](unsigned d) {
      return Tile{near.x + kDirections[d].x, near.y + kDirections[d].y};
    };
    const bool bypassed =
        graph.passable(step(direction - 1)) || graph.passable(step(direction + 1));
    if (world_.policy().kind == TransitionKind::all || !bypassed) add(near, step(direction));
  }

  void add(Tile near, Tile far) {
    const GridGraph& graph = world_.graph();
    const NodeId near_node = graph.node(near);
    const NodeId far_node = graph.node(far);
    const CellId near_home = world_.squares().at(near);
    const CellId far_home = world_.squares().at(far);
    if (!world_.policy().paper()) {
      found().push_back({near_node, near_home, far_home});
      return;
    }
    const Cost cost =
        graph.move_cost(index(near_node), index(far_node), graph.direction(near_node, far_node));
    if (near_home == cell_)
      found().push_back({near_node, cell_, kNoCell, far_node, far_home, cost});
    if (far_home == cell_)
      found().push_back({far_node, cell_, kNoCell, near_node, near_home, cost});
  }

  const GridWorld& world_;
  CellId cell_;
  TileRect rect_;
};

}  // namespace

void GridWorld::describe_gates(CellId cell, CellGates& gates) const {
  gates.clear();
  std::vector<Found>& found = GateCollector(*this, cell).collect();
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
    return a.node != b.node         ? a.node < b.node
           : a.touches != b.touches ? a.touches < b.touches
                                    : a.other < b.other;
  });
  for (const Found& f : found) {
    if (gates.nodes.empty() || gates.nodes.back() != f.node) {
      gates.nodes.push_back(f.node);
      gates.homes.push_back(f.home);
    }
    const GatePlace gate{narrow<std::uint32_t>(gates.nodes.size() - 1)};
    if (f.home != cell) continue;
    if (f.touches != kNoCell && (gates.touches.empty() || gates.touches.back().gate != gate ||
                                 gates.touches.back().cell != f.touches)) {
      gates.touches.push_back({gate, f.touches});
    }
    if (f.other != kNoNode) gates.inters.push_back({gate, f.other, f.other_home, f.cost, f.cost});
  }
}

bool GridWorld::append_direct_path(NodeId from, NodeId to, Cost cost, NodeBuffer& nodes) const {
  const Tile a = graph_->tile(from);
  const Tile b = graph_->tile(to);
  if (!graph_->uniform() || cost != direct_path_cost(*graph_, a, b)) return false;
  const NodeId* const end = write_direct_path(*graph_, a, b, nodes.room(kDirectRoom));
  if (end == nullptr) return false;
  nodes.take_until(end);
  return true;
}

void GridWorld::open_cell(CellId cell, const OverlayCell& gates, Cell& opened) const {
  opened.open(*graph_, squares_.rect(cell));
  for (const GatePlace i : gates.places()) {
    if (gates.home(i) != cell) opened.add_outside_gate(gates.gate(i));
  }
}

void GridWorld::open_cell(CellId cell, const CellGates& gates, Cell& opened) const {
  opened.open(*graph_, squares_.rect(cell));
  for (std::size_t i = 0; i < gates.nodes.size(); ++i) {
    if (gates.homes[i] != cell) opened.add_outside_gate(gates.nodes[i]);
  }
}

}  // namespace portolan::detail
