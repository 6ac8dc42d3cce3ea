#pragma once

#include <cstdint>

#include "portolan/gpu/mesh/mesh_arrays.h"

/// What the searches that the agents of a batch share work on and in, as plain arrays.
namespace portolan::detail {

/// The cells and their gates, beside what MeshArrays has of them. A *row* is a node of a cell:
/// those of one cell come one behind the other, by local number. Refers to memory that others own.
struct SharedArrays {
  static constexpr std::uint32_t kNoGate = 0xFFFF'FFFFu;

  Array<CellId> cell_of_row;
  Array<std::uint32_t> row_begin;            ///< By cell, and one more.
  Array<std::uint32_t> connect_costs_begin;  ///< As in MeshArrays.
  Array<std::uint32_t> connection_begin;
  Array<std::uint16_t> gate_locals;      ///< Beside gates_of_cells: the local number in that cell.
  Array<std::uint32_t> gate_nodes;       ///< By gate,
  Array<std::uint32_t> link_partners;    ///< where its link leads; kNoGate,
  Array<std::uint32_t> neighbour_begin;  ///< and one more: gates of its cells, and that one.
  Array<GateId> neighbours;

  std::uint32_t gate_count = 0;
  std::uint32_t row_count = 0;
  std::uint32_t connection_count = 0;    ///< Of one direction,
  std::uint32_t connect_cost_count = 0;  ///< and so here.
  std::uint64_t inside_count = 0;
  std::uint32_t directions = 1;  ///< 2 where paths cost something else on the way back.
};

/// Calls f(array) for every array: what is copied to a GPU.
template <class F>
void for_each_array(SharedArrays& s, F&& f) {
  f(s.cell_of_row);
  f(s.row_begin);
  f(s.connect_costs_begin);
  f(s.connection_begin);
  f(s.gate_locals);
  f(s.gate_nodes);
  f(s.link_partners);
  f(s.neighbour_begin);
  f(s.neighbours);
}

/// What the searches fill in.
struct SharedRoom {
  Cost* inside_costs;  ///< As in MeshArrays,
  std::uint16_t* inside_before;
  Cost* connect_costs[2];
  ConnectionPath* connections[2];
  GatePair* pairs;
  PairPath* pair_paths;
  std::uint32_t* polygons;

  /// By two gates: the cost of the cheapest path through one cell, or along a link, and below it
  /// the connection that this is, kLinkHop for a link; kNoHop.
  std::uint64_t* hops;
  Cost* gate_costs;        ///< By two gates, rows of `stride`: kTableInfinite for no path.
  std::uint32_t* next;     ///< By two gates: the next one on the path.
  std::uint32_t* lengths;  ///< Of connections, then of pairs: places in `polygons`.
  std::uint64_t* begins;   ///< All lengths before each.
  std::uint32_t stride;
};
inline constexpr std::uint64_t kNoHop = ~std::uint64_t{0};
inline constexpr std::uint32_t kLinkHop = 0xFFFF'FFFFu;

/// A mesh as `answer_by_pairs` reads it, with what was found in place of tables.
inline MeshArrays found_arrays(const MeshArrays& mesh, const SharedArrays& s,
                               const SharedRoom& room, std::uint64_t polygons) {
  MeshArrays found = mesh;
  const unsigned back = s.directions - 1;
  found.inside_costs = {room.inside_costs, s.inside_count};
  found.inside_before = {room.inside_before, s.inside_count};
  found.connect_costs_begin = s.connect_costs_begin;
  found.connection_begin = s.connection_begin;
  found.connections_to_gates = {{room.connect_costs[0], s.connect_cost_count},
                                {room.connections[0], s.connection_count}};
  found.connections_from_gates = {{room.connect_costs[back], s.connect_cost_count},
                                  {room.connections[back], s.connection_count}};
  const std::size_t pairs = std::size_t{s.gate_count} * s.gate_count;
  found.pairs = {room.pairs, pairs};
  found.pair_paths = {room.pair_paths, pairs};
  found.pair_polygons = {room.polygons, polygons};
  return found;
}

}  // namespace portolan::detail
