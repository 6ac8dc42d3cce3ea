#include "portolan/gpu/mesh/gate_pairs.h"

#include <algorithm>
#include <atomic>

#include "portolan/core/id_range.h"
#include "portolan/core/run_all.h"
#include "portolan/gpu/mesh/agent_path.h"
#include "portolan/gpu/mesh/agent_polygons.h"
#include "portolan/gpu/mesh/pair_agent.h"

namespace portolan::detail {
namespace {

/// The pairs that begin at one gate.
struct PairRow {
  std::vector<GatePair> pairs;
  std::vector<PairPath> paths;
  std::vector<std::uint32_t> polygons;
};

class PairMaker {
 public:
  PairMaker(const MeshArrays& mesh, const Tables& tables)
      : mesh_(mesh),
        tables_(tables),
        cells_(tables.links().gate_count()),
        pieces_(2 * std::size_t{mesh.gate_count}) {
    const GateLinks& links = tables.links();
    for (std::uint32_t c = 0; c < links.cell_count(); ++c) {
      for (const GateId gate : links.gates_of(c)) cells_[index(gate)] = c;
    }
  }

  PairRow row(GateId from) {
    PairRow row;
    for (std::uint32_t to = 0; to < cells_.size(); ++to) {
      const GatePair pair = find_pair(from, GateId{to});
      row.pairs.push_back(pair);
      row.paths.push_back(
          pair.cost < kTableInfinite ? add_path(from, GateId{to}, pair, row.polygons) : PairPath{});
    }
    return row;
  }

 private:
  /// By the topmost gate, the highest of several.
  GatePair find_pair(GateId from, GateId to) const {
    const GateLinks& links = tables_.links();
    const std::uint32_t a = cells_[index(from)];
    const std::uint32_t b = cells_[index(to)];
    const std::uint32_t common = a == b ? links.hub_count(a) : links.common_hubs(a, b);
    const std::uint32_t depth =
        std::min({common, index(links.gate(from).depth) + 1, index(links.gate(to).depth) + 1});
    const GateLabels& labels = tables_.labels();
    const Cost* const up = labels.costs.data() + labels.begin(links, from, false);
    const Cost* const down = labels.costs.data() + labels.begin(links, to, true);
    GatePair best{kTableInfinite, 0};
    for (std::uint32_t d = 0; d < depth; ++d) {
      if (up[d] + down[d] < best.cost) best = {up[d] + down[d], d};
    }
    return best;
  }

  EndPieces follow_labels(GateId gate, bool backward, std::uint32_t hub_depth, PathPiece* pieces) {
    const DirectionArrays& d = mesh_.direction(backward);
    EndPieces found;
    for (LabelWalk up = LabelWalk::from(mesh_, d, gate); up.depth != hub_depth;) {
      const GateHop hop = up.next(d, hub_depth);
      pieces[found.pieces++] = piece_of(mesh_, hop, backward && mesh_.flipped_back, found.nodes);
    }
    return found;
  }

  PairPath add_path(GateId from, GateId to, const GatePair& pair,
                    std::vector<std::uint32_t>& polygons) {
    AgentRoom room{};
    room.start_pieces = pieces_.data();
    room.goal_pieces = pieces_.data() + mesh_.gate_count;
    AgentPath middle{follow_labels(from, false, pair.depth, room.start_pieces),
                     follow_labels(to, true, pair.depth, room.goal_pieces)};
    const std::uint32_t count = middle.start.nodes + middle.goal.nodes;
    PairPath path{static_cast<std::uint32_t>(polygons.size()), count, 0, 0};
    NodeCursor nodes(mesh_, middle, room);
    std::uint32_t joined = 0;
    std::uint32_t node = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
      path.last = node;
      node = nodes.node(k);
      if (k == 0) path.first = node;
      const std::uint32_t across = mesh_.across[node];
      if (across == 0) path.count = PairPath::kNotPlain;
      joined ^= across;
      polygons.push_back(joined);
    }
    if (path.count == PairPath::kNotPlain) polygons.resize(path.begin);
    return path;
  }

