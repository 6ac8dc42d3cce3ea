#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <memory>

#include "arguments/argument_parsing.h"
#include "arguments/given_options.h"
#include "arguments/output_file.h"
#include "commands/commands.h"
#include "portolan/io/file_ending.h"
#include "portolan/io/geometry/obj_writer.h"
#include "portolan/io/maps/movingai.h"
#include "report/document.h"
#include "report/table.h"
#include "scenes/grid_scenes.h"
#include "scenes/mesh_scenes.h"
#include "terrain/terrain_generation.h"

namespace portolan::detail::cli {
namespace {

struct GenerateArguments {
  WorldKind world = WorldKind::grid;
  std::string scene;
  std::string size;
  std::string preset;
  std::string output;
  bool json = false;
  Option* seed = nullptr;
  scenes::GridSceneOptions grid;
  scenes::MeshSceneOptions mesh;
  TerrainGeneration terrain;
  GivenOptions of_grids;
  GivenOptions of_meshes;
  GivenOptions of_terrain;
  std::map<std::string, Option*> of_scene;  ///< The option that only this scene reads.
};

void check_scene(const GenerateArguments& arguments, std::span<const std::string_view> names) {
  if (arguments.scene.empty()) require("NAME");
  check_word("NAME", arguments.scene, {names.begin(), names.end()});
  for (const auto& [scene, option] : arguments.of_scene) {
    if (option->count() > 0 && scene != arguments.scene) {
      refuse(option->get_name(), fmt::format("belongs to the scene {}, not to {}; leave it out",
                                             scene, arguments.scene));
    }
  }
}

/// What was written, in one line, or as JSON with the members of `more` beside the usual ones.
void tell(const GenerateArguments& arguments, std::uint64_t seed, const std::string& text,
          Json more) {
  if (!arguments.json) return fmt::print("{}\n", text);
  Json document = begin_document("generate");
  document.update({{"output", arguments.output},
                   {"kind", name(arguments.world)},
                   {"scene", arguments.scene},
                   {"seed", seed}});
  document.update(std::move(more));
  print_document(document);
}

void generate_grid(GenerateArguments& arguments) {
  check_scene(arguments, scenes::grid_scene_names());
  if (!arguments.size.empty()) {
    const Size size = parse_size("--size", arguments.size, 8, 8192);
    arguments.grid.width = size.width;
    arguments.grid.height = size.height;
  }
  const Grid grid = take(scenes::generate_grid(arguments.scene, arguments.grid), ExitCode::usage);
  take(save_map(arguments.output, grid));
  tell(arguments, arguments.grid.seed,
       fmt::format("{}: {} of {}x{} tiles, seed {}", arguments.output, arguments.scene,
                   grid.width(), grid.height(), arguments.grid.seed),
       {{"width", grid.width()}, {"height", grid.height()}});
}

/// The scene and options of a preset; only the seed may be given beside it.
const scenes::MeshPreset& find_preset(const GenerateArguments& arguments) {
  if (!arguments.scene.empty() || !arguments.size.empty()) {
    refuse("--preset", "says the scene and its size; leave NAME and --size out");
  }
  std::vector<std::string_view> names;
  for (const scenes::MeshPreset& preset : scenes::mesh_presets()) {
    if (preset.name == arguments.preset) return preset;
    names.push_back(preset.name);
  }
  refuse("--preset",
         fmt::format("'{}' is unknown; give {}", arguments.preset, fmt::join(names, ", ")));
}

void generate_mesh(GenerateArguments& arguments) {
  if (file_ending(arguments.output) != ".obj") {
    refuse("--output", fmt::format("'{}' does not end in .obj; navigation meshes are made from "
                                   "such files",
                                   arguments.output));
  }
  std::string advice;
  if (!arguments.preset.empty()) {
    const scenes::MeshPreset& preset = find_preset(arguments);
    const std::uint64_t seed =
        arguments.seed->count() > 0 ? arguments.mesh.seed : preset.options.seed;
    arguments.scene = preset.scene;
    arguments.mesh = preset.options;
    arguments.mesh.seed = seed;
    advice = fmt::format("; about {} polygons when built{}", grouped(preset.polygons),
                         preset.tiled ? " with --tile-size 128" : "");
  } else {
    check_scene(arguments, scenes::mesh_scene_names());
    if (!arguments.size.empty()) {
      arguments.mesh.size = static_cast<float>(parse_real("--size", arguments.size, 30, 10000));
    }
  }
  const Geometry geometry =
      take(scenes::generate_mesh(arguments.scene, arguments.mesh), ExitCode::usage);
  take(save_obj(arguments.output, geometry));
  tell(arguments, arguments.mesh.seed,
       fmt::format("{}: {} of {:g} m per side, {}, seed {}{}", arguments.output, arguments.scene,
                   arguments.mesh.size, counted(geometry.triangles.size(), "triangle"),
                   arguments.mesh.seed, advice),
       {{"side", arguments.mesh.size}, {"triangles", geometry.triangles.size()}});
}

void generate_terrain(GenerateArguments& arguments) {
  check_scene(arguments, scenes::terrain_scene_names());
  if (!arguments.size.empty()) {
    const Size size = parse_size("--size", arguments.size, 2, 8193);
    arguments.terrain.options.width = size.width;
    arguments.terrain.options.height = size.height;
  }
  const GeneratedTerrain made = arguments.terrain.generate(arguments.scene, arguments.output);
  tell(arguments, arguments.terrain.options.seed,
       fmt::format("{}: {} of {}x{} values, seed {}; to build it:\n  {}", arguments.output,
                   arguments.scene, made.width, made.height, arguments.terrain.options.seed,
                   made.build_command),
       {{"width", made.width}, {"height", made.height}, {"build_command", made.build_command}});
}

void generate(GenerateArguments& arguments) {
  arguments.of_grids.refuse_unless(WorldKind::grid, arguments.world);
  arguments.of_meshes.refuse_unless(WorldKind::navmesh, arguments.world);
  arguments.of_terrain.refuse_unless(WorldKind::terrain, arguments.world);
  check_output(arguments.output);
  check_output(arguments.terrain.difficulty);
  switch (arguments.world) {
    case WorldKind::grid: return generate_grid(arguments);
    case WorldKind::navmesh: return generate_mesh(arguments);
    case WorldKind::terrain: return generate_terrain(arguments);
  }
}

/// Adds an option that holds a whole number; `scene` is empty where all scenes read it.
Option* add_scene_option(Command& command, GenerateArguments& arguments, const std::string& scene,
                         const char* name, std::uint32_t& field, std::uint32_t low,
                         std::uint32_t high, const char* help) {
  Option* option = command
                       .add_option_function(
                           name,
                           [=, &field](const std::string& text) {
                             field = parse_whole32(name, text, low, high);
                           },
                           fmt::format("{}: {} [{}, {}], {} if left out",
                                       scene.empty() ? "meshes" : scene, help, low, high, field))
                       ->type_name("N")
                       ->group("Options of some scenes");
  if (!scene.empty()) arguments.of_scene[scene] = option;
  return option;
}

void add_options_of_scenes(Command& command, GenerateArguments& a) {
  const auto grid = [&](const char* scene, const char* name, std::uint32_t& field,
                        std::uint32_t low, std::uint32_t high, const char* help) {
    a.of_grids.add(add_scene_option(command, a, scene, name, field, low, high, help));
  };
  grid("maze", "--corridor-width", a.grid.corridor_width, 1, 256, "width in tiles");
  grid("rooms", "--room-size", a.grid.room_size, 4, 512, "usual side in tiles");
  grid("caves", "--rock-percent", a.grid.rock_percent, 40, 60, "share of rock");
  grid("random", "--blocked-percent", a.grid.blocked_percent, 0, 90, "share of blocked tiles");
  grid("city", "--block-size", a.grid.block_size, 8, 128, "usual side in tiles");
  a.of_meshes.add(add_scene_option(command, a, "dungeon", "--floors", a.mesh.floors, 1, 16,
                                   "floors above one another"));
  a.of_meshes.add(add_scene_option(command, a, "", "--clutter-percent", a.mesh.clutter_percent, 0,
                                   100, "share of the spots with an obstacle"));
  a.of_terrain.add(add_scene_option(command, a, "fractal", "--roads", a.terrain.options.roads, 0,
                                    1000, "towns that roads join"));
  a.terrain.add_to(command, [&](Option* option, const char* type) {
    a.of_terrain.add(option->type_name(type)->group("Options of some scenes"));
  });
}

/// Everything that can be generated, for the help.
std::string scene_list() {
  std::string text = "Scenes of grids:";
  for (const std::string_view name : scenes::grid_scene_names()) text += fmt::format(" {}", name);
  text += "\nScenes of navigation meshes:";
  for (const std::string_view name : scenes::mesh_scene_names()) text += fmt::format(" {}", name);
  text += "\nScenes of terrain:";
  for (const std::string_view name : scenes::terrain_scene_names())
    text += fmt::format(" {}", name);
  text += "\nPresets of navigation meshes, with about so many polygons when built:\n";
  for (const scenes::MeshPreset& preset : scenes::mesh_presets()) {
    text += fmt::format("  {:<14} {:>9}{}\n", preset.name, grouped(preset.polygons),
                        preset.tiled ? "  (with --tile-size 128)" : "");
  }
  return text;
}

}  // namespace

void add_generate(Command& app) {
  Command* command =
      app.add_subcommand("generate", "Make a map, the geometry of a level or a height map");
  auto arguments = std::make_shared<GenerateArguments>();
  GenerateArguments& a = *arguments;
  command
      ->add_option_function(
          "WORLD", [&a](const std::string& text) { a.world = parse_world_kind("WORLD", text); },
          "Kind of world: grid, navmesh or terrain")
      ->required()
      ->type_name("");
  command->add_option("NAME", a.scene, "Scene: see below")->type_name("");
  command
      ->add_option(
          "--size", a.size,
          "Grids: size in tiles, 512x512 if left out [8, 8192]; meshes: side in metres, "
          "200 if left out [30, 10000]; terrain: size in values, 257x257 if left out [2, 8193]")
      ->type_name("WxH|N");
  a.seed = command
               ->add_option_function(
                   "--seed",
                   [&a](const std::string& text) {
                     a.grid.seed = a.mesh.seed = a.terrain.options.seed =
                         parse_whole("--seed", text, 0, ~std::uint64_t{0});
                   },
                   "Another seed, another world; 1 if left out")
               ->type_name("N");
  a.of_meshes.add(command->add_option("--preset", a.preset, "Meshes: a scene of a stated size")
                      ->type_name("PRESET"));
  command
      ->add_option(
          "-o,--output", a.output,
          "The file to write: .map for a grid, .obj for a mesh; for terrain .pgm (16 bits), "
          ".png (magnitudes in colours) or .raw (float)")
      ->required()
      ->type_name("FILE");
  command->add_flag("--json", a.json, "Print JSON");
  add_options_of_scenes(*command, a);
  command->footer(scene_list() +
                  "Examples:\n"
                  "  portolan generate grid city --size 1024 --seed 7 -o city.map\n"
                  "  portolan generate grid maze --size 640x480 --corridor-width 2 -o maze.map\n"
                  "  portolan generate navmesh islands --size 300 -o islands.obj\n"
                  "  portolan generate navmesh --preset city-5k -o city.obj\n"
                  "  portolan generate terrain hills --size 513x257 -o hills.pgm\n"
                  "  portolan generate terrain fractal --size 1025 --seed 3 --roads 20 \\\n"
                  "      --difficulty roads.pgm -o land.pgm");
  command->callback([arguments] { generate(*arguments); });
}

}  // namespace portolan::detail::cli
