#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/status.h"
#include "portolan/hierarchy/connect.h"
#include "portolan/hierarchy/connect_way.h"
#include "portolan/hierarchy/query.h"
#include "portolan/hierarchy/refine.h"
#include "portolan/hierarchy/tables.h"

namespace portolan {

/// Answers queries from tables: no search, except inside the cell where both ends lie in one.
/// The same costs as Query, at every level. Owns all scratch, so it allocates nothing after
/// warm-up; make one for each thread.
template <CellWorld W>
class TableQuery {
 public:
  using Anchor = typename W::Anchor;

  /// The cost of the cheapest way between two anchors, which lie where the world can be walked on.
  QueryResult find_cost(const W& world, const Hierarchy& hierarchy, const Tables& tables,
                        const Anchor& start, const Anchor& goal) {
    make_room(tables);
    connect(world, tables, start, false, ends_[0]);
    connect(world, tables, goal, true, ends_[1]);
    direct_ = world.direct_cost(start, goal);
    meet(tables);
    inside_ = {};
    if (ends_[0].cell == ends_[1].cell) {
      Connection<W>& c = connector_.open(world, hierarchy, start, false, ConnectMethod::astar);
      inside_ = connector_.find_inside(world, c, goal, nullptr);
    }
    const Cost cost = std::min({direct_, inside_.cost, far_.cost});
    QueryResult result{Status::complete, cost, 1, hierarchy.version()};
    if (cost >= kTableInfinite) result = {Status::unreachable, kInfinite, 1, hierarchy.version()};
    return result;
  }

  /// The same with its nodes, from a contact of the start to one of the goal, both included: none
  /// where the way touches no node.
  QueryResult find_path(const W& world, const Hierarchy& hierarchy, const Tables& tables,
                        const Anchor& start, const Anchor& goal, std::vector<NodeId>& path) {
    path.clear();
    const QueryResult result = find_cost(world, hierarchy, tables, start, goal);
    if (result.status != Status::complete || direct_ <= result.cost) return result;
    if (inside_.cost <= far_.cost) {
      Connection<W>& c = connector_.open(world, hierarchy, start, false, ConnectMethod::astar);
      path.push_back(connector_.contact_of(world, c, inside_.contact));
      connector_.append_way(world, c, inside_.contact, false, path);
      return result;
    }
    append_far(world, hierarchy, tables, path);
    return result;
  }

 private:
  /// One end of a query.
  struct End : ConnectEnd {
    std::vector<Cost> costs;  // by gate of the cell
    std::vector<Cost> hubs;   // by depth: the cost to the gate there
    std::vector<CostRow> rows;
    std::vector<std::uint32_t> row_gates;  // beside them: the gate's place in the cell
    ShortcutWalk walk;
  };

  void make_room(const Tables& tables) {
    for (End& end : ends_) {
      if (end.hubs.size() < tables.most_depth() + kRowSlack)
        end.hubs.resize(tables.most_depth() + kRowSlack);
      if (end.costs.size() < tables.most_gates() + kRowSlack)
        end.costs.resize(tables.most_gates() + kRowSlack);
    }
  }

  void connect(const W& world, const Tables& tables, const Anchor& anchor, bool backward,
               End& end) {
    end.cell = index(world.anchor_cell(anchor));
    end.backward = backward;
    end.contacts.clear();
    world.for_each_contact_row(anchor, backward, [&](std::uint32_t row, Cost cost) {
      end.contacts.push_back({row, cost});
    });
    tables.connect().connect(end.cell, backward, end.contacts, end.costs.data());
  }

  /// The cheapest way over gates.
  void meet(const Tables& tables) {
    const GateLinks& links = tables.links();
    far_ = {};
    if (links.gates_of(ends_[0].cell).empty() || links.gates_of(ends_[1].cell).empty()) return;
    const bool same = ends_[0].cell == ends_[1].cell;
    std::uint32_t depth = 0;
    if (same) {
      for (const std::uint32_t gate : links.gates_of(ends_[0].cell))
        depth = std::max(depth, links.gates[gate].depth + 1);
    } else {
      depth = links.common_depth(ends_[0].cell, ends_[1].cell);
    }
    for (End& end : ends_) reach_hubs(tables, depth, end);
    far_ = least_sum(ends_[0].hubs.data(), ends_[1].hubs.data(), depth);
  }

