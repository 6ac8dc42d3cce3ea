#include "mesh/mesh_check.h"

#include <fmt/format.h>

#include "report/table.h"
#include "world/cost_check.h"

namespace portolan::detail::cli {
namespace {

struct Counts {
  std::uint64_t answers = 0;  ///< Of the hierarchy.
  std::uint64_t no_path = 0;
  std::uint64_t wrong_hierarchy = 0;
  std::uint64_t wrong_tables = 0;
  std::uint64_t cheaper_detour = 0;
};

Counts check_agent(const LoadedMesh& world, const std::string& agent, const std::string& text,
                   std::size_t limit) {
  Counts counts;
  QueryArguments arguments;
  arguments.agent = agent;
  const auto queries = world.load_queries(text, limit, arguments);
  const std::vector<double> optima = find_costs(*queries, Algorithm::astar);
  for (const double cost : optima) counts.no_path += cost != cost;
  for (unsigned level = kAutoLevel; level <= world.levels(); ++level) {
    arguments.search.level = level;
    const std::vector<double> costs = find_costs(*queries, Algorithm::hierarchy);
    counts.answers += costs.size();
    counts.wrong_hierarchy +=
        count_wrong(*queries, fmt::format("level {} finds", level), costs, optima);
  }
  if (world.tables(agent).complete()) {
    counts.wrong_tables =
        count_wrong(*queries, "the tables tell", find_costs(*queries, Algorithm::tables), optima);
  }
  if (world.detour() == nullptr) return counts;
  counts.cheaper_detour =
      count_cheaper(*queries, "detour finds", find_costs(*queries, Algorithm::detour), optima);
  return counts;
}

}  // namespace

ExitCode check_mesh(const LoadedMesh& world, const std::string& queries, std::size_t limit) {
  bool good = true;
  for (const std::string& agent : world.agent_names()) {
    const Counts counts = check_agent(world, agent, queries, limit);
    fmt::print(
        "agent type {}: {} answers at levels auto and 1 to {} ({} queries without a path): "
        "hierarchy wrong {}, tables wrong {}, detour cheaper {}\n",
        agent, grouped(counts.answers), world.levels(), counts.no_path, counts.wrong_hierarchy,
        world.tables(agent).complete() ? grouped(counts.wrong_tables) : "-",
        world.detour() ? grouped(counts.cheaper_detour) : "-");
    good = good && counts.wrong_hierarchy + counts.wrong_tables + counts.cheaper_detour == 0;
  }
  return good ? ExitCode::ok : ExitCode::no_path;
}

}  // namespace portolan::detail::cli
