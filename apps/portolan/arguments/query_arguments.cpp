#include "arguments/query_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "arguments/argument_parsing.h"
#include "failure.h"
#include "world/world.h"

namespace portolan::detail::cli {
namespace {

constexpr Algorithm kAlgorithms[] = {Algorithm::astar,  Algorithm::hierarchy, Algorithm::tables,
                                     Algorithm::detour, Algorithm::merged,    Algorithm::guided};

std::vector<Algorithm> parse_algorithms(const std::string& text) {
  std::vector<Algorithm> algorithms;
  std::vector<std::string_view> words;
  for (const Algorithm algorithm : kAlgorithms) words.push_back(name(algorithm));
  for (const std::string& word : split(text, ',')) {
    check_word("--algorithm", word, words, WordKind::algorithm);
    const Algorithm named =
        *std::find_if(std::begin(kAlgorithms), std::end(kAlgorithms),
                      [&](Algorithm algorithm) { return name(algorithm) == word; });
    if (std::find(algorithms.begin(), algorithms.end(), named) != algorithms.end()) {
      refuse("--algorithm", fmt::format("{} is named twice; name each once", word));
    }
    algorithms.push_back(named);
  }
  return algorithms;
}

constexpr std::array<std::pair<std::string_view, ConnectMethod>, 6> kConnectMethods{{
    {"astar", ConnectMethod::astar},
    {"dijkstra", ConnectMethod::dijkstra},
    {"threads", ConnectMethod::threads},
    {"sparse", ConnectMethod::sparse},
    {"goalward", ConnectMethod::goalward},
    {"table", ConnectMethod::table},
}};

constexpr const char* kExactMethods = "astar, dijkstra, threads";

std::vector<std::string> algorithm_names() {
  std::vector<std::string> names;
  for (const Algorithm algorithm : kAlgorithms) names.push_back(name(algorithm));
  return names;
}

std::vector<std::string> connect_names() {
  std::vector<std::string> names;
  for (const auto& [word, method] : kConnectMethods) names.emplace_back(word);
  return names;
}

Smoothing parse_smoothing(const std::string& text) {
  check_word("--smooth", text, {"none", "paper", "full"});
  if (text == "none") return Smoothing::none;
  return text == "paper" ? Smoothing::paper : Smoothing::full;
}

using Text = const std::string&;
constexpr const char* kQueryOptions = "Query options";

Option* add_query_option(Command& command, const char* option,
                         const std::function<void(Text)>& read, const char* help,
                         const char* type) {
  return command.add_option_function(option, read, help)->type_name(type)->group(kQueryOptions);
}

/// Of the agent type or size asked for. An agent type of a grid is refused later, by its option.
const Tables& tables_of(const World& world, const QueryArguments& asked) {
  const bool first = world.kind() == WorldKind::grid && asked.size == 0;
  return world.tables(first ? "" : asked.whose());
}

}  // namespace

const char* name(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::astar: return "astar";
    case Algorithm::hierarchy: return "hierarchy";
    case Algorithm::tables: return "tables";
    case Algorithm::detour: return "detour";
    case Algorithm::merged: return "merged";
    case Algorithm::guided: return "guided";
  }
  return "unknown";
}

Failure no_tables(const std::string& reason) {
  return {ExitCode::usage,
          fmt::format("--algorithm: there are no tables that answer in this world{}; build it with "
                      "--tables auto or, where that was too little, with as many megabytes as "
                      "`build` said that all tables take",
                      reason.empty() ? "" : " (" + reason + ")")};
}

void QueryArguments::read_connect(const std::string& text) {
  std::vector<std::string_view> words;
  for (const auto& [word, method] : kConnectMethods) words.push_back(word);
  connect_table = text == "table";  // check_against refuses it where there is none
  check_word("--connect", text, words);
  for (const auto& [word, method] : kConnectMethods) {
    if (word == text) search.connect = method;
  }
  if (search.connect != ConnectMethod::threads) return;
  two_threads_ = std::make_unique<measuring::ThreadPool>(2);
  search.parallel = &two_threads_->parallel();
}

void QueryArguments::add_search_to(Command& command) {
  add_query_option(
      command, "--algorithm", [this](Text text) { algorithms = parse_algorithms(text); },
      "astar, hierarchy, tables (of a world that has them), detour (meshes), merged and guided "
      "(terrain); several with commas between",
      "NAMES")
      ->offer(algorithm_names());
  of_hierarchy_.add(add_query_option(
      command, "--level",
      [this](Text text) {
        search.level = text == "auto" ? kAutoLevel : parse_whole32("--level", text, 1, 64);
      },
      "Level that the hierarchy searches at; auto: cell by cell (default)", "N|auto"));
  of_hierarchy_.add(
      add_query_option(
          command, "--connect", [this](Text text) { read_connect(text); },
          "How the ends find the gates of their cells: astar, dijkstra (default), threads, sparse, "
          "goalward; with --model paper also table",
          "METHOD")
          ->offer(connect_names()));
  command
      .add_flag("--cost-only", cost_only,
                "Ask hierarchy and tables for the cost alone, before smoothing")
      ->group(kQueryOptions);
  of_meshes_.add(add_query_option(
      command, "--model",
      [this](Text text) {
        check_word("--model", text, {"exact", "paper"});
        paper_model = text == "paper";
      },
      "Meshes: exact (default), or paper: the approximations of HNA*, at --level N, 1 if left out",
      "exact|paper"));
  of_meshes_.add(command.add_option("--agent", agent, "Meshes: the agent type, by its name")
                     ->type_name("NAME")
                     ->group(kQueryOptions));
}

