#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "portolan/core/node_buffer.h"
#include "portolan/hierarchy/cell_world.h"
#include "portolan/hierarchy/connect_table.h"

namespace portolan {

/// One end of a way that is told by a connect table: an anchor's contacts, and a gate of its cell.
struct ConnectEnd {
  CellHandle cell = kNoHandle;
  bool backward = false;  ///< The way leads from the gate to the anchor.
  std::vector<ConnectTable::Contact> contacts;
};

/// Sees an anchor as the start or the goal of ways.
template <CellWorld W>
void find_contacts(const W& world, const typename W::Anchor& anchor, bool backward,
                   ConnectEnd& end) {
  end.cell = index(world.anchor_cell(anchor));
  end.backward = backward;
  end.contacts.clear();
  world.for_each_contact_row(anchor, backward, [&](std::uint32_t row, Cost cost) {
    end.contacts.push_back({row, cost});
  });
}

/// Appends the nodes of a way between an anchor and a gate, both ends of it included, from the
/// anchor to the gate in either case. `cost` is what the table tells for the anchor.
template <CellWorld W>
void append_connect_way(const W& world, const OverlayCell& overlay, const ConnectTable& table,
                        const ConnectEnd& end, std::uint32_t gate, Cost cost, NodeBuffer& nodes) {
  const auto contact =
      std::find_if(end.contacts.begin(), end.contacts.end(), [&](const ConnectTable::Contact& c) {
        return c.cost + table.cost(end.cell, end.backward, c.row, gate) == cost;
      });
  const CellId cell{end.cell};
  const auto node_of = world.row_nodes(cell);
  const NodeId first = node_of(contact->row);
  nodes.push_back(first);
  if (table.ways() == ConnectWays::whole) {
    const auto way = table.way(end.cell, end.backward, contact->row, gate);
    nodes.take_until(std::copy(way.begin(), way.end(), nodes.room(way.size())));
  } else if (table.ways() == ConnectWays::steps) {
    const NodeId last = overlay.gate(gate);
    const ConnectTable::Steps steps = table.steps_to(end.cell, end.backward, gate);
    std::uint32_t row = contact->row;
    for (NodeId node = first; node != last; nodes.push_back(node)) {
      row = steps.next(row);
      node = node_of(row);
    }
  } else {
    world.append_descent(
        cell, overlay, gate, end.backward, first, cost - contact->cost,
        [&](std::uint32_t at) { return table.cost(end.cell, end.backward, at, gate); },
        [&](std::uint32_t at) {
          return end.backward ? overlay.row(gate)[at] : overlay.row(at)[gate];
        },
        nodes);
  }
}

}  // namespace portolan
