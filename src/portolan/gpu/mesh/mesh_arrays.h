#pragma once

#include <cstddef>
#include <cstdint>

#include "portolan/core/cost.h"
#include "portolan/core/host_device.h"
#include "portolan/core/vec3.h"
#include "portolan/gpu/tables/table_arrays.h"
#include "portolan/navmesh/mesh_layout.h"

namespace portolan::detail {

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
struct MeshArrays : TableArrays {
  /// From the doorways of cells to their gates.
  struct Connections {
    Array<Cost> costs;            ///< By cell, local number and gate, `padded` of these.
    Array<ConnectionPath> paths;  ///< By cell, gate and local number.
  };

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

  // Between gates. Stored paths are node by node, four bytes each.
  Array<std::uint32_t> connect_costs_begin;  ///< By cell, in units of four.
  Array<std::uint32_t> connection_begin;     ///< By cell.
  Connections connections_to_gates;
  Connections connections_from_gates;  ///< The same where paths are the same both ways.
  Array<GatePair> pairs;               ///< By two gates; empty where they are too many.
  Array<PairPath> pair_paths;
  Array<std::uint32_t> pair_polygons;  ///< Of these and of connections.

  double units_per_metre = 1.0;
  std::uint32_t node_count = 0;
  std::uint32_t most_locals = 0;  ///< Nodes of any cell.
  bool symmetric = true;  ///< Stored paths hold their first node, too, and are read both ways.

  PORTOLAN_HOST_DEVICE const Connections& connections(bool backward) const {
    return backward ? connections_from_gates : connections_to_gates;
  }
};

/// Calls f(array) for every array: what is copied to a GPU.
template <class F>
void for_each_array(MeshArrays& m, F&& f) {
  for_each_table_array(m, f);
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
  f(m.connect_costs_begin);
  f(m.connection_begin);
  f(m.pairs);
  f(m.pair_paths);
  f(m.pair_polygons);
  for (MeshArrays::Connections* c : {&m.connections_to_gates, &m.connections_from_gates}) {
    f(c->costs);
    f(c->paths);
  }
}

}  // namespace portolan::detail
