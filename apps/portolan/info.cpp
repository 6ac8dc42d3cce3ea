#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "world_arguments.h"

namespace portolan::cli {

void add_info(CLI::App& app) {
  CLI::App* command = app.add_subcommand("info", "Say what a world holds");
  auto arguments = std::make_shared<WorldArguments>();
  arguments->add_to(*command, "Print JSON");
  command->footer(
      "Examples:\n"
      "  portolan info city.portolan\n"
      "  portolan info city.portolan --json\n"
      "  portolan info city.map --transitions all\n"
      "  portolan info town.obj --merge 10");
  command->callback([arguments] {
    const auto world = arguments->open();
    if (arguments->json) {
      fmt::print("{}\n", world->json(arguments->world).dump(2));
    } else {
      fmt::print("{}", world->text(arguments->world));
    }
  });
}

}  // namespace portolan::cli
