#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/id_range.h"
#include "portolan/core/id_vector.h"
#include "portolan/core/ids.h"
#include "portolan/core/narrow.h"
#include "portolan/hierarchy/cell_places.h"
#include "portolan/hierarchy/hierarchy.h"
#include "portolan/tables/gate_id.h"

namespace portolan::detail {

/// The gates of one level under numbers of their own, and the supernodes that they come in: gates
/// that belong to the same cells (all portals between two cells, say) have the same neighbours, so
/// that whatever orders the gates may order the supernodes.
struct GateGraph {
  /// A cell that a gate belongs to.
  struct Member {
    CellHandle cell;
    GatePlace own;  ///< The gate's place there.
  };
  struct Inter {
    GraphGateId to;
    Cost cost_out;
    Cost cost_in;
  };

  unsigned level = 1;
  CellHandle first_cell = 0;  ///< Of the level.
  IdVector<GraphGateId, NodeId> nodes;
  std::vector<std::uint32_t> cell_begin;  ///< By cell of the level, and one more.
  std::vector<GraphGateId> cell_gates;    ///< Cell by cell, in the order of its gates.
  std::vector<std::uint32_t> member_begin;
  std::vector<Member> members;  ///< Gate by gate; its home first, then its touches.
  std::vector<std::uint32_t> inter_begin;
  std::vector<Inter> inters;  ///< Gate by gate.

  /// By supernode, and one more: where its gates begin.
  std::vector<std::uint32_t> supernode_begin;
  std::vector<GraphGateId> supernode_gates;
  IdVector<GraphGateId, GraphSupernodeId> supernode_of;
  std::vector<std::uint32_t> neighbour_begin;  ///< By supernode, and one more.
  std::vector<GraphSupernodeId> neighbours;    ///< With a gate next to one of the supernode.

  std::uint32_t gate_count() const { return narrow<std::uint32_t>(nodes.size()); }
  std::uint32_t supernode_count() const {
    return narrow<std::uint32_t>(supernode_begin.size()) - 1;
  }
  std::uint32_t cell_count() const { return narrow<std::uint32_t>(cell_begin.size()) - 1; }
  IdRange<GraphGateId> gates() const { return IdRange<GraphGateId>(gate_count()); }
  IdRange<GraphSupernodeId> supernodes() const {
    return IdRange<GraphSupernodeId>(supernode_count());
  }
  std::uint32_t supernode_size(GraphSupernodeId supernode) const {
    return supernode_begin[index(supernode) + 1] - supernode_begin[index(supernode)];
  }
  std::span<const GraphGateId> gates_of(GraphSupernodeId supernode) const {
    return {supernode_gates.data() + supernode_begin[index(supernode)],
            supernode_gates.data() + supernode_begin[index(supernode) + 1]};
  }
  std::span<const GraphSupernodeId> neighbours_of(GraphSupernodeId supernode) const {
    return {neighbours.data() + neighbour_begin[index(supernode)],
            neighbours.data() + neighbour_begin[index(supernode) + 1]};
  }
  std::span<const GraphGateId> gates_of(CellHandle cell) const {
    const std::uint32_t c = cell - first_cell;
    return {cell_gates.data() + cell_begin[c], cell_gates.data() + cell_begin[c + 1]};
  }
  std::span<const Member> members_of(GraphGateId gate) const {
    return {members.data() + member_begin[index(gate)],
            members.data() + member_begin[index(gate) + 1]};
  }
  std::span<const Inter> inters_of(GraphGateId gate) const {
    return {inters.data() + inter_begin[index(gate)], inters.data() + inter_begin[index(gate) + 1]};
  }
};

GateGraph make_gate_graph(const Hierarchy& hierarchy, unsigned level = 1);

/// An order of the supernodes, first to last, by which searches over gates become short: for every
/// supernode its place. Made by nested dissection (partition/dissection.h), or from the levels of
/// the hierarchy alone: the higher the level up to which a gate is one, the later it comes.
using SupernodeOrder = IdVector<GraphSupernodeId, std::uint32_t>;
SupernodeOrder order_by_levels(const Hierarchy& hierarchy, const GateGraph& graph);

}  // namespace portolan::detail
