#include "studies/paper_query.h"

#include <algorithm>
#include <atomic>

#include "portolan/hierarchy/overlay_graph.h"
#include "portolan/query/branch_hops.h"

namespace portolan::detail {

Status PaperQuery::find_path_astar(const PaperModel& model, const MeshPlace& start,
                                   const MeshPlace& goal, NavMeshPath& path) {
  return find_path(model, start, goal, {.level = 0}, path);
}

Status PaperQuery::find_path(const PaperModel& model, const MeshPlace& start, const MeshPlace& goal,
                             const PaperOptions& options, NavMeshPath& path) {
  path.clear();
  path.status = connect(model, start, goal, options);
  if (path.status != Status::complete) return path.status;
  path.level = level_;
  path.cost = search();
  if (path.cost == kInfinite) return path.status = Status::unreachable;
  extract(path);
  return path.status;
}

Status PaperQuery::connect(const PaperModel& model, const MeshPlace& start, const MeshPlace& goal,
                           const PaperOptions& options) {
  if (!model.snapshot().passable(start)) return Status::invalid_start;
  if (!model.snapshot().passable(goal)) return Status::invalid_goal;
  model_ = &model;
  level_ = std::min(options.level, model.levels());
  while (level_ > 0 &&
         model.cell_of(polygon_of(start), level_) == model.cell_of(polygon_of(goal), level_))
    --level_;
  for (const bool last : {false, true}) {
    End& end = ends_[last ? 1 : 0];
    end.place = end.taken = last ? goal : start;
    end.backward = last;
    if (level_ != 0) end.cell = model.cell_of(polygon_of(end.place), level_);
  }
  if (level_ == 0) return Status::complete;
  method_ = options.connect;
  if (method_ == PaperConnect::table && options.tables.size() < level_)
    method_ = PaperConnect::dijkstra;
  if (method_ == PaperConnect::astar) {
    reach_by_astar(options);
  } else {
    table_ = method_ == PaperConnect::table ? &options.tables[level_ - 1] : nullptr;
    for (End& end : ends_)
      table_ != nullptr ? reach_by_table(end, *table_) : reach_by_dijkstra(end);
  }
  return Status::complete;
}

void PaperQuery::reach_by_table(End& end, const PaperConnectTable& table) {
  end.taken.point = centre(model_->snapshot().mesh().polygons(), polygon_of(end.place));
  const std::span<const Cost> costs = table.costs(polygon_of(end.place), end.backward);
  end.costs.assign(costs.begin(), costs.end());
}

void PaperQuery::reach_by_dijkstra(End& end) {
  const NavMeshSnapshot& snapshot = model_->snapshot();
  end.search.reach(snapshot.world(), snapshot.mesh().polygons(), model_->hierarchy().partition(),
                   end.cell, end.place, end.backward, counts_ ? &counts_->connect : nullptr);
  const OverlayCell cell = model_->hierarchy().cell(end.cell);
  end.costs.resize(cell.gate_count());
  for (const GatePlace i : cell.places()) end.costs[index(i)] = end.search.cost(cell.gate(i));
}

void PaperQuery::reach_by_astar(const PaperOptions& options) {
  const unsigned threads = options.parallel != nullptr ? std::max(options.threads, 1u) : 1u;
  if (searches_.size() < threads) searches_.resize(threads);
  thread_counts_.assign(threads, {});
  std::uint32_t gates[2];
  for (const int e : {0, 1}) {
    gates[e] = model_->hierarchy().cell(ends_[e].cell).gate_count();
    ends_[e].costs.resize(gates[e]);
    if (ends_[e].paths.size() < gates[e]) ends_[e].paths.resize(gates[e]);
  }
  std::atomic<std::uint32_t> next = 0;
  const auto work = [&](std::uint32_t thread) {
    const NavMeshSnapshot& snapshot = model_->snapshot();
    ClosestPointSearch& search = searches_[thread];
    for (std::uint32_t i = next++; i < gates[0] + gates[1]; i = next++) {
      End& end = ends_[i < gates[0] ? 0 : 1];
      const std::uint32_t at = i < gates[0] ? i : i - gates[0];
      const NodeId gate = model_->hierarchy().cell(end.cell).gate(GatePlace{at});
      end.costs[at] = search.reach_gate(snapshot.world(), snapshot.mesh().polygons(),
                                        model_->hierarchy().partition(), end.cell, end.place, gate,
                                        end.backward, counts_ ? &thread_counts_[thread] : nullptr);
      end.paths[at].clear();
      if (end.costs[at] != kInfinite) search.append_path(gate, end.paths[at]);
    }
  };
  if (threads > 1) (*options.parallel)(threads, work);
  work(0);  // what is left, if anything is
  if (counts_ == nullptr) return;
  for (const SearchCounts& counts : thread_counts_) counts_->connect += counts;
}

Cost PaperQuery::search() {
  const NavMeshSnapshot& snapshot = model_->snapshot();
  const NavMeshWorld& world = snapshot.world();
  if (level_ == 0) {
    return astar_.find(world, snapshot.mesh().polygons(), model_->hierarchy().partition(),
                       kNoHandle, ends_[0].place, ends_[1].place,
                       counts_ ? &counts_->main : nullptr);
  }
  const std::uint32_t goal_node = world.node_count();
  const OverlayGraph graph = OverlayGraph::at_level(model_->hierarchy().overlay(), level_)
                                 .with_goal(goal_node, ends_[1].cell, ends_[1].costs.data());
  const auto heuristic = [&](std::uint32_t node) {
    if (node == goal_node) return Cost{0};
    return world.costs().bound(middle_of(world.layout(), snapshot.mesh().polygons(), NodeId{node}),
                               ends_[1].taken.point);
  };
  main_.reserve(goal_node + 1);
  main_.clear();
  open_.configure(4 * world.costs().typical);
  open_.clear();
  const OverlayCell first = model_->hierarchy().cell(ends_[0].cell);
  for (const GatePlace i : first.places()) {
    const Cost cost = ends_[0].costs[index(i)];
    if (cost != kInfinite)
      add_source(main_, open_, heuristic, index(first.gate(i)), cost, ends_[0].cell);
  }
  portolan::detail::search(
      graph, main_, open_, heuristic,
      [&](const OpenEntry& e) { return e.node == goal_node ? Settle::stop : Settle::expand; },
      CountedIf{counts_ ? &counts_->main : nullptr});
  return main_.cost(goal_node);
}

void PaperQuery::append_path(const End& end, NodeId gate, std::vector<NodeId>& nodes) const {
  if (method_ == PaperConnect::dijkstra) return end.search.append_path(gate, nodes);
  const std::uint32_t i = index(model_->hierarchy().cell(end.cell).find(gate));
  if (method_ == PaperConnect::table)
    return table_->append_path(*model_, polygon_of(end.place), i, end.backward, nodes);
  nodes.insert(nodes.end(), end.paths[i].begin(), end.paths[i].end());
}

void PaperQuery::extract(NavMeshPath& path) {
  const NavMeshSnapshot& snapshot = model_->snapshot();
  if (level_ == 0) {
    astar_.append_path(path.nodes);
  } else {
    const NodeId last{main_[snapshot.world().node_count()].parent};
    hops_.clear();
    append_branch_hops(main_, index(last), hops_);
    append_path(ends_[0], hops_.empty() ? last : hops_.front().from, path.nodes);
    for (const Hop& hop : hops_) {
      if (hop.kind == Hop::Kind::inter) {
        path.nodes.push_back(hop.to);
      } else {
        model_->append_path(hop.cell, hop.from, hop.to, path.nodes);
      }
    }
    last_path_.clear();
    append_path(ends_[1], last, last_path_);  // from the goal outwards, the gate last
    path.nodes.insert(path.nodes.end(), last_path_.rbegin() + 1, last_path_.rend());
  }
  trace(snapshot, ends_[0].place, ends_[1].place, false, scratch_, path);
}

}  // namespace portolan::detail
