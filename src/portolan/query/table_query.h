#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/entered_once.h"
#include "portolan/core/node_buffer.h"
#include "portolan/query/connect.h"
#include "portolan/query/query.h"
#include "portolan/query/refine.h"
#include "portolan/query/table_end.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Answers queries from tables: no search, except inside the cell where both ends lie in one.
/// The same costs as Query, at every level. Owns all scratch, so it allocates nothing after
/// warm-up; make one for each thread.
template <CellWorld W>
class TableQuery {
 public:
  using Anchor = typename W::Anchor;
  static constexpr std::size_t kAllNodes = std::numeric_limits<std::size_t>::max();

  /// The cost of the cheapest path between two anchors, which lie where the world can be walked on.
  QueryResult find_cost(const W& world, const Hierarchy& hierarchy, const Tables& tables,
                        const Anchor& start, const Anchor& goal) {
    const EnteredOnce::Scope only_here(entered_);
    make_room(tables);
    ends_[0].connect(world, tables, start, false);
    ends_[1].connect(world, tables, goal, true);
    direct_ = world.direct_cost(start, goal);
    inside_ = {};
    far_ = {kInfinite, 0};
    const bool together = ends_[0].cell == ends_[1].cell;
    if (together) {
      start_ = &connector_.open(world, hierarchy, start, false, ConnectMethod::astar);
      inside_ = find_inside(world, tables.connect(), goal);
    }
    if (!together || std::min(direct_, inside_.cost) > least_outside(tables)) meet(tables);
    const Cost cost = std::min({direct_, inside_.cost, far_.cost});
    if (cost == kInfinite) return {Status::unreachable, kInfinite, 1, hierarchy.version()};
    return {Status::complete, cost, 1, hierarchy.version()};
  }

  /// The same with its nodes, from an entry node of the start to one of the goal, both included:
  /// none where the way touches no node. With `most_nodes` at least so many from the start on, then
  /// it may end: partial.
  QueryResult find_path(const W& world, const Hierarchy& hierarchy, const Tables& tables,
                        const Anchor& start, const Anchor& goal, std::vector<NodeId>& path,
                        std::size_t most_nodes = kAllNodes) {
    path.clear();
    QueryResult result = find_cost(world, hierarchy, tables, start, goal);
    if (result.status != Status::complete || direct_ <= result.cost) return result;
    if (inside_.cost <= far_.cost) {
      connector_.append_inside(*start_, inside_.entry_node, path);
      return result;
    }
    nodes_.clear();
    if (!append_far(world, hierarchy, tables, most_nodes)) result.status = Status::partial;
    path.assign(nodes_.begin(), nodes_.end());
    return result;
  }

 private:
  /// The path between an end and the hub.
  struct Half {
    std::uint32_t entry = 0;         // the place in its cell of the gate that it begins at
    std::vector<GateHop> gate_hops;  // what follows: by labels, with room for more,
    std::size_t hop_count = 0;
    std::vector<GateStep> steps;  // or by shortcuts

    std::span<const GateHop> found() const { return std::span(gate_hops).first(hop_count); }
  };

  void make_room(const Tables& tables) {
    for (Half& half : halves_) {
      if (half.gate_hops.size() <= tables.links().gate_count())
        half.gate_hops.resize(tables.links().gate_count() + 1);
    }
  }

  /// The path that does not leave the cell of both ends. Where the table has a row for every node,
  /// it tells how far away the goal is at least.
  typename Connector<W>::InsidePath find_inside(const W& world, const ConnectTable& table,
                                                const Anchor& goal) {
    if constexpr (W::Cell::kRowsAreLocals) {
      const ConnectTable::Gaps gaps(table, ends_[1].cell, ends_[1].costs.data());
      return connector_.find_inside(world, *start_, goal, nullptr,
                                    [&](std::uint32_t local) { return gaps.widest(local); });
    } else {
      return connector_.find_inside(world, *start_, goal, nullptr);
    }
  }

  /// No path from the cell and back to it is cheaper.
  Cost least_outside(const Tables& tables) const {
    const std::size_t gates = tables.links().gates_of(ends_[0].cell).size();
    const auto least = [&](const TableEnd& end) {
      return *std::min_element(end.costs.data(), end.costs.data() + gates);
    };
    return gates == 0 ? kTableInfinite : least(ends_[0]) + least(ends_[1]);
  }

