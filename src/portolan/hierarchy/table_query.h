#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/node_buffer.h"
#include "portolan/core/status.h"
#include "portolan/hierarchy/connect.h"
#include "portolan/hierarchy/query.h"
#include "portolan/hierarchy/refine.h"
#include "portolan/hierarchy/table_end.h"

namespace portolan {

/// Options of a search that may connect by the table of the same snapshot.
inline QueryOptions with_table(QueryOptions options, const Tables& tables) {
  if (!tables.connect().empty()) options.table = &tables.connect();
  return options;
}

/// Answers queries from tables: no search, except inside the cell where both ends lie in one.
/// The same costs as Query, at every level. Owns all scratch, so it allocates nothing after
/// warm-up; make one for each thread.
template <CellWorld W>
class TableQuery {
 public:
  using Anchor = typename W::Anchor;
  static constexpr std::size_t kAllNodes = std::numeric_limits<std::size_t>::max();

  /// The cost of the cheapest way between two anchors, which lie where the world can be walked on.
  QueryResult find_cost(const W& world, const Hierarchy& hierarchy, const Tables& tables,
                        const Anchor& start, const Anchor& goal) {
    make_room(tables);
    ends_[0].connect(world, tables, start, false);
    ends_[1].connect(world, tables, goal, true);
    direct_ = world.direct_cost(start, goal);
    meet(tables);
    inside_ = {};
    if (ends_[0].cell == ends_[1].cell) {
      start_ = &connector_.open(world, hierarchy, start, false, ConnectMethod::astar);
      inside_ = connector_.find_inside(world, *start_, goal, nullptr);
    }
    const Cost cost = std::min({direct_, inside_.cost, far_.cost});
    if (cost >= kTableInfinite) return {Status::unreachable, kInfinite, 1, hierarchy.version()};
    return {Status::complete, cost, 1, hierarchy.version()};
  }

  /// The same with its nodes, from a contact of the start to one of the goal, both included: none
  /// where the way touches no node. With `most_nodes` at least so many from the start on, then it
  /// may end: partial.
  QueryResult find_path(const W& world, const Hierarchy& hierarchy, const Tables& tables,
                        const Anchor& start, const Anchor& goal, std::vector<NodeId>& path,
                        std::size_t most_nodes = kAllNodes) {
    path.clear();
    QueryResult result = find_cost(world, hierarchy, tables, start, goal);
    if (result.status != Status::complete || direct_ <= result.cost) return result;
    if (inside_.cost <= far_.cost) {
      connector_.append_inside(*start_, inside_.contact, path);
      return result;
    }
    nodes_.clear();
    if (!append_far(world, hierarchy, tables, most_nodes)) result.status = Status::partial;
    path.assign(nodes_.begin(), nodes_.end());
    return result;
  }

 private:
  /// A gate on the way to the hub, and which of its neighbours comes next.
  struct LabelHop {
    std::uint32_t gate;
    std::uint32_t step;
  };
  /// The way between an end and the hub.
  struct Half {
    std::uint32_t entry = 0;      // the place in its cell of the gate that it begins at
    std::size_t count = 0;        // of what follows
    std::vector<LabelHop> hops;   // by labels,
    std::vector<GateStep> steps;  // or by shortcuts
  };

  void make_room(const Tables& tables) {
    for (Half& half : halves_) {
      if (half.hops.size() <= tables.links().gate_count())
        half.hops.resize(tables.links().gate_count() + 1);
    }
  }

  /// The cheapest way over gates.
  void meet(const Tables& tables) {
    const GateLinks& links = tables.links();
    far_ = {};
    if (links.gates_of(ends_[0].cell).empty() || links.gates_of(ends_[1].cell).empty()) return;
    const std::uint32_t depth = ends_[0].cell == ends_[1].cell
                                    ? links.depth_of(ends_[0].cell)
                                    : links.common_depth(ends_[0].cell, ends_[1].cell);
    for (TableEnd& end : ends_) end.reach_hubs(tables, depth);
    far_ = least_sum(ends_[0].hubs.data(), ends_[1].hubs.data(), depth);
  }

  /// Writes the way over gates. False when it ended before the goal.
  bool append_far(const W& world, const Hierarchy& hierarchy, const Tables& tables,
                  std::size_t most_nodes) {
    const bool labels = tables.choice().far == FarMethod::labels;
    if (labels) {
      find_label_hops(tables);
    } else {
      find_shortcut_steps(tables, hierarchy);
    }
    const auto& [first, last] = halves_;
    append_connect_way(world, hierarchy.cell(ends_[0].cell), tables.connect(), ends_[0],
                       first.entry, ends_[0].costs[first.entry], nodes_);
    if (nodes_.size() >= most_nodes) return false;
    for (std::size_t k = 0; k < first.count; ++k) {
      append_step(world, hierarchy, tables,
                  labels ? step_of(tables, first.hops[k], false) : first.steps[k]);
      if (nodes_.size() >= most_nodes) return false;
    }
    for (std::size_t k = last.count; k-- > 0;) {
      append_step(world, hierarchy, tables,
                  labels ? step_of(tables, last.hops[k], true) : last.steps[k]);
      if (nodes_.size() >= most_nodes) return false;
    }
    const std::size_t at = nodes_.size();
    append_connect_way(world, hierarchy.cell(ends_[1].cell), tables.connect(), ends_[1], last.entry,
                       ends_[1].costs[last.entry], nodes_);
    nodes_.drop_last();  // the gate is there already
    std::reverse(nodes_.begin() + at, nodes_.end());
    return true;
  }

