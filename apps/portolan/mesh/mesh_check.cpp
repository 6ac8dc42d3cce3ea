#include "mesh/mesh_check.h"

#include <fmt/format.h>

#include "report/table.h"

namespace portolan::detail::cli {
namespace {

CheckedPart check_agent(const LoadedMesh& world, const std::string& agent, const std::string& text,
                        std::size_t limit) {
  QueryArguments arguments;
  arguments.agent = agent;
  const auto queries = world.load_queries(text, limit, arguments);
  CheckedPart part{"agent type " + agent, "", queries->size(), 0, {}, {}};
  const std::vector<double> optima = find_costs(*queries, Algorithm::astar);
  for (const double cost : optima) part.no_path += cost != cost;
  std::uint64_t wrong = 0;
  for (unsigned level = kAutoLevel; level <= world.levels(); ++level) {
    arguments.search.level = level;
    wrong += count_wrong(*queries, fmt::format("level {} finds", level),
                         find_costs(*queries, Algorithm::hierarchy), optima, part.examples);
  }
  part.faults = {{"hierarchy wrong", wrong}, {"tables wrong", {}}, {"detour cheaper", {}}};
  if (world.tables(agent).answer()) {
    part.faults[1].second =
        count_wrong(*queries, "the tables tell", find_costs(*queries, Algorithm::tables), optima,
                    part.examples);
  }
  if (world.detour() != nullptr) {
    part.faults[2].second = count_cheaper(
        *queries, "detour finds", find_costs(*queries, Algorithm::detour), optima, part.examples);
  }
  part.title = fmt::format("{}: {} at levels auto and 1 to {} ({} without a path)", part.name,
                           counted(queries->size() * (world.levels() + 1), "answer"),
                           world.levels(), counted(part.no_path, "query", "queries"));
  return part;
}

}  // namespace

std::vector<CheckedPart> check_mesh(const LoadedMesh& world, const std::string& queries,
                                    std::size_t limit) {
  std::vector<CheckedPart> parts;
  for (const std::string& agent : world.agent_names())
    parts.push_back(check_agent(world, agent, queries, limit));
  return parts;
}

}  // namespace portolan::detail::cli
