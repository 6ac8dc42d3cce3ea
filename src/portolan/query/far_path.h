#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "portolan/core/node_buffer.h"
#include "portolan/hierarchy/cell_places.h"
#include "portolan/query/label_path.h"
#include "portolan/query/query_world.h"
#include "portolan/query/shortcut_path.h"
#include "portolan/query/snapshot_view.h"
#include "portolan/query/table_end.h"
#include "portolan/tables/gate_id.h"

namespace portolan::detail {

/// Appends the nodes from the start to a gate of its cell; and those from the goal to one of its
/// cell, into the tail.
template <QueryWorld W>
void append_connections(const SnapshotView<W>& snapshot, const TableEnds& ends,
                        const std::array<GatePlace, 2>& gates, NodeBuffer& nodes,
                        NodeBuffer& tail) {
  const W& world = snapshot.world();
  const ConnectTable& table = snapshot.tables().connect();
  const auto cost = [&](unsigned e) { return ends[e].costs[gates[e]]; };
  if (table.paths() != ConnectPaths::steps) {
    for (unsigned e : {0u, 1u}) {
      append_connect_path(world, snapshot.hierarchy().cell(ends[e].cell), table, ends[e], gates[e],
                          cost(e), e == 0 ? nodes : tail);
    }
    return;
  }
  // Both at once, since each step waits for the one before.
  ConnectSteps<W> one(world, table, ends[0], gates[0], cost(0));
  ConnectSteps<W> other(world, table, ends[1], gates[1], cost(1));
  NodeId* first = nodes.room(one.most());
  NodeId* last = tail.room(other.most());
  for (bool more = true, more_there = true; more | more_there;) {
    *first = one.node();
    *last = other.node();
    first += more;
    last += more_there;
    more = one.step();
    more_there = other.step();
  }
  nodes.take_until(first);
  tail.take_until(last);
}

/// Writes paths over gates, as tables tell them. Scratch; one thread at a time.
template <QueryWorld W>
class FarPath {
 public:
  /// Appends the path over a hub, between ends whose hubs have been reached. False when it
  /// ended before the goal, since there were `most_nodes`.
  bool append(const SnapshotView<W>& snapshot, TableEnds& ends, Depth hub, std::size_t most_nodes,
              NodeBuffer& nodes) {
    tail_.clear();
    const bool whole = snapshot.tables().choice().far == FarMethod::labels
                           ? append_by_labels(snapshot, ends, hub, most_nodes, nodes)
                           : append_by_shortcuts(snapshot, ends, hub, most_nodes, nodes);
    if (whole) {
      tail_.drop_last();  // the gate is there already
      nodes.take_until(std::reverse_copy(tail_.begin(), tail_.end(), nodes.room(tail_.size())));
    }
    return whole;
  }

 private:
  bool append_by_labels(const SnapshotView<W>& snapshot, const TableEnds& ends, Depth hub,
                        std::size_t most_nodes, NodeBuffer& nodes) {
    const auto halves = by_labels_.find(snapshot.tables(), ends, hub);
    append_connections(snapshot, ends, {halves[0].entry, halves[1].entry}, nodes, tail_);
    return append_gate_hops(snapshot.world(), snapshot.tables().gate_hops(), halves, most_nodes,
                            nodes);
  }
  bool append_by_shortcuts(const SnapshotView<W>& snapshot, TableEnds& ends, Depth hub,
                           std::size_t most_nodes, NodeBuffer& nodes) {
    const auto halves = by_shortcuts_.find(snapshot, ends, hub);
    append_connections(snapshot, ends, {halves[0].entry, halves[1].entry}, nodes, tail_);
    return by_shortcuts_.append(snapshot, halves, most_nodes, nodes);
  }

  LabelHalves by_labels_;
  ShortcutHalves<W> by_shortcuts_;
  NodeBuffer tail_;  // from the goal on
};

}  // namespace portolan::detail
