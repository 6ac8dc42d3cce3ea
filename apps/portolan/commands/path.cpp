#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "arguments/output_file.h"
#include "arguments/world_arguments.h"
#include "commands/commands.h"
#include "report/document.h"
#include "report/failure_report.h"
#include "report/measure.h"
#include "report/path_report.h"
#include "report/table.h"

namespace portolan::detail::cli {
namespace {

struct Arguments {
  AskingArguments asking;
  std::string from;
  std::string to;
  std::string picture;
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

ExitCode path(Arguments& arguments) {
  const bool as_json = arguments.asking.world.json;
  check_picture_output("--picture", arguments.picture);
  const auto world = arguments.asking.open();
  if (!arguments.picture.empty()) arguments.asking.query.waypoints = true;  // to draw them
  const auto query = world->make_query(arguments.from, arguments.to, arguments.asking.query);
  const std::vector<FoundPath> answers = find_paths(*query, arguments.asking.query.algorithms);
  if (!arguments.picture.empty()) save_picture(*query, arguments.picture, answers);
  if (as_json) {
    print_document(paths_json(arguments.asking.world.world, *query, answers));
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
  auto arguments = std::make_shared<Arguments>();
  Arguments& a = *arguments;
  a.asking.add_to(*command, "Print JSON, with all tiles, polygons and way-points, or triangles");
  command
      ->add_option(
          "--from", a.from,
          "Start: a tile, 0,0 is the top left one; or a point in metres, on terrain without its "
          "height")
      ->required()
      ->type_name("X,Y|X,Y,Z|X,Z");
  command->add_option("--to", a.to, "Goal")->required()->type_name("X,Y|X,Y,Z|X,Z");
  command
      ->add_option("--picture", a.picture, "Draw the world and the paths to this .png or .ppm file")
      ->type_name("FILE");
  command->add_flag("--all", a.all, "Print all steps, not only the first and last");
  command->footer(
      "Examples:\n"
      "  portolan path city.portolan --from 10,12 --to 990,1003\n"
      "  portolan path city.map --from 10,12 --to 990,1003 --algorithm astar,hierarchy \\\n"
      "      --picture path.png\n"
      "  portolan path town.portolan --from 12,0.5,7 --to 180,3,-20.5 --waypoints --agent car\n"
      "  portolan path hills.portolan --from 20,30 --to 240,210.5 \\\n"
      "      --algorithm astar,merged,guided --picture path.png\n"
      "Exit code 1 says that there is no path.");
  command->callback([arguments, &exit] { exit = path(*arguments); });
}

}  // namespace portolan::detail::cli
