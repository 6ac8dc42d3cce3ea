#include "portolan/gpu/search/snapshot_search_arrays.h"

#include <algorithm>

#include "portolan/core/narrow.h"
#include "portolan/gpu/device/array_places.h"
#include "portolan/gpu/search/search_labels.h"

namespace portolan::detail {
namespace {

/// The side of a doorway to go on with after crossing a polygon to it.
std::uint32_t side_beyond(const MeshLayout& layout, NodeId node, PolygonId crossed) {
  return layout.sides(node).of[0].polygon == crossed ? 1 : 0;
}
/// The side of a gate that lies in a cell of some level.
std::uint32_t side_in(const NavMeshSnapshot& snapshot, NodeId gate, CellHandle cell,
                      unsigned level) {
  const MeshLayout& layout = snapshot.world().layout();
  const CellId first = layout.cell(layout.sides(gate).of[0].polygon);
  return snapshot.hierarchy().partition().ancestor(first, level) == cell ? 0 : 1;
}

}  // namespace

Result<SnapshotSearchArrays> SnapshotSearchArrays::make(const NavMeshSnapshot& snapshot,
                                                        unsigned levels) {
  const NavMeshWorld& world = snapshot.world();
  const Partition& partition = snapshot.hierarchy().partition();
  if (!SearchLabels::fit(world.node_count())) {
    return Error{"the mesh has " + std::to_string(world.node_count()) +
                 " doorways, more than searches on a GPU can number; split the world"};
  }
  for (CellHandle c = 0; c < partition.handle_count(); ++c) {
    const OverlayCell cell = snapshot.hierarchy().cell(c);
    if (cell.gate_count() > 0 && !cell.has_steps())
      return Error{"searches on a GPU need the paths of intra-edges; build the world with them"};
  }
  SnapshotSearchArrays arrays;
  arrays.view_.levels = std::min(levels, partition.levels());
  arrays.view_.node_count = world.node_count();
  arrays.view_.least_per_metre = world.costs().least_per_metre;
  arrays.view_.typical = world.costs().typical;
  arrays.labels_.reserve(world.node_count() + 1);
  arrays.number_nodes(snapshot);
  arrays.fill_mesh(snapshot);
  arrays.fill_overlay(snapshot);
  arrays.view_all();
  return arrays;
}

void SnapshotSearchArrays::number_nodes(const NavMeshSnapshot& snapshot) {
  const MeshLayout& layout = snapshot.world().layout();
  const std::uint32_t cells = layout.cell_count();
  std::vector<std::uint32_t> group(layout.node_count());  // 0: gates; then by cell
  for (std::uint32_t n = 0; n < layout.node_count(); ++n) {
    const bool link = layout.partner(NodeId{n}) != kNoNode;
    group[n] = link ? 0 : index(layout.home(NodeId{n})) + 1;
  }
  for (std::uint32_t c = 0; c < cells; ++c) {
    const OverlayCell cell =
        snapshot.hierarchy().cell(snapshot.hierarchy().partition().handle(1, CellId{c}));
    for (std::uint32_t i = 0; i < cell.gate_count(); ++i) group[index(cell.gate(GatePlace{i}))] = 0;
  }
  std::vector<std::uint32_t> next(cells + 2);  // by group, where it begins
  for (const std::uint32_t of : group) ++next[of + 1];
  for (std::uint32_t g = 1; g < next.size(); ++g) {
    if (g > 1) view_.most_inside = std::max(view_.most_inside, next[g]);
    next[g] += next[g - 1];
  }
  view_.gate_count = next[1];
  inside_.assign(next.begin() + 1, next.end());
  nodes_.resize(layout.node_count());
  for (std::uint32_t n = 0; n < layout.node_count(); ++n) {
    numbers_.push_back(next[group[n]]++);
    nodes_[numbers_.back()] = n;
  }
}

void SnapshotSearchArrays::fill_mesh(const NavMeshSnapshot& snapshot) {
  const NavMeshWorld& world = snapshot.world();
  const MeshLayout& layout = world.layout();
  for (const std::uint32_t n : nodes_) {
    const NodeId node{n};
    const Vec3& place = layout.place(node);
    const std::uint32_t component =
        snapshot.hierarchy().component(layout.home(node), world.home_index(node));
    places_.push_back({place.x, place.y, place.z, component});
    for (const MeshLayout::Side& side : layout.sides(node).of) {
      const bool link = side.polygon == kNoPolygon;
      rows_.push_back({size32(moves_.size()), link ? kNoneHere : index(side.polygon)});
      if (link) {
        const Cost cost = world.link_cost(node);
        if (cost != kInfinite) moves_.push_back({2 * numbers_[side.slot], cost});
        continue;
      }
      const auto slots = layout.slots(side.polygon);
      const Cost* const costs =
          world.costs().matrix.data() + layout.matrix(side.polygon) + side.slot * slots.size();
      if (!slots[side.slot].enter) rows_.back().polygon = kNoneHere;
      for (std::size_t j = 0; j < slots.size(); ++j) {
        if (costs[j] != kInfinite)
          moves_.push_back(
              {2 * number(slots[j].node) + side_beyond(layout, slots[j].node, side.polygon),
               costs[j]});
      }
    }
  }
  rows_.push_back({size32(moves_.size()), kNoneHere});
}

void SnapshotSearchArrays::fill_overlay(const NavMeshSnapshot& snapshot) {
  const Partition& partition = snapshot.hierarchy().partition();
  const MeshLayout& layout = snapshot.world().layout();
  for (std::uint32_t row = 0; row < 2 * view_.gate_count; ++row) add_row(layout, partition, row);
  for (unsigned level = 1; level <= view_.levels; ++level) {
    for (std::uint32_t c = 0; c < partition.cell_count(level); ++c)
      add_cell(snapshot, partition.handle(level, CellId{c}), level);
  }
  for (std::uint32_t c = 0; c < layout.cell_count(); ++c) {
    for (unsigned level = 1; level <= view_.levels; ++level)
      ancestors_.push_back(partition.ancestor(CellId{c}, level));
  }
}

/// A row of all levels, empty unless it is a link.
void SnapshotSearchArrays::add_row(const MeshLayout& layout, const Partition& partition,
                                   std::uint32_t row) {
  const std::uint32_t node = nodes_[row / 2];
  const MeshLayout::Side& side = layout.sides(NodeId{node}).of[row % 2];
  const bool link = side.polygon == kNoPolygon;
  for (unsigned level = 1; level <= view_.levels; ++level) {
    const std::uint32_t cell =
        link ? kNoneHere : partition.ancestor(layout.cell(side.polygon), level);
    overlay_rows_.push_back({size32(overlay_moves_.size()), 0, cell, kNoneHere});
  }
  if (!link || rows_[row].begin == rows_[row + 1].begin) return;
  overlay_row(row, 1).count = 1;
  overlay_moves_.push_back(moves_[rows_[row].begin]);
  paths_.push_back({size32(path_nodes_.size()), 1, 0, 0});
  path_nodes_.insert(path_nodes_.end(), {node, side.slot});
}

void SnapshotSearchArrays::add_cell(const NavMeshSnapshot& snapshot, CellHandle cell,
                                    unsigned level) {
  const OverlayCell overlay = snapshot.hierarchy().cell(cell);
  const std::uint32_t count = overlay.gate_count();
  for (std::uint32_t i = 0; i < count; ++i) {
    const NodeId gate = overlay.gate(GatePlace{i});
    overlay_row(2 * number(gate) + side_in(snapshot, gate, cell, level), level) = {
        size32(overlay_moves_.size()), count, cell, i};
    for (std::uint32_t j = 0; j < count; ++j) {
      const NodeId to = overlay.gate(GatePlace{j});
      const Cost cost = i == j ? kInfinite : overlay.cost(GatePlace{i}, GatePlace{j});
      overlay_moves_.push_back({2 * number(to) + 1 - side_in(snapshot, to, cell, level), cost});
      paths_.push_back(cost == kInfinite ? OverlayPath{} : add_path(snapshot, cell, level, i, j));
    }
  }
}

/// Where paths are stored for one direction only, the other one reads the same, from its end.
OverlayPath SnapshotSearchArrays::add_path(const NavMeshSnapshot& snapshot, CellHandle cell,
                                           unsigned level, std::uint32_t from, std::uint32_t to) {
  const OverlayCell overlay = snapshot.hierarchy().cell(cell);
  if (overlay.stored_once() && from > to) {
    const std::size_t row = paths_.size() - to;  // the first move of `from`
    OverlayPath path = paths_[row - std::size_t{from - to} * overlay.gate_count() + from];
    path.reversed = 1;
    return path;
  }
  if (level > 1) {
    const std::size_t begin = path_moves_.size();
    append_moves(snapshot, {Hop::Kind::cross, cell, overlay.gate(GatePlace{from}),
                            overlay.gate(GatePlace{to})});
    const std::uint32_t steps = size32(path_moves_.size() - begin);
    return {size32(begin), steps & 0x3FFF'FFFFu, 1, 0};
  }
  const std::size_t begin = path_nodes_.size();
  append_nodes(snapshot.world(), overlay, GatePlace{from}, GatePlace{to});
  return {size32(begin), size32(path_nodes_.size() - begin - 1) & 0x3FFF'FFFFu, 0, 0};
}

void SnapshotSearchArrays::append_nodes(const NavMeshWorld& world, const OverlayCell& cell,
                                        GatePlace from, GatePlace to) {
  OverlayCell::Steps steps = cell.stored_path(from, to).steps;
  steps.readable = nullptr;
  std::vector<NodeId> nodes(world.count_steps(steps.begin, steps.end));
  world.decode_steps(cell.gate(from), steps, false, nodes.data());
  path_nodes_.push_back(index(cell.gate(from)));
  for (const NodeId node : nodes) path_nodes_.push_back(index(node));
}

/// Appends the moves of level 1 of a crossing.
void SnapshotSearchArrays::append_moves(const NavMeshSnapshot& snapshot, const Hop& crossing) {
  const Hierarchy& hierarchy = snapshot.hierarchy();
  const unsigned level = hierarchy.partition().level(crossing.cell);
  if (crossing.kind == Hop::Kind::inter) {
    path_moves_.push_back(overlay_row(2 * number(crossing.from) + 1, 1).begin);
  } else if (level == 1) {
    const std::uint32_t side = side_in(snapshot, crossing.from, crossing.cell, 1);
    path_moves_.push_back(overlay_row(2 * number(crossing.from) + side, 1).begin +
                          index(hierarchy.cell(crossing.cell).find(crossing.to)));
  } else {
    Hops hops;
    refiner_.split(snapshot.world(), hierarchy, crossing, labels_, nullptr, hops);
    for (const Hop& hop : hops) append_moves(snapshot, hop);
  }
}

void SnapshotSearchArrays::view_all() {
  view_.numbers = {numbers_.data(), numbers_.size()};
  view_.nodes = {nodes_.data(), nodes_.size()};
  view_.inside = {inside_.data(), inside_.size()};
  view_.rows = {rows_.data(), rows_.size()};
  view_.moves = {moves_.data(), moves_.size()};
  view_.places = {places_.data(), places_.size()};
  view_.overlay_rows = {overlay_rows_.data(), overlay_rows_.size()};
  view_.overlay_moves = {overlay_moves_.data(), overlay_moves_.size()};
  view_.paths = {paths_.data(), paths_.size()};
  view_.path_nodes = {path_nodes_.data(), path_nodes_.size()};
  view_.path_moves = {path_moves_.data(), path_moves_.size()};
  view_.ancestors = {ancestors_.data(), ancestors_.size()};
}

std::uint64_t SnapshotSearchArrays::bytes() const { return ArrayPlaces(view_).bytes(); }

}  // namespace portolan::detail
