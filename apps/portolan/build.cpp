#include <fmt/format.h>

#include <memory>

#include "argument_parsing.h"
#include "build_arguments.h"
#include "commands.h"

namespace portolan::cli {
namespace {

struct Arguments {
  std::string input;
  std::string output;
  BuildArguments build;
};

void build(const Arguments& arguments) {
  const auto kind = source_kind(arguments.input);
  if (!kind) {
    refuse("INPUT", fmt::format("'{}' is of no known kind; give a .map, .pgm, .ppm or .png file "
                                "for a grid, an .obj, .gltf, .glb, .bin or .mesh file for a "
                                "navigation mesh",
                                arguments.input));
  }
  if (source_kind_by_name(arguments.output)) {
    refuse("--output", fmt::format("'{}' would look like a map, picture or mesh; end it in "
                                   ".portolan",
                                   arguments.output));
  }
  const auto world = arguments.build.build(arguments.input, *kind);
  world->save(arguments.output);
  fmt::print("{}", world->text(arguments.output));
}

}  // namespace

void add_build(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("build", "Build the hierarchy of a map or mesh and bake it to a file");
  auto arguments = std::make_shared<Arguments>();
  command
      ->add_option("INPUT", arguments->input,
                   "Grids: a .map file, or a .pgm, .ppm or .png picture (light is free). "
                   "Navigation meshes: geometry (.obj, .gltf, .glb), a mesh that RecastDemo saved "
                   "(.bin) or one of Polyanya (.mesh)")
      ->required()
      ->type_name("");
  command->add_option("-o,--output", arguments->output, "The world file to write")
      ->required()
      ->type_name("FILE");
  arguments->build.add_to(*command);
  command->footer(
      "Examples:\n"
      "  portolan build city.map -o city.portolan\n"
      "  portolan build city.map -o city.portolan --cell-size 16 --levels 2 --transitions every:4\n"
      "  portolan build city.map -o city.portolan --tables none\n"
      "  portolan build town.obj -o town.portolan --tile-size 128 --agent-radius 0.4\n"
      "  portolan build all_tiles_navmesh.bin -o town.portolan --metric car.json --metric "
      "foot.json\n"
      "  the HPA* paper's setting:\n"
      "  portolan build AR0011SR.map -o paper.portolan --cell-size 10 --group 2 --levels 3 \\\n"
      "      --transitions ends:6 --diagonals not_between_blocked --diagonal-length 1.42\n"
      "  the HNA* paper's setting:\n"
      "  portolan build town.obj -o paper.portolan --merge 10 --partition metis "
      "--drop-unconnected");
  command->callback([arguments] { build(*arguments); });
}

}  // namespace portolan::cli
