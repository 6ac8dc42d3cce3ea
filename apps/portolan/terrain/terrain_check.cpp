#include "terrain/terrain_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "portolan/terrain/terrain_query.h"
#include "report/table.h"
#include "terrain/terrain_queries.h"
#include "world/cost_check.h"

namespace portolan::detail::cli {
namespace {

/// So many queries are held against Dijkstra's algorithm, which visits all the ground for each.
constexpr std::size_t kDijkstraQueries = 100;

struct DijkstraCheck {
  std::size_t queries = 0;
  std::uint64_t wrong = 0;
};

DijkstraCheck check_by_dijkstra(const TerrainQueries& queries, const std::vector<double>& astar) {
  DijkstraCheck check;
  TerrainQuery search;
  std::vector<Cost> costs;
  std::vector<double> optima;
  for (std::size_t i = 0; i < std::min(kDijkstraQueries, queries.size()); ++i) {
    const TerrainEnds& ends = queries.query(i);
    optima.push_back(kNone);
    if (ends.start == kNoTriangle || ends.goal == kNoTriangle) continue;
    search.find_costs_to_all(queries.world(), node_of(ends.start), costs);
    const Cost cost = costs[index(ends.goal)];
    if (cost != kInfinite) optima.back() = queries.world().metres(cost);
  }
  check.queries = optima.size();
  const std::vector<double> found(astar.begin(),
                                  astar.begin() + static_cast<std::ptrdiff_t>(optima.size()));
  check.wrong = count_wrong(queries, "Dijkstra's algorithm finds", optima, found);
  return check;
}

}  // namespace

ExitCode check_terrain(const LoadedTerrain& world, const std::string& text, std::size_t limit) {
  QueryArguments arguments;
  const auto loaded = world.load_queries(text, limit, arguments);
  const auto& queries = static_cast<const TerrainQueries&>(*loaded);
  const std::vector<double> optima = find_costs(queries, Algorithm::astar);
  const auto no_path =
      std::count_if(optima.begin(), optima.end(), [](double cost) { return cost != cost; });
  std::uint64_t answers = 0, wrong_hierarchy = 0, wrong_tables = 0, cheaper = 0;
  for (unsigned level = kAutoLevel; level <= world.levels(); ++level) {
    arguments.search.level = level;
    wrong_hierarchy += count_wrong(queries, fmt::format("level {} finds", level),
                                   find_costs(queries, Algorithm::hierarchy), optima);
    answers += queries.size();
  }
  const bool tables = world.tables("").complete();
  if (tables) {
    wrong_tables =
        count_wrong(queries, "the tables tell", find_costs(queries, Algorithm::tables), optima);
  }
  for (const Algorithm algorithm : {Algorithm::merged, Algorithm::guided}) {
    cheaper += count_cheaper(queries, fmt::format("{} finds", name(algorithm)),
                             find_costs(queries, algorithm), optima);
  }
  const DijkstraCheck dijkstra = check_by_dijkstra(queries, optima);
  fmt::print(
      "{} answers at levels auto and 1 to {} ({} queries without a path): hierarchy wrong {}, "
      "tables wrong {}, astar wrong {} of {} by Dijkstra, merged or guided cheaper {}\n",
      grouped(answers), world.levels(), no_path, wrong_hierarchy,
      tables ? grouped(wrong_tables) : "-", dijkstra.wrong, grouped(dijkstra.queries), cheaper);
  return wrong_hierarchy + wrong_tables + dijkstra.wrong + cheaper == 0 ? ExitCode::ok
                                                                        : ExitCode::no_path;
}

}  // namespace portolan::detail::cli
