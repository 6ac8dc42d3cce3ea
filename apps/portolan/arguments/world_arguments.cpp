#include "arguments/world_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "failure.h"
#include "portolan/io/baked/baked_world.h"
#include "portolan/io/baked/grid_world_file.h"
#include "portolan/io/baked/nav_mesh_world_file.h"
#include "portolan/io/baked/terrain_world_file.h"

namespace portolan::detail::cli {

std::unique_ptr<World> open_world(BegunFile file, const BuildArguments& build) {
  if (const auto kind = source_kind(file)) return build.build(std::move(file), *kind);
  if (const std::string given = build.given(); !given.empty()) {
    throw Failure{ExitCode::usage,
                  fmt::format("{}: a built world has its build options inside; leave {} out, or "
                              "name what it was built from instead",
                              file.name(), given)};
  }
  switch (baked_world_kind(file)) {
    case BakedWorldKind::nav_mesh:
      return std::make_unique<LoadedMesh>(take(load_nav_mesh_world(std::move(file))));
    case BakedWorldKind::terrain:
      return std::make_unique<LoadedTerrain>(take(load_terrain_world(std::move(file))));
    default: return std::make_unique<LoadedGrid>(take(load_grid_sizes(std::move(file))));
  }
}

void WorldArguments::add_to(Command& command, const char* json_help) {
  command
      .add_option(
          "WORLD", world,
          "A built world, or a map, geometry, mesh or heights to build one of in memory, with "
          "the options of `portolan build`")
      ->required()
      ->type_name("");
  command.add_flag("--json", json, json_help);
  build.add_to(command);
  build.hide();
}

void AskingArguments::add_to(Command& command, const char* json_help) {
  world.add_to(command, json_help);
  query.add_to(command);
}

std::unique_ptr<World> AskingArguments::open() {
  std::unique_ptr<World> opened = world.open();
  if (query.algorithms.empty()) query.algorithms = query.usual_algorithms(*opened);
  query.check_against(*opened);
  const std::vector<std::string> agents = opened->agent_names();
  if (agents.size() > 1 && query.agent.empty()) {
    fmt::print(stderr, "agent type {}, the first of {}; --agent chooses another\n", agents.front(),
               fmt::join(agents, ", "));
  }
  return opened;
}

}  // namespace portolan::detail::cli
