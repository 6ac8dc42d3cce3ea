#include "arguments/build_arguments.h"

#include <fmt/format.h>

#include <utility>

#include "arguments/argument_parsing.h"

namespace portolan::detail::cli {

void BuildArguments::add_to(Command& command) {
  add_shared_to(command);
  grid_.add_to(command, all_);
  mesh_.add_to(command, all_);
  terrain_.add_to(command, all_);
}

void BuildArguments::add_shared_to(Command& command) {
  const auto add = [this](Option* option, const char* type) {
    return all_.add(option->type_name(type)->group(SharedBuildOptions::kGroup));
  };
  add(command.add_option_function(
          "--world",
          [this](const std::string& text) { shared_.world = parse_world_kind("--world", text); },
          "What the input shows: grid, navmesh or terrain. If left out a picture is a grid and "
          "geometry becomes a navigation mesh"),
      "KIND");
  add(command.add_option("--levels", shared_.levels,
                         "Levels above the base graph [1, 8]; [1, 64] on meshes, as many as there "
                         "are if left out"),
      "N");
  of_squares_.add(add(command.add_option("--cell-size", shared_.cell_size,
                                         "Side of a level-1 cell: in tiles on grids [2, 256], in "
                                         "squares on terrain [2, 64]"),
                      "N"));
  of_squares_.add(add(command.add_option("--group", shared_.group,
                                         "Grids and terrain: cells per side that make one of the "
                                         "next level [2, 16]"),
                      "N"));
  add_axes_to(command);
  not_of_terrain_.add(add(
      command
          .add_option("--metric", shared_.metrics,
                      "JSON file. Grids: {\"terrain\": {\"S\": 2.5, \"T\": null}, \"diagonals\", "
                      "\"diagonal_length\"}, costs by letter. Meshes, one file per agent type: "
                      "{\"name\": \"car\", \"areas\": {\"road\": 1, \"3\": \"blocked\"}, "
                      "\"others\": 2, \"include_flags\", \"exclude_flags\"}, costs of a metre. "
                      "See docs/metrics.md")
          ->one_value_each(),
      "FILE"));
  not_of_terrain_.add(
      add(command.add_option("--weights", shared_.weights,
                             "Grids: synthetic terrain costs in blocks of 8x8 tiles; meshes: cells "
                             "balanced by random weights"),
          "blocks:SEED|random:SEED"));
  add(command.add_option_function(
          "--store-paths",
          [this](const std::string& text) {
            check_word("--store-paths", text, {"on", "off"});
            shared_.store_paths = text == "on";
          },
          "Keep the moves of intra-edges, or search them again"),
      "on|off");
  add(command.add_option_function(
          "--tables", [this](const std::string& text) { shared_.table_bytes = parse_tables(text); },
          "Tables that make queries look-ups: auto (default): up to 88 bytes for each tile, 32 for "
          "each doorway or triangle, on small worlds 16 MB (grids: 80, meshes: 32); none; or up to "
          "so many "
          "megabytes"),
      "auto|none|MB");
}

void BuildArguments::add_axes_to(Command& command) {
  const auto add = [this](Option* option, const char* type) {
    all_.add(option);
    of_geometry_.add(option->type_name(type)->group("Build options of geometry"));
  };
  add(command.add_option_function(
          "--up",
          [this](const std::string& text) {
            check_word("--up", text, {"y", "z"});
            shared_.axes.up = text == "z" ? SourceAxes::Up::z : SourceAxes::Up::y;
          },
          "The file's axis that points up, y if left out"),
      "y|z");
  add(command.add_option_function(
          "--unit",
          [this](const std::string& text) {
            shared_.axes.unit = static_cast<float>(parse_real("--unit", text, 1e-6, 1e6));
          },
          "Metres that one unit of the file is long [1e-06, 1e+06], 1 if left out"),
      "METRES");
}

std::unique_ptr<World> BuildArguments::add_agents(BegunFile file) const {
  const std::string path = file.name();
  if (shared_.metrics.empty()) {
    refuse("INPUT", fmt::format("'{}' is a built world; give --metric with the agent types to add "
                                "to it, or name what it was built from",
                                path));
  }
  if (const std::string others = all_.names_but({"--metric", "--tables"}); !others.empty()) {
    refuse("INPUT", fmt::format("'{}' is a built world and keeps its other build options; leave {} "
                                "out",
                                path, others));
  }
  return mesh_.add_agents(std::move(file), shared_, all_.has("--tables"));
}

std::unique_ptr<World> BuildArguments::build(BegunFile file, SourceKind kind) const {
  const std::string path = file.name();
  const WorldKind world = kind_of_world(kind);
  if (!makes(kind, world)) {
    refuse("--world", fmt::format("'{}' holds what {} are built from, not {}; leave it out", path,
                                  plural(world_of(kind)), plural(world)));
  }
  grid_.given().refuse_unless(WorldKind::grid, world);
  mesh_.given().refuse_unless(WorldKind::navmesh, world);
  if (world != WorldKind::terrain && makes(kind, WorldKind::terrain)) {
    terrain_.given().refuse(plural(WorldKind::terrain), "give --world terrain too");
  }
  terrain_.given().refuse_unless(WorldKind::terrain, world);
  if (!is_geometry(kind) && kind != SourceKind::gset)
    of_geometry_.refuse("geometry", path + " is none, leave it out");
  if (world == WorldKind::navmesh) {
    of_squares_.refuse("grids and terrain", "navigation meshes have --merge instead");
    return mesh_.build(std::move(file), kind, shared_);
  }
  if (world == WorldKind::grid) return grid_.build(std::move(file), kind, shared_);
  not_of_terrain_.refuse("grids and navigation meshes", "terrain has --prices instead");
  return terrain_.build(std::move(file), kind, shared_);
}

}  // namespace portolan::detail::cli
