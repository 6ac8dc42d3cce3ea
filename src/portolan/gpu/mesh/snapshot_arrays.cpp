#include "portolan/gpu/mesh/snapshot_arrays.h"

#include <algorithm>
#include <span>

#include "portolan/core/run_all.h"
#include "portolan/gpu/device/array_places.h"
#include "portolan/gpu/device/memory_need.h"
#include "portolan/gpu/mesh/mesh_moves.h"

namespace portolan::detail {
namespace {

/// Costs from one node of a cell to all of its nodes, and the node before each.
void spread_inside(const MeshArrays& m, CellId cell, std::uint32_t from, std::span<Cost> costs,
                   std::span<std::uint16_t> before, std::vector<bool>& settled) {
  settled.assign(costs.size(), false);
  costs[from] = 0;
  for (;;) {
    std::uint32_t at = 0xFFFF'FFFFu;
    for (std::uint32_t i = 0; i < costs.size(); ++i) {
      if (!settled[i] && costs[i] != kInfinite && (at == 0xFFFF'FFFFu || costs[i] < costs[at]))
        at = i;
    }
    if (at == 0xFFFF'FFFFu) return;
    settled[at] = true;
    for_each_move(m, cell, local_node(m, cell, at), false, [&](std::uint32_t to, Cost cost) {
      if (costs[at] + cost >= costs[to]) return;
      costs[to] = costs[at] + cost;
      before[to] = static_cast<std::uint16_t>(at);
    });
  }
}

}  // namespace

Result<SnapshotArrays> SnapshotArrays::make(const NavMeshSnapshot& snapshot,
                                            const ParallelFor& parallel, std::uint64_t pair_bytes) {
  SnapshotArrays arrays(snapshot);
  const Tables& tables = arrays.snapshot_.tables();
  if (auto done = arrays.tables_.fill(tables, arrays.view_); !done) return done.error();
  if (tables.connect().paths() != ConnectPaths::steps)
    return Error{"agents follow the steps of connect tables; build the world with these"};
  arrays.view_mesh();
  if (auto done = arrays.fill_inside(parallel); !done) return done.error();
  arrays.fill_pairs(parallel, pair_bytes);
  return arrays;
}

Result<SnapshotArrays> SnapshotArrays::make_fitting(const NavMeshSnapshot& snapshot,
                                                    const ParallelFor& parallel,
                                                    std::uint64_t free) {
  const std::uint64_t most = most_with_pairs(free);
  auto arrays = make(snapshot, parallel, std::min(kPairBytes, most));
  if (arrays && arrays->bytes() > most) {
    arrays->pairs_ = {};
    arrays->view_pairs();
  }
  return arrays;
}

SnapshotArrays SnapshotArrays::for_searches(const NavMeshSnapshot& snapshot) {
  SnapshotArrays arrays(snapshot);
  arrays.view_mesh();
  return arrays;
}

void SnapshotArrays::view_mesh() {
  const NavMeshWorld& world = snapshot_.world();
  const MeshLayout::Arrays layout = world.layout().arrays();
  const MeshCosts& costs = world.costs();
  view_.cells = array_of(layout.cells);
  view_.area_costs = array_of(costs.area_costs);
  view_.slot_begin = array_of(layout.slot_begin);
  view_.matrix_begin = array_of(layout.matrix_begin);
  view_.slots = array_of(layout.slots);
  view_.slot_places = array_of(layout.slot_places);
  view_.matrix = array_of(costs.matrix);
  view_.sides = array_of(layout.sides);
  view_.across = array_of(costs.across);
  view_.homes = array_of(layout.homes);
  view_.first = array_of(layout.first);
  view_.outsider_begin = array_of(layout.outsider_begin);
  view_.outsiders = array_of(layout.outsiders);
  view_.units_per_metre = costs.units_per_metre;
  view_.node_count = world.node_count();
  view_.symmetric = world.symmetric();
  for (std::uint32_t c = 0; c < world.layout().cell_count(); ++c) {
    const CellId cell{c};
    const auto outsiders = static_cast<std::uint32_t>(world.layout().outsiders(cell).size());
    view_.most_locals = std::max(view_.most_locals, world.layout().home_count(cell) + outsiders);
  }
  if (costs.links.empty()) return;
  link_costs_.assign(world.node_count(), kInfinite);
  for (std::uint32_t n = 0; n < world.node_count(); ++n) {
    if (world.layout().partner(NodeId{n}) != kNoNode) link_costs_[n] = world.link_cost(NodeId{n});
  }
  view_.link_costs = array_of(link_costs_);
}

/// Paths inside each cell, between any two of its nodes: by searches that settle the nearest node
/// next, which is quick in cells of a few dozen nodes.
Result<Done> SnapshotArrays::fill_inside(const ParallelFor& parallel) {
  if (view_.most_locals > 0xFFFF)
    return Error{"a cell has more than 65,535 doorways; build the world with smaller cells"};
  const std::uint32_t cells = snapshot_.world().layout().cell_count();
  inside_begin_.assign(std::size_t{cells} + 1, 0);
  for (std::uint32_t c = 0; c < cells; ++c) {
    const std::size_t count = local_count(view_, CellId{c});
    inside_begin_[c + 1] = inside_begin_[c] + count * count;
  }
  inside_costs_.assign(inside_begin_[cells], kInfinite);
  inside_before_.assign(inside_begin_[cells], 0);
  run_all(parallel, cells, [&](std::uint32_t c) {
    std::vector<bool> settled;
    const std::uint32_t count = local_count(view_, CellId{c});
    for (std::uint32_t from = 0; from < count; ++from) {
      const std::size_t row = inside_begin_[c] + std::size_t{from} * count;
      spread_inside(view_, CellId{c}, from, {inside_costs_.data() + row, count},
                    {inside_before_.data() + row, count}, settled);
    }
  });
  view_.inside_begin = array_of(inside_begin_);
  view_.inside_costs = array_of(inside_costs_);
  view_.inside_before = array_of(inside_before_);
  return Done{};
}

void SnapshotArrays::fill_pairs(const ParallelFor& parallel, std::uint64_t most_bytes) {
  pairs_ = GatePairs::make(view_, snapshot_.tables(), most_bytes, parallel);
  view_pairs();
}

void SnapshotArrays::view_pairs() {
  const auto view = [&](bool backward) -> MeshArrays::Connections {
    return {array_of(pairs_.connect_costs(backward)), array_of(pairs_.connections(backward))};
  };
  view_.connections_to_gates = view(false);
  view_.connections_from_gates = view(true);
  view_.connect_costs_begin = array_of(pairs_.connect_costs_begin());
  view_.connection_begin = array_of(pairs_.connection_begin());
  view_.pairs = array_of(pairs_.pairs());
  view_.pair_paths = array_of(pairs_.paths());
  view_.pair_polygons = array_of(pairs_.polygons());
}

std::uint64_t SnapshotArrays::bytes() const { return ArrayPlaces(view_).bytes(); }

}  // namespace portolan::detail