void QueryArguments::add_size_to(Command& command) {
  of_grids_.add(add_query_option(
      command, "--size", [this](Text text) { size = parse_whole32("--size", text, 1, 16); },
      "Grids: the unit's width, of build --sizes; the smallest if left out", "N"));
}

void QueryArguments::add_to(Command& command) {
  add_search_to(command);
  add_size_to(command);
  of_grids_.add(add_query_option(
      command, "--smooth", [this](Text text) { smoothing = parse_smoothing(text); },
      "Grids: how paths are straightened; left out: full, by tables none", "none|paper|full"));
  of_ground_.add(command
                     .add_flag("--waypoints", waypoints,
                               "Meshes and terrain: straighten the path and find its way-points")
                     ->group(kQueryOptions));
  of_meshes_.add(add_query_option(
      command, "--extent",
      [this](Text text) {
        const auto n = parse_numbers("--extent", text, 3,
                                     "three distances; give X,Y,Z in metres, such as 2,4,2");
        extent = {n[0], n[1], n[2]};
        if (extent.x < 0 || extent.y < 0 || extent.z < 0) {
          refuse("--extent", fmt::format("'{}' has a negative part; give metres from 0 up", text));
        }
      },
      "Meshes: how far from a point its polygon may be, 2,4,2 if left out", "X,Y,Z"));
  of_terrain_.add(add_query_option(
      command, "--coordinates",
      [this](Text text) {
        check_word("--coordinates", text, {"local", "map"});
        map_coordinates = text == "map";
      },
      "Terrain: metres from the top left (default), or X,Y of its map", "local|map"));
  merge.add_to(command, [this](Option* option, const char* type) {
    of_terrain_.add(option->type_name(type)->group(kQueryOptions));
    if (option->get_name() != "--layers") option->hide();  // those of `build --help`
  });
}

void QueryArguments::check_against(const World& world) const {
  of_grids_.refuse_unless(WorldKind::grid, world.kind());
  of_meshes_.refuse_unless(WorldKind::navmesh, world.kind());
  if (world.kind() == WorldKind::grid)
    of_ground_.refuse("navigation meshes and terrain", "the world is a grid, leave it out");
  of_terrain_.refuse_unless(WorldKind::terrain, world.kind());
  check_algorithms(world);
  if (!connects_exactly() && world.kind() != WorldKind::grid) {
    throw Failure{
        ExitCode::usage,
        fmt::format("--connect: sparse and goalward are for grids; give {}", kExactMethods)};
  }
  if (connect_table && !paper_model && tables_of(world, *this).connect().empty()) {
    throw Failure{ExitCode::usage,
                  fmt::format("--connect: the world has no connect table; build it with "
                              "--tables auto, or give {}",
                              kExactMethods)};
  }
  const unsigned levels = world.levels_of(whose());
  if (search.level <= levels) return;
  throw Failure{ExitCode::usage,
                fmt::format("--level: the world has levels 1 to {}, not {}", levels, search.level)};
}

void QueryArguments::check_algorithms(const World& world) const {
  for (const Algorithm algorithm : algorithms) {
    if (algorithm == Algorithm::tables) check_tables(world);
    const bool of_mesh = algorithm == Algorithm::detour;
    const bool of_terrain = algorithm == Algorithm::merged || algorithm == Algorithm::guided;
    const WorldKind kind = of_mesh ? WorldKind::navmesh : WorldKind::terrain;
    if ((!of_mesh && !of_terrain) || world.kind() == kind) continue;
    throw Failure{ExitCode::usage, fmt::format("--algorithm: {} is for {}; give astar, hierarchy",
                                               name(algorithm), plural(kind))};
  }
}

std::vector<Algorithm> QueryArguments::usual_algorithms(const World& world) const {
  const bool of_hierarchy = !of_hierarchy_.names().empty() || paper_model;
  const bool tables = !of_hierarchy && tables_of(world, *this).answer();
  return {tables ? Algorithm::tables : Algorithm::hierarchy};
}

void QueryArguments::check_tables(const World& world) const {
  if (paper_model) {
    throw Failure{ExitCode::usage,
                  "--algorithm: tables are of the exact model; leave --model paper out"};
  }
  const Tables& tables = tables_of(world, *this);
  if (tables.answer()) return;
  throw no_tables(tables.choice().reason);
}

GridQueryOptions QueryArguments::of_grid(Algorithm algorithm) const {
  const bool tables = algorithm == Algorithm::tables;
  GridQueryOptions options;
  options.search = search;
  options.tables = tables;
  options.smoothing = smoothing.value_or(tables ? Smoothing::none : Smoothing::full);
  return options;
}

NavMeshQueryOptions QueryArguments::of_mesh(Algorithm algorithm) const {
  NavMeshQueryOptions options;
  options.search = search;
  options.tables = algorithm == Algorithm::tables;
  options.waypoints = waypoints;
  return options;
}

}  // namespace portolan::detail::cli
