#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>

#include "arguments/argument_parsing.h"
#include "commands/commands.h"
#include "grid/grid_build_arguments.h"
#include "grid/grid_queries.h"
#include "grid/grid_query_source.h"
#include "portolan/core/to_whole.h"
#include "portolan/io/grid_world_file.h"
#include "portolan/io/movingai.h"
#include "report/measure.h"
#include "report/table.h"
#include "scenes/grid_scenes.h"

namespace portolan::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kQueries = 1000;
constexpr unsigned kRounds = 3;

struct Arguments {
  std::uint32_t size = 1024;
  std::string folder = ".";
};

double milliseconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

/// Makes the map, builds and bakes its hierarchy, and loads it back.
GridSnapshot make_world(const Arguments& arguments) {
  const fs::path folder = arguments.folder;
  const std::string map = (folder / "city.map").string();
  const std::string baked = (folder / "city.portolan").string();
  scenes::GridSceneOptions scene;
  scene.width = scene.height = arguments.size;
  Grid grid = take(scenes::generate_grid("city", scene));
  take(save_map(map, grid));
  fmt::print("map     {}: a city of {}x{} tiles\n", map, grid.width(), grid.height());
  const GridSnapshot built = build_grid(std::move(grid), GridMetric{}, GridBuildOptions{});
  take(save_grid_world(baked, built));
  const auto begin = std::chrono::steady_clock::now();
  GridSnapshot world = take(load_grid_world(baked));
  fmt::print("world   {}: built in {:.0f} ms, {} on disk, loaded in {:.0f} ms\n", baked,
             world.build_ms(), memory(static_cast<double>(fs::file_size(baked))),
             milliseconds_since(begin));
  return world;
}

void print_table(const GridSnapshot& world, const Measurement& measurement) {
  const Summary astar = summarize(measurement.runs[0], measurement.references);
  const Summary hierarchy = summarize(measurement.runs[1], measurement.references);
  const double base = static_cast<double>(world.graph().bytes());
  const double tiles = static_cast<double>(world.grid().letters().size());
  const double own = static_cast<double>(world.hierarchy().bytes());
  const auto number = [](double value) { return grouped(to_whole<std::uint64_t>(value + 0.5)); };
  Table table({"mean of a query", "A*", "hierarchy"});
  table.add({"time, whole path", duration(astar.mean_us), duration(hierarchy.mean_us)});
  table.add({"  95 % are below", duration(astar.p95_us), duration(hierarchy.p95_us)});
  table.add({"speed-up", "1x", fmt::format("{:.1f}x", astar.mean_us / hierarchy.mean_us)});
  table.add({"expansions", number(astar.mean_expansions), number(hierarchy.mean_expansions)});
  table.add({"path-length error", percent(astar.mean_error), percent(hierarchy.mean_error)});
  table.add({"  95 % are below", percent(astar.p95_error), percent(hierarchy.p95_error)});
  table.add({"memory of the world", memory(base), memory(base + own)});
  table.add({"  a tile", fmt::format("{:.2f} B", base / tiles),
             fmt::format("{:.2f} B", (base + own) / tiles)});
  fmt::print("\n{} random queries, every path checked move by move\n\n{}\n",
             grouped(measurement.references.size()), table.text());
}

/// Draws the query whose best path is the longest.
void draw_longest(const GridQueries& queries, const Measurement& measurement,
                  const std::string& file) {
  const auto longest =
      std::max_element(measurement.references.begin(), measurement.references.end());
  const auto at = static_cast<std::size_t>(longest - measurement.references.begin());
  std::vector<std::unique_ptr<Solver>> solvers;
  std::vector<DrawnAnswer> drawn;
  for (const AlgorithmRun& run : measurement.runs) {
    const Outcome& outcome = run.outcomes[at];
    solvers.push_back(queries.make_solver(run.algorithm));
    solvers.back()->answer(at);
    drawn.push_back(
        {run.algorithm, solvers.back().get(),
         fmt::format("{}: length {:.1f}, {}, {} expansions",
                     run.algorithm == Algorithm::astar ? "A*" : "hierarchy", outcome.answer.cost,
                     duration(outcome.microseconds), grouped(outcome.expansions))});
  }
  queries.save_picture(file, at, drawn);
}

void demo(const Arguments& arguments) {
  std::error_code failed;
  fs::create_directories(arguments.folder, failed);
  if (failed) {
    throw Failure{ExitCode::bad_input, fmt::format("{}: cannot make this folder: {}",
                                                   arguments.folder, failed.message())};
  }
  const GridSnapshot world = make_world(arguments);
  const QueryArguments defaults;
  const GridQueries queries(world, make_random_grid_queries(world, kQueries, 1), defaults);
  const Measurement measurement =
      measure(queries, {Algorithm::astar, Algorithm::hierarchy}, kRounds);
  print_table(world, measurement);
  const fs::path picture = fs::path(arguments.folder) / "map.png";
  draw_longest(queries, measurement, picture.string());
  fmt::print("picture {}: cells, gates and both paths of the longest query\n",
             fs::absolute(picture).lexically_normal().string());
}

}  // namespace

void add_demo(CLI::App& app) {
  CLI::App* command = app.add_subcommand("demo", "Make a city, and compare A* with the hierarchy");
  auto arguments = std::make_shared<Arguments>();
  command
      ->add_option_function<std::string>(
          "--size",
          [arguments](const std::string& text) {
            arguments->size = parse_whole32("--size", text, 64, 8192);
          },
          "Side of the map in tiles [64, 8192], 1024 if left out")
      ->type_name("N");
  command
      ->add_option("--out", arguments->folder,
                   "Folder for city.map, city.portolan and map.png; "
                   "the current one if left out")
      ->type_name("DIR");
  command->footer(
      "Examples:\n"
      "  portolan demo\n"
      "  portolan demo --size 2048 --out /tmp/demo");
  command->callback([arguments] { demo(*arguments); });
}

}  // namespace portolan::cli