  /// The cheapest path over gates.
  void meet(const Tables& tables) {
    const GateLinks& links = tables.links();
    if (links.gates_of(ends_[0].cell).empty() || links.gates_of(ends_[1].cell).empty()) return;
    const std::uint32_t depth = ends_[0].cell == ends_[1].cell
                                    ? links.depth_of(ends_[0].cell)
                                    : links.common_depth(ends_[0].cell, ends_[1].cell);
    for (TableEnd& end : ends_) end.reach_hubs(tables, depth);
    const Least found = least_sum(ends_[0].hubs.data(), ends_[1].hubs.data(), depth);
    if (found.cost < kTableInfinite) far_ = found;  // paths inside a cell may cost more than that
  }

  /// Writes the path over gates. False when it ended before the goal.
  bool append_far(const W& world, const Hierarchy& hierarchy, const Tables& tables,
                  std::size_t most_nodes) {
    const bool labels = tables.choice().far == FarMethod::labels;
    if (labels) {
      find_gate_hops(tables);
    } else {
      find_shortcut_steps(tables, hierarchy);
    }
    append_connections(world, hierarchy, tables);
    if (!(labels ? append_gate_hops(world, tables.gate_hops(), most_nodes)
                 : append_gate_steps(world, hierarchy, tables, most_nodes))) {
      return false;
    }
    tail_.drop_last();  // the gate is there already
    nodes_.take_until(std::reverse_copy(tail_.begin(), tail_.end(), nodes_.room(tail_.size())));
    return true;
  }

  /// From the start to the gate that its half begins at; and from the goal, into the tail.
  void append_connections(const W& world, const Hierarchy& hierarchy, const Tables& tables) {
    tail_.clear();
    const auto cost = [&](unsigned e) { return ends_[e].costs[halves_[e].entry]; };
    if (tables.connect().paths() != ConnectPaths::steps) {
      for (unsigned e : {0u, 1u}) {
        append_connect_path(world, hierarchy.cell(ends_[e].cell), tables.connect(), ends_[e],
                            halves_[e].entry, cost(e), e == 0 ? nodes_ : tail_);
      }
      return;
    }
    // Both at once, since each step waits for the one before.
    ConnectSteps<W> one(world, tables.connect(), ends_[0], halves_[0].entry, cost(0));
    ConnectSteps<W> other(world, tables.connect(), ends_[1], halves_[1].entry, cost(1));
    NodeId* first = nodes_.room(one.most());
    NodeId* last = tail_.room(other.most());
    for (bool more = true, more_there = true; more | more_there;) {
      *first = one.node();
      *last = other.node();
      first += more;
      last += more_there;
      more = one.step();
      more_there = other.step();
    }
    nodes_.take_until(first);
    tail_.take_until(last);
  }

  /// False when there were enough before the end.
  bool append_gate_hops(const W& world, const GateHops& gate_hops, std::size_t most_nodes) {
    const std::span<const GateHop> first = halves_[0].found();
    const std::span<const GateHop> last = halves_[1].found();
    std::size_t most = kStepSlack;
    for (const GateHop& hop : first) most += world.most_steps(hop.size) + 1;
    for (const GateHop& hop : last) most += world.most_steps(hop.size) + 1;
    NodeId* out = nodes_.room(most);
    const NodeId* const begin = nodes_.begin();
    const auto enough = [&] { return static_cast<std::size_t>(out - begin) >= most_nodes; };
    const bool flipped = gate_hops.flipped(true);
    for (std::size_t k = 0; k < first.size() && !enough(); ++k)
      out = write_gate_hop(world, gate_hops, first[k], false, out);
    for (std::size_t k = last.size(); k-- > 0 && !enough();)
      out = write_gate_hop(world, gate_hops, last[k], flipped, out);
    nodes_.take_until(out);
    return !enough();
  }

  /// Goes on from the node before `out`.
  static NodeId* write_gate_hop(const W& world, const GateHops& gate_hops, const GateHop& hop,
                                bool flipped, NodeId* out) {
    if (hop.size == 0) {
      *out = NodeId{hop.way};
      return out + 1;
    }
    const OverlayCell::Steps steps = gate_hops.steps(hop);
    return (hop.reversed != 0) != flipped ? world.decode_steps_back(out[-1], steps, out)
                                          : world.decode_steps(out[-1], steps, out);
  }

  bool append_gate_steps(const W& world, const Hierarchy& hierarchy, const Tables& tables,
                         std::size_t most_nodes) {
    for (const Half& half : halves_) {
      for (const GateStep& step : half.steps) {
        if (nodes_.size() >= most_nodes) return false;
        append_step(world, hierarchy, tables, step);
      }
    }
    return nodes_.size() < most_nodes;
  }