  const MeshArrays& mesh_;
  const Tables& tables_;
  std::vector<std::uint32_t> cells_;  // one that a gate belongs to
  std::vector<PathPiece> pieces_;
};

/// The connection from a row of a cell to one of its gates.
ConnectionPath follow_connection(const MeshArrays& m, bool backward, CellId cell, GatePlace gate,
                                 RowId row, std::vector<std::uint32_t>& polygons) {
  const DirectionArrays& d = m.direction(backward);
  const ConnectTable::Cell table = d.connect_cells[index(cell)];
  const std::size_t steps = steps_to_gate(table, gate);
  ConnectionPath path;
  polygons.push_back(0);
  path.begin = static_cast<std::uint32_t>(polygons.size());
  WalkedNodes walked;
  for (;;) {
    walked.add(m, local_node(m, cell, index(row)));
    polygons.push_back(walked.joined);
    const RowId next = next_row(d, table, steps, row);
    if (next == row) break;
    row = next;
  }
  path.count = static_cast<std::uint16_t>(walked.count);
  path.plain = walked.plain && walked.count <= 0xFFFF ? 1 : 0;
  path.joined = walked.joined;
  path.second = walked.second;
  path.before = walked.before;
  path.last = walked.last;
  return path;
}

/// kTableInfinite for no path.
Cost connect_cost(const DirectionArrays& d, CellId cell, GatePlace gate, RowId row) {
  const ConnectTable::Cell table = d.connect_cells[index(cell)];
  const ConnectRow entries = connect_row(d, table, row);
  return std::min(kTableInfinite,
                  entries.base + connect_delta(d, table.wide != 0, entries.begin + index(gate)));
}

IdRange<CellId> cells_of(const MeshArrays& m) {
  return IdRange<CellId>(static_cast<std::uint32_t>(m.cell_place.size));
}

bool directed(const MeshArrays& m) {
  return m.to_gates.connect_cells.data != m.from_gates.connect_cells.data;
}

/// Calls f(cell, row) for the doorways that agents can begin or end at.
template <class F>
void for_each_end(const MeshArrays& m, bool backward, F&& f) {
  for (std::uint32_t p = 0; p < m.cells.size; ++p) {
    if (m.area_costs[p] == NavMeshMetric::kBlocked) continue;
    for (std::uint32_t s = m.slot_begin[p]; s < m.slot_begin[p + 1]; ++s) {
      if ((backward ? m.slots[s].enter : m.slots[s].leave) != 0)
        f(m.cells[p], RowId{m.slots[s].local});
    }
  }
}

}  // namespace

void GatePairs::add_connect_costs(const MeshArrays& mesh) {
  std::uint32_t fours = 0;
  for (const CellId cell : cells_of(mesh)) {
    connect_costs_begin_.push_back(fours);
    fours += MeshArrays::padded(gates_of(mesh, cell)) / 4 * local_count(mesh, cell);
  }
  for (unsigned e = 0; e < (directed(mesh) ? 2 : 1); ++e) {
    connect_costs_[e].assign(std::size_t{fours} * 4, kTableInfinite);
    for_each_end(mesh, e == 1, [&](CellId cell, RowId row) {
      const std::uint32_t gates = gates_of(mesh, cell);
      Cost* const costs = connect_costs_[e].data() +
                          std::size_t{connect_costs_begin_[index(cell)]} * 4 +
                          std::size_t{index(row)} * MeshArrays::padded(gates);
      for (const GatePlace gate : IdRange<GatePlace>(gates))
        costs[index(gate)] = connect_cost(mesh.direction(e == 1), cell, gate, row);
    });
  }
}

void GatePairs::add_connections(const MeshArrays& mesh) {
  std::uint32_t size = 0;
  for (const CellId cell : cells_of(mesh)) {
    connection_begin_.push_back(size);
    size += gates_of(mesh, cell) * local_count(mesh, cell);
  }
  for (unsigned e = 0; e < (directed(mesh) ? 2 : 1); ++e) {
    const bool backward = e == 1;
    std::vector<ConnectionPath>& all = connections_[e];
    all.resize(size);
    for_each_end(mesh, backward, [&](CellId cell, RowId row) {
      for (const GatePlace gate : IdRange<GatePlace>(gates_of(mesh, cell))) {
        ConnectionPath& path = all[connection_begin_[index(cell)] +
                                   index(gate) * local_count(mesh, cell) + index(row)];
        if (path.count == 0 &&
            connect_cost(mesh.direction(backward), cell, gate, row) < kTableInfinite)
          path = follow_connection(mesh, backward, cell, gate, row, polygons_);
      }
    });
  }
}

GatePairs GatePairs::make(const MeshArrays& mesh, const Tables& tables, std::uint64_t most_bytes,
                          const ParallelFor& parallel) {
  const std::uint64_t gates = tables.links().gate_count();
  std::uint64_t connections = 0;
  for (const CellId cell : cells_of(mesh))
    connections += std::uint64_t{gates_of(mesh, cell)} * local_count(mesh, cell);
  const std::uint64_t fixed = gates * gates * (sizeof(GatePair) + sizeof(PairPath)) +
                              2 * connections * (sizeof(ConnectionPath) + 2 * sizeof(Cost));
  if (fixed > most_bytes) return {};
  std::vector<PairRow> rows(gates);
  std::atomic<std::uint64_t> bytes = fixed;
  const auto make_row = [&](std::uint32_t gate) {
    if (bytes > most_bytes) return;
    rows[gate] = PairMaker(mesh, tables).row(GateId{gate});
    bytes += rows[gate].polygons.size() * sizeof(std::uint32_t);
  };
  run_all(parallel, static_cast<std::uint32_t>(gates), make_row);
  GatePairs all;
  if (bytes > most_bytes || (bytes - fixed) / sizeof(std::uint32_t) > 0xFFFF'FFFFu) return all;
  all.add_connect_costs(mesh);
  all.add_connections(mesh);
  for (PairRow& row : rows) {
    const auto begin = static_cast<std::uint32_t>(all.polygons_.size());
    for (PairPath& path : row.paths) path.begin += begin;
    all.pairs_.insert(all.pairs_.end(), row.pairs.begin(), row.pairs.end());
    all.paths_.insert(all.paths_.end(), row.paths.begin(), row.paths.end());
    all.polygons_.insert(all.polygons_.end(), row.polygons.begin(), row.polygons.end());
    row = {};
  }
  return all;
}

}  // namespace portolan::detail
