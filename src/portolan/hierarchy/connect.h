#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "portolan/hierarchy/cell_world.h"
#include "portolan/hierarchy/hierarchy.h"
#include "portolan/search/search.h"

namespace portolan {

/// How a start or goal finds its costs to the gates of its cell.
enum class ConnectMethod : std::uint8_t {
  dijkstra,  ///< One bounded search reaches them all.
  astar,     ///< One bounded A* for each, as the papers have it.
  sparse,    ///< One gate for each part of the cell that hangs together; not exact.
  goalward,  ///< The gates in the goal's direction first, more when they do not do; not exact.
};

/// A node's costs to the gates of its home, and the search tree that they came from.
template <CellWorld W>
struct Connection {
  NodeId node = kNoNode;
  CellId cell = kNoCell;
  bool backward = false;  ///< Costs from the gates to the node.
  ConnectMethod method = ConnectMethod::dijkstra;
  std::shared_ptr<const std::uint64_t> snapshot;  ///< Identity of the hierarchy it was made for.
  std::uint64_t last_used = 0;
  typename W::Cell opened;
  Labels labels;            ///< By local number; a whole tree only after dijkstra.
  std::vector<Cost> costs;  ///< By gate of the cell.
};

/// Makes connections and keeps the latest ones, so that popular starts and goals cost nothing
/// the second time. One thread at a time.
template <CellWorld W>
class Connector {
 public:
  /// How many connections are kept. At least 2: a query needs its start's and its goal's.
  explicit Connector(std::size_t kept = 2) : kept_(std::max<std::size_t>(kept, 2)) {}

  /// Connects `node` to the gates of its home. `toward` is the other end of the query; `share`
  /// says how much of the gates to try, for the methods that do not take all.
  Connection<W>& connect(const W& world, const Hierarchy& hierarchy, NodeId node, bool backward,
                         ConnectMethod method, NodeId toward, unsigned share,
                         SearchCounts* counts) {
    const bool partial = method == ConnectMethod::sparse || method == ConnectMethod::goalward;
    Connection<W>& c = choose(hierarchy, node, backward, method, partial);
    c.last_used = ++clock_;
    if (c.node == node && c.snapshot == hierarchy.identity() && !partial) return c;
    c.node = node;
    c.cell = world.home_cell(node);
    c.backward = backward && !W::kSymmetric;
    c.method = method;
    c.snapshot = hierarchy.identity();
    const OverlayCell cell = hierarchy.cell(index(c.cell));
    world.open_cell(c.cell, cell, c.opened);
    make_room(c.opened.local_count(), cell.gate_count());
    c.costs.assign(cell.gate_count(), kInfinite);
    if (method == ConnectMethod::dijkstra) {
      reach_all(c, cell, counts);
    } else {
      reach_each(world, c, cell, toward, share, counts);
    }
    return c;
  }

  /// Cost between the connection's node and another node of its cell without leaving the cell.
  Cost inside_cost(const W& world, Connection<W>& c, NodeId other, SearchCounts* counts) {
    const std::uint32_t local = c.opened.local(other);
    if (c.method != ConnectMethod::dijkstra) reach_one(world, c, other, counts);
    return c.labels.cost(local);
  }

  /// Appends the way between the connection's node and `end`, from the side of the start, its
  /// first node left out.
  void append_way(const W& world, Connection<W>& c, NodeId end, bool to_start,
                  std::vector<NodeId>& nodes) {
    const std::uint32_t local = c.opened.local(end);
    if (c.method != ConnectMethod::dijkstra) reach_one(world, c, end, nullptr);
    const std::size_t at = nodes.size();
    for (std::uint32_t n = local; c.labels[n].parent != n; n = c.labels[n].parent)
      nodes.push_back(c.opened.node(n));
    if (to_start) {  // from `end` to the node: drop the first, add the last
      nodes.push_back(c.node);
      nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(at));
    } else {
      std::reverse(nodes.begin() + static_cast<std::ptrdiff_t>(at), nodes.end());
    }
  }

