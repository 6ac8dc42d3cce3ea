#include "mesh/loaded_mesh.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arguments/argument_parsing.h"
#include "failure.h"
#include "mesh/mesh_queries.h"
#include "mesh/mesh_query_source.h"
#include "mesh/mesh_report.h"
#include "report/json.h"
#include "report/table.h"
#include "report/table_report.h"

namespace portolan::detail::cli {

const NavMeshSnapshot& LoadedMesh::agent(const std::string& name) const {
  if (name.empty()) return baked_.agents.front();
  for (const NavMeshSnapshot& agent : baked_.agents) {
    if (agent.metric().name == name) return agent;
  }
  throw Failure{ExitCode::usage,
                fmt::format("--agent: '{}' is no agent type of this world; give {}", name,
                            fmt::join(agent_names(), ", "))};
}

std::vector<std::string> LoadedMesh::agent_names() const {
  std::vector<std::string> names;
  for (const NavMeshSnapshot& agent : baked_.agents) names.push_back(agent.metric().name);
  return names;
}

void LoadedMesh::save(const std::string& path) const { take(save_nav_mesh_world(path, baked_)); }

std::optional<MoreMemory> LoadedMesh::more_memory() const {
  for (const NavMeshSnapshot& agent : baked_.agents) {
    if (const auto more = find_more_memory(agent)) return more;  // all share one budget
  }
  return std::nullopt;
}

std::string LoadedMesh::text(const std::string& name) const {
  return mesh_text(name, baked_, meshing_ms_);
}

Json LoadedMesh::json(const std::string& name) const {
  Json json = mesh_json(name, baked_);
  if (loose_)
    json["left_out_links"] = {{"connections", loose_->connections}, {"lines", loose_->lines}};
  return json;
}

std::string LoadedMesh::size_text() const {
  return counted(baked_.agents.front().mesh().polygon_count(), "polygon");
}

double LoadedMesh::build_ms() const {
  double sum = baked_.agents.front().partition_ms();
  for (const NavMeshSnapshot& agent : baked_.agents) sum += agent.customize_ms();
  return sum;
}

std::size_t LoadedMesh::hierarchy_bytes() const {
  std::size_t sum = 0;
  for (const NavMeshSnapshot& agent : baked_.agents) sum += agent.hierarchy().bytes();
  return sum;
}

std::size_t LoadedMesh::table_bytes() const {
  std::size_t sum = 0;
  for (const NavMeshSnapshot& agent : baked_.agents) sum += agent.tables().bytes();
  return sum;
}

std::unique_ptr<QuerySet> LoadedMesh::load_queries(const std::string& text, std::size_t limit,
                                                   const QueryArguments& arguments) const {
  const NavMeshSnapshot& world = agent(arguments.agent);
  return std::make_unique<MeshQueries>(
      world, detour(), load_mesh_queries(text, world, limit, arguments.any_pair), arguments);
}

std::unique_ptr<QuerySet> LoadedMesh::make_query(const std::string& from, const std::string& to,
                                                 const QueryArguments& arguments) const {
  PointQuery query;
  query.from = parse_point("--from", from);
  query.to = parse_point("--to", to);
  return std::make_unique<MeshQueries>(agent(arguments.agent), detour(), std::vector{query},
                                       arguments, pool_);
}

}  // namespace portolan::detail::cli
