#include "portolan/tables/gate_graph.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "portolan/core/narrow.h"
#include "portolan/hierarchy/gate_cells.h"

namespace portolan::detail {
namespace {

void number_gates(const Hierarchy& hierarchy, GateGraph& graph) {
  const Partition& partition = hierarchy.partition();
  const std::uint32_t cells = partition.cell_count(graph.level);
  const auto home_of = [&](const OverlayCell& cell, GatePlace i) {
    return partition.ancestor(cell.home(i), graph.level);
  };
  graph.cell_begin.assign(1, 0);
  for (std::uint32_t c = 0; c < cells; ++c) {
    const OverlayCell cell = hierarchy.cell(graph.first_cell + c);
    for (const GatePlace i : cell.places()) {
      const bool home = home_of(cell, i) == graph.first_cell + c;
      graph.cell_gates.push_back(home ? GraphGateId{graph.gate_count()} : kNoGraphGate);
      if (home) graph.nodes.push_back(cell.gate(i));
    }
    graph.cell_begin.push_back(size32(graph.cell_gates.size()));
  }
  for (std::uint32_t c = 0; c < cells; ++c) {
    const OverlayCell cell = hierarchy.cell(graph.first_cell + c);
    for (const GatePlace i : cell.places()) {
      GraphGateId& gate = graph.cell_gates[graph.cell_begin[c] + index(i)];
      if (gate != kNoGraphGate) continue;
      const CellHandle home = home_of(cell, i);
      gate = graph.gates_of(home)[index(hierarchy.cell(home).find(cell.gate(i)))];
    }
  }
}

void list_members(const Hierarchy& hierarchy, GateGraph& graph) {
  const Partition& partition = hierarchy.partition();
  const auto list = [&](const OverlayCell& cell, GatePlace gate) {
    const NodeId node = cell.gate(gate);
    graph.member_begin.push_back(size32(graph.members.size()));
    graph.inter_begin.push_back(size32(graph.inters.size()));
    for_each_cell_of_gate(hierarchy, graph.level, node, cell.home(gate), [&](CellHandle member) {
      graph.members.push_back({member, hierarchy.cell(member).find(node)});
    });
    for_each_inter_of_gate(hierarchy, graph.level, node, cell.home(gate), [&](const InterEdge& e) {
      const CellHandle there = partition.ancestor(e.to_home, graph.level);
      const GatePlace at = hierarchy.cell(there).find(e.to);
      graph.inters.push_back({graph.gates_of(there)[index(at)], e.cost_out, e.cost_in});
    });
  };
  for (std::uint32_t c = 0; c < graph.cell_count(); ++c) {
    const OverlayCell cell = hierarchy.cell(graph.first_cell + c);
    for (const GatePlace i : cell.places()) {
      if (partition.ancestor(cell.home(i), graph.level) == graph.first_cell + c) list(cell, i);
    }
  }
  graph.member_begin.push_back(size32(graph.members.size()));
  graph.inter_begin.push_back(size32(graph.inters.size()));
}

/// What gates of one group have in common: the cells they belong to, and those that their
/// inter-edges lead to.
std::vector<std::uint32_t> signature(const GateGraph& graph, GraphGateId gate) {
  std::vector<std::uint32_t> cells;
  for (const GateGraph::Member& m : graph.members_of(gate)) cells.push_back(m.cell);
  std::sort(cells.begin() + 1, cells.end());
  const auto own = static_cast<std::ptrdiff_t>(cells.size());
  for (const GateGraph::Inter& e : graph.inters_of(gate))
    cells.push_back(graph.members_of(e.to)[0].cell | 0x8000'0000u);
  std::sort(cells.begin() + own, cells.end());
  return cells;
}

void form_groups(GateGraph& graph) {
  graph.group_of.resize(graph.gate_count());
  graph.group_begin.assign(1, 0);
  const auto home_of = [&](GraphGateId gate) { return graph.members_of(gate)[0].cell; };
  std::vector<std::pair<std::vector<std::uint32_t>, GraphGateId>> signed_gates;
  for (std::uint32_t first = 0; first < graph.gate_count();) {  // home by home
    const CellHandle home = home_of(GraphGateId{first});
    signed_gates.clear();
    std::uint32_t next = first;
    for (; next < graph.gate_count() && home_of(GraphGateId{next}) == home; ++next)
      signed_gates.emplace_back(signature(graph, GraphGateId{next}), GraphGateId{next});
    std::sort(signed_gates.begin(), signed_gates.end());
    for (std::size_t k = 0; k < signed_gates.size(); ++k) {
      if (k > 0 && signed_gates[k].first != signed_gates[k - 1].first)
        graph.group_begin.push_back(size32(graph.group_gates.size()));
      graph.group_of[signed_gates[k].second] = GraphGroupId{graph.group_count()};
      graph.group_gates.push_back(signed_gates[k].second);
    }
    graph.group_begin.push_back(size32(graph.group_gates.size()));
    first = next;
  }
}

void join_groups(GateGraph& graph) {
  std::vector<std::pair<GraphGroupId, GraphGroupId>> pairs;
  std::vector<GraphGroupId> groups;
  for (std::uint32_t c = 0; c < graph.cell_count(); ++c) {
    groups.clear();
    for (const GraphGateId gate : graph.gates_of(graph.first_cell + c))
      groups.push_back(graph.group_of[gate]);
    std::sort(groups.begin(), groups.end());
    groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
    for (const GraphGroupId a : groups) {
      for (const GraphGroupId b : groups) {
        if (a != b) pairs.emplace_back(a, b);
      }
    }
  }
  for (const GraphGateId gate : graph.gates()) {
    for (const GateGraph::Inter& e : graph.inters_of(gate)) {
      pairs.emplace_back(graph.group_of[gate], graph.group_of[e.to]);
      pairs.emplace_back(graph.group_of[e.to], graph.group_of[gate]);
    }
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  graph.neighbours.reserve(size32(pairs.size()));
  graph.neighbour_begin.assign(graph.group_count() + 1, 0);
  for (const auto& [a, b] : pairs) {
    ++graph.neighbour_begin[index(a) + 1];
    graph.neighbours.push_back(b);
  }
  std::partial_sum(graph.neighbour_begin.begin(), graph.neighbour_begin.end(),
                   graph.neighbour_begin.begin());
}

}  // namespace

GateGraph make_gate_graph(const Hierarchy& hierarchy, unsigned level) {
  GateGraph graph;
  graph.level = level;
  graph.first_cell = hierarchy.partition().handle(level, CellId{0});
  number_gates(hierarchy, graph);
  list_members(hierarchy, graph);
  form_groups(graph);
  join_groups(graph);
  return graph;
}

GroupOrder order_by_levels(const Hierarchy& hierarchy, const GateGraph& graph) {
  const Partition& partition = hierarchy.partition();
  // The highest level at which a gate still joins two cells; its groups alike.
  const auto height = [&](GraphGroupId group) {
    const GraphGateId gate = graph.gates_of(group)[0];
    std::vector<CellHandle> cells;
    for (const GateGraph::Member& m : graph.members_of(gate)) cells.push_back(m.cell);
    for (const GateGraph::Inter& e : graph.inters_of(gate))
      cells.push_back(graph.members_of(e.to)[0].cell);
    unsigned level = graph.level - 1;
    const auto apart = [&] {
      return std::ranges::any_of(cells, [&](CellHandle c) { return c != cells[0]; });
    };
    while (level < partition.levels() && apart()) {
      ++level;
      for (CellHandle& c : cells) c = partition.parent(c);
    }
    return level;
  };
  std::vector<std::pair<unsigned, GraphGroupId>> sorted;
  for (const GraphGroupId g : graph.groups()) sorted.emplace_back(height(g), g);
  std::sort(sorted.begin(), sorted.end());
  GroupOrder place(graph.group_count());
  for (std::uint32_t k = 0; k < sorted.size(); ++k) place[sorted[k].second] = k;
  return place;
}

}  // namespace portolan::detail
