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

/// What gates of one supernode have in common: the cells they belong to, and those that their
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

void form_supernodes(GateGraph& graph) {
  graph.supernode_of.resize(graph.gate_count());
  graph.supernode_begin.assign(1, 0);
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
        graph.supernode_begin.push_back(size32(graph.supernode_gates.size()));
      graph.supernode_of[signed_gates[k].second] = GraphSupernodeId{graph.supernode_count()};
      graph.supernode_gates.push_back(signed_gates[k].second);
    }
    graph.supernode_begin.push_back(size32(graph.supernode_gates.size()));
    first = next;
  }
}

void join_supernodes(GateGraph& graph) {
  std::vector<std::pair<GraphSupernodeId, GraphSupernodeId>> pairs;
  std::vector<GraphSupernodeId> supernodes;
  for (std::uint32_t c = 0; c < graph.cell_count(); ++c) {
    supernodes.clear();
    for (const GraphGateId gate : graph.gates_of(graph.first_cell + c))
      supernodes.push_back(graph.supernode_of[gate]);
    std::sort(supernodes.begin(), supernodes.end());
    supernodes.erase(std::unique(supernodes.begin(), supernodes.end()), supernodes.end());
    for (const GraphSupernodeId a : supernodes) {
      for (const GraphSupernodeId b : supernodes) {
        if (a != b) pairs.emplace_back(a, b);
      }
    }
  }
  for (const GraphGateId gate : graph.gates()) {
    for (const GateGraph::Inter& e : graph.inters_of(gate)) {
      pairs.emplace_back(graph.supernode_of[gate], graph.supernode_of[e.to]);
      pairs.emplace_back(graph.supernode_of[e.to], graph.supernode_of[gate]);
    }
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  graph.neighbours.reserve(size32(pairs.size()));
  graph.neighbour_begin.assign(graph.supernode_count() + 1, 0);
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
  form_supernodes(graph);
  join_supernodes(graph);
  return graph;
}

SupernodeOrder order_by_levels(const Hierarchy& hierarchy, const GateGraph& graph) {
  const Partition& partition = hierarchy.partition();
  // The highest level at which a gate still joins two cells; its supernodes alike.
  const auto height = [&](GraphSupernodeId supernode) {
    const GraphGateId gate = graph.gates_of(supernode)[0];
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
  std::vector<std::pair<unsigned, GraphSupernodeId>> sorted;
  for (const GraphSupernodeId g : graph.supernodes()) sorted.emplace_back(height(g), g);
  std::sort(sorted.begin(), sorted.end());
  SupernodeOrder place(graph.supernode_count());
  for (std::uint32_t k = 0; k < sorted.size(); ++k) place[sorted[k].second] = k;
  return place;
}

}  // namespace portolan::detail
