#include <fmt/format.h>

#include <memory>

#include "argument_parsing.h"
#include "build_arguments.h"
#include "commands.h"
#include "portolan/io/grid_world_file.h"
#include "world_input.h"
#include "world_report.h"

namespace portolan::cli {
namespace {

struct Arguments {
  std::string input;
  std::string output;
  BuildArguments build;
};

void build(const Arguments& arguments) {
  if (!is_source(arguments.input)) {
    refuse("INPUT", fmt::format("'{}' is of no known kind; give a .map, .pgm, .ppm or .png file",
                                arguments.input));
  }
  if (is_source(arguments.output)) {
    refuse("--output", fmt::format("'{}' would look like a map or picture; end it in .portolan",
                                   arguments.output));
  }
  const GridSnapshot world =
      build_world(arguments.build.load_source(arguments.input), arguments.build.options());
  take(save_grid_world(arguments.output, world));
  fmt::print("{}", world_text(arguments.output, world));
}

}  // namespace

void add_build(CLI::App& app) {
  CLI::App* command = app.add_subcommand("build", "Build a map's hierarchy and bake it to a file");
  auto arguments = std::make_shared<Arguments>();
  command
      ->add_option("INPUT", arguments->input,
                   "A .map file, or a .pgm, .ppm or .png picture "
                   "(light is free)")
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
      "  the HPA* paper's setting:\n"
      "  portolan build AR0011SR.map -o paper.portolan --cell-size 10 --group 2 --levels 3 \\\n"
      "      --transitions ends:6 --diagonals not_between_blocked --diagonal-length 1.42");
  command->callback([arguments] { build(*arguments); });
}

}  // namespace portolan::cli
