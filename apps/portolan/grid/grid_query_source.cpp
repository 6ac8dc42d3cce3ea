#include "grid/grid_query_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "failure.h"
#include "grid/components.h"
#include "grid/scenario_check.h"
#include "portolan/io/file_ending.h"
#include "portolan/io/maps/movingai.h"
#include "scenes/random.h"
#include "world/random_queries.h"

namespace portolan::detail::cli {
namespace {

std::vector<TileQuery> load_scenario_queries(const std::string& path, const GridSnapshot& world) {
  const auto scenarios = take(load_scenarios(path));
  const bool comparable = moves_as_scenarios(world);
  std::vector<TileQuery> queries;
  std::size_t blocked = 0;
  for (const Scenario& s : scenarios) {
    if (s.width != world.grid().width() || s.height != world.grid().height()) {
      throw Failure{
          ExitCode::bad_input,
          fmt::format("{}: made for a map of {}x{} tiles ({}), but the world has {}x{}; "
                      "give the scenarios of this map",
                      path, s.width, s.height, s.map, world.grid().width(), world.grid().height())};
    }
    TileQuery& query = queries.emplace_back();
    query.from = s.start;
    query.to = s.goal;
    if (comparable && !has_no_path(s)) query.reference_cost = s.optimal;
    blocked += !world.graph().passable(s.start) || !world.graph().passable(s.goal);
  }
  if (blocked > 0) {
    fmt::print(
        stderr,
        "{}: {} of {} queries begin or end on blocked tiles; they were made for the map {}\n", path,
        blocked, queries.size(), scenarios.front().map);
  }
  return queries;
}

std::vector<Tile> joined(const std::vector<std::vector<Tile>>& parts) {
  std::vector<Tile> tiles;
  for (const auto& part : parts) tiles.insert(tiles.end(), part.begin(), part.end());
  return tiles;
}

}  // namespace

bool moves_as_scenarios(const GridSnapshot& world) {
  const GridGraph& graph = world.graph();
  return graph.uniform() && graph.metric().diagonals == DiagonalRule::both_free &&
         graph.metric().diagonal_length == 0.0;
}

std::vector<TileQuery> load_grid_queries(const std::string& text, const GridSnapshot& world,
                                         std::size_t limit, bool any_pair) {
  if (const auto asked = parse_random_queries(text)) {
    return make_random_grid_queries(world, std::min<std::size_t>(asked->count, limit), asked->seed,
                                    any_pair);
  }
  auto queries = file_ending(text) == ".scen" ? load_scenario_queries(text, world)
                                              : take(load_tile_queries(text));
  if (queries.empty()) throw Failure{ExitCode::bad_input, text + ": there are no queries in it"};
  if (queries.size() > limit) queries.resize(limit);
  return queries;
}

std::vector<TileQuery> make_random_grid_queries(const GridSnapshot& world, std::size_t count,
                                                std::uint64_t seed, bool any_pair) {
  std::vector<std::vector<Tile>> parts = find_components(world);
  if (any_pair) parts = {joined(parts)};
  std::vector<std::uint64_t> pairs_up_to;  // ordered pairs of different tiles, added up
  std::uint64_t pairs = 0;
  for (const auto& tiles : parts) {
    pairs_up_to.push_back(pairs += std::uint64_t{tiles.size()} * (tiles.size() - 1));
  }
  if (count > pairs) {
    throw Failure{ExitCode::bad_input,
                  fmt::format("the world has only {} pairs of tiles{}, {} were asked for", pairs,
                              any_pair ? "" : " with a path between them", count)};
  }
  scenes::Random random(seed);
  std::set<std::uint64_t> taken;
  std::vector<TileQuery> queries;
  while (queries.size() < count) {
    const std::uint64_t pair = random.next() % pairs;
    if (!taken.insert(pair).second) continue;
    const auto part = static_cast<std::size_t>(
        std::upper_bound(pairs_up_to.begin(), pairs_up_to.end(), pair) - pairs_up_to.begin());
    const std::vector<Tile>& tiles = parts[part];
    const std::uint64_t local = pair - (part == 0 ? 0 : pairs_up_to[part - 1]);
    const std::uint64_t from = local / (tiles.size() - 1);
    const std::uint64_t to = local % (tiles.size() - 1);
    TileQuery& query = queries.emplace_back();
    query.from = tiles[from];
    query.to = tiles[to < from ? to : to + 1];
  }
  return queries;
}

}  // namespace portolan::detail::cli
