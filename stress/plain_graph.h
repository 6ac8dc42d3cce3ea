#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

/// The oracle: a directed graph and Dijkstra's algorithm with 64-bit costs, written without any
/// code of the library.
namespace portolan::detail::stress {

inline constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

struct PlainEdge {
  std::uint32_t node;
  std::uint64_t cost;
};

/// Where a query begins or ends: the nodes it leaves to, and those it arrives from.
struct PlainEnd {
  std::vector<PlainEdge> out;
  std::vector<PlainEdge> in;
};

class PlainGraph {
 public:
  explicit PlainGraph(std::size_t nodes) : edges_(nodes) {}

  void add(std::uint32_t from, std::uint32_t to, std::uint64_t cost) {
    edges_[from].push_back({to, cost});
  }

  /// The cheapest edge; kNowhere where there is none.
  std::uint64_t edge(std::uint32_t from, std::uint32_t to) const {
    return cost_in(edges_[from], to);
  }
  static std::uint64_t cost_in(const std::vector<PlainEdge>& edges, std::uint32_t to) {
    std::uint64_t cost = kNowhere;
    for (const PlainEdge& e : edges) {
      if (e.node == to) cost = std::min(cost, e.cost);
    }
    return cost;
  }

  std::vector<std::uint64_t> costs_from(const PlainEnd& start) const {
    using Entry = std::pair<std::uint64_t, std::uint32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    std::vector<std::uint64_t> costs(edges_.size(), kNowhere);
    const auto improve = [&](std::uint32_t node, std::uint64_t cost) {
      if (cost >= costs[node]) return;
      costs[node] = cost;
      open.push({cost, node});
    };
    for (const PlainEdge& e : start.out) improve(e.node, e.cost);
    while (!open.empty()) {
      const auto [cost, node] = open.top();
      open.pop();
      if (cost != costs[node]) continue;
      for (const PlainEdge& e : edges_[node]) improve(e.node, cost + e.cost);
    }
    return costs;
  }

 private:
  std::vector<std::vector<PlainEdge>> edges_;
};

}  // namespace portolan::detail::stress
