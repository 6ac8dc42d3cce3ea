#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "portolan/hierarchy/cell_world.h"
#include "portolan/hierarchy/hierarchy.h"
#include "portolan/search/search.h"
#include "portolan/tables/connect_path.h"

namespace portolan::detail {

/// How a start or goal finds its costs to the gates of its cell.
enum class ConnectMethod : std::uint8_t {
  dijkstra,  ///< One bounded search reaches them all.
  astar,     ///< One bounded A* for each, as the papers have it.
  threads,   ///< As dijkstra, start and goal at the same time.
  sparse,    ///< One gate for each part of the cell that hangs together; not exact.
  goalward,  ///< The gates in the goal's direction first, more when they do not do; not exact.
  table,     ///< Looked up in a connect table; without one as dijkstra.
};

/// An anchor's costs to the gates of its cell, and the search tree that they came from.
template <CellWorld W>
struct Connection {
  typename W::Anchor anchor{};
  CellId cell = kNoCell;
  bool backward = false;  ///< Costs from the gates to the anchor.
  bool ready = false;     ///< Whether the costs are there.
  ConnectMethod method = ConnectMethod::dijkstra;
  std::shared_ptr<const std::uint64_t> snapshot;  ///< Identity of the hierarchy it was made for.
  std::uint64_t last_used = 0;
  typename W::Cell opened;
  Labels labels;            ///< By local number; a whole tree only after dijkstra.
  std::vector<Cost> costs;  ///< By gate of the cell.
  OverlayCell overlay;      ///< The cell, as long as a query lasts.
  const ConnectTable* table = nullptr;
  ConnectEnd end;  ///< How the table sees the anchor.
};

/// Makes connections and keeps the latest ones, so that popular starts and goals cost nothing
/// the second time. One thread at a time, except as `reach` says.
template <CellWorld W>
class Connector {
 public:
  /// How many connections are kept. At least 2: a query needs its start's and its goal's.
  explicit Connector(std::size_t kept = 2) : kept_(std::max<std::size_t>(kept, 2)) {}

  /// The kept connection of an anchor, or one with everything but its costs: see `reach`.
  Connection<W>& open(const W& world, const Hierarchy& hierarchy, const typename W::Anchor& anchor,
                      bool backward, ConnectMethod method, const ConnectTable* table = nullptr) {
    if (method == ConnectMethod::threads || (method == ConnectMethod::table && table == nullptr))
      method = ConnectMethod::dijkstra;
    const bool reversed = backward && !world.symmetric();
    Connection<W>& c = choose(hierarchy, anchor, reversed, method);
    c.last_used = ++clock_;
    c.table = table;
    c.overlay = hierarchy.cell(index(world.anchor_cell(anchor)));
    if (c.ready) return c;
    c.anchor = anchor;
    c.cell = world.anchor_cell(anchor);
    c.backward = reversed;
    c.method = method;
    if (c.snapshot != hierarchy.identity())  // mostly the same: counting owners would take longer
      c.snapshot = hierarchy.identity();
    const OverlayCell cell = hierarchy.cell(index(c.cell));
    world.open_cell(c.cell, cell, c.opened);
    make_room(c.opened.local_count(), cell.gate_count());
    c.costs.assign(cell.gate_count(), kInfinite);
    return c;
  }

  /// Finds the costs of a connection that is not ready. `toward` is the other end of the query;
  /// `share` says how much of the gates to try, for the methods that do not take all. Two threads
  /// may each do one connection at the same time, with different sides (0 or 1).
  void reach(const W& world, const Hierarchy& hierarchy, Connection<W>& c,
             const typename W::Anchor& toward, unsigned share, unsigned side,
             SearchCounts* counts) {
    const OverlayCell cell = hierarchy.cell(index(c.cell));
    scratch_[side].open.configure(c.opened.cost_step());
    if (c.method == ConnectMethod::table) {
      look_up(world, c);
    } else if (c.method == ConnectMethod::dijkstra) {
      reach_all(world, c, cell, side, counts);
    } else {
      reach_each(world, c, cell, toward, share, side, counts);
    }
    c.ready = c.method != ConnectMethod::sparse && c.method != ConnectMethod::goalward;
  }

  /// A way to another anchor in the connection's cell that does not leave the cell.
  struct InsidePath {
    Cost cost = kInfinite;
    NodeId entry_node = kNoNode;  ///< Of the other anchor.
  };
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
    if (c.method != ConnectMethod::dijkstra) reach_ends(world, c, heuristic, counts);
    InsidePath best;
    for (const End& end : ends_) {
      const Cost whole = add(c.labels.cost(end.local), end.cost);
      if (whole < best.cost) best = {whole, c.opened.node(end.local)};
    }
    return best;
  }