  void append_step(const W& world, const Hierarchy& hierarchy, const Tables& tables,
                   const GateStep& step) {
    if (step.cell == GateLinks::Link::kInter) {
      const GateLinks::Link& home = tables.links().links_of(step.to)[0];
      nodes_.push_back(hierarchy.cell(home.cell).gate(home.own));
      return;
    }
    const OverlayCell cell = hierarchy.cell(step.cell);
    searched_.clear();
    refiner_.append_crossing(
        world, hierarchy, {Hop::Kind::cross, step.cell, cell.gate(step.from), cell.gate(step.to)},
        nullptr, searched_);
    for (const NodeId node : searched_) nodes_.push_back(node);
  }

  /// The place in its cell of the gate that the path over the hub takes at an end.
  std::uint32_t entry_gate(const Tables& tables, const TableEnd& end) const {
    const Cost* labels = tables.labels().direction(end.backward).costs.data() + far_.at;
    const auto rows = tables.links().rows_of(end.cell);
    std::uint32_t i = 0;
    while (rows[i].count <= far_.at || labels[rows[i].begin] + end.costs[i] != end.hubs[far_.at]) {
      ++i;
    }
    return i;
  }

  /// The gate hops from each end's entry to the hub. Both halves at once, since each gate hop
  /// waits for the one before it in its half.
  void find_gate_hops(const Tables& tables) {
    const GateLabels& labels = tables.labels();
    const bool back[2] = {ends_[0].backward, ends_[1].backward};
    const GateHop* const gate_hops[2] = {tables.gate_hops().direction(back[0]),
                                         tables.gate_hops().direction(back[1])};
    const GateLabels::StepsTo steps[2] = {labels.direction(back[0]).steps_to(far_.at),
                                          labels.direction(back[1]).steps_to(far_.at)};
    const GateHop begins[2] = {begin_half(tables, 0), begin_half(tables, 1)};
    const GateHop* one = &begins[0];
    const GateHop* other = &begins[1];
    GateHop* first = halves_[0].gate_hops.data();
    GateHop* second = halves_[1].gate_hops.data();
    for (;;) {
      const bool more = one->depth != far_.at;
      const bool more_there = other->depth != far_.at;
      if (!more && !more_there) break;
      const GateHop* const next = gate_hops[0] + one->gate_hops + steps[0].at(one->labels);
      const GateHop* const next_there =
          gate_hops[1] + other->gate_hops + steps[1].at(other->labels);
      one = more ? next : one;
      other = more_there ? next_there : other;
      *first = *one;
      *second = *other;
      first += more;
      second += more_there;
    }
    halves_[0].hop_count = static_cast<std::size_t>(first - halves_[0].gate_hops.data());
    halves_[1].hop_count = static_cast<std::size_t>(second - halves_[1].gate_hops.data());
  }

  /// The gate that a half begins at, as if a gate hop had led there.
  GateHop begin_half(const Tables& tables, unsigned e) {
    halves_[e].entry = entry_gate(tables, ends_[e]);
    const std::uint32_t gate = tables.links().gates_of(ends_[e].cell)[halves_[e].entry];
    const GateLinks::Gate& found = tables.links().gates[gate];
    GateHop hop{};
    hop.labels = found.labels;
    hop.gate_hops = tables.labels().direction(ends_[e].backward).exit_begin[gate];
    hop.depth = static_cast<std::uint16_t>(found.depth);  // below GateLinks::kMostHeight
    return hop;
  }

  void find_shortcut_steps(const Tables& tables, const Hierarchy& hierarchy) {
    for (unsigned e : {0u, 1u}) {
      Half& half = halves_[e];
      half.steps.clear();
      half.entry = ends_[e].walk.append_steps(tables.shortcuts(), hierarchy, tables.links(),
                                              far_.at, half.steps);
    }
  }

  TableEnd ends_[2];
  Half halves_[2];
  Cost direct_ = kInfinite;
  Least far_;  // kInfinite for no path
  Connector<W> connector_;
  Connection<W>* start_ = nullptr;
  typename Connector<W>::InsidePath inside_;
  Refiner<W> refiner_;
  NodeBuffer nodes_;
  NodeBuffer tail_;  // from the goal on
  std::vector<NodeId> searched_;
  EnteredOnce entered_;
};

}  // namespace portolan::detail
