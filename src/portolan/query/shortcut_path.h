#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/node_buffer.h"
#include "portolan/hierarchy/cell_places.h"
#include "portolan/query/query_world.h"
#include "portolan/query/refine.h"
#include "portolan/query/snapshot_view.h"
#include "portolan/query/table_end.h"

namespace portolan::detail {

/// The path between an end and the hub, by shortcuts.
struct ShortcutHalf {
  GatePlace entry{};                ///< The gate of the end's cell that it touches.
  std::span<const GateStep> steps;  ///< In the order of the whole path.
};

/// Unpacks shortcuts between both ends and the hub. Owns the memory of what it finds.
template <QueryWorld W>
class ShortcutHalves {
 public:
  /// The halves of the path over a hub, until the next call.
  std::array<ShortcutHalf, 2> find(const SnapshotView<W>& snapshot, TableEnds& ends, Depth hub) {
    std::array<ShortcutHalf, 2> halves;
    const Tables& tables = snapshot.tables();
    for (unsigned e : {0u, 1u}) {
      steps_[e].clear();
      halves[e].entry = ends[e].climb.append_steps(tables.shortcuts(), snapshot.hierarchy(),
                                                   tables.links(), hub, steps_[e]);
      halves[e].steps = steps_[e];
    }
    return halves;
  }

  /// Appends the nodes of both halves after the gate that the first begins at. False when there
  /// were `most_nodes` before the end.
  bool append(const SnapshotView<W>& snapshot, const std::array<ShortcutHalf, 2>& halves,
              std::size_t most_nodes, NodeBuffer& nodes) {
    for (const ShortcutHalf& half : halves) {
      for (const GateStep& step : half.steps) {
        if (nodes.size() >= most_nodes) return false;
        append_step(snapshot, step, nodes);
      }
    }
    return nodes.size() < most_nodes;
  }

 private:
  void append_step(const SnapshotView<W>& snapshot, const GateStep& step, NodeBuffer& nodes) {
    const Hierarchy& hierarchy = snapshot.hierarchy();
    if (step.cell == GateLinks::Link::kInter) {
      const GateLinks::Link& home = snapshot.tables().links().links_of(step.gate)[0];
      nodes.push_back(hierarchy.cell(home.cell).gate(home.own));
      return;
    }
    const OverlayCell cell = hierarchy.cell(step.cell);
    crossing_.clear();
    refiner_.append_crossing(
        snapshot.world(), hierarchy,
        {Hop::Kind::cross, step.cell, cell.gate(step.from), cell.gate(step.to)}, nullptr,
        crossing_);
    for (const NodeId node : crossing_) nodes.push_back(node);
  }

  std::array<std::vector<GateStep>, 2> steps_;
  Refiner<W> refiner_;
  std::vector<NodeId> crossing_;
};

}  // namespace portolan::detail
