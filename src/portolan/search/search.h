#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/platform.h"
#include "portolan/graph/graph.h"
#include "portolan/search/labels.h"
#include "portolan/search/open_list.h"

/// The one open-list loop of the project. A*, Dijkstra, one-to-many and searches bounded to a
/// cell or a level differ only in what they pass to it:
///
/// - `graph`: anything with `for_each_edge`; the `via` of an edge is kept in the label of `to`.
/// - `Open`: an OpenList, or a BucketOpenList where there is no heuristic.
/// - `heuristic(node)`: a lower bound of the rest of the path; `NoHeuristic` for none. A consistent
///   one expands each node once; with any other, a node is expanded again when it gets cheaper.
/// - `settle(entry)`: called before a node is expanded, when its cost is final if the bound is
///   consistent; says whether to go on.
/// - `Observer`: `expanded(node, parent, open_size)`; `Uncounted` costs nothing.
namespace portolan::detail {

/// What to do with the node just settled.
enum class Settle : unsigned char { expand, skip, stop };

struct NoHeuristic {
  Cost operator()(std::uint32_t) const { return 0; }
};

struct Uncounted {
  void expanded(std::uint32_t, std::uint32_t, std::size_t) {}
};

/// What searches expanded, one after the other.
struct SearchTrace {
  struct Expansion {
    std::uint32_t node;
    std::uint32_t parent;  ///< The node it was reached from; itself where a search began.
  };
  std::vector<Expansion> expansions;
  std::vector<std::size_t> begins;  ///< Of each search, among the expansions.
};

/// What the papers report of a search.
struct SearchCounts {
  std::uint64_t expansions = 0;     ///< Nodes expanded.
  std::uint64_t open_size_sum = 0;  ///< Open-list sizes added up over the expansions.
  SearchTrace* trace = nullptr;     ///< Where expansions are listed too; null: nowhere.

  void expanded(std::uint32_t node, std::uint32_t parent, std::size_t open_size) {
    ++expansions;
    open_size_sum += open_size;
    if (trace != nullptr) trace->expansions.push_back({node, parent});
  }
  double mean_open_size() const {
    return expansions == 0 ? 0.0
                           : static_cast<double>(open_size_sum) / static_cast<double>(expansions);
  }
  SearchCounts& operator+=(const SearchCounts& other) {
    expansions += other.expansions;
    open_size_sum += other.open_size_sum;
    return *this;
  }
};

/// Counts one search into `*counts` where there is one.
struct CountedIf {
  SearchCounts* counts;
  explicit CountedIf(SearchCounts* into) : counts(into) {
    if (counts != nullptr && counts->trace != nullptr)
      counts->trace->begins.push_back(counts->trace->expansions.size());
  }
  void expanded(std::uint32_t node, std::uint32_t parent, std::size_t open_size) {
    if (counts != nullptr) counts->expanded(node, parent, open_size);
  }
};

/// The same in an opened cell: its local numbers are listed as nodes.
template <class Cell>
struct CountedInCell {
  CountedIf counted;
  const Cell& cell;
  CountedInCell(SearchCounts* into, const Cell& opened) : counted(into), cell(opened) {}
  void expanded(std::uint32_t local, std::uint32_t parent, std::size_t open_size) {
    if (counted.counts == nullptr) return;
    counted.expanded(static_cast<std::uint32_t>(cell.node(local)),
                     static_cast<std::uint32_t>(cell.node(parent)), open_size);
  }
};

/// The whole path's estimate; one too large for a Cost comes last of all.
inline Cost estimate(Cost cost, Cost rest) {
  return rest < kInfinite - cost ? cost + rest : kInfinite;
}

/// Puts a source into a search that has been cleared but not started.
template <class Open, class Heuristic>
void add_source(Labels& labels, Open& open, const Heuristic& heuristic, std::uint32_t node,
                Cost cost, std::uint32_t via = 0) {
  if (labels.improve(node, cost, node, via)) open.push(node, cost, estimate(cost, heuristic(node)));
}

/// Runs until the open list is empty or `settle` says stop.
template <Graph G, class Open, class Heuristic, class SettleRule, class Observer>
void search(const G& graph, Labels& labels, Open& open, const Heuristic& heuristic,
            SettleRule&& settle, Observer&& observer) {
  while (!open.empty()) {
    const OpenEntry entry = open.pop();
    const Label label = labels[entry.node];
    if (label.cost != entry.cost()) continue;  // a cheaper path was found after it was pushed
    const Settle decision = settle(entry);
    if (decision == Settle::stop) return;
    if (decision == Settle::skip) continue;
    observer.expanded(entry.node, label.parent, open.size());
    const auto take = [&](std::uint32_t to, Cost cost, std::uint32_t via) PORTOLAN_NEVER_INLINE {
      labels.set(to, cost, entry.node, via);
      open.push(to, cost, estimate(cost, heuristic(to)));
    };
    graph.for_each_edge(entry.node, label,
                        [&](std::uint32_t to, Cost edge, std::uint32_t via) PORTOLAN_ALWAYS_INLINE {
                          const Cost cost = label.cost + edge;
                          if (labels.improves(to, cost)) take(to, cost, via);
                        });
  }
}

}  // namespace portolan::detail
