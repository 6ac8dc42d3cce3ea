#include "build_arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "argument_parsing.h"

namespace portolan::cli {

void BuildArguments::add_to(CLI::App& command) {
  add_shared_to(command);
  grid_.add_to(command, all_);
  mesh_.add_to(command, all_);
}

void BuildArguments::add_shared_to(CLI::App& command) {
  const auto add = [this](CLI::Option* option, const char* type) {
    all_.add(option->type_name(type)->group(SharedBuildOptions::kGroup));
  };
  add(command.add_option_function<std::string>(
          "--world",
          [this](const std::string& text) {
            check_word("--world", text, {"grid", "navmesh"}, WordKind::world);
            shared_.world = text;
          },
          "What the input shows, which the file tells too: grid or navmesh"),
      "KIND");
  add(command.add_option("--levels", shared_.levels,
                         "Levels above the base graph [1, 8] on grids; [1, 64] on meshes, as many "
                         "as there are if left out"),
      "N");
  add(command
          .add_option("--metric", shared_.metrics,
                      "JSON file with costs by letter or area; on meshes repeatable, one agent "
                      "type each")
          ->allow_extra_args(false),
      "FILE");
  add(command.add_option("--weights", shared_.weights,
                         "Grids: synthetic terrain costs in blocks of 8x8 tiles; meshes: cells "
                         "balanced by random weights"),
      "blocks:SEED|random:SEED");
  add(command.add_option_function<std::string>(
          "--store-paths",
          [this](const std::string& text) {
            check_word("--store-paths", text, {"on", "off"});
            shared_.store_paths = text == "on";
          },
          "Keep the moves of intra-edges, or search them again"),
      "on|off");
  add(command.add_option_function<std::string>(
          "--tables", [this](const std::string& text) { shared_.table_bytes = parse_tables(text); },
          "Tables that make queries look-ups: auto (default): up to 1 GiB of them; none; or up to "
          "so many megabytes"),
      "auto|none|MB");
}

std::unique_ptr<World> BuildArguments::build(const std::string& path, SourceKind kind) const {
  const WorldKind world = world_of(kind);
  if (!shared_.world.empty() && (shared_.world == "grid") != (world == WorldKind::grid)) {
    refuse("--world", fmt::format("'{}' holds what {} are built from, not {}; leave it out", path,
                                  plural(world), shared_.world));
  }
  grid_.given().refuse_unless(WorldKind::grid, world);
  mesh_.given().refuse_unless(WorldKind::navmesh, world);
  if (world == WorldKind::grid) return grid_.build(path, kind, shared_);
  return mesh_.build(path, kind, shared_);
}

}  // namespace portolan::cli
