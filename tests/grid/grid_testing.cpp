#include "grid_testing.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <cmath>
#include <limits>

namespace portolan::detail::test {

bool NaiveWorld::may_move(Tile a, Tile b) const {
  const std::int32_t dx = b.x - a.x;
  const std::int32_t dy = b.y - a.y;
  if (std::max(std::abs(dx), std::abs(dy)) != 1 || !free(a) || !free(b)) return false;
  if (dx == 0 || dy == 0) return true;
  const int beside = int{free({a.x + dx, a.y})} + int{free({a.x, a.y + dy})};
  switch (metric_.diagonals) {
    case DiagonalRule::both_free: return beside == 2;
    case DiagonalRule::not_between_blocked: return beside >= 1;
    case DiagonalRule::always: return true;
    case DiagonalRule::never: return false;
  }
  return false;
}

Cost NaiveWorld::cost(Tile a, Tile b) const {
  const Cost length = a.x != b.x && a.y != b.y ? diagonal_ : straight_;
  const double mean = (terrain_cost(a) + terrain_cost(b)) / 2;
  return std::max<Cost>(1, static_cast<Cost>(std::llround(length * mean)));
}

std::vector<Cost> NaiveWorld::costs_from(Tile from) const {
  using Weights = boost::property<boost::edge_weight_t, std::uint64_t>;
  using BoostGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS,
                                           boost::no_property, Weights>;
  const auto width = static_cast<std::int32_t>(grid_.width());
  const auto height = static_cast<std::int32_t>(grid_.height());
  const auto number = [&](Tile t) { return static_cast<std::size_t>(t.y * width + t.x); };
  BoostGraph graph(number({0, height}));
  for (Tile a{0, 0}; a.y < height; a = a.x + 1 < width ? Tile{a.x + 1, a.y} : Tile{0, a.y + 1}) {
    for (std::int32_t dy = -1; dy <= 1; ++dy) {
      for (std::int32_t dx = -1; dx <= 1; ++dx) {
        const Tile b{a.x + dx, a.y + dy};
        if (may_move(a, b)) {
          boost::add_edge(number(a), number(b), std::uint64_t{cost(a, b)}, graph);
        }
      }
    }
  }
  std::vector<std::uint64_t> found(number({0, height}));
  boost::dijkstra_shortest_paths(graph, number(from), boost::distance_map(found.data()));
  std::vector<Cost> costs;
  for (const std::uint64_t cost : found) {
    const bool reached = cost != std::numeric_limits<std::uint64_t>::max();
    costs.push_back(reached ? static_cast<Cost>(cost) : kInfinite);
  }
  return costs;
}

::testing::AssertionResult NaiveWorld::is_path(const GridGraph& graph,
                                               std::span<const NodeId> nodes, Tile a, Tile b,
                                               Cost cost) const {
  if (nodes.empty()) return ::testing::AssertionFailure() << "no nodes";
  if (graph.tile(nodes.front()) != a) return ::testing::AssertionFailure() << "starts elsewhere";
  if (graph.tile(nodes.back()) != b) return ::testing::AssertionFailure() << "ends elsewhere";
  std::uint64_t sum = 0;
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Tile from = graph.tile(nodes[i - 1]);
    const Tile to = graph.tile(nodes[i]);
    if (!may_move(from, to)) {
      return ::testing::AssertionFailure()
             << "no move leads from " << from.x << "," << from.y << " to " << to.x << "," << to.y;
    }
    sum += this->cost(from, to);
  }
  if (sum == cost) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "its moves cost " << sum << ", not " << cost;
}

::testing::AssertionResult same_cells(const GridSnapshot& a, const GridSnapshot& b) {
  const auto& left = a.hierarchy().cells();
  const auto& right = b.hierarchy().cells();
  if (left.size() != right.size()) return ::testing::AssertionFailure() << "other cell counts";
  for (std::size_t h = 0; h < left.size(); ++h) {
    const std::uint32_t* words[2] = {left[h].get(), right[h].get()};
    const std::uint32_t count = OverlayCell(words[0]).word_count();
    if (count != OverlayCell(words[1]).word_count() ||
        !std::equal(words[0], words[0] + count, words[1])) {
      return ::testing::AssertionFailure() << "cell " << h << " differs";
    }
  }
  return ::testing::AssertionSuccess();
}

}  // namespace portolan::detail::test