 private:
  Connection<W>& choose(const Hierarchy& hierarchy, NodeId node, bool backward,
                        ConnectMethod method, bool partial) {
    Connection<W>* oldest = nullptr;
    for (Connection<W>& c : pool_) {
      if (!partial && c.node == node && c.snapshot == hierarchy.identity() && c.method == method &&
          (W::kSymmetric || c.backward == backward)) {
        return c;
      }
      if (oldest == nullptr || c.last_used < oldest->last_used) oldest = &c;
    }
    if (pool_.size() < kept_) {
      pool_.reserve(kept_);  // connections stay where they are
      return pool_.emplace_back();
    }
    oldest->node = kNoNode;
    return *oldest;
  }

  /// In all connections at once: which of them a later query gets is a matter of chance.
  void make_room(std::uint32_t locals, std::uint32_t gates) {
    most_locals_ = std::max(most_locals_, locals);
    most_gates_ = std::max(most_gates_, gates);
    for (Connection<W>& c : pool_) {
      c.labels.reserve(most_locals_);
      c.costs.reserve(most_gates_);
    }
  }

  template <class Open, class Heuristic, class Rule>
  void run(Open& open, Connection<W>& c, const Heuristic& heuristic, Rule&& rule,
           SearchCounts* counts) {
    c.labels.clear();
    open.clear();
    add_source(c.labels, open, heuristic, c.opened.local(c.node), 0);
    if (c.backward) {
      search(Backward{&c.opened}, c.labels, open, heuristic, rule, CountedIf{counts});
    } else {
      search(c.opened, c.labels, open, heuristic, rule, CountedIf{counts});
    }
  }
  struct Backward {
    const typename W::Cell* cell;
    template <class F>
    void for_each_edge(std::uint32_t n, const Label& label, F&& f) const {
      cell->for_each_edge_back(n, label, static_cast<F&&>(f));
    }
  };

  void reach_all(Connection<W>& c, const OverlayCell& cell, SearchCounts* counts) {
    const auto everything = [](const OpenEntry&) { return Settle::expand; };
    if (BucketOpenList::suits(c.opened.cheapest_edge(), c.opened.dearest_edge())) {
      buckets_.configure(c.opened.cheapest_edge(), c.opened.dearest_edge());
      run(buckets_, c, NoHeuristic{}, everything, counts);
    } else {
      run(open_, c, NoHeuristic{}, everything, counts);
    }
    for (std::uint32_t i = 0; i < cell.gate_count(); ++i)
      c.costs[i] = c.labels.cost(c.opened.local(cell.gate(i)));
  }

  void reach_one(const W& world, Connection<W>& c, NodeId end, SearchCounts* counts) {
    const std::uint32_t goal = c.opened.local(end);
    const auto heuristic = [&](std::uint32_t local) {
      const NodeId at = c.opened.node(local);
      return c.backward ? world.distance_bound(end, at) : world.distance_bound(at, end);
    };
    run(
        open_, c, heuristic,
        [&](const OpenEntry& e) { return e.node == goal ? Settle::stop : Settle::expand; }, counts);
  }

  void reach_each(const W& world, Connection<W>& c, const OverlayCell& cell, NodeId toward,
                  unsigned share, SearchCounts* counts) {
    order_.clear();
    const std::uint32_t component = cell.node_component(world.home_index(c.node));
    for (std::uint32_t i = 0; i < cell.gate_count(); ++i) {
      if (cell.gate_component(i) != component) continue;
      const Cost detour = c.method == ConnectMethod::astar
                              ? 0
                              : world.distance_bound(c.node, cell.gate(i)) +
                                    world.distance_bound(cell.gate(i), toward);
      order_.push_back((std::uint64_t{detour} << 32) | i);
    }
    std::sort(order_.begin(), order_.end());
    std::size_t tried = order_.size();
    if (c.method == ConnectMethod::sparse) tried = std::min<std::size_t>(tried, share);
    if (c.method == ConnectMethod::goalward)
      tried = std::min(tried, std::max<std::size_t>(1, tried * share / 4));
    for (std::size_t k = 0; k < tried; ++k) {
      const auto i = static_cast<std::uint32_t>(order_[k]);
      reach_one(world, c, cell.gate(i), counts);
      c.costs[i] = c.labels.cost(c.opened.local(cell.gate(i)));
    }
  }

  std::vector<Connection<W>> pool_;
  std::vector<std::uint64_t> order_;
  std::size_t kept_;
  std::uint64_t clock_ = 0;
  std::uint32_t most_locals_ = 0;
  std::uint32_t most_gates_ = 0;
  BucketOpenList buckets_;
  OpenList open_;
};

}  // namespace portolan
