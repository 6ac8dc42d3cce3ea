#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <span>

#include "arguments/argument_parsing.h"
#include "arguments/build_arguments.h"
#include "arguments/output_file.h"
#include "commands/commands.h"
#include "portolan/core/to_whole.h"
#include "portolan/io/geometry/obj_writer.h"
#include "portolan/io/maps/height_map_file.h"
#include "portolan/io/maps/movingai.h"
#include "report/document.h"
#include "report/measure.h"
#include "report/run_report.h"
#include "report/table.h"
#include "scenes/grid_scenes.h"
#include "scenes/mesh_scenes.h"
#include "scenes/terrain_scenes.h"

namespace portolan::detail::cli {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kRounds = 1;
constexpr float kHeightStep = 0.1f;  // of the height map, in metres

struct DemoArguments {
  std::uint32_t size = 1024;
  std::string folder = ".";
  bool json = false;

  std::string file(const char* name) const { return (fs::path(folder) / name).string(); }
};

/// A world of the demo, yet to be built.
struct Scene {
  std::string title;
  std::string source;                      ///< The file that it is built from,
  std::vector<std::string> build_options;  ///< as by `portolan build` with these.
  std::size_t queries = 400;
  std::vector<Algorithm> algorithms{Algorithm::astar, Algorithm::hierarchy, Algorithm::tables};

