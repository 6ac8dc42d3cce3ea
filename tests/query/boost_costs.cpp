#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <limits>

#include "tests/hierarchy/random_world.h"

namespace portolan::detail::test {

std::vector<std::vector<Cost>> all_costs(const Sketch& s) {
  using Weights = boost::property<boost::edge_weight_t, std::uint64_t>;
  using BoostGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS,
                                           boost::no_property, Weights>;
  BoostGraph graph(s.nodes);
  for (const OwnedEdge& e : s.edges) {
    if (e.cost != kInfinite)
      boost::add_edge(index(e.from), index(e.to), std::uint64_t{e.cost}, graph);
  }
  std::vector<std::vector<Cost>> costs;
  std::vector<std::uint64_t> from_here(s.nodes);
  for (std::uint32_t from = 0; from < s.nodes; ++from) {
    boost::dijkstra_shortest_paths(graph, from, boost::distance_map(from_here.data()));
    auto& row = costs.emplace_back();
    for (const std::uint64_t cost : from_here) {
      row.push_back(cost == std::numeric_limits<std::uint64_t>::max() ? kInfinite
                                                                      : static_cast<Cost>(cost));
    }
  }
  return costs;
}

}  // namespace portolan::detail::test
