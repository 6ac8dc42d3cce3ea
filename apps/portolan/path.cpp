#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "answer.h"
#include "argument_parsing.h"
#include "build_arguments.h"
#include "commands.h"
#include "table.h"
#include "world_input.h"
#include "world_picture.h"

namespace portolan::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Arguments {
  std::string world;
  Tile from;
  Tile to;
  std::string picture;
  bool json = false;
  bool all = false;
  BuildArguments build;
  QueryArguments query;
};

/// What one algorithm found.
struct Found {
  Algorithm algorithm;
  GridPath path;
  QueryCounts counts;
};

/// Length on the ground, whatever the terrain costs.
double ground_length(const GridSnapshot& world, const GridPath& path) {
  const double diagonal =
      world.metric().diagonal_length == 0.0 ? std::sqrt(2.0) : world.metric().diagonal_length;
  std::size_t straight_moves = 0, diagonal_moves = 0;
  for (std::size_t i = 1; i < path.nodes.size(); ++i) {
    ++(world.graph().direction(path.nodes[i - 1], path.nodes[i]) % 2 ? diagonal_moves
                                                                     : straight_moves);
  }
  return static_cast<double>(straight_moves) + static_cast<double>(diagonal_moves) * diagonal;
}

/// Why there is no path, in words.
std::string reason(const GridSnapshot& world, const Arguments& arguments, Status status) {
  if (status != Status::invalid_start && status != Status::invalid_goal) return "";
  const Tile tile = status == Status::invalid_start ? arguments.from : arguments.to;
  if (!world.grid().contains(tile)) {
    return fmt::format(": {},{} lies outside the {}x{} tiles", tile.x, tile.y, world.grid().width(),
                       world.grid().height());
  }
  return fmt::format(": {},{} is blocked", tile.x, tile.y);
}

Json phase_json(const SearchCounts& counts) {
  return {{"expansions", counts.expansions}, {"mean_open_list", counts.mean_open_size()}};
}

Json found_json(const GridSnapshot& world, const Found& found) {
  Json json{{"status", name(found.path.status)}};
  const bool complete = found.path.status == Status::complete;
  const bool has_tiles = complete && !found.path.nodes.empty();
  json["cost"] = world_cost(world, found.path);
  json["length"] = has_tiles ? Json(ground_length(world, found.path)) : Json();
  json["expansions"] = expansions(found.counts);
  json["connect"] = phase_json(found.counts.connect);
  json["main"] = phase_json(found.counts.main);
  json["refine"] = phase_json(found.counts.refine);
  Json tiles = Json::array();
  for (const NodeId node : found.path.nodes) {
    const Tile t = world.graph().tile(node);
    tiles.push_back({t.x, t.y});
  }
  json["tile_count"] = tiles.size();
  json["tiles"] = std::move(tiles);
  return json;
}

std::string tiles_text(const GridSnapshot& world, const GridPath& path, bool all) {
  constexpr std::size_t kShown = 5;
  std::string text;
  for (std::size_t i = 0; i < path.nodes.size(); ++i) {
    if (!all && i == kShown && path.nodes.size() > 2 * kShown) {
      i = path.nodes.size() - kShown;
      text += " ...";
    }
    const Tile t = world.graph().tile(path.nodes[i]);
    text += fmt::format(" {},{}", t.x, t.y);
  }
  return text;
}

std::string found_text(const GridSnapshot& world, const Arguments& arguments, const Found& found) {
  std::string text = fmt::format("{}: {}{}\n", name(found.algorithm), name(found.path.status),
                                 reason(world, arguments, found.path.status));
  if (found.path.status == Status::complete) {
    text += fmt::format("  cost        {:.4f}\n", world_cost(world, found.path));
  }
  const QueryCounts& c = found.counts;
  if (!found.path.nodes.empty()) {
    text += fmt::format("  length      {:.4f}\n", ground_length(world, found.path));
  }
  text += fmt::format("  expansions  {}: connect {}, main {}, refine {}\n", grouped(expansions(c)),
                      grouped(c.connect.expansions), grouped(c.main.expansions),
                      grouped(c.refine.expansions));
  if (found.path.nodes.empty()) return text;
  return text + fmt::format("  tiles       {}:{}\n", grouped(found.path.nodes.size()),
                            tiles_text(world, found.path, arguments.all));
}