  std::string file(const char* extension) const {
    return fs::path(source).replace_extension(extension).string();
  }
};

Scene make_grid_scene(const DemoArguments& arguments) {
  scenes::GridSceneOptions options;
  options.width = options.height = arguments.size;
  Scene scene{"Grid: the streets and houses of a city", arguments.file("grid.map"), {}};
  take(save_map(scene.source, take(scenes::generate_grid("city", options))));
  return scene;
}

Scene make_mesh_scene(const DemoArguments& arguments) {
  scenes::MeshSceneOptions options;
  options.size = std::max(30.0f, static_cast<float>(arguments.size) / 4.0f);
  Scene scene{"Navigation mesh: Recast's of a city with bridges and stairs",
              arguments.file("mesh.obj"),
              {"--tile-size", "128"}};
  scene.algorithms.insert(scene.algorithms.begin() + 1, Algorithm::detour);
  take(save_obj(scene.source, take(scenes::generate_mesh("city", options))));
  return scene;
}

Scene make_terrain_scene(const DemoArguments& arguments) {
  scenes::TerrainSceneOptions options;
  options.width = options.height = arguments.size / 4 + 1;
  const scenes::TerrainScene made = take(scenes::generate_terrain("fractal", options));
  Scene scene{"Terrain: mountains, where uphill costs more than downhill",
              arguments.file("terrain.pgm"),
              {"--world", "terrain", "--spacing", fmt::format("{:g}", made.spacing),
               "--height-scale", fmt::format("{:g}", kHeightStep), "--tables", "1000"}};
  take(save_pgm(scene.source, made.heights, kHeightStep));
  return scene;
}

std::unique_ptr<World> build(const Scene& scene) {
  BuildArguments arguments;
  Command command;
  arguments.add_to(command);
  command.read_words(scene.build_options);
  auto world = arguments.build(scene.source, *source_kind_by_name(scene.source));
  world->save(scene.file(".portolan"));
  return world;
}

const char* title(Algorithm algorithm) {
  if (algorithm == Algorithm::astar) return "A*";
  return algorithm == Algorithm::detour ? "Detour" : name(algorithm);
}

/// A row per algorithm; memory and build time are what it needs beside the world itself.
std::string comparison(const World& world, const Measurement& measurement) {
  Table table({"", "time per query", "faster than A*", "mean error", "memory", "build time"});
  const auto number = [](double value, auto&& text) {
    return std::isnan(value) ? std::string("-") : std::string(text(value));
  };
  for (const AlgorithmRun& run : measurement.runs) {
    const Summary summary = summarize(run, measurement.references);
    double bytes = kNone, ms = kNone;
    if (run.algorithm == Algorithm::hierarchy || run.algorithm == Algorithm::tables) {
      bytes = static_cast<double>(world.hierarchy_bytes());
      ms = world.build_ms();
    }
    if (run.algorithm == Algorithm::tables) {
      bytes += static_cast<double>(world.table_bytes());
      ms += world.tables("").build_ms();
    }
    table.add({title(run.algorithm), number(summary.mean_us, duration),
               number(speed_up(run, measurement.runs.front()),
                      [](double times) { return fmt::format("{:.1f}x", times); }),
               number(summary.mean_error, percent),
               number(bytes, [](double size) { return memory(size); }),
               number(ms * 1000.0, duration)});
  }
  return table.text();
}

/// Draws A* and the hierarchy on the query whose cheapest path costs most.
void draw_most_expensive(const World& world, const std::string& queries,
                         std::span<const double> costs, const std::string& file) {
  const auto at =
      static_cast<std::size_t>(std::max_element(costs.begin(), costs.end()) - costs.begin());
  QueryArguments arguments;
  arguments.waypoints = true;  // they are what is drawn on meshes
  const auto set = world.load_queries(queries, at + 1, arguments);
  std::vector<std::unique_ptr<Solver>> solvers;
  std::vector<DrawnAnswer> drawn;
  for (const Algorithm algorithm : {Algorithm::astar, Algorithm::hierarchy}) {
    QueryCounts counts;
    solvers.push_back(set->make_solver(algorithm));
    solvers.back()->count_into(&counts);
    solvers.back()->answer(at);
    solvers.back()->count_into(nullptr);
    drawn.push_back(
        {algorithm, solvers.back().get(),
         fmt::format("{}: cost {:.1f}, {}", title(algorithm), solvers.back()->found().cost,
                     counted(expansions(counts), "expansion"))});
  }
  set->save_picture(file, at, drawn);
}

/// How it went, for people and for programs.
struct Report {
  std::string text;
  Json worlds = Json::array();
};

/// Builds the world of a scene, asks it, draws it, and reports.
void show(Scene scene, Report& report) {
  fmt::print(stderr, "{}\n", scene.title);
  const auto world = build(scene);
  if (!world->tables("").answer()) std::erase(scene.algorithms, Algorithm::tables);
  const std::string queries = fmt::format("random:{}", scene.queries);
  const QueryArguments defaults;
  const auto set = world->load_queries(queries, scene.queries, defaults);
  const Measurement measurement = measure(*set, scene.algorithms, kRounds, Turns::warm);
  draw_most_expensive(*world, queries, measurement.references, scene.file(".png"));
  report.text +=
      fmt::format("\n{} ({}, {})\n{}", scene.title, world->size_text(),
                  counted(set->size(), "query", "queries"), comparison(*world, measurement));
  Json json{{"world", scene.file(".portolan")}, {"picture", scene.file(".png")}};
  json.update(report_json(*world, measurement, defaults));
  report.worlds.push_back(std::move(json));
}

/// This program as it can be typed here.
std::string own_name() {
  std::error_code failed;
  const fs::path file = fs::read_symlink("/proc/self/exe", failed);
  if (failed) return "portolan";
  const std::string from_here = fs::proximate(file).string();
  return from_here.starts_with("..") ? file.string() : from_here;
}

void demo(const DemoArguments& arguments) {
  make_output_folder(arguments.folder);
  Report report;
  show(make_grid_scene(arguments), report);
  show(make_mesh_scene(arguments), report);
  show(make_terrain_scene(arguments), report);
  if (arguments.json) {
    Json document = begin_document("demo");
    document["worlds"] = std::move(report.worlds);
    return print_document(document);
  }
  fmt::print("{}\n", report.text);
  fmt::print("Every path was checked step by step. The most expensive of each world is drawn in\n");
  fmt::print("  {}  {}  {}\n", arguments.file("grid.png"), arguments.file("mesh.png"),
             arguments.file("terrain.png"));
  fmt::print(
      "Next, more about one of these worlds:\n  {} run {} random:2000:7 --algorithm "
      "astar,detour,hierarchy,tables\n",
      own_name(), arguments.file("mesh.portolan"));
  fmt::print("To look at one of them in the browser:\n  {} view {}\n", own_name(),
             arguments.file("mesh.portolan"));
}

}  // namespace

void add_demo(Command& app) {
  Command* command =
      app.add_subcommand("demo", "Make a world of each kind, and compare what finds paths there");
  auto arguments = std::make_shared<DemoArguments>();
  command
      ->add_option_function(
          "--size",
          [arguments](const std::string& text) {
            arguments->size = parse_whole32("--size", text, 64, 8192);
          },
          "Side of the grid in tiles, four times that of the other worlds in metres and squares "
          "[64, 8192], 1024 if left out")
      ->type_name("N");
  command
      ->add_option("--out", arguments->folder,
                   "Folder for the worlds and their pictures; the current one if left out")
      ->take_last()
      ->type_name("DIR");
  command->add_flag("--json", arguments->json, "Print JSON");
  command->footer(
      "Writes grid.map, mesh.obj and terrain.pgm, the worlds built from them as .portolan, and a\n"
      "picture of each as .png. Memory and build time are what an algorithm needs beside the "
      "world;\n"
      "tables need the hierarchy too.\n"
      "Examples:\n"
      "  portolan demo\n"
      "  portolan demo --size 2048 --out demo");
  command->callback([arguments] { demo(*arguments); });
}

}  // namespace portolan::detail::cli
