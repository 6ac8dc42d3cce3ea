#include "terrain/terrain_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "portolan/terrain/terrain_query.h"
#include "report/table.h"
#include "terrain/terrain_queries.h"

namespace portolan::detail::cli {
namespace {

/// So many queries are held against Dijkstra's algorithm, which visits all the ground for each.
constexpr std::size_t kDijkstraQueries = 100;

struct DijkstraCheck {
  std::size_t queries = 0;
  std::uint64_t wrong = 0;
};

DijkstraCheck check_by_dijkstra(const TerrainQueries& queries, const std::vector<double>& astar,
                                std::vector<std::string>& examples) {
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
  check.wrong = count_wrong(queries, "Dijkstra's algorithm finds", optima, found, examples);
  return check;
}

}  // namespace

CheckedPart check_terrain(const LoadedTerrain& world, const std::string& text, std::size_t limit) {
  QueryArguments arguments;
  const auto loaded = world.load_queries(text, limit, arguments);
  const auto& queries = static_cast<const TerrainQueries&>(*loaded);
  CheckedPart part{"terrain", "", queries.size(), 0, {}, {}};
  const std::vector<double> optima = find_costs(queries, Algorithm::astar);
  for (const double cost : optima) part.no_path += cost != cost;
  std::uint64_t wrong = 0, cheaper = 0;
  for (unsigned level = kAutoLevel; level <= world.levels(); ++level) {
    arguments.search.level = level;
    wrong += count_wrong(queries, fmt::format("level {} finds", level),
                         find_costs(queries, Algorithm::hierarchy), optima, part.examples);
  }
  std::optional<std::uint64_t> wrong_tables;
  if (world.tables("").answer()) {
    wrong_tables = count_wrong(queries, "the tables tell", find_costs(queries, Algorithm::tables),
                               optima, part.examples);
  }
  for (const Algorithm algorithm : {Algorithm::merged, Algorithm::guided}) {
    cheaper += count_cheaper(queries, fmt::format("{} finds", name(algorithm)),
                             find_costs(queries, algorithm), optima, part.examples);
  }
  const DijkstraCheck dijkstra = check_by_dijkstra(queries, optima, part.examples);
  part.title = fmt::format("{} at levels auto and 1 to {} ({} without a path; {} by Dijkstra)",
                           counted(queries.size() * (world.levels() + 1), "answer"), world.levels(),
                           counted(part.no_path, "query", "queries"),
                           counted(dijkstra.queries, "query", "queries"));
  part.faults = {{"hierarchy wrong", wrong},
                 {"tables wrong", wrong_tables},
                 {"astar wrong", dijkstra.wrong},
                 {"merged or guided cheaper", cheaper}};
  return part;
}

}  // namespace portolan::detail::cli
