#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/node_buffer.h"
#include "portolan/hierarchy/cell_places.h"
#include "portolan/query/choose_gates.h"
#include "portolan/query/connect_search.h"
#include "portolan/query/connection.h"
#include "portolan/query/connection_pool.h"
#include "portolan/query/query_world.h"

namespace portolan::detail {

/// Makes connections, keeps the latest ones, and tells the paths behind their costs. One thread at
/// a time, except as `reach` says.
template <QueryWorld W>
class Connector {
 public:
  /// How many connections are kept. At least 2: a query needs its start's and its goal's.
  explicit Connector(std::size_t kept = 2) : pool_(kept) {}

  /// The kept connection of an anchor, or one with everything but its costs: see `reach`.
  Connection<W>& open(const W& world, const Hierarchy& hierarchy, const typename W::Anchor& anchor,
                      bool backward, ConnectMethod method, const ConnectTable* table = nullptr) {
    return pool_.open(world, hierarchy, anchor, backward, method, table);
  }

  /// Forgets the kept connections.
  void forget() { pool_.forget(); }

  /// Finds the costs of a connection that is not ready. `toward` is the other end of the query;
  /// `share` says how much of the gates to try, for the methods that do not take all. Two threads
  /// may each do one connection at the same time, with different sides (0 or 1).
  void reach(const W& world, Connection<W>& c, const typename W::Anchor& toward, unsigned share,
             unsigned side, SearchCounts* counts) {
    Side& scratch = sides_[side];
    scratch.search.configure(c.opened.cost_step());
    if (c.method == ConnectMethod::table) {
      look_up(world, c);
    } else if (c.method == ConnectMethod::dijkstra) {
      scratch.search.reach_all(world, c, counts);
      for (const GatePlace gate : c.overlay.places()) take_cost(c, gate);
    } else {
      choose_gates(world, c, toward, share, scratch.gates);
      for (const ChosenGate& chosen : scratch.gates) {
        scratch.search.reach_one(world, c, c.overlay.gate(chosen.gate), counts);
        take_cost(c, chosen.gate);
      }
    }
    c.ready = c.method != ConnectMethod::sparse && c.method != ConnectMethod::goalward;
  }

  /// The cheapest path to another anchor of the same cell that does not leave it. Afterwards the
  /// labels' branch to its entry node is that path: see append_branch.
  InsidePath find_inside(const W& world, Connection<W>& c, const typename W::Anchor& other,
                         SearchCounts* counts) {
    return find_inside(world, c, other, counts, [&](std::uint32_t local) {
      return world.distance_bound(c.opened.node(local), other);
    });
  }
  /// The same with a heuristic for local nodes.
  template <class Heuristic>
  InsidePath find_inside(const W& world, Connection<W>& c, const typename W::Anchor& other,
                         SearchCounts* counts, const Heuristic& heuristic) {
    ends_.clear();
    world.for_each_entry_node(other, true, [&](NodeId node, Cost cost, std::uint32_t) {
      ends_.push_back({c.opened.local(node), cost});
    });
    if (c.method != ConnectMethod::dijkstra)
      sides_[0].search.reach_cheapest(world, c, ends_, heuristic, counts);
    InsidePath best;
    for (const LocalEnd& end : ends_) {
      const Cost whole = add(c.labels.cost(end.local), end.cost);
      if (whole < best.cost) best = {whole, c.opened.node(end.local)};
    }
    return best;
  }

  /// The entry node of the anchor at the near end of the path to `end`, a node of the cell.
  NodeId entry_node_of(const W& world, Connection<W>& c, NodeId end) {
    if (const auto known = find_in_table(world, c, end); !known.empty()) return known.front();
    make_branch(world, c, end);
    return branch_root(c, end);
  }

  /// Appends the path between the anchor's entry node and `end`, from the side of the start, its
  /// first node left out.
  void append_path(const W& world, Connection<W>& c, NodeId end, bool to_anchor,
                   std::vector<NodeId>& nodes) {
    if (const auto known = find_in_table(world, c, end); !known.empty()) {
      if (to_anchor) std::reverse(known.begin(), known.end());
      nodes.insert(nodes.end(), known.begin() + 1, known.end());
      return;
    }
    make_branch(world, c, end);
    append_branch_after_first(c, end, to_anchor, nodes);
  }

 private:
  /// What one of two threads works with.
  struct Side {
    ConnectSearch<W> search;
    std::vector<ChosenGate> gates;
  };

  void look_up(const W& world, Connection<W>& c) {
    find_entry_nodes(world, c.anchor, c.backward, c.end);
    const std::size_t gates = c.overlay.gate_count();
    c.costs.resize(gates + kRowSlack);
    c.table->connect(c.end.cell, c.backward, c.end.entry_nodes, c.costs.data());
    c.costs.resize(gates);
    for (Cost& cost : c.costs)
      if (cost >= kTableInfinite) cost = kInfinite;
  }
  static void take_cost(Connection<W>& c, GatePlace gate) {
    c.costs[gate] = c.labels.cost(c.opened.local(c.overlay.gate(gate)));
  }

  /// Makes sure that the labels have a branch to a node of the cell.
  void make_branch(const W& world, Connection<W>& c, NodeId end) {
    if (c.method != ConnectMethod::dijkstra) sides_[0].search.reach_one(world, c, end, nullptr);
  }

  /// The path from the anchor's entry node to a gate, until the next call; empty where the table
  /// does not know it.
  std::span<NodeId> find_in_table(const W& world, const Connection<W>& c, NodeId end) {
    const GatePlace gate = c.method == ConnectMethod::table ? c.overlay.find(end) : kNoPlace;
    if (gate == kNoPlace) return {};
    from_table_.clear();
    append_connect_path(world, c.overlay, *c.table, c.end, gate, c.costs[gate], from_table_);
    return {from_table_.begin(), from_table_.end()};
  }

  ConnectionPool<W> pool_;
  Side sides_[2];
  std::vector<LocalEnd> ends_;
  NodeBuffer from_table_;
};

}  // namespace portolan::detail