  void reach_hubs(const Tables& tables, std::uint32_t depth, End& end) {
    const GateLinks& links = tables.links();
    const auto gates = links.gates_of(end.cell);
    if (tables.choice().far == FarMethod::shortcuts) {
      end.walk.climb(tables.shortcuts(), gates, end.costs.data(), end.backward, end.hubs.data());
      return;
    }
    const GateLabels::Direction& labels = tables.labels().direction(end.backward);
    end.rows.clear();
    end.row_gates.clear();
    for (std::uint32_t i = 0; i < gates.size(); ++i) {
      if (end.costs[i] >= kTableInfinite) continue;
      const GateLinks::Gate& gate = links.gates[gates[i]];
      end.rows.push_back({labels.costs.data() + gate.labels, end.costs[i], gate.depth + 1});
      end.row_gates.push_back(i);
    }
    least_of_rows(end.rows, depth, end.hubs.data());
  }

  void append_far(const W& world, const Hierarchy& hierarchy, const Tables& tables,
                  std::vector<NodeId>& path) {
    steps_.clear();
    std::uint32_t entry[2];
    if (tables.choice().far == FarMethod::shortcuts) {
      for (unsigned e : {0u, 1u}) {
        entry[e] = ends_[e].walk.append_steps(tables.shortcuts(), hierarchy, tables.links(),
                                              far_.at, steps_);
      }
    } else {
      entry[0] = append_label_steps(tables, ends_[0]);
      const std::size_t half = steps_.size();
      entry[1] = append_label_steps(tables, ends_[1]);
      std::reverse(steps_.begin() + static_cast<std::ptrdiff_t>(half), steps_.end());
    }
    append_connect_way(world, hierarchy, tables.connect(), ends_[0], entry[0],
                       ends_[0].costs[entry[0]], path);
    for (const GateStep& step : steps_) {
      if (step.cell == GateLinks::Link::kInter) {
        path.push_back(gate_node(hierarchy, tables.links(), step.to));
      } else {
        Refiner<W>::append_stored_way(world, hierarchy.cell(step.cell), step.from, step.to, path);
      }
    }
    const std::size_t at = path.size();
    append_connect_way(world, hierarchy, tables.connect(), ends_[1], entry[1],
                       ends_[1].costs[entry[1]], path);
    path.pop_back();  // the gate is there already
    std::reverse(path.begin() + static_cast<std::ptrdiff_t>(at), path.end());
  }

  static NodeId gate_node(const Hierarchy& hierarchy, const GateLinks& links, std::uint32_t gate) {
    const GateLinks::Link& home = links.links_of(gate)[0];
    return hierarchy.cell(home.cell).gate(home.own);
  }

  /// Appends the steps from an end's gate to the hub. Returns the gate's place in its cell.
  std::uint32_t append_label_steps(const Tables& tables, const End& end) {
    std::size_t k = 0;
    while (end.rows[k].count <= far_.at ||
           end.rows[k].costs[far_.at] + end.rows[k].add != end.hubs[far_.at]) {
      ++k;
    }
    const GateLinks& links = tables.links();
    const GateLabels::Direction& labels = tables.labels().direction(end.backward);
    std::uint32_t gate = links.gates_of(end.cell)[end.row_gates[k]];
    while (links.gates[gate].depth != far_.at) {
      std::uint32_t target = labels.step(links.gates[gate].labels + far_.at);
      const GateLinks::Link* link = links.links.data() + links.gates[gate].links;
      for (; target >= link->count; ++link) target -= link->count;
      const std::uint32_t next = links.targets[link->targets + target];
      const bool inter = link->cell == GateLinks::Link::kInter;
      GateStep step{link->cell, inter ? gate : link->own, inter ? next : target};
      if (end.backward) std::swap(step.from, step.to);
      steps_.push_back(step);
      gate = next;
    }
    return end.row_gates[k];
  }

  End ends_[2];
  Cost direct_ = kInfinite;
  Least far_;
  Connector<W> connector_;
  typename Connector<W>::InsideWay inside_;
  std::vector<GateStep> steps_;
};

}  // namespace portolan
