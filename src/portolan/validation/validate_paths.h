#pragma once

#include <cstdint>
#include <vector>

#include "portolan/core/narrow.h"
#include "portolan/graph/disjoint_sets.h"
#include "portolan/hierarchy/cell_world.h"
#include "portolan/hierarchy/hierarchy.h"
#include "portolan/validation/cell_error.h"
#include "portolan/validation/check_in_pieces.h"
#include "portolan/validation/same_components.h"
#include "portolan/validation/same_gates.h"
#include "portolan/validation/validate_gates_above.h"

namespace portolan::detail {

/// How many nodes the stored paths of every cell have, by handle and number of the pair; and how
/// many nodes each cell has, which no cheapest path of it exceeds.
struct PathLengthTable {
  std::vector<std::vector<std::uint32_t>> paths;
  std::vector<std::uint64_t> nodes;
};

/// The part of validate_paths that needs no world: the lengths of the paths above level 1. Those of
/// level 1 are known to be right and filled in.
Result<Done> validate_paths_above(const Partition& partition, const std::vector<CellWords>& cells,
                                  bool symmetric, PathLengthTable& lengths);

/// Checks one cell of level 1 after the other against a world; scratch is kept.
template <CellWorld W>
class CellPathChecker {
 public:
  explicit CellPathChecker(const W& world) : world_(world) {}

  /// What is wrong with the cell; null when nothing is. `lengths` gets those of its paths.
  const char* find_problem(CellId id, const OverlayCell& cell,
                           std::vector<std::uint32_t>& lengths) {
    world_.describe_gates(id, gates_);
    if (!same_gates(cell, gates_)) return "its gates are not those of the world";
    world_.open_cell(id, gates_, opened_);
    if (!good_components(cell)) return "its components are not those of the world";
    if (!cell.has_steps()) return "its paths are not stored";
    if (!good_paths(cell, lengths)) return "a stored path is not what its cost says";
    return nullptr;
  }
  std::uint32_t node_count() const { return opened_.local_count(); }  ///< Of the cell just checked.

 private:
  /// Joins what edges join.
  bool good_components(const OverlayCell& cell) {
    sets_.reset(opened_.local_count());
    const auto join_edges = [&](NodeId node) {
      const std::uint32_t from = opened_.local(node);
      opened_.for_each_edge(from, Label{},
                            [&](std::uint32_t to, Cost, std::uint32_t) { sets_.join(from, to); });
    };
    for (std::uint32_t i = 0; i < opened_.home_count(); ++i) {
      if (const NodeId node = opened_.home_node(i); node != kNoNode) join_edges(node);
    }
    for (const NodeId gate : gates_.nodes) join_edges(gate);
    number_.assign(opened_.local_count(), kNoComponent);
    std::uint32_t count = 0;
    return same_components(cell, opened_, [&](NodeId node) {
      std::uint32_t& n = number_[sets_.find(opened_.local(node))];
      if (n == kNoComponent) n = count++;
      return n;
    });
  }

  bool good_paths(const OverlayCell& cell, std::vector<std::uint32_t>& lengths) {
    const std::uint64_t pairs = pairs_of(cell.gate_count(), world_.symmetric());
    if (cell.pair_count() != pairs) return false;
    lengths.assign(pairs, 0);
    for (const GatePlace i : cell.places()) {
      for (const GatePlace j : cell.places()) {
        if (i == j && cell.stored_once()) continue;
        const auto [steps, reversed] = cell.stored_path(i, j);
        const Cost cost = cell.cost(i, j);
        if (i == j || cost == kInfinite) {
          if (steps.begin != steps.end) return false;
          continue;
        }
        path_.clear();
        append_steps(world_, cell.gate(i), steps, reversed, path_);
        if (path_.size() > opened_.local_count() || !leads(cell.gate(i), cell.gate(j), cost))
          return false;
        lengths[cell.pair(i, j)] = narrow<std::uint32_t>(path_.size());
      }
    }
    return true;
  }

  /// Whether path_ goes along edges of the cell and costs so much. Where two edges join the same
  /// nodes it takes the one that a search would.
  bool leads(NodeId from, NodeId to, Cost cost) const {
    std::uint32_t at = opened_.local(from);
    Label label{};
    std::uint64_t sum = 0;
    for (const NodeId next : path_) {
      std::uint32_t next_at = at;
      std::uint32_t via = 0;
      Cost cheapest = kInfinite;
      opened_.for_each_edge(at, label, [&](std::uint32_t local, Cost edge, std::uint32_t by) {
        if (edge >= cheapest || opened_.node(local) != next) return;
        cheapest = edge;
        next_at = local;
        via = by;
      });
      if (cheapest == kInfinite) return false;
      sum += cheapest;
      label.via = via;
      from = next;
      at = next_at;
    }
    return from == to && sum == cost;
  }

  const W& world_;
  CellGates gates_;
  typename W::Cell opened_;
  DisjointSets sets_;
  std::vector<std::uint32_t> number_;
  std::vector<NodeId> path_;
};

/// Checks untrusted cells that have passed validate_cells against the world they
/// are said to belong to, so that queries on them end and give paths that exist: gates, inter-edges
/// and components at all levels exactly as a build would find them; for every cost a stored path
/// along edges of the cell that costs exactly this, and that is no longer than the cell has nodes;
/// no path where there is no cost. The world's decode_steps must bear any bytes. In linear time.
///
/// What it cannot find without building again: a path that is not the cheapest, or that is missing.
/// Queries on such a world give legal paths, but no better than those stored.
template <CellWorld W>
Result<Done> validate_paths(const W& world, const Partition& partition,
                            const std::vector<CellWords>& cells, const ParallelFor& parallel = {}) {
  PathLengthTable lengths;
  lengths.paths.resize(cells.size());
  lengths.nodes.resize(cells.size());
  const auto check = [&](std::uint32_t begin, std::uint32_t end) -> Result<Done> {
    CellPathChecker<W> checker(world);
    for (std::uint32_t c = begin; c < end; ++c) {
      const OverlayCell cell(cells[c].get());
      if (const char* problem = checker.find_problem(CellId{c}, cell, lengths.paths[c]))
        return cell_error(partition, c, problem);
      lengths.nodes[c] = checker.node_count();
    }
    return Done{};
  };
  if (auto good = check_in_pieces(parallel, partition.cell_count(1), kCheckedTogether, check);
      !good)
    return good;
  if (auto good = validate_gates_above(partition, cells, parallel); !good) return good;
  return validate_paths_above(partition, cells, world.symmetric(), lengths);
}

}  // namespace portolan::detail
