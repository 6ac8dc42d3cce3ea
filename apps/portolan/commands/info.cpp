#include <fmt/format.h>

#include <memory>
#include <optional>

#include "arguments/world_arguments.h"
#include "commands/commands.h"
#include "report/document.h"
#include "terrain/merged_structure.h"
#include "terrain/terrain_report.h"

namespace portolan::detail::cli {
namespace {

struct InfoArguments {
  WorldArguments world;
  bool merged = false;
  MergeArguments merge;
  GivenOptions of_merging;
};

void info(const InfoArguments& arguments) {
  if (!arguments.merged) arguments.of_merging.refuse("merging", "give --merged too");
  const auto world = arguments.world.open();
  const std::string& name = arguments.world.world;
  std::optional<MergedStructure> merged;
  if (arguments.merged) merged.emplace(take_terrain(*world, name).baked(), arguments.merge);
  if (arguments.world.json) {
    Json document = begin_document("info");
    document.update(world->json(name));
    if (merged) document["merged"] = merged_json(*merged);
    print_document(document);
  } else {
    fmt::print("{}{}", world->text(name), merged ? "\n" + merged_text(*merged) : "");
  }
}

}  // namespace

void add_info(Command& app) {
  Command* command = app.add_subcommand("info", "Say what a world holds");
  auto arguments = std::make_shared<InfoArguments>();
  arguments->world.add_to(*command, "Print JSON");
  command->add_flag("--merged", arguments->merged,
                    "Terrain: merge its triangles too, unless they are, and say what that gives");
  arguments->merge.add_to(*command, [&](Option* option, const char* type) {
    arguments->of_merging.add(option->type_name(type));
  });
  command->footer(
      "Examples:\n"
      "  portolan info city.portolan\n"
      "  portolan info city.portolan --json\n"
      "  portolan info city.map --transitions all\n"
      "  portolan info town.obj --merge 10\n"
      "  portolan info hills.portolan --merged --layers 10");
  command->callback([arguments] { info(*arguments); });
}

}  // namespace portolan::detail::cli
