#include "portolan/gpu/gate_pairs.h"

#include <algorithm>
#include <atomic>

#include "portolan/gpu/agent_path.h"
#include "portolan/gpu/agent_polygons.h"

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
        pieces_(2 * std::size_t{mesh.most_depth}) {
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
    const std::uint32_t common = a == b ? links.depth_of(a) : links.common_depth(a, b);
    const std::uint32_t depth =
        std::min({common, links.gate(from).depth + 1, links.gate(to).depth + 1});
    const Cost* const up = tables_.labels().direction(false).costs.data() + links.gate(from).labels;
    const Cost* const down = tables_.labels().direction(true).costs.data() + links.gate(to).labels;
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
    room.goal_pieces = pieces_.data() + mesh_.most_depth;
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

}  // namespace

GatePairs GatePairs::make(const MeshArrays& mesh, const Tables& tables, std::uint64_t most_bytes,
                          const ParallelFor& parallel) {
  const std::uint64_t gates = tables.links().gate_count();
  const std::uint64_t fixed = gates * gates * (sizeof(GatePair) + sizeof(PairPath));
  if (fixed > most_bytes) return {};
  std::vector<PairRow> rows(gates);
  std::atomic<std::uint64_t> bytes = fixed;
  const auto make_row = [&](std::uint32_t gate) {
    if (bytes > most_bytes) return;
    rows[gate] = PairMaker(mesh, tables).row(GateId{gate});
    bytes += rows[gate].polygons.size() * sizeof(std::uint32_t);
  };
  if (parallel) {
    parallel(static_cast<std::uint32_t>(gates), make_row);
  } else {
    for (std::uint32_t gate = 0; gate < gates; ++gate) make_row(gate);
  }
  GatePairs all;
  if (bytes > most_bytes || (bytes - fixed) / sizeof(std::uint32_t) > 0xFFFF'FFFFu) return all;
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
