#include "studies/paper_connect.h"

#include <algorithm>
#include <atomic>

#include "portolan/core/narrow.h"

namespace portolan::detail {

/// What one search finds: the entries of a polygon.
struct PaperConnectRow {
  std::vector<Cost> costs;
  std::vector<std::uint32_t> ends;  // of the paths, one after the other in `nodes`
  std::vector<NodeId> nodes;
};

namespace {

/// Whether every doorway can be passed both ways, at the same cost.
bool is_symmetric(const NavMeshWorld& world, std::uint32_t polygons) {
  for (const auto& link : world.costs().links) {
    if (link[0] != link[1]) return false;
  }
  for (std::uint32_t p = 0; p < polygons; ++p) {
    for (const MeshLayout::Slot& slot : world.layout().slots(PolygonId{p})) {
      if (slot.enter != slot.leave) return false;
    }
  }
  return true;
}

/// The polygon that a path is in once it has passed a doorway of `polygon`.
PolygonId entered(const MeshLayout& layout, NodeId doorway, PolygonId polygon) {
  const bool link = layout.partner(doorway) != kNoNode;
  return link ? layout.sides(doorway).of[0].polygon : layout.beyond(doorway, polygon);
}

PaperConnectRow make_row(const PaperModel& model, CellHandle cell, PolygonId polygon, bool backward,
                         ClosestPointSearch& search) {
  const NavMeshSnapshot& snapshot = model.snapshot();
  const PolygonMesh& mesh = snapshot.mesh().polygons();
  const OverlayCell gates = model.hierarchy().cell(cell);
  PaperConnectRow row;
  if (gates.gate_count() == 0) return row;
  search.reach(snapshot.world(), mesh, model.hierarchy().partition(), cell,
               {index(polygon), centre(mesh, polygon)}, backward, nullptr);
  for (const GatePlace i : gates.places()) {
    row.costs.push_back(search.cost(gates.gate(i)));
    if (row.costs.back() != kInfinite) search.append_path(gates.gate(i), row.nodes);
    row.ends.push_back(narrow<std::uint32_t>(row.nodes.size()));  // of one cell: far below
  }
  return row;
}

Error too_many(const char* what, unsigned level) {
  return Error{std::string("the connecting paths of level ")
                   .append(std::to_string(level))
                   .append(" have more ")
                   .append(what)
                   .append(" than 32 bits can number: choose a lower level, or merge into smaller "
                           "cells")};
}

}  // namespace

/// The entries of all polygons, before they are laid side by side.
struct PaperConnectTable::Rows {
  std::vector<PaperConnectRow> of;

  std::uint64_t node_count() const {
    std::uint64_t sum = 0;
    for (const PaperConnectRow& row : of) sum += row.nodes.size();
    return sum;
  }

