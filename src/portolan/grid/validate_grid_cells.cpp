#include "portolan/grid/validate_grid_cells.h"

#include <algorithm>
#include <array>

#include "portolan/validation/cell_error.h"
#include "portolan/validation/check_in_pieces.h"
#include "portolan/validation/same_components.h"
#include "portolan/validation/same_gates.h"
#include "portolan/validation/validate_cells.h"
#include "portolan/validation/validate_gates_above.h"
#include "portolan/validation/validate_symmetric_costs.h"

namespace portolan::detail {
namespace {

/// Checks one square after the other; scratch is kept.
class SquareChecker {
 public:
  SquareChecker(const GridWorld& world, bool store_steps)
      : world_(world), graph_(world.graph()), store_steps_(store_steps) {}

  /// What is wrong with the cell; null when nothing is.
  const char* find_problem(CellId id, const OverlayCell& cell) {
    world_.describe_gates(id, gates_);
    if (!same_gates(cell, gates_)) return "its gates are not those of the grid";
    world_.open_cell(id, gates_, opened_);
    if (!good_components(cell)) return "its components are not those of the grid";
    if (cell.has_steps() != store_steps_) return "its paths are stored against the options";
    if (store_steps_ && !good_paths(cell)) return "a stored path is not what its cost says";
    return nullptr;
  }

 private:
  /// Floods the square in the order in which a build numbers its components, and notes
  /// which moves may be made.
  bool good_components(const OverlayCell& cell) {
    moves_.assign(opened_.local_count(), 0);
    component_.assign(opened_.local_count(), kNoComponent);
    std::uint32_t count = 0;
    return same_components(cell, opened_, [&](NodeId node) {
      const std::uint32_t local = opened_.local(node);
      if (component_[local] == kNoComponent) flood(local, count++);
      return component_[local];
    });
  }

  void flood(std::uint32_t from, std::uint32_t number) {
    component_[from] = number;
    stack_.assign(1, from);
    while (!stack_.empty()) {
      const std::uint32_t at = stack_.back();
      stack_.pop_back();
      opened_.for_each_edge(at, Label{}, [&](std::uint32_t to, Cost, std::uint32_t direction) {
        moves_[at] = static_cast<std::uint8_t>(moves_[at] | 1u << direction);
        local_offset_[direction] = to - at;
        if (component_[to] != kNoComponent) return;
        component_[to] = number;
        stack_.push_back(to);
      });
    }
  }

  bool good_paths(const OverlayCell& cell) const {
    const std::uint32_t gates = cell.gate_count();
    if (gates > 0 && cell.pair_count() != pairs_of(gates, true)) return false;
    for (const GatePlace j : cell.places()) {
      for (const GatePlace i : IdRange<GatePlace>(index(j))) {
        const OverlayCell::Steps steps = cell.steps(triangle_pair(i, j));
        const Cost cost = cell.cost(i, j);
        if (cost == kInfinite ? steps.begin != steps.end
                              : !leads(cell.gate(i), cell.gate(j), cost, steps)) {
          return false;
        }
      }
    }
    return true;
  }

  bool leads(NodeId from, NodeId to, Cost cost, OverlayCell::Steps steps) const {
    std::uint32_t node = index(from);
    std::uint32_t local = opened_.local(from);
    Cost left = cost;
    for (const std::uint8_t* step = steps.begin; step != steps.end; ++step) {
      const auto [direction, length] = GridRun::of(*step);
      const auto offset = static_cast<std::uint32_t>(graph_.offset(direction));
      for (unsigned k = 0; k < length; ++k) {
        if (((moves_[local] >> direction) & 1u) == 0) return false;
        const Cost move = graph_.move_cost(node, node + offset, direction);
        if (move > left) return false;
        left -= move;
        node += offset;
        local += local_offset_[direction];
      }
    }
    return node == index(to) && left == 0;
  }

  const GridWorld& world_;
  const GridGraph& graph_;
  bool store_steps_;
  CellGates gates_;
  GridCell opened_;
  std::vector<std::uint8_t> moves_;  // by local number: one bit for each direction
  std::vector<std::uint32_t> component_;
  std::vector<std::uint32_t> stack_;
  std::array<std::uint32_t, 8> local_offset_{};
};

/// A search relies on the straight-line bound to expand each gate once only.
bool above_the_bound(const GridGraph& graph, const OverlayCell& cell, std::vector<Tile>& tiles) {
  tiles.clear();
  for (const GatePlace i : cell.places()) tiles.push_back(graph.tile(cell.gate(i)));
  for (const GatePlace i : cell.places()) {
    for (const GatePlace j : cell.places()) {
      if (cell.cost(i, j) < graph.distance_bound(tiles[index(i)], tiles[index(j)])) return false;
    }
  }
  return true;
}

}  // namespace

Result<Done> validate_grid_cells(const GridWorld& world, const Partition& partition,
                                 const std::vector<CellWords>& cells, bool store_steps,
                                 const ParallelFor& parallel) {
  if (auto valid = validate_cells(partition, cells, world.node_count(), parallel); !valid)
    return valid;
  const auto check = [&](CellHandle begin, CellHandle end) -> Result<Done> {
    SquareChecker squares(world, store_steps);
    std::vector<Tile> tiles;
    for (CellHandle h = begin; h < end; ++h) {
      const OverlayCell cell(cells[h].get());
      const char* problem =
          partition.level(h) == 1 ? squares.find_problem(partition.cell(h), cell) : nullptr;
      if (problem == nullptr && !above_the_bound(world.graph(), cell, tiles)) {
        problem = "a cost is lower than that of any path could be";
      }
      if (problem != nullptr) return cell_error(partition, h, problem);
    }
    return Done{};
  };
  if (auto good = check_in_pieces(parallel, partition.handle_count(), kCheckedTogether, check);
      !good)
    return good;
  if (auto good = validate_gates_above(partition, cells, parallel); !good) return good;
  return validate_symmetric_costs(partition, cells, world.node_count());
}

}  // namespace portolan::detail
