#include "portolan/graph/csr_graph.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

namespace portolan::detail {

CsrGraph::Rows CsrGraph::make_rows(std::uint32_t node_count, const std::vector<Edge>& sorted) {
  Rows rows;
  rows.begin.assign(std::size_t{node_count} + 1, 0);
  rows.arcs.reserve(sorted.size());
  for (const Edge& e : sorted) {
    ++rows.begin[index(e.from) + 1];
    rows.arcs.push_back({index(e.to), e.cost});
  }
  for (std::uint32_t n = 0; n < node_count; ++n) rows.begin[n + 1] += rows.begin[n];
  return rows;
}

Result<CsrGraph> make_csr_graph(std::uint32_t node_count, std::span<const Edge> edges) {
  if (auto checked = check_edges(node_count, edges); !checked) return checked.error();
  std::vector<Edge> sorted(edges.begin(), edges.end());
  std::erase_if(sorted, [](const Edge& e) { return e.cost == kInfinite; });
  const auto by_rows = [](const Edge& a, const Edge& b) {
    return std::tie(a.from, a.to, a.cost) < std::tie(b.from, b.to, b.cost);
  };
  std::sort(sorted.begin(), sorted.end(), by_rows);
  CsrGraph graph;
  graph.out_ = CsrGraph::make_rows(node_count, sorted);
  for (Edge& e : sorted) std::swap(e.from, e.to);
  std::sort(sorted.begin(), sorted.end(), by_rows);
  graph.in_ = CsrGraph::make_rows(node_count, sorted);
  if (!sorted.empty()) {
    const auto [low, high] = std::minmax_element(
        sorted.begin(), sorted.end(), [](const Edge& a, const Edge& b) { return a.cost < b.cost; });
    graph.cheapest_ = low->cost;
    graph.most_expensive_ = high->cost;
  }
  return graph;
}

Result<Done> check_edges(std::uint32_t node_count, std::span<const Edge> edges) {
  std::vector<Cost> most_expensive(node_count, 0);
  for (std::size_t k = 0; k < edges.size(); ++k) {
    const Edge& e = edges[k];
    if (std::max(index(e.from), index(e.to)) >= node_count) {
      return Error{"edge " + std::to_string(k) + " joins node " + std::to_string(index(e.from)) +
                   " to node " + std::to_string(index(e.to)) + ", but there are only " +
                   std::to_string(node_count) + " nodes"};
    }
    if (e.cost != kInfinite)
      most_expensive[index(e.from)] = std::max(most_expensive[index(e.from)], e.cost);
  }
  std::uint64_t total = 0;
  for (const Cost cost : most_expensive) total += cost;
  if (total >= kInfinite / 4) {
    return Error{"the costs of a path could add up to " + std::to_string(total) +
                 ", which is too much: give costs in a unit at least " +
                 std::to_string(total / (kInfinite / 4) + 1) + " times as large"};
  }
  return Done{};
}

}  // namespace portolan::detail
