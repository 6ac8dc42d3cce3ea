#include "mesh_check.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "table.h"

namespace portolan::cli {
namespace {

struct Counts {
  std::uint64_t answers = 0;  ///< Of the hierarchy.
  std::uint64_t no_way = 0;
  std::uint64_t wrong_hierarchy = 0;
  std::uint64_t wrong_tables = 0;
  std::uint64_t cheaper_detour = 0;
};

/// The costs of all queries, NaN without a way; every path is verified.
std::vector<double> find_costs(const QuerySet& queries, Algorithm algorithm) {
  const auto solver = queries.make_solver(algorithm);
  std::vector<double> costs;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    solver->answer(i);
    solver->verify();
    costs.push_back(solver->found().cost);
  }
  return costs;
}

bool same(double a, double b) { return a == b || (a != a && b != b); }

/// How many costs are not the optima; the first of them is shown.
std::uint64_t count_wrong(const QuerySet& queries, const std::string& who,
                          const std::vector<double>& costs, const std::vector<double>& optima) {
  std::uint64_t wrong = 0;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    if (same(costs[i], optima[i])) continue;
    if (wrong++ == 0) {
      fmt::print("    {}: {} {:.6f}, astar {:.6f}\n", queries.ends_text(i), who, costs[i],
                 optima[i]);
    }
  }
  return wrong;
}

Counts check_agent(const LoadedMesh& world, const std::string& agent, const std::string& text,
                   std::size_t limit) {
  Counts counts;
  QueryArguments arguments;
  arguments.agent = agent;
  const auto queries = world.load_queries(text, limit, arguments);
  const std::vector<double> optima = find_costs(*queries, Algorithm::astar);
  for (const double cost : optima) counts.no_way += cost != cost;
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
  const std::vector<double> costs = find_costs(*queries, Algorithm::detour);
  for (std::size_t i = 0; i < costs.size(); ++i) {
    // Detour may give up where there is a way, but not find one where there is none.
    if (costs[i] != costs[i] || costs[i] >= optima[i]) continue;
    if (counts.cheaper_detour++ == 0) {
      fmt::print("    {}: detour finds {:.6f}, astar {:.6f}\n", queries->ends_text(i), costs[i],
                 optima[i]);
    }
  }
  return counts;
}

}  // namespace

ExitCode check_mesh(const LoadedMesh& world, const std::string& queries, std::size_t limit) {
  bool good = true;
  for (const std::string& agent : world.agent_names()) {
    const Counts counts = check_agent(world, agent, queries, limit);
    fmt::print(
        "agent type {}: {} answers at levels auto and 1 to {} ({} queries without a way): "
        "hierarchy wrong {}, tables wrong {}, detour cheaper {}\n",
        agent, grouped(counts.answers), world.levels(), counts.no_way, counts.wrong_hierarchy,
        world.tables(agent).complete() ? grouped(counts.wrong_tables) : "-",
        world.detour() ? grouped(counts.cheaper_detour) : "-");
    good = good && counts.wrong_hierarchy + counts.wrong_tables + counts.cheaper_detour == 0;
  }
  return good ? ExitCode::ok : ExitCode::no_path;
}

}  // namespace portolan::cli