void save_picture(const GridSnapshot& world, const Arguments& arguments,
                  const std::vector<Found>& answers) {
  std::vector<DrawnPath> drawn;
  for (const Found& found : answers) {
    if (found.path.nodes.empty()) continue;
    drawn.push_back(
        {found.algorithm, &found.path,
         fmt::format("{}: cost {:.1f}, {} expansions", name(found.algorithm),
                     world_cost(world, found.path), grouped(expansions(found.counts)))});
  }
  save_world_picture(arguments.picture, world, arguments.from, arguments.to, drawn);
}

ExitCode path(const Arguments& arguments) {
  const GridSnapshot world = open_world(arguments.world, arguments.build);
  arguments.query.check_against(world);
  GridQuery query;
  std::vector<Found> answers;
  for (const Algorithm algorithm : arguments.query.algorithms) {
    Found& found = answers.emplace_back(Found{algorithm, {}, {}});
    query.count_into(&found.counts);
    answer(query, world, arguments.from, arguments.to, algorithm, arguments.query, found.path);
    verify(world, arguments.from, arguments.to, algorithm, arguments.query, found.path);
  }
  if (arguments.json) {
    Json algorithms = Json::object();
    for (const Found& found : answers) algorithms[name(found.algorithm)] = found_json(world, found);
    const Json json{{"world", arguments.world},
                    {"from", {arguments.from.x, arguments.from.y}},
                    {"to", {arguments.to.x, arguments.to.y}},
                    {"algorithms", std::move(algorithms)}};
    fmt::print("{}\n", json.dump());
  } else {
    for (const Found& found : answers) fmt::print("{}", found_text(world, arguments, found));
  }
  if (!arguments.picture.empty()) {
    save_picture(world, arguments, answers);
    if (!arguments.json) fmt::print("picture: {}\n", arguments.picture);
  }
  const bool complete = answers.front().path.status == Status::complete;
  return complete ? ExitCode::ok : ExitCode::no_path;
}

}  // namespace

void add_path(CLI::App& app, ExitCode& exit) {
  CLI::App* command = app.add_subcommand("path", "Find one path");
  auto arguments = std::make_shared<Arguments>();
  Arguments& a = *arguments;
  a.query.algorithms = {Algorithm::hierarchy};
  command->add_option("WORLD", a.world, "A built world, or a map to build in memory")
      ->required()
      ->type_name("");
  const auto tile = [&](const char* name, Tile& field, const char* help) {
    command
        ->add_option_function<std::string>(
            name, [=, &field](const std::string& text) { field = parse_tile(name, text); }, help)
        ->required()
        ->type_name("X,Y");
  };
  tile("--from", a.from, "Start tile; 0,0 is the top left one");
  tile("--to", a.to, "Goal tile");
  command->add_option("--picture", a.picture, "Draw the world and the paths to this PNG file")
      ->type_name("FILE");
  command->add_flag("--json", a.json, "Print JSON, with all tiles");
  command->add_flag("--all", a.all, "Print all tiles, not only the first and last");
  a.query.add_to(*command);
  a.build.add_to(*command);
  command->footer(
      "Examples:\n"
      "  portolan path city.portolan --from 10,12 --to 990,1003\n"
      "  portolan path city.map --from 10,12 --to 990,1003 --algorithm astar,hierarchy \\\n"
      "      --picture path.png\n"
      "Exit code 1 says that there is no path.");
  command->callback([arguments, &exit] { exit = path(*arguments); });
}

}  // namespace portolan::cli