  /// Appends the way just found by find_inside, from an entry node of the anchor to one of the
  /// other.
  void append_inside(const Connection<W>& c, NodeId entry_node, std::vector<NodeId>& nodes) const {
    const auto at = static_cast<std::ptrdiff_t>(nodes.size());
    std::uint32_t n = c.opened.local(entry_node);
    for (; c.labels[n].parent != n; n = c.labels[n].parent) nodes.push_back(c.opened.node(n));
    nodes.push_back(c.opened.node(n));
    std::reverse(nodes.begin() + at, nodes.end());
  }

  /// The entry node of the anchor at the near end of the way to `end`, a node of the cell.
  NodeId entry_node_of(const W& world, Connection<W>& c, NodeId end) {
    if (find_in_table(world, c, end)) return *way_.begin();
    std::uint32_t n = c.opened.local(end);
    if (c.method != ConnectMethod::dijkstra) reach_one(world, c, end, 0, nullptr);
    while (c.labels[n].parent != n) n = c.labels[n].parent;
    return c.opened.node(n);
  }

  /// Appends the path between the anchor's entry node and `end`, from the side of the start, its
  /// first node left out.
  void append_path(const W& world, Connection<W>& c, NodeId end, bool to_anchor,
                   std::vector<NodeId>& nodes) {
    if (find_in_table(world, c, end)) {
      if (to_anchor) std::reverse(way_.begin(), way_.end());
      nodes.insert(nodes.end(), way_.begin() + 1, way_.end());
      return;
    }
    std::uint32_t n = c.opened.local(end);
    if (c.method != ConnectMethod::dijkstra) reach_one(world, c, end, 0, nullptr);
    const std::size_t at = nodes.size();
    for (; c.labels[n].parent != n; n = c.labels[n].parent) nodes.push_back(c.opened.node(n));
    if (to_anchor) {  // from `end` to the entry node: drop the first, add the last
      nodes.push_back(c.opened.node(n));
      nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(at));
    } else {
      std::reverse(nodes.begin() + static_cast<std::ptrdiff_t>(at), nodes.end());
    }
  }

 private:
  Connection<W>& choose(const Hierarchy& hierarchy, const typename W::Anchor& anchor, bool backward,
                        ConnectMethod method) {
    Connection<W>* oldest = nullptr;
    for (Connection<W>& c : pool_) {
      if (c.ready && c.anchor == anchor && c.snapshot == hierarchy.identity() &&
          c.method == method && c.backward == backward) {
        return c;
      }
      if (oldest == nullptr || c.last_used < oldest->last_used) oldest = &c;
    }
    if (pool_.size() < kept_) {
      pool_.reserve(kept_);  // connections stay where they are
      return pool_.emplace_back();
    }
    oldest->ready = false;
    return *oldest;
  }

  /// In all connections at once: which of them a later query gets is a matter of chance.
  void make_room(std::uint32_t locals, std::uint32_t gates) {
    most_locals_ = std::max(most_locals_, locals);
    most_gates_ = std::max(most_gates_, gates);
    for (Connection<W>& c : pool_) {
      c.labels.reserve(most_locals_);
      c.costs.reserve(most_gates_ + kRowSlack);
    }
  }

  void look_up(const W& world, Connection<W>& c) {
    find_entry_nodes(world, c.anchor, c.backward, c.end);
    const std::size_t gates = c.overlay.gate_count();
    c.costs.resize(gates + kRowSlack);
    c.table->connect(c.end.cell, c.backward, c.end.entry_nodes, c.costs.data());
    c.costs.resize(gates);
    for (Cost& cost : c.costs)
      if (cost >= kTableInfinite) cost = kInfinite;
  }

  /// Leaves in `way_` the path between the anchor's entry node and a gate, if the table knows it.
  bool find_in_table(const W& world, const Connection<W>& c, NodeId end) {
    const std::uint32_t gate =
        c.method == ConnectMethod::table ? c.overlay.find(index(end)) : OverlayCell::kNone;
    if (gate == OverlayCell::kNone) return false;
    way_.clear();
    append_connect_path(world, c.overlay, *c.table, c.end, gate, c.costs[gate], way_);
    return true;
  }

  template <class Open, class Heuristic, class Rule>
  void run(const W& world, Open& open, Connection<W>& c, const Heuristic& heuristic, Rule&& rule,
           SearchCounts* counts) {
    c.labels.clear();
    open.clear();
    world.for_each_entry_node(c.anchor, c.backward, [&](NodeId node, Cost cost, std::uint32_t via) {
      add_source(c.labels, open, heuristic, c.opened.local(node), cost, via);
    });
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

  void reach_all(const W& world, Connection<W>& c, const OverlayCell& cell, unsigned side,
                 SearchCounts* counts) {
    const auto everything = [](const OpenEntry&) { return Settle::expand; };
    Scratch& scratch = scratch_[side];
    if (BucketOpenList::suits(c.opened.cheapest_edge(), c.opened.most_expensive_edge())) {
      scratch.buckets.configure(c.opened.cheapest_edge(), c.opened.most_expensive_edge());
      run(world, scratch.buckets, c, NoHeuristic{}, everything, counts);
    } else {
      run(world, scratch.open, c, NoHeuristic{}, everything, counts);
    }
    for (std::uint32_t i = 0; i < cell.gate_count(); ++i)
      c.costs[i] = c.labels.cost(c.opened.local(cell.gate(i)));
  }

  void reach_one(const W& world, Connection<W>& c, NodeId end, unsigned side,
                 SearchCounts* counts) {
    const std::uint32_t goal = c.opened.local(end);
    const auto heuristic = [&](std::uint32_t local) {
      const NodeId at = c.opened.node(local);
      return c.backward ? world.distance_bound(end, at) : world.distance_bound(at, end);
    };
    run(
        world, scratch_[side].open, c, heuristic,
        [&](const OpenEntry& e) { return e.node == goal ? Settle::stop : Settle::expand; }, counts);
  }

  /// Leaves in the labels the cheapest path to an entry node of another anchor of the same cell.
  template <class Heuristic>
  void reach_ends(const W& world, Connection<W>& c, const Heuristic& heuristic,
                  SearchCounts* counts) {
    Cost best = kInfinite;
    run(
        world, scratch_[0].open, c, heuristic,
        [&](const OpenEntry& e) {
          for (const End& end : ends_)
            if (end.local == e.node) best = std::min(best, add(e.cost(), end.cost));
          return e.estimate() >= best ? Settle::stop : Settle::expand;
        },
        counts);
  }

  void reach_each(const W& world, Connection<W>& c, const OverlayCell& cell,
                  const typename W::Anchor& toward, unsigned share, unsigned side,
                  SearchCounts* counts) {
    auto& order = scratch_[side].order;
    order.clear();
    for (std::uint32_t i = 0; i < cell.gate_count(); ++i) {
      if (!same_component(world, c, cell, i)) continue;
      const Cost detour = c.method == ConnectMethod::astar
                              ? 0
                              : world.distance_bound(cell.gate(i), c.anchor) +
                                    world.distance_bound(cell.gate(i), toward);
      order.push_back((std::uint64_t{detour} << 32) | i);
    }
    std::sort(order.begin(), order.end());
    std::size_t tried = order.size();
    if (c.method == ConnectMethod::sparse) tried = std::min<std::size_t>(tried, share);
    if (c.method == ConnectMethod::goalward)
      tried = std::min(tried, std::max<std::size_t>(1, tried * share / 4));
    for (std::size_t k = 0; k < tried; ++k) {
      const auto i = static_cast<std::uint32_t>(order[k]);  // the low half
      reach_one(world, c, cell.gate(i), side, counts);
      c.costs[i] = c.labels.cost(c.opened.local(cell.gate(i)));
    }
  }

  /// Whether a gate hangs together, inside the cell, with an entry node of the anchor.
  bool same_component(const W& world, const Connection<W>& c, const OverlayCell& cell,
                      std::uint32_t gate) const {
    bool same = false;
    world.for_each_entry_node(c.anchor, c.backward, [&](NodeId node, Cost, std::uint32_t) {
      const std::uint32_t at = cell.find(index(node));
      const std::uint32_t own = at != OverlayCell::kNone
                                    ? cell.gate_component(at)
                                    : cell.node_component(world.home_index(node));
      same = same || own == cell.gate_component(gate);
    });
    return same;
  }

  struct Scratch {
    BucketOpenList buckets;
    OpenList open;
    std::vector<std::uint64_t> order;
  };
  /// An entry node of the anchor that find_inside looks for.
  struct End {
    std::uint32_t local;
    Cost cost;
  };
  std::vector<Connection<W>> pool_;
  std::vector<End> ends_;
  NodeBuffer way_;
  Scratch scratch_[2];
  std::size_t kept_;
  std::uint64_t clock_ = 0;
  std::uint32_t most_locals_ = 0;
  std::uint32_t most_gates_ = 0;
};

}  // namespace portolan::detail
