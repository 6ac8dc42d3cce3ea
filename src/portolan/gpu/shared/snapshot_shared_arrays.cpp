#include "portolan/gpu/shared/snapshot_shared_arrays.h"

#include <unordered_map>

#include "portolan/core/narrow.h"
#include "portolan/gpu/mesh/mesh_moves.h"
#include "portolan/gpu/tables/table_costs.h"

namespace portolan::detail {

Result<SnapshotSharedArrays> SnapshotSharedArrays::make(const NavMeshSnapshot& snapshot,
                                                        const MeshArrays& mesh) {
  SnapshotSharedArrays arrays;
  if (auto done = arrays.count_rows(mesh); !done) return done.error();
  arrays.add_gates(snapshot, mesh);
  arrays.add_neighbours(snapshot);
  arrays.view_all();
  arrays.view_.gate_count = mesh.gate_count;
  arrays.view_.directions = mesh.symmetric ? 1 : 2;
  return arrays;
}

Result<Done> SnapshotSharedArrays::count_rows(const MeshArrays& mesh) {
  std::uint64_t rows = 0;
  std::uint64_t fours = 0;
  std::uint64_t connections = 0;
  for (std::uint32_t c = 0; c < mesh.cell_place.size; ++c) {
    const CellId cell{c};
    row_begin_.push_back(static_cast<std::uint32_t>(rows));
    connect_costs_begin_.push_back(static_cast<std::uint32_t>(fours));
    connection_begin_.push_back(static_cast<std::uint32_t>(connections));
    const std::uint32_t locals = local_count(mesh, cell);
    const std::uint32_t gates = gates_of(mesh, cell);
    cell_of_row_.insert(cell_of_row_.end(), locals, cell);
    rows += locals;
    fours += std::uint64_t{MeshArrays::padded(gates)} / 4 * locals;
    connections += std::uint64_t{gates} * locals;
    view_.inside_count += std::uint64_t{locals} * locals;
  }
  row_begin_.push_back(static_cast<std::uint32_t>(rows));
  const std::uint64_t pairs = std::uint64_t{mesh.gate_count} * mesh.gate_count;
  constexpr std::uint64_t kMost = 0x7FFF'FFFF;
  if (4 * fours > kMost || 2 * connections + pairs > kMost) {
    return Error{"the mesh has " + std::to_string(mesh.gate_count) +
                 " gates, too many for searches that agents share; let each agent search"};
  }
  view_.row_count = static_cast<std::uint32_t>(rows);
  view_.connect_cost_count = static_cast<std::uint32_t>(4 * fours);
  view_.connection_count = static_cast<std::uint32_t>(connections);
  return Done{};
}

void SnapshotSharedArrays::add_gates(const NavMeshSnapshot& snapshot, const MeshArrays& mesh) {
  const MeshLayout& layout = snapshot.world().layout();
  gate_nodes_.resize(mesh.gate_count);
  std::unordered_map<std::uint32_t, std::uint32_t> gate_of_node;
  for (std::uint32_t c = 0; c < mesh.cell_place.size; ++c) {
    const CellId cell{c};
    std::unordered_map<std::uint32_t, std::uint32_t> locals;
    for (std::uint32_t i = 0; i < local_count(mesh, cell); ++i)
      locals.emplace(local_node(mesh, cell, i), i);
    const OverlayCell overlay = snapshot.hierarchy().cell(c);
    for (std::uint32_t i = 0; i < gates_of(mesh, cell); ++i) {
      const std::uint32_t node = index(overlay.gate(GatePlace{i}));
      const std::uint32_t gate = index(mesh.gates_of_cells[mesh.cell_begin[c] + i]);
      gate_locals_.push_back(narrow<std::uint16_t>(locals.at(node)));
      gate_nodes_[gate] = node;
      gate_of_node.emplace(node, gate);
    }
  }
  for (const std::uint32_t node : gate_nodes_) {
    const NodeId partner = layout.partner(NodeId{node});
    const auto found = partner == kNoNode ? gate_of_node.end() : gate_of_node.find(index(partner));
    link_partners_.push_back(found == gate_of_node.end() ? SharedArrays::kNoGate : found->second);
  }
}

void SnapshotSharedArrays::add_neighbours(const NavMeshSnapshot& snapshot) {
  const GateLinks& links = snapshot.tables().links();
  for (std::uint32_t gate = 0; gate < links.gate_count(); ++gate) {
    neighbour_begin_.push_back(static_cast<std::uint32_t>(neighbours_.size()));
    for (const GateLinks::Link& link : links.links_of(GateId{gate})) {
      const GateId* const first = links.targets.data() + link.targets;
      neighbours_.insert(neighbours_.end(), first, first + link.count);
    }
  }
  neighbour_begin_.push_back(static_cast<std::uint32_t>(neighbours_.size()));
}

void SnapshotSharedArrays::view_all() {
  view_.cell_of_row = array_of(cell_of_row_);
  view_.row_begin = array_of(row_begin_);
  view_.connect_costs_begin = array_of(connect_costs_begin_);
  view_.connection_begin = array_of(connection_begin_);
  view_.gate_locals = array_of(gate_locals_);
  view_.gate_nodes = array_of(gate_nodes_);
  view_.link_partners = array_of(link_partners_);
  view_.neighbour_begin = array_of(neighbour_begin_);
  view_.neighbours = array_of(neighbours_);
}

}  // namespace portolan::detail