  void append_step(const W& world, const Hierarchy& hierarchy, const Tables& tables,
                   const GateStep& step) {
    if (step.cell == GateLinks::Link::kInter) {
      const GateLinks::Link& home = tables.links().links_of(step.to)[0];
      nodes_.push_back(hierarchy.cell(home.cell).gate(home.own));
      return;
    }
    const OverlayCell cell = hierarchy.cell(step.cell);
    if (cell.has_steps()) {
      const StoredWay way = stored_way<W>(cell, step.from, step.to);
      append_steps(world, cell.gate(step.from), way.steps, way.turned, nodes_);
      return;
    }
    searched_.clear();
    refiner_.append_inside(world, hierarchy,
                           {Hop::Kind::cross, step.cell, cell.gate(step.from), cell.gate(step.to)},
                           nullptr, searched_);
    for (const NodeId node : searched_) nodes_.push_back(node);
  }

  /// The place in its cell of the gate that the way over the hub takes at an end.
  std::uint32_t entry_gate(const Tables& tables, const TableEnd& end) const {
    const Cost* labels = tables.labels().direction(end.backward).costs.data() + far_.at;
    const auto rows = tables.links().rows_of(end.cell);
    std::uint32_t i = 0;
    while (rows[i].count <= far_.at || labels[rows[i].begin] + end.costs[i] != end.hubs[far_.at]) {
      ++i;
    }
    return i;
  }

  /// The gates between each end's entry and the hub, and the step that leaves each. Both halves at
  /// once, since each gate waits for the one before it in its half.
  void find_label_hops(const Tables& tables) {
    const GateLinks& links = tables.links();
    const Tables::Walk* const walks = tables.walks();
    const std::uint32_t* const neighbours = tables.neighbours();
    const GateLabels::StepsTo steps[2] = {
        tables.labels().direction(ends_[0].backward).steps_to(far_.at),
        tables.labels().direction(ends_[1].backward).steps_to(far_.at)};
    for (unsigned e : {0u, 1u}) halves_[e].entry = entry_gate(tables, ends_[e]);
    std::uint32_t one = links.gates_of(ends_[0].cell)[halves_[0].entry];
    std::uint32_t other = links.gates_of(ends_[1].cell)[halves_[1].entry];
    LabelHop* first = halves_[0].hops.data();
    LabelHop* second = halves_[1].hops.data();
    for (;;) {
      const Tables::Walk at = walks[one];
      const Tables::Walk there = walks[other];
      const bool more = at.depth != far_.at;
      const bool more_there = there.depth != far_.at;
      if (!more && !more_there) break;
      const std::uint32_t step = steps[0].at(at.labels);
      const std::uint32_t step_there = steps[1].at(there.labels);
      *first = {one, step};
      *second = {other, step_there};
      first += more;
      second += more_there;
      one = more ? neighbours[at.neighbours + step] : one;
      other = more_there ? neighbours[there.neighbours + step_there] : other;
    }
    halves_[0].count = static_cast<std::size_t>(first - halves_[0].hops.data());
    halves_[1].count = static_cast<std::size_t>(second - halves_[1].hops.data());
  }

  /// A hop as a step through a cell, in the direction of the whole way.
  static GateStep step_of(const Tables& tables, const LabelHop& hop, bool backward) {
    const GateLinks& links = tables.links();
    std::uint32_t target = hop.step;
    const GateLinks::Link* link = links.links.data() + links.gates.data()[hop.gate].links;
    for (; target >= link->count; ++link) target -= link->count;
    const bool inter = link->cell == GateLinks::Link::kInter;
    const std::uint32_t here = inter ? hop.gate : link->own;
    const std::uint32_t there = inter ? links.targets.data()[link->targets + target] : target;
    return backward ? GateStep{link->cell, there, here} : GateStep{link->cell, here, there};
  }

  void find_shortcut_steps(const Tables& tables, const Hierarchy& hierarchy) {
    for (unsigned e : {0u, 1u}) {
      Half& half = halves_[e];
      half.steps.clear();
      half.entry = ends_[e].walk.append_steps(tables.shortcuts(), hierarchy, tables.links(),
                                              far_.at, half.steps);
      half.count = half.steps.size();
    }
    std::reverse(halves_[1].steps.begin(), halves_[1].steps.end());
  }

  TableEnd ends_[2];
  Half halves_[2];
  Cost direct_ = kInfinite;
  Least far_;
  Connector<W> connector_;
  Connection<W>* start_ = nullptr;
  typename Connector<W>::InsideWay inside_;
  Refiner<W> refiner_;
  NodeBuffer nodes_;
  std::vector<NodeId> searched_;
};

}  // namespace portolan
