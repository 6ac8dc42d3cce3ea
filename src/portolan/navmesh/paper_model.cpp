#include "portolan/navmesh/paper_model.h"

#include <algorithm>

#include "portolan/hierarchy/overlay_graph.h"
#include "portolan/hierarchy/refine.h"
#include "portolan/search/search.h"

namespace portolan {
namespace {

/// A gate's middle, on the polygon that it has inside a cell.
MeshPlace place_of(const NavMeshWorld& world, const Partition& partition, CellHandle cell,
                   NodeId gate) {
  const MeshLayout::Sides& sides = world.layout().sides(gate);
  const unsigned level = partition.level(cell);
  const bool first = partition.ancestor(world.layout().cell(sides.of[0].polygon), level) == cell;
  return {sides.of[first ? 0 : 1].polygon, world.layout().place(gate)};
}

/// The gates of a cell as they are, for a block with other costs.
CellDraft draft_of(const OverlayCell& cell) {
  CellDraft draft;
  for (std::uint32_t i = 0; i < cell.gate_count(); ++i) {
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
  for (CellHandle h = 0; h < end; ++h) {
    if (!progress.step(h, end, "cells, the paper's way")) return Error{"the build was cancelled"};
    const OverlayCell cell = snapshot.hierarchy().cell(h);
    const std::uint32_t count = cell.gate_count();
    CellDraft draft = draft_of(cell);
    draft.costs.assign(std::size_t{count} * count, kInfinite);
    for (std::uint32_t i = 0; i < count; ++i) {
      search.reach(snapshot.world(), snapshot.mesh().polygons(), partition, h,
                   place_of(snapshot.world(), partition, h, cell.gate(i)), false, nullptr);
      for (std::uint32_t j = 0; j < count; ++j)
        draft.costs[std::size_t{i} * count + j] = i == j ? 0 : search.cost(cell.gate(j));
    }
    cells[h] = pack(draft);
  }
  model.hierarchy_ = Hierarchy(snapshot.hierarchy().shared_partition(), std::move(cells),
                               snapshot.hierarchy().version(), snapshot.hierarchy().components());
  return model;
}

Status PaperQuery::find_path_astar(const PaperModel& model, const MeshPlace& start,
                                   const MeshPlace& goal, NavMeshPath& path) {
  const NavMeshSnapshot& snapshot = model.snapshot();
  path.clear();
  if (!snapshot.passable(start)) return path.status = Status::invalid_start;
  if (!snapshot.passable(goal)) return path.status = Status::invalid_goal;
  path.cost =
      inside_.find(snapshot.world(), snapshot.mesh().polygons(), snapshot.hierarchy().partition(),
                   kNoHandle, start, goal, counts_ ? &counts_->main : nullptr);
  if (path.cost == kInfinite) return path.status = Status::unreachable;
  inside_.append_way(path.nodes);
  trace(snapshot, start, goal, false, doorways_, path);
  return path.status = Status::complete;
}

void PaperQuery::connect(const PaperModel& model, const MeshPlace& place, CellHandle cell,
                         bool backward, ClosestPointSearch& search, std::vector<Cost>& costs) {
  const NavMeshSnapshot& snapshot = model.snapshot();
  search.reach(snapshot.world(), snapshot.mesh().polygons(), snapshot.hierarchy().partition(), cell,
               place, backward, counts_ ? &counts_->connect : nullptr);
  const OverlayCell gates = model.hierarchy().cell(cell);
  costs.resize(gates.gate_count());
  for (std::uint32_t i = 0; i < gates.gate_count(); ++i) costs[i] = search.cost(gates.gate(i));
}

Status PaperQuery::find_path(const PaperModel& model, const MeshPlace& start, const MeshPlace& goal,
                             unsigned level, NavMeshPath& path) {
  const NavMeshSnapshot& snapshot = model.snapshot();
  path.clear();
  if (!snapshot.passable(start)) return path.status = Status::invalid_start;
  if (!snapshot.passable(goal)) return path.status = Status::invalid_goal;
  const NavMeshWorld& world = snapshot.world();
  const Partition& partition = snapshot.hierarchy().partition();
  const CellId from = world.anchor_cell(start);
  const CellId to = world.anchor_cell(goal);
  level = std::min(level, model.levels());
  while (level > 0 && partition.ancestor(from, level) == partition.ancestor(to, level)) --level;
  if (level == 0) return find_path_astar(model, start, goal, path);

  const CellHandle cells[2] = {partition.ancestor(from, level), partition.ancestor(to, level)};
  connect(model, start, cells[0], false, ends_[0], costs_[0]);
  connect(model, goal, cells[1], true, ends_[1], costs_[1]);
  const std::uint32_t goal_node = world.node_count();
  const OverlayGraph graph = OverlayGraph::at_level(model.hierarchy().overlay(), level)
                                 .with_goal(goal_node, cells[1], costs_[1].data());
  const auto heuristic = [&](std::uint32_t node) {
    return node == goal_node ? 0 : world.distance_bound(NodeId{node}, goal);
  };
  main_.reserve(goal_node + 1);
  main_.clear();
  open_.configure(4 * world.costs().typical);
  open_.clear();
  const OverlayCell first = model.hierarchy().cell(cells[0]);
  for (std::uint32_t i = 0; i < first.gate_count(); ++i) {
    if (costs_[0][i] != kInfinite)
      add_source(main_, open_, heuristic, index(first.gate(i)), costs_[0][i], cells[0]);
  }
  search(
      graph, main_, open_, heuristic,
      [&](const OpenEntry& e) { return e.node == goal_node ? Settle::stop : Settle::expand; },
      CountedIf{counts_ ? &counts_->main : nullptr});
  path.level = level;
  path.cost = main_.cost(goal_node);
  if (path.cost == kInfinite) return path.status = Status::unreachable;
  append_hops(model, main_[goal_node].parent, path.nodes);
  trace(snapshot, start, goal, false, doorways_, path);
  return path.status = Status::complete;
}

void PaperQuery::append_hops(const PaperModel& model, std::uint32_t last,
                             std::vector<NodeId>& nodes) {
  const NavMeshSnapshot& snapshot = model.snapshot();
  const Partition& partition = snapshot.hierarchy().partition();
  hops_.clear();
  Refiner<NavMeshWorld>::append_hops(main_, last, hops_);
  ends_[0].append_way(hops_.empty() ? NodeId{last} : hops_.front().from, nodes);
  for (const Hop& hop : hops_) {
    if (hop.kind == Hop::Kind::inter) {
      nodes.push_back(hop.to);
      continue;
    }
    inside_.reach(snapshot.world(), snapshot.mesh().polygons(), partition, hop.cell,
                  place_of(snapshot.world(), partition, hop.cell, hop.from), false,
                  counts_ ? &counts_->refine : nullptr);
    inside_.append_way(hop.to, nodes);
  }
  way_.clear();
  ends_[1].append_way(NodeId{last}, way_);  // from the goal outwards, the gate last
  nodes.insert(nodes.end(), way_.rbegin() + 1, way_.rend());
}

}  // namespace portolan
