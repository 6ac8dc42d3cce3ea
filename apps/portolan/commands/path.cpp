#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "arguments/argument_parsing.h"
#include "arguments/output_file.h"
#include "arguments/world_arguments.h"
#include "commands/commands.h"
#include "report/document.h"
#include "report/failure_report.h"
#include "report/measure.h"
#include "report/path_report.h"
#include "report/table.h"
#include "terrain/cluster_picture.h"
#include "terrain/loaded_terrain.h"
#include "terrain/merged_structure.h"
#include "terrain/partial_path.h"
#include "terrain/terrain_query_source.h"

namespace portolan::detail::cli {
namespace {

struct PathArguments {
  AskingArguments asking;
  std::string from;
  std::string to;
  std::string picture;
  std::optional<std::uint32_t> expansions;
  bool all = false;
};

std::string found_text(const QuerySet& query, const FoundPath& found, bool all) {
  const Answer& answer = found.answer;
  const std::string why = failure_text(query, 0, answer.status);
  std::string text = fmt::format("{}: {}{}{}\n", name(found.algorithm), to_string(answer.status),
                                 why.empty() ? "" : ": ", why);
  if (!std::isnan(answer.cost)) text += fmt::format("  cost        {:.4f}\n", answer.cost);
  if (!std::isnan(answer.length)) text += fmt::format("  length      {:.4f}\n", answer.length);
  const QueryCounts& c = found.counts;
  text += fmt::format("  expansions  {}: connect {}, main {}, refine {}\n", grouped(expansions(c)),
                      grouped(c.connect.expansions), grouped(c.main.expansions),
                      grouped(c.refine.expansions));
  return text + found.solver->steps_text(all);
}

void save_picture(const QuerySet& query, const std::string& file,
                  const std::vector<FoundPath>& answers) {
  std::vector<DrawnAnswer> drawn;
  for (const FoundPath& found : answers) {
    drawn.push_back({found.algorithm, found.solver.get(),
                     fmt::format("{}: cost {:.1f}, {}", name(found.algorithm), found.answer.cost,
                                 counted(expansions(found.counts), "expansion"))});
  }
  query.save_picture(file, 0, drawn);
}

/// Draws what the thesis' navigation knows of its path after some expansions.
void save_partial_picture(const PathArguments& arguments, const LoadedTerrain& world) {
  const QueryArguments& query = arguments.asking.query;
  const TerrainEnds ends = find_ends(world, world.parse_place("--from", arguments.from, query),
                                     world.parse_place("--to", arguments.to, query));
  if (ends.start == kNoTriangle || ends.goal == kNoTriangle) return;  // the answer says so
  MergedStructure merged(world.baked(), query.merge);
  const MergedHierarchy& h = merged.asked();
  const PartialPath path = find_partial_path(h, ends.start, ends.goal, *arguments.expansions);
  if (path.status != Status::complete) return;
  save_partial_path_picture(
      arguments.picture, world, h, path,
      fmt::format("merged after {}: {}, the first {} of them triangles",
                  counted(path.expansions, "expansion"), counted(path.clusters.size(), "cluster"),
                  grouped(path.walked)));
}

void check_expansions(const PathArguments& arguments, const World& world) {
  if (!arguments.expansions) return;
  if (arguments.picture.empty()) refuse("--expansions", "says what to draw; give --picture too");
  const auto& algorithms = arguments.asking.query.algorithms;
  if (world.kind() != WorldKind::terrain ||
      std::find(algorithms.begin(), algorithms.end(), Algorithm::merged) == algorithms.end()) {
    refuse("--expansions", "is about the paths of merged on terrain; give --algorithm merged");
  }
}

ExitCode path(PathArguments& arguments) {
  const bool as_json = arguments.asking.world.json;
  check_picture_output("--picture", arguments.picture);
  const auto world = arguments.asking.open_for_one();
  check_expansions(arguments, *world);
  if (!arguments.picture.empty() && world->kind() == WorldKind::navmesh)
    arguments.asking.query.waypoints = true;  // to draw them
  const auto query = world->make_query(arguments.from, arguments.to, arguments.asking.query);
  const std::vector<FoundPath> answers = find_paths(*query, arguments.asking.query.algorithms);
  if (arguments.expansions) {
    save_partial_picture(arguments, take_terrain(*world, arguments.asking.world.world));
  } else if (!arguments.picture.empty()) {
    save_picture(*query, arguments.picture, answers);
  }
  if (as_json) {
    Json document = paths_json(arguments.asking.world.world, *query, answers);
    add_agent(document, *world, arguments.asking.query);
    print_document(document);
  } else {
    for (const FoundPath& found : answers) {
      fmt::print("{}", found_text(*query, found, arguments.all));
    }
  }
  if (!arguments.picture.empty() && !as_json) fmt::print("picture: {}\n", arguments.picture);
  const bool complete = answers.front().answer.status == Status::complete;
  return complete ? ExitCode::ok : ExitCode::no_path;
}

}  // namespace

void add_path(Command& app, ExitCode& exit) {
  Command* command = app.add_subcommand("path", "Find one path");
  auto arguments = std::make_shared<PathArguments>();
  PathArguments& a = *arguments;
  a.asking.add_to(*command, "Print JSON, with all tiles, polygons and way-points, or triangles");
  command
      ->add_option(
          "--from", a.from,
          "Start: a tile, 0,0 is the top left; or a point in metres, on terrain without height, or "
          "as its map has it (--coordinates map)")
      ->required()
      ->type_name("X,Y|X,Y,Z|X,Z");
  command->add_option("--to", a.to, "Goal")->required()->type_name("X,Y|X,Y,Z|X,Z");
  command
      ->add_option("--picture", a.picture, "Draw the world and the paths to this .png or .ppm file")
      ->type_name("FILE");
  command
      ->add_option_function(
          "--expansions",
          [&a](const std::string& text) {
            a.expansions = parse_whole32("--expansions", text, 0, 1'000'000'000);
          },
          "Terrain: draw what merged knows of its path after so many expansions, as clusters")
      ->type_name("N");
  command->add_flag("--all", a.all, "Print all steps, not only the first and last");
  command->footer(
      "Without --algorithm: tables, else hierarchy; on terrain of a file above 50 MB astar.\n"
      "Examples:\n"
      "  portolan path city.portolan --from 10,12 --to 990,1003\n"
      "  portolan path city.map --from 10,12 --to 990,1003 --algorithm astar,hierarchy \\\n"
      "      --picture path.png\n"
      "  portolan path town.portolan --from 12,0.5,7 --to 180,3,-20.5 --waypoints --agent car\n"
      "  portolan path hills.portolan --from 20,30 --to 240,210.5 --waypoints \\\n"
      "      --algorithm astar,merged,guided --picture path.png\n"
      "  portolan path alps.portolan --from 512300,4021650 --to 540080.5,4030010 --waypoints \\\n"
      "      --coordinates map\n"
      "  portolan path hills.portolan --from 20,30 --to 240,210.5 --algorithm merged \\\n"
      "      --expansions 10 --picture after-10.png\n"
      "Exit code 1 says that there is no path.");
  command->callback([arguments, &exit] { exit = path(*arguments); });
}

}  // namespace portolan::detail::cli