  /// Polygons are dealt out to lanes, each with its own scratch. False when cancelled.
  bool fill(const PaperModel& model, unsigned level, bool backward, const ParallelFor* parallel,
            const Progress& progress) {
    constexpr std::uint32_t kLanes = 32, kHand = 64;
    of.resize(model.snapshot().mesh().polygon_count());
    const auto count = narrow<std::uint32_t>(of.size());
    const std::uint32_t lanes = parallel != nullptr ? kLanes : 1;
    std::atomic<bool> cancelled = false;
    const auto work = [&](std::uint32_t lane) {
      ClosestPointSearch search;
      for (std::uint32_t begin = lane * kHand; begin < count; begin += lanes * kHand) {
        if (lane == 0 && !progress.step(begin, count, "connecting paths")) cancelled = true;
        if (cancelled) return;
        for (std::uint32_t p = begin; p < std::min(begin + kHand, count); ++p) {
          const PolygonId polygon{p};
          of[p] = make_row(model, model.cell_of(polygon, level), polygon, backward, search);
        }
      }
    };
    if (parallel != nullptr) {
      (*parallel)(lanes, work);
    } else {
      work(0);
    }
    return !cancelled;
  }
};

PaperConnectTable::Direction PaperConnectTable::keep_whole(const Rows& rows) {
  Direction direction;
  for (const PaperConnectRow& row : rows.of) {
    direction.costs.insert(direction.costs.end(), row.costs.begin(), row.costs.end());
    const auto at = narrow<std::uint32_t>(direction.nodes.size());
    for (std::uint32_t i = 0; i < row.ends.size(); ++i)
      direction.paths.push_back(at + (i == 0 ? 0 : row.ends[i - 1]));
    direction.nodes.insert(direction.nodes.end(), row.nodes.begin(), row.nodes.end());
  }
  direction.paths.push_back(narrow<std::uint32_t>(direction.nodes.size()));
  return direction;
}

std::span<const NodeId> PaperConnectTable::Direction::whole(std::uint32_t entry) const {
  return {nodes.data() + paths[entry], nodes.data() + paths[entry + 1]};
}

/// A path that goes on past its first doorway as the path of the polygon behind it is kept as that
/// doorway. It need not go on so, since each begins at another centre; then as many doorways are
/// kept as it takes, so that both kinds of storage give the same paths.
PaperConnectTable::Direction PaperConnectTable::keep_first_steps(const MeshLayout& layout,
                                                                 const Direction& all) const {
  Direction direction;
  direction.costs = all.costs;
  direction.paths.reserve(all.costs.size());
  for (std::uint32_t p = 0; p + 1 < first_.size(); ++p) {
    for (std::uint32_t gate = 0; gate < first_[p + 1] - first_[p]; ++gate) {
      const PolygonId polygon{p};
      const std::span<const NodeId> path = all.whole(entry(polygon, gate));
      std::size_t kept = 0;
      for (PolygonId at = polygon; kept < path.size();) {
        at = entered(layout, path[kept++], at);
        if (kept == path.size()) break;
        const std::span<const NodeId> rest = path.subspan(kept);
        const std::span<const NodeId> other = all.whole(entry(at, gate));
        if (std::equal(rest.begin(), rest.end(), other.begin(), other.end())) break;
      }
      if (kept == 1) {
        direction.paths.push_back(index(path[0]));
        continue;
      }
      direction.paths.push_back(kRun | narrow<std::uint32_t>(direction.nodes.size()));
      if (kept == 0) continue;  // never asked for: no path leads there
      direction.nodes.push_back(NodeId{narrow<std::uint32_t>(kept)});
      direction.nodes.insert(direction.nodes.end(), path.begin(),
                             path.begin() + static_cast<std::ptrdiff_t>(kept));
    }
  }
  return direction;
}

PaperConnectTable PaperConnectTable::as_first_steps(const PaperModel& model) const {
  if (storage_ == PathStorage::first_steps) return *this;
  PaperConnectTable table;
  table.level_ = level_;
  table.storage_ = PathStorage::first_steps;
  table.first_ = first_;
  for (const int d : {0, 1}) {
    if (d == 0 || directed())
      table.directions_[d] = keep_first_steps(model.snapshot().world().layout(), directions_[d]);
  }
  return table;
}

Result<PaperConnectTable> PaperConnectTable::build(const PaperModel& model, unsigned level,
                                                   PathStorage storage, const ParallelFor* parallel,
                                                   const Progress& progress) {
  if (level == 0 || level > model.levels()) {
    return Error{std::string("connecting paths of level ")
                     .append(std::to_string(level))
                     .append(": the model has levels 1 to ")
                     .append(std::to_string(model.levels()))};
  }
  const std::uint32_t polygons = model.snapshot().mesh().polygon_count();
  PaperConnectTable table;
  table.level_ = level;
  table.first_.push_back(0);
  for (std::uint32_t p = 0; p < polygons; ++p) {
    const CellHandle cell = model.cell_of(PolygonId{p}, level);
    const std::uint32_t gates = model.hierarchy().cell(cell).gate_count();
    const std::uint64_t end = std::uint64_t{table.first_.back()} + gates;
    if (!fits<std::uint32_t>(end)) return too_many("entries", level);
    table.first_.push_back(narrow<std::uint32_t>(end));
  }
  const bool both = !is_symmetric(model.snapshot().world(), polygons);
  for (const bool backward : {false, true}) {
    if (backward && !both) break;
    Rows rows;
    if (!rows.fill(model, level, backward, parallel, progress))
      return Error{"the build was cancelled"};
    if (rows.node_count() >= kRun) return too_many("doorways on them", level);
    table.directions_[backward ? 1 : 0] = keep_whole(rows);
  }
  return storage == PathStorage::whole ? table : table.as_first_steps(model);
}

void PaperConnectTable::append_path(const PaperModel& model, PolygonId polygon, std::uint32_t gate,
                                    bool backward, std::vector<NodeId>& nodes) const {
  const Direction& d = direction(backward);
  if (storage_ == PathStorage::whole) {
    const std::span<const NodeId> path = d.whole(entry(polygon, gate));
    nodes.insert(nodes.end(), path.begin(), path.end());
    return;
  }
  const MeshLayout& layout = model.snapshot().world().layout();
  const NodeId end = model.hierarchy().cell(model.cell_of(polygon, level_)).gate(GatePlace{gate});
  do {
    const std::uint32_t stored = d.paths[entry(polygon, gate)];
    if ((stored & kRun) == 0) {
      nodes.push_back(NodeId{stored});
      polygon = entered(layout, NodeId{stored}, polygon);
      continue;
    }
    const NodeId* run = d.nodes.data() + (stored & ~kRun);
    for (std::uint32_t k = 1; k <= index(run[0]); ++k) {
      nodes.push_back(run[k]);
      polygon = entered(layout, run[k], polygon);
    }
  } while (nodes.back() != end);
}

std::size_t PaperConnectTable::run_count() const {
  if (storage_ == PathStorage::whole) return 0;
  const Direction& d = directions_[0];
  std::size_t count = 0;
  for (std::size_t i = 0; i < d.paths.size(); ++i)
    count += (d.paths[i] & kRun) != 0 && d.costs[i] != kInfinite ? 1 : 0;
  return count;
}

std::size_t PaperConnectTable::bytes() const {
  std::size_t sum = first_.size() * sizeof first_[0];
  for (const Direction& d : directions_)
    sum += (d.costs.size() + d.paths.size() + d.nodes.size()) * sizeof(std::uint32_t);
  return sum;
}

}  // namespace portolan::detail
