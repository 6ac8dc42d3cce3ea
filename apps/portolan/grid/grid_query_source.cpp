#include "grid/grid_query_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "failure.h"
#include "grid/components.h"
#include "grid/scenario_check.h"
#include "portolan/io/file_ending.h"
#include "portolan/io/maps/movingai.h"
#include "report/table.h"
#include "scenes/random.h"
#include "world/random_queries.h"

namespace portolan::detail::cli {
namespace {

/// A file's name without folders, whichever system wrote them, and without its endings.
std::string bare_name(std::string path) {
  path.erase(0, path.find_last_of("/\\") + 1);  // npos + 1 is 0
  path.erase(std::min(path.size(), path.rfind('.')));
  std::transform(path.begin(), path.end(), path.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (path.ends_with(".map")) path.erase(path.size() - 4);  // of NAME.map.portolan
  return path;
}

/// Whether a world may well be of another map than the scenario.
bool names_another_map(const Scenario& s, const std::string& world_file) {
  return !world_file.empty() && bare_name(s.map) != bare_name(world_file);
}

std::vector<TileQuery> load_scenario_queries(const std::string& path, const GridSnapshot& world,
                                             std::size_t limit, const std::string& world_file) {
  auto scenarios = take(load_scenarios(path));
  if (scenarios.size() > limit) scenarios.resize(limit);
  const bool comparable = moves_as_scenarios(world);
  std::vector<TileQuery> queries;
  std::size_t blocked = 0;
  std::string other_map;
  const auto passable = [&](Tile tile) { return world.metric().passable(world.grid().at(tile)); };
  bool for_nobody = false;  // units of any size
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
    if (names_another_map(s, world_file)) {
      other_map = s.map;
    } else if (comparable && !has_no_path(s)) {
      query.reference_cost = s.optimal;
    }
    if (world.graph().passable(s.start) && world.graph().passable(s.goal)) continue;
    ++blocked;
    for_nobody = for_nobody || !passable(s.start) || !passable(s.goal);
  }
  if (blocked > 0) {
    const std::string where =
        world.unit_size() == 1
            ? "on blocked tiles"
            : fmt::format("where a unit of size {} does not fit", world.unit_size());
    fmt::print(stderr, "{}: {} of {} begin or end {}{}\n", path, grouped(blocked),
               counted(queries.size(), "query", "queries"), where,
               other_map.empty() || !for_nobody ? "" : "; they were made for the map " + other_map);
  }
  return queries;
}

std::vector<Tile> joined(const std::vector<std::vector<Tile>>& components) {
  std::vector<Tile> tiles;
  for (const auto& component : components)
    tiles.insert(tiles.end(), component.begin(), component.end());
  return tiles;
}

}  // namespace

bool moves_as_scenarios(const GridSnapshot& world) {
  const GridGraph& graph = world.graph();
  return world.unit_size() == 1 && graph.uniform() &&
         graph.metric().diagonals == DiagonalRule::both_free &&
         graph.metric().diagonal_length == 0.0;
}

std::vector<TileQuery> load_grid_queries(const std::string& text, const GridSnapshot& world,
                                         std::size_t limit, bool any_pair,
                                         const std::string& world_file) {
  if (const auto asked = parse_random_queries(text)) {
    return make_random_grid_queries(world, std::min<std::size_t>(asked->count, limit), asked->seed,
                                    any_pair);
  }
  auto queries = file_ending(text) == ".scen"
                     ? load_scenario_queries(text, world, limit, world_file)
                     : take(load_tile_queries(text));
  if (queries.empty()) throw Failure{ExitCode::bad_input, text + ": there are no queries in it"};
  if (queries.size() > limit) queries.resize(limit);
  return queries;
}

std::vector<TileQuery> make_random_grid_queries(const GridSnapshot& world, std::size_t count,
                                                std::uint64_t seed, bool any_pair) {
  std::vector<std::vector<Tile>> components = find_components(world);
  if (any_pair) components = {joined(components)};
  std::vector<std::uint64_t> pairs_up_to;  // ordered pairs of different tiles, added up
  std::uint64_t pairs = 0;
  for (const auto& tiles : components) {
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
    const auto component = static_cast<std::size_t>(
        std::upper_bound(pairs_up_to.begin(), pairs_up_to.end(), pair) - pairs_up_to.begin());
    const std::vector<Tile>& tiles = components[component];
    const std::uint64_t local = pair - (component == 0 ? 0 : pairs_up_to[component - 1]);
    const std::uint64_t from = local / (tiles.size() - 1);
    const std::uint64_t to = local % (tiles.size() - 1);
    TileQuery& query = queries.emplace_back();
    query.from = tiles[from];
    query.to = tiles[to < from ? to : to + 1];
  }
  return queries;
}

}  // namespace portolan::detail::cli
