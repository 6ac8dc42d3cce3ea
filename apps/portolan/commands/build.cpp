#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "arguments/argument_parsing.h"
#include "arguments/output_file.h"
#include "arguments/world_arguments.h"
#include "commands/commands.h"
#include "portolan/io/baked/baked_world.h"
#include "portolan/io/file.h"
#include "report/document.h"
#include "report/table_report.h"
#include "terrain/merged_structure.h"

namespace portolan::detail::cli {
namespace {

struct BuildSettings {
  std::string input;
  std::string output;
  BuildArguments build;
  bool json = false;
  bool merged = false;
  MergeArguments merge;
  GivenOptions of_merging;  // all three
};

/// Refuses what is missing or a directory, as the readers of files do, before its kind is guessed.
void check_input(const std::string& name) {
  std::error_code unknown;
  const auto about = std::filesystem::status(name, unknown);
  if (std::filesystem::exists(about) && !std::filesystem::is_directory(about)) return;
  take(read_file(name, 0));
}

void build(const BuildSettings& arguments) {
  check_input(arguments.input);
  BegunFile input(arguments.input);
  const auto kind = source_kind(input);
  const bool is_built_mesh =  // that gets more agent types
      !kind && !arguments.merged && baked_world_kind(input) == BakedWorldKind::nav_mesh;
  const bool is_built =  // and only to be merged
      !kind && arguments.merged && baked_world_kind(input) == BakedWorldKind::terrain;
  if (!kind && baked_world_kind(input) == BakedWorldKind::grid) {
    refuse("INPUT", fmt::format("'{}' is a built grid, to which nothing can be added; give the "
                                "map that it was built from",
                                arguments.input));
  }
  if (!kind && !is_built && !is_built_mesh) {
    refuse("INPUT", fmt::format("'{}' is of no known kind; give a .map, .pgm, .ppm or .png file "
                                "for a grid, an .obj, .gltf, .glb, .gset, .bin or .mesh file for "
                                "a navigation mesh, a .tif, .asc, .npy or .raw file for "
                                "terrain, or a .pgm, .png or .obj file with --world terrain, a "
                                "built navigation mesh with --metric, or a built terrain world "
                                "with --merged",
                                arguments.input));
  }
  if (source_kind_by_name(arguments.output)) {
    refuse("--output", fmt::format("'{}' would look like a map, picture or mesh; end it in "
                                   ".portolan",
                                   arguments.output));
  }
  if (kind)
    arguments.of_merging.refuse_unless(WorldKind::terrain, arguments.build.kind_of_world(*kind));
  if (!arguments.merged) arguments.of_merging.refuse("merging", "give --merged too");
  check_output(arguments.output);
  auto world = is_built_mesh ? arguments.build.add_agents(std::move(input))
                             : open_world(std::move(input), arguments.build);
  if (arguments.merged) world = with_merged(take_terrain(*world, arguments.input), arguments.merge);
  world->save(arguments.output);
  const auto more = world->more_memory();
  if (!arguments.json)
    return fmt::print("{}{}", world->text(arguments.output), more_memory_text(more));
  Json document = begin_document("build");
  document.update(world->json(arguments.output));
  document["more_memory"] = more_memory_json(more);
  print_document(document);
}

}  // namespace

void add_build(Command& app) {
  Command* command =
      app.add_subcommand("build", "Build the hierarchy of a map, mesh or terrain and bake it");
  auto arguments = std::make_shared<BuildSettings>();
  command
      ->add_option(
          "INPUT", arguments->input,
          "Grids: a .map file, or a .pgm, .ppm or .png picture (light is free). "
          "Navigation meshes: geometry (.obj, .gltf, .glb), a scene of RecastDemo (.gset), "
          "a mesh that it saved (.bin), one of Polyanya (.mesh), or with --metric a built "
          "world, which gets more agent types. Terrain: a height map (GeoTIFF, an ESRI ASCII "
          "grid .asc, NumPy's .npy, .raw); with --world terrain a picture (.pgm, .png) or "
          "triangles (.obj, .gltf, .glb); with --merged a built world")
      ->required()
      ->type_name("");
  command->add_option("-o,--output", arguments->output, "The world file to write")
      ->required()
      ->type_name("FILE");
  command->add_flag("--json", arguments->json, "Print JSON, as `info` does");
  arguments->build.add_to(*command);
  const auto add = [&](Option* option, const char* type) {
    arguments->of_merging.add(option->type_name(type)->group("Merging of terrain"));
  };
  add(command->add_flag("--merged", arguments->merged,
                        "Merge the triangles and store that too, for merged and guided queries; a "
                        "built world is merged, or merged on, without building it again"),
      "");
  arguments->merge.add_merging_to(*command, add);
  command->footer(
      "Examples:\n"
      "  portolan build city.map -o city.portolan\n"
      "  portolan build city.map -o city.portolan --cell-size 16 --levels 2 --transitions every:4\n"
      "  portolan build city.map -o city.portolan --tables none\n"
      "  portolan build town.obj -o town.portolan --tile-size 128 --agent-radius 0.4\n"
      "  portolan build all_tiles_navmesh.bin -o town.portolan --metric car.json --metric "
      "foot.json\n"
      "  portolan build alps.tif -o alps.portolan\n"
      "  portolan build town.portolan -o town.portolan --metric boat.json\n"
      "  portolan build hills.pgm -o hills.portolan --world terrain --spacing 10\n"
      "  portolan build land.png -o land.portolan --world terrain --triangles four \\\n"
      "      --height-scale 0.1 --difficulty roads.png --prices thesis --y-price 5,12\n"
      "  portolan build hills.pgm -o hills.portolan --world terrain --merged --patience 0\n"
      "  the HPA* paper's setting:\n"
      "  portolan build AR0011SR.map -o paper.portolan --cell-size 10 --group 2 --levels 3 \\\n"
      "      --transitions ends:6 --diagonals not_between_blocked --diagonal-length 1.42\n"
      "  the HNA* paper's setting:\n"
      "  portolan build town.obj -o paper.portolan --merge 10 --partition metis "
      "--drop-unconnected");
  command->callback([arguments] { build(*arguments); });
}

}  // namespace portolan::detail::cli
