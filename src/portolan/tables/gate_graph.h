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

/// The gates of one level under numbers of their own, and the groups that they come in: gates that
/// belong to the same cells (all portals between two cells, say) have the same neighbours, so that
/// whatever orders the gates may order the groups.
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

  std::vector<std::uint32_t> group_begin;  ///< By group, and one more: where its gates begin.
  std::vector<GraphGateId> group_gates;
  IdVector<GraphGateId, GraphGroupId> group_of;
  std::vector<std::uint32_t> neighbour_begin;  ///< By group, and one more.
  std::vector<GraphGroupId> neighbours;        ///< Groups with a gate next to one of the group.

  std::uint32_t gate_count() const { return narrow<std::uint32_t>(nodes.size()); }
  std::uint32_t group_count() const { return narrow<std::uint32_t>(group_begin.size()) - 1; }
  std::uint32_t cell_count() const { return narrow<std::uint32_t>(cell_begin.size()) - 1; }
  IdRange<GraphGateId> gates() const { return IdRange<GraphGateId>(gate_count()); }
  IdRange<GraphGroupId> groups() const { return IdRange<GraphGroupId>(group_count()); }
  std::uint32_t group_size(GraphGroupId group) const {
    return group_begin[index(group) + 1] - group_begin[index(group)];
  }
  std::span<const GraphGateId> gates_of(GraphGroupId group) const {
    return {group_gates.data() + group_begin[index(group)],
            group_gates.data() + group_begin[index(group) + 1]};
  }
  std::span<const GraphGroupId> neighbours_of(GraphGroupId group) const {
    return {neighbours.data() + neighbour_begin[index(group)],
            neighbours.data() + neighbour_begin[index(group) + 1]};
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

/// An order of the groups, first to last, by which searches over gates become short: for every
/// group its place. Made by nested dissection (partition/dissection.h), or from the levels of the
/// hierarchy alone: the higher the level up to which a gate is one, the later it comes.
using GroupOrder = IdVector<GraphGroupId, std::uint32_t>;
GroupOrder order_by_levels(const Hierarchy& hierarchy, const GateGraph& graph);

}  // namespace portolan::detail
