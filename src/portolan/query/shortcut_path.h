#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "portolan/core/node_buffer.h"
#include "portolan/core/platform.h"
#include "portolan/hierarchy/cell_places.h"
#include "portolan/query/query_world.h"
#include "portolan/query/refine.h"
#include "portolan/query/snapshot_view.h"
#include "portolan/query/table_end.h"

namespace portolan::detail {

/// No limit to the nodes of a path.
inline constexpr std::size_t kAllNodes = std::numeric_limits<std::size_t>::max();

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
      TableEnd& end = ends[e];
      halves[e].entry =
          end.climb.append_steps(tables.shortcuts(), snapshot.hierarchy(), tables.links(),
                                 end.climb_end(tables), hub, end.hubs[hub], steps_[e]);
      halves[e].steps = steps_[e];
    }
    return halves;
  }

  /// Appends the nodes of both halves after the gate that the first begins at. False when there
  /// were `most_nodes` before the end.
  bool append(const SnapshotView<W>& snapshot, const std::array<ShortcutHalf, 2>& halves,
              std::size_t most_nodes, NodeBuffer& nodes) {
    for (const ShortcutHalf& half : halves) {
      find_stored_paths(snapshot.hierarchy(), half.steps);
      for (std::size_t k = 0; k < half.steps.size(); ++k) {
        if (nodes.size() >= most_nodes) return false;
        if (paths_[k].steps.begin != nullptr) {
          append_stored(snapshot.world(), paths_[k], nodes);
        } else {
          append_step(snapshot, half.steps[k], nodes);
        }
      }
    }
    return nodes.size() < most_nodes;
  }

 private:
  /// Of all crossings before the first is written, so that none is waited for.
  void find_stored_paths(const Hierarchy& hierarchy, std::span<const GateStep> steps) {
    paths_.assign(steps.size(), {});
    for (std::size_t k = 0; k < steps.size(); ++k) {
      if (steps[k].cell == GateLinks::Link::kInter) continue;
      const OverlayCell cell = hierarchy.cell(steps[k].cell);
      if (!cell.has_steps()) continue;
      paths_[k] = cell.stored_path(steps[k].from, steps[k].to);
      prefetch(paths_[k].steps.begin);
    }
  }

  static void append_stored(const W& world, const OverlayCell::StoredPath& path,
                            NodeBuffer& nodes) {
    const auto bytes = static_cast<std::size_t>(path.steps.end - path.steps.begin);
    NodeId* const out = nodes.room(world.most_steps(bytes) + kStepSlack);
    auto writer = make_step_writer(world, out[-1], out);
    writer.write(path.steps, path.reversed);
    nodes.take_until(writer.finish());
  }

  void append_step(const SnapshotView<W>& snapshot, const GateStep& step, NodeBuffer& nodes) {
    const Hierarchy& hierarchy = snapshot.hierarchy();
    if (step.cell == GateLinks::Link::kInter) {
      const GateLinks::Link& home = snapshot.tables().links().links_of(step.gate)[0];
      nodes.push_back(hierarchy.cell(home.cell).gate(home.own));
      return;
    }
    const OverlayCell cell = hierarchy.cell(step.cell);
    crossing_.clear();
    refiner_.append_inside(snapshot.world(), hierarchy,
                           {Hop::Kind::cross, step.cell, cell.gate(step.from), cell.gate(step.to)},
                           nullptr, crossing_);
    for (const NodeId node : crossing_) nodes.push_back(node);
  }

  std::array<std::vector<GateStep>, 2> steps_;
  std::vector<OverlayCell::StoredPath> paths_;  // beside steps
  Refiner<W> refiner_;
  std::vector<NodeId> crossing_;
};

}  // namespace portolan::detail
