#include "arguments/world_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "failure.h"
#include "portolan/batch.h"
#include "portolan/io/baked/baked_world.h"
#include "portolan/io/baked/grid_world_file.h"
#include "portolan/io/baked/nav_mesh_world_file.h"
#include "portolan/io/baked/terrain_world_file.h"

namespace portolan::detail::cli {
namespace {

/// Worlds below are read and checked in a fraction of a second.
constexpr std::uintmax_t kLargeFile = 50'000'000;

}  // namespace

std::unique_ptr<World> open_world(BegunFile file, const BuildArguments& build, TableExtras extras) {
  if (const auto kind = source_kind(file)) return build.build(std::move(file), *kind);
  if (const std::string given = build.given(); !given.empty()) {
    throw Failure{ExitCode::usage,
                  fmt::format("{}: a built world has its build options inside; leave {} out, or "
                              "name what it was built from instead",
                              file.name(), given)};
  }
  switch (baked_world_kind(file)) {
    case BakedWorldKind::nav_mesh:
      return std::make_unique<LoadedMesh>(
          take(load_nav_mesh_world(std::move(file), tbb_parallel(), extras)));
    case BakedWorldKind::terrain:
      return std::make_unique<LoadedTerrain>(
          take(load_terrain_world(std::move(file), TerrainParts::all, tbb_parallel())));
    case BakedWorldKind::none:
      if (file.read_start(1).empty()) break;  // who loads it says why
      throw Failure{ExitCode::bad_input,
                    fmt::format("{}: is not a baked Portolan file; give one that 'portolan build' "
                                "wrote, or a map, geometry, mesh or heights whose name ends in "
                                "one of {}",
                                file.name(), known_endings())};
    default: break;
  }
  return std::make_unique<LoadedGrid>(
      take(load_grid_sizes(std::move(file), tbb_parallel(), extras)));
}

void tell_agent(const World& world, const QueryArguments& query) {
  const std::vector<std::string> agents = world.agent_names();
  if (agents.size() < 2 || !query.agent.empty()) return;
  fmt::print(stderr, "agent type {}, the first of {}; --agent chooses another\n", agents.front(),
             fmt::join(agents, ", "));
}

void add_agent(Json& document, const World& world, const QueryArguments& query) {
  const std::vector<std::string> agents = world.agent_names();
  if (!agents.empty()) document["agent"] = query.agent.empty() ? agents.front() : query.agent;
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

/// Refuses tables that a terrain does not have before all of it is read and checked, which takes
/// seconds. What else is wrong with the file is for its reader to tell.
void AskingArguments::check_tables_of_file() const {
  const auto& asked = query.algorithms;
  if (std::find(asked.begin(), asked.end(), Algorithm::tables) == asked.end()) return;
  if (baked_world_kind(world.world) != BakedWorldKind::terrain) return;
  const auto choice = load_terrain_table_choice(world.world);
  if (choice && choice->far == FarMethod::search) throw no_tables(choice->reason);
}

std::unique_ptr<World> AskingArguments::open() {
  check_tables_of_file();
  return settle(world.open());
}

std::unique_ptr<World> AskingArguments::open_for_one() {
  check_tables_of_file();
  const bool astar = query.algorithms == std::vector{Algorithm::astar};
  BegunFile file(world.world);
  std::error_code none;
  const std::uintmax_t bytes = std::filesystem::file_size(world.world, none);
  const bool large = !none && bytes > kLargeFile && query.of_hierarchy().names().empty();
  if (!(astar || (query.algorithms.empty() && large)) || !world.build.given().empty() ||
      source_kind(file) || baked_world_kind(file) != BakedWorldKind::terrain)
    return settle(world.open(TableExtras::none));
  if (!astar) {
    query.algorithms = {Algorithm::astar};
    fmt::print(stderr,
               "one path by A*, which is quicker than to read and check all of {} MB; give "
               "--algorithm tables, or hierarchy, to choose otherwise\n",
               bytes / 1'000'000);
  }
  return settle(std::make_unique<LoadedTerrain>(
      take(load_terrain_world(std::move(file), TerrainParts::ground, tbb_parallel()))));
}

std::unique_ptr<World> AskingArguments::settle(std::unique_ptr<World> opened) {
  if (query.algorithms.empty()) query.algorithms = query.usual_algorithms(*opened);
  query.check_against(*opened);
  tell_agent(*opened, query);
  return opened;
}

}  // namespace portolan::detail::cli
