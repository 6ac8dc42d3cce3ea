#pragma once

#include <cstddef>
#include <cstdint>

#include "portolan/core/cost.h"
#include "portolan/core/host_device.h"
#include "portolan/core/vec3.h"
#include "portolan/navmesh/mesh_layout.h"
#include "portolan/tables/connect_table.h"
#include "portolan/tables/gate_hops.h"
#include "portolan/tables/gate_id.h"
#include "portolan/tables/gate_links.h"

namespace portolan::detail {

/// A constant array, in whichever memory.
template <class T>
struct Array {
  const T* data = nullptr;
  std::size_t size = 0;

  PORTOLAN_HOST_DEVICE const T& operator[](std::size_t i) const { return data[i]; }
};

/// The labels of the gates of a cell, hub by hub, a row for each depth: `stride` gates, a multiple
/// of four, those that are not there or have no hub so deep being kTableInfinite.
struct HubRows {
  std::uint32_t begin;  ///< Of the first row, in units of four costs.
  std::uint16_t depth;  ///< Rows.
  std::uint16_t stride;
};

/// The nodes from a doorway of a cell to one of its gates, both included, told as in PairPath, with
/// a 0 before the first.
struct ConnectionPath {
  std::uint32_t begin = 0;
  std::uint16_t count = 0;
  std::uint16_t plain = 0;   ///< Whether all are gone through, as far as one node can tell.
  std::uint32_t joined = 0;  ///< The last one of these.
  std::uint32_t second = 0;  ///< Where there are two, the second node
  std::uint32_t before = 0;  ///< and the last but one,
  std::uint32_t last = 0;
};

/// What queries by tables read of one direction.
struct DirectionArrays {
  Array<ConnectTable::Cell> connect_cells;
  Array<std::uint16_t> connect_narrow;
  Array<Cost> connect_wide;
  Array<std::uint16_t> connect_ranks;
  Array<std::uint8_t> connect_steps;
  Array<std::uint16_t> connect_wide_steps;
  Array<Cost> hub_costs;  ///< See HubRows.
  Array<std::uint8_t> label_steps;
  Array<std::uint16_t> label_wide_steps;
  Array<std::uint32_t> exit_begin;
  Array<GateHop> gate_hops;
  Array<Cost> connect_costs;          ///< By cell, local number and gate, `padded` of these.
  Array<ConnectionPath> connections;  ///< By cell, gate and local number; see MeshArrays::pairs.
};

/// What the cheapest path between two gates costs, and how deep its topmost gate is.
struct GatePair {
  Cost cost;
  std::uint32_t depth;
};
/// The nodes of that path behind its first gate, the last one being the other gate, each told as
/// all `across` up to it joined by exclusive or: with the polygon behind the first gate this gives
/// the one behind the node.
struct PairPath {
  /// In place of the count: the path may touch a node without going through it.
  static constexpr std::uint32_t kNotPlain = 0xFFFF'FFFFu;

  std::uint32_t begin = 0;
  std::uint32_t count = 0;
  std::uint32_t first = 0;  ///< The first node, where there is one,
  std::uint32_t last = 0;   ///< and the last but one, where there are two.
};

/// Everything that queries by tables read of a mesh, as plain arrays: those of the snapshot itself,
/// or copies of them on a GPU. Refers to memory that others own.
struct MeshArrays {
  // The mesh: by polygon,
  Array<CellId> cells;
  Array<float> area_costs;
  Array<std::uint32_t> slot_begin;  ///< And one more.
  Array<std::size_t> matrix_begin;
  Array<MeshLayout::Slot> slots;  ///< by slot,
  Array<Vec3> slot_places;
  Array<Cost> matrix;
  Array<MeshLayout::Sides> sides;  ///< by node,
  Array<std::uint32_t> across;
  Array<CellId> homes;
  Array<Cost> link_costs;      ///< Of following a link from there; empty without links.
  Array<std::uint32_t> first;  ///< by cell, and one more: the first node.
  Array<std::uint32_t> outsider_begin;
  Array<NodeId> outsiders;

  // By cell and by two of its nodes: what a path costs that does not leave the cell, and the node
  // before its last one.
  Array<std::size_t> inside_begin;
  Array<Cost> inside_costs;
  Array<std::uint16_t> inside_before;

  // The tables.
  Array<std::uint32_t> cell_begin;
  Array<GateId> gates_of_cells;
  Array<HubRows> hubs;  ///< By cell.
  Array<GateLinks::Gate> gates;
  Array<std::uint32_t> cell_place;
  Array<std::uint16_t> least_common;
  Array<std::uint8_t> stored_paths;          ///< Node by node, four bytes each.
  Array<std::uint32_t> connect_costs_begin;  ///< By cell, in units of four.
  Array<std::uint32_t> connection_begin;     ///< By cell.
  Array<GatePair> pairs;                     ///< By two gates; empty where they are too many.
  Array<PairPath> pair_paths;
  Array<std::uint32_t> pair_polygons;  ///< Of these and of connections.
  DirectionArrays to_gates;
  DirectionArrays from_gates;  ///< The same arrays where paths cost the same both ways.

  double units_per_metre = 1.0;
  std::uint32_t node_count = 0;
  std::uint32_t gate_count = 0;
  std::uint32_t most_gates = 0;   ///< Of any cell.
  std::uint32_t most_depth = 0;   ///< Gates above each other.
  std::uint32_t most_locals = 0;  ///< Nodes of any cell.
  bool symmetric = true;      ///< Stored paths hold their first node, too, and are read both ways.
  bool flipped_back = false;  ///< GateHops::flipped(true)

  PORTOLAN_HOST_DEVICE static constexpr std::uint32_t padded(std::uint32_t gates) {
    return (gates + 3) / 4 * 4;
  }
  PORTOLAN_HOST_DEVICE const DirectionArrays& direction(bool backward) const {
    return backward ? from_gates : to_gates;
  }
};

/// Calls f(array) for every array: what is copied to a GPU.
template <class F>
void for_each_array(DirectionArrays& d, F&& f) {
  f(d.connect_cells);
  f(d.connect_narrow);
  f(d.connect_wide);
  f(d.connect_ranks);
  f(d.connect_steps);
  f(d.connect_wide_steps);
  f(d.hub_costs);
  f(d.label_steps);
  f(d.label_wide_steps);
  f(d.exit_begin);
  f(d.gate_hops);
  f(d.connect_costs);
  f(d.connections);
}
template <class F>
void for_each_array(MeshArrays& m, F&& f) {
  f(m.cells);
  f(m.area_costs);
  f(m.slot_begin);
  f(m.matrix_begin);
  f(m.slots);
  f(m.slot_places);
  f(m.matrix);
  f(m.sides);
  f(m.across);
  f(m.homes);
  f(m.link_costs);
  f(m.first);
  f(m.outsider_begin);
  f(m.outsiders);
  f(m.inside_begin);
  f(m.inside_costs);
  f(m.inside_before);
  f(m.cell_begin);
  f(m.gates_of_cells);
  f(m.hubs);
  f(m.gates);
  f(m.cell_place);
  f(m.least_common);
  f(m.stored_paths);
  f(m.connect_costs_begin);
  f(m.connection_begin);
  f(m.pairs);
  f(m.pair_paths);
  f(m.pair_polygons);
  for_each_array(m.to_gates, f);
  for_each_array(m.from_gates, f);
}

}  // namespace portolan::detail
