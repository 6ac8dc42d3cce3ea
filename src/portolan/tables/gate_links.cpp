#include "portolan/tables/gate_links.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "portolan/core/narrow.h"
#include "portolan/core/page_vector.h"
#include "portolan/hierarchy/gate_cells.h"

namespace portolan::detail {
namespace {

void list_links(const GateGraph& graph, const NumberedTree& numbered, GateLinks& made) {
  const auto& [tree, number_of] = numbered;
  PageVector<GateId> targets;
  for (const GraphGateId gate : graph.cell_gates) targets.push_back(number_of[gate]);
  IdVector<GateId, GraphGateId> gate_at(graph.gate_count());
  for (const GraphGateId g : graph.gates()) gate_at[number_of[g]] = g;
  PageVector<GateLinks::Gate> gates;
  PageVector<GateLinks::Link> links;
  const bool labelled = fits<std::uint32_t>(tree.label_count());
  std::uint32_t labels = 0;
  for (const GateId number : IdRange<GateId>(graph.gate_count())) {
    const GraphGateId gate = gate_at[number];
    const Depth depth = tree.depth(number);
    gates.push_back({labels, size32(links.size()), depth});
    if (labelled) labels += padded_row(index(depth) + 1);
    for (const GateGraph::Member& m : graph.members_of(gate)) {
      const std::uint32_t* begin = graph.cell_begin.data() + (m.cell - graph.first_cell);
      links.push_back({m.cell, begin[0], begin[1] - begin[0], m.own});
    }
    const auto inters = graph.inters_of(gate);
    if (inters.empty()) continue;
    links.push_back(
        {GateLinks::Link::kInter, size32(targets.size()), size32(inters.size()), GatePlace{0}});
    for (const GateGraph::Inter& e : inters) targets.push_back(number_of[e.to]);
  }
  gates.push_back({labels, size32(links.size()), Depth{0}});
  PageVector<RowOf> rows;
  for (std::size_t k = 0; k < graph.cell_gates.size(); ++k) {
    const GateLinks::Gate& gate = gates[index(targets[k])];
    rows.push_back({gate.labels, index(gate.depth) + 1});
  }
  made.rows = SharedArray(std::move(rows));
  made.targets = SharedArray(std::move(targets));
  made.gates = SharedArray(std::move(gates));
  made.links = SharedArray(std::move(links));
  made.cell_begin = SharedArray(graph.cell_begin);
}

void compare_cells(const GateTree& tree, GateLinks& made) {
  const std::uint32_t cells = size32(made.cell_begin.size()) - 1;
  const auto sorted = cells_by_deepest_gate(made, cells);
  std::vector<std::uint32_t> place(cells);
  for (std::uint32_t k = 0; k < cells; ++k) place[sorted[k].cell - made.first_cell] = k;
  PageVector<std::uint16_t> least(cells, 0);
  for (std::uint32_t k = 0; k + 1 < cells; ++k) {
    if (sorted[k].number_plus_one == 0) continue;  // a cell without gates
    const GateId one{sorted[k].number_plus_one - 1};
    const GateId next{sorted[k + 1].number_plus_one - 1};
    least[k] = narrow<std::uint16_t>(tree.common_hubs(one, next));
  }
  for (std::uint32_t run = 1; 2 * run < cells; run *= 2) {
    const std::size_t above = least.size() - cells;
    for (std::uint32_t k = 0; k < cells; ++k)
      least.push_back(std::min(least[above + k], least[above + std::min(k + run, cells - 1)]));
  }
  made.cell_place = SharedArray(std::move(place));
  made.least_common = SharedArray(std::move(least));
}

}  // namespace

std::vector<DeepestGate> cells_by_deepest_gate(const GateLinks& links, std::uint32_t cells) {
  std::vector<DeepestGate> sorted;
  for (CellHandle c = links.first_cell; c < links.first_cell + cells; ++c) {
    std::uint32_t deepest = 0;
    for (const GateId gate : links.gates_of(c)) deepest = std::max(deepest, index(gate) + 1);
    sorted.push_back({deepest, c});
  }
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

std::uint32_t GateLinks::common_hubs(CellHandle a, CellHandle b) const {
  std::uint32_t first = cell_place[a - first_cell];
  std::uint32_t last = cell_place[b - first_cell];
  if (first > last) std::swap(first, last);
  const auto row = static_cast<std::uint32_t>(std::bit_width(last - first)) - 1;  // below 32
  const std::uint16_t* least = least_common.data() + std::size_t{row} * cell_count();
  return std::min(least[first], least[last - (1u << row)]);
}

std::uint64_t GateLinks::most_targets() const {
  std::uint64_t most = 0;
  for (const GateId gate : all_gates()) {
    std::uint64_t count = 0;
    for (const Link& link : links_of(gate)) count += link.count;
    most = std::max(most, count);
  }
  return most;
}

std::size_t GateLinks::bytes() const {
  return gates.bytes() + links.bytes() + targets.bytes() + rows.bytes() + cell_begin.bytes() +
         cell_place.bytes() + least_common.bytes();
}

GateLinks make_gate_links(const GateGraph& graph, const NumberedTree& numbered) {
  GateLinks made;
  made.first_cell = graph.first_cell;
  list_links(graph, numbered, made);
  compare_cells(numbered.tree, made);
  return made;
}

Cost step_cost(const Hierarchy& hierarchy, const GateLinks& links, GateId gate,
               const GateLinks::Link& link, std::uint32_t j, bool backward) {
  if (link.cell != GateLinks::Link::kInter) {
    const OverlayCell cell = hierarchy.cell(link.cell);
    const GatePlace target{j};
    return backward ? cell.cost(target, link.own) : cell.cost(link.own, target);
  }
  const GateLinks::Link& home = links.links_of(gate)[0];
  const OverlayCell cell = hierarchy.cell(home.cell);
  Cost cost = kInfinite;
  std::uint32_t k = 0;
  for_each_inter_of_gate(hierarchy, hierarchy.partition().level(home.cell), cell.gate(home.own),
                         cell.home(home.own), [&](const InterEdge& e) {
                           if (k++ == j) cost = backward ? e.cost_in : e.cost_out;
                         });
  return cost;
}

}  // namespace portolan::detail
