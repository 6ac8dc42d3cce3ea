#include <fmt/format.h>

#include <memory>

#include "build_arguments.h"
#include "commands.h"
#include "world_input.h"
#include "world_report.h"

namespace portolan::cli {
namespace {

struct Arguments {
  std::string world;
  bool json = false;
  BuildArguments build;
};

}  // namespace

void add_info(CLI::App& app) {
  CLI::App* command = app.add_subcommand("info", "Say what a world holds");
  auto arguments = std::make_shared<Arguments>();
  command->add_option("WORLD", arguments->world, "A built world, or a map to build in memory")
      ->required()
      ->type_name("");
  command->add_flag("--json", arguments->json, "Print JSON");
  arguments->build.add_to(*command);
  command->footer(
      "Examples:\n"
      "  portolan info city.portolan\n"
      "  portolan info city.portolan --json\n"
      "  portolan info city.map --transitions all");
  command->callback([arguments] {
    const GridSnapshot world = open_world(arguments->world, arguments->build);
    if (arguments->json) {
      fmt::print("{}\n", world_json(arguments->world, world).dump(2));
    } else {
      fmt::print("{}", world_text(arguments->world, world));
    }
  });
}

}  // namespace portolan::cli
