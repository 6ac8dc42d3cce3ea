#include "studies/paper_model.h"

#include <algorithm>
#include <cstring>

#include "portolan/core/narrow.h"

namespace portolan::detail {
namespace {

/// A gate's middle, on the polygon that it has inside a cell.
MeshPlace place_of(const NavMeshSnapshot& snapshot, CellHandle cell, NodeId gate) {
  const MeshLayout& layout = snapshot.world().layout();
  const Partition& partition = snapshot.hierarchy().partition();
  const MeshLayout::Sides& sides = layout.sides(gate);
  const unsigned level = partition.level(cell);
  const bool first = partition.ancestor(layout.cell(sides.of[0].polygon), level) == cell;
  return {index(sides.of[first ? 0 : 1].polygon),
          middle_of(layout, snapshot.mesh().polygons(), gate)};
}

/// The gates of a cell as they are, for a block with other costs.
CellDraft draft_of(const OverlayCell& cell) {
  CellDraft draft;
  for (const GatePlace i : cell.places()) {
    draft.gates.nodes.push_back(cell.gate(i));
    draft.gates.homes.push_back(cell.home(i));
    cell.for_each_touch(i, [&](CellId c) { draft.gates.touches.push_back({i, c}); });
    cell.for_each_inter(i, [&](const InterEdge& e) { draft.gates.inters.push_back(e); });
    if (cell.component_count() != 0) draft.gate_components.push_back(cell.gate_component(i));
  }
  draft.component_count = cell.component_count();
  for (std::uint32_t i = 0; draft.component_count != 0 && i < cell.home_count(); ++i)
    draft.node_components.push_back(cell.node_component(i));
  return draft;
}

/// Fills in the costs and paths from one gate to all others; false where the paths take too much.
bool add_row(const NavMeshSnapshot& snapshot, CellHandle handle, std::uint32_t from,
             ClosestPointSearch& search, std::vector<NodeId>& path, CellDraft& draft) {
  const Partition& partition = snapshot.hierarchy().partition();
  const std::vector<NodeId>& gates = draft.gates.nodes;
  search.reach(snapshot.world(), snapshot.mesh().polygons(), partition, handle,
               place_of(snapshot, handle, gates[from]), false, nullptr);
  for (std::uint32_t to = 0; to < gates.size(); ++to) {
    const Cost cost = from == to ? 0 : search.cost(gates[to]);
    draft.costs.push_back(cost);
    if (from != to && cost != kInfinite) {
      path.clear();
      search.append_path(gates[to], path);
      const std::size_t at = draft.steps.size();
      draft.steps.resize(at + path.size() * sizeof(NodeId));
      std::memcpy(draft.steps.data() + at, path.data(), path.size() * sizeof(NodeId));
    }
    if (!fits<std::uint32_t>(draft.steps.size())) return false;
    draft.step_begin.push_back(narrow<std::uint32_t>(draft.steps.size()));
  }
  return true;
}

}  // namespace

Result<PaperModel> PaperModel::build(const NavMeshSnapshot& snapshot, unsigned levels,
                                     const Progress& progress) {
  const Partition& partition = snapshot.hierarchy().partition();
  PaperModel model;
  model.snapshot_ = snapshot;
  model.levels_ = std::min(std::max(levels, 1u), partition.levels());
  std::vector<CellWords> cells = snapshot.hierarchy().cells();
  const CellHandle end =
      partition.handle(model.levels_, CellId{0}) + partition.cell_count(model.levels_);
  ClosestPointSearch search;
  std::vector<NodeId> path;
  for (CellHandle h = 0; h < end; ++h) {
    if (!progress.step(h, end, "cells, the paper's way")) return Error{"the build was cancelled"};
    CellDraft draft = draft_of(snapshot.hierarchy().cell(h));
    draft.step_begin.push_back(0);
    for (std::uint32_t i = 0; i < draft.gates.nodes.size(); ++i) {
      if (add_row(snapshot, h, i, search, path, draft)) continue;
      return Error{std::string("cell ")
                       .append(std::to_string(index(partition.cell(h))))
                       .append(" of level ")
                       .append(std::to_string(partition.level(h)))
                       .append(" has paths of more than 4 GiB: merge into smaller cells")};
    }
    cells[h] = pack(draft);
  }
  model.hierarchy_ = Hierarchy(snapshot.hierarchy().shared_partition(), std::move(cells),
                               snapshot.hierarchy().version(), snapshot.hierarchy().components());
  return model;
}

void PaperModel::append_path(CellHandle cell, NodeId from, NodeId to,
                             std::vector<NodeId>& nodes) const {
  const OverlayCell gates = hierarchy_.cell(cell);
  const OverlayCell::Steps steps =
      gates.steps(index(gates.find(from)) * gates.gate_count() + index(gates.find(to)));
  const auto bytes = static_cast<std::size_t>(steps.end - steps.begin);
  const std::size_t at = nodes.size();
  nodes.resize(at + bytes / sizeof(NodeId));
  std::memcpy(nodes.data() + at, steps.begin, bytes);
}

}  // namespace portolan::detail
