#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/ids.h"
#include "stress/finding.h"
#include "stress/plain_graph.h"

namespace portolan::detail::stress {

/// What the right answers between a few ends of a world are, and whether a path is one.
class Oracle {
 public:
  /// `direct`: the cost from one end to another that touches no node, or kNowhere.
  Oracle(PlainGraph graph, std::vector<PlainEnd> ends,
         const std::function<std::uint64_t(std::size_t, std::size_t)>& direct)
      : graph_(std::move(graph)), ends_(std::move(ends)), costs_(ends_.size()), direct_(direct) {
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      const std::vector<std::uint64_t> reached = graph_.costs_from(ends_[i]);
      for (std::size_t j = 0; j < ends_.size(); ++j) {
        std::uint64_t best = direct_(i, j);
        for (const PlainEdge& e : ends_[j].in) {
          if (reached[e.node] != kNowhere) best = std::min(best, reached[e.node] + e.cost);
        }
        costs_[i].push_back(best);
      }
    }
  }

  std::size_t size() const { return ends_.size(); }
  bool reachable(std::size_t from, std::size_t to) const { return costs_[from][to] != kNowhere; }
  /// As the library says it.
  Cost cost(std::size_t from, std::size_t to) const {
    const std::uint64_t cost = costs_[from][to];
    expect(cost == kNowhere || cost < kInfinite, "a cost of ", cost, " was not refused");
    return cost == kNowhere ? kInfinite : static_cast<Cost>(cost);
  }

  /// That these nodes lead from one end to the other by edges that exist and cost `cost` together.
  void check_path(std::size_t from, std::size_t to, std::span<const NodeId> nodes,
                  Cost cost) const {
    if (nodes.empty())
      return expect(cost == direct_(from, to), "the path is empty, its cost is ", cost);
    std::uint64_t sum = 0;
    const auto take = [&](std::uint64_t move, std::size_t place) {
      expect(move != kNowhere, "no move leads to place ", place, " of the path");
      sum += move;
    };
    take(PlainGraph::cost_in(ends_[from].out, index(nodes.front())), 0);
    for (std::size_t k = 1; k < nodes.size(); ++k)
      take(graph_.edge(index(nodes[k - 1]), index(nodes[k])), k);
    take(PlainGraph::cost_in(ends_[to].in, index(nodes.back())), nodes.size());
    expect(sum == cost, "the moves of the path cost ", sum, ", not ", cost);
  }

 private:
  PlainGraph graph_;
  std::vector<PlainEnd> ends_;
  std::vector<std::vector<std::uint64_t>> costs_;
  std::function<std::uint64_t(std::size_t, std::size_t)> direct_;
};

/// For worlds whose ends are nodes.
inline Oracle node_oracle(PlainGraph graph, std::span<const NodeId> ends) {
  std::vector<PlainEnd> entry_nodes;
  for (const NodeId node : ends) entry_nodes.push_back({{{index(node), 0}}, {{index(node), 0}}});
  std::vector<NodeId> nodes(ends.begin(), ends.end());
  return Oracle(std::move(graph), std::move(entry_nodes),
                [](std::size_t, std::size_t) { return kNowhere; });
}

}  // namespace portolan::detail::stress
