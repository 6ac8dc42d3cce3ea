#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "portolan/query/connection.h"
#include "portolan/query/query_world.h"
#include "portolan/search/search.h"

namespace portolan::detail {

/// A node of a cell, by its local number, and what it costs to get from there to an anchor.
struct LocalEnd {
  std::uint32_t local;
  Cost cost;
};

/// Searches the cell of a connection from its anchor, and leaves what was found in its labels.
/// Scratch; one thread at a time.
template <QueryWorld W>
class ConnectSearch {
 public:
  /// For the width of buckets: about what costs grow by from node to node.
  void configure(Cost cost_step) { open_.configure(cost_step); }

  /// Reaches every node of the cell.
  void reach_all(const W& world, Connection<W>& c, SearchCounts* counts) {
    const auto everything = [](const OpenEntry&) { return Settle::expand; };
    if (BucketOpenList::suits(c.opened.cheapest_edge(), c.opened.most_expensive_edge())) {
      buckets_.configure(c.opened.cheapest_edge(), c.opened.most_expensive_edge());
      run(world, buckets_, c, NoHeuristic{}, everything, counts);
    } else {
      run(world, open_, c, NoHeuristic{}, everything, counts);
    }
  }

  /// Reaches one node of the cell.
  void reach_one(const W& world, Connection<W>& c, NodeId end, SearchCounts* counts) {
    const std::uint32_t goal = c.opened.local(end);
    const auto heuristic = [&](std::uint32_t local) {
      const NodeId at = c.opened.node(local);
      return c.backward ? world.distance_bound(end, at) : world.distance_bound(at, end);
    };
    run(
        world, open_, c, heuristic,
        [&](const OpenEntry& e) { return e.node == goal ? Settle::stop : Settle::expand; }, counts);
  }

  /// Reaches the one of `ends` over which a path to their anchor is the cheapest. The heuristic is
  /// for local nodes, towards that anchor.
  template <class Heuristic>
  void reach_cheapest(const W& world, Connection<W>& c, std::span<const LocalEnd> ends,
                      const Heuristic& heuristic, SearchCounts* counts) {
    Cost best = kInfinite;
    run(
        world, open_, c, heuristic,
        [&](const OpenEntry& e) {
          for (const LocalEnd& end : ends)
            if (end.local == e.node) best = std::min(best, add(e.cost(), end.cost));
          return e.estimate() >= best ? Settle::stop : Settle::expand;
        },
        counts);
  }

 private:
  struct Backward {
    const typename W::Cell* cell;
    template <class F>
    void for_each_edge(std::uint32_t n, const Label& label, F&& f) const {
      cell->for_each_edge_back(n, label, static_cast<F&&>(f));
    }
  };

  template <class Open, class Heuristic, class Rule>
  void run(const W& world, Open& open, Connection<W>& c, const Heuristic& heuristic, Rule&& rule,
           SearchCounts* counts) {
    c.labels.clear();
    open.clear();
    world.for_each_entry_node(c.anchor, c.backward, [&](NodeId node, Cost cost, std::uint32_t via) {
      add_source(c.labels, open, heuristic, c.opened.local(node), cost, via);
    });
    if (c.backward) {
      search(Backward{&c.opened}, c.labels, open, heuristic, rule, CountedInCell(counts, c.opened));
    } else {
      search(c.opened, c.labels, open, heuristic, rule, CountedInCell(counts, c.opened));
    }
  }

  BucketOpenList buckets_;
  OpenList open_;
};

}  // namespace portolan::detail
