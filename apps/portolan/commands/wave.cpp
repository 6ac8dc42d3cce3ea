#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "arguments/argument_parsing.h"
#include "arguments/output_file.h"
#include "arguments/world_arguments.h"
#include "commands/commands.h"
#include "portolan/terrain/map_frame.h"
#include "portolan/terrain/terrain_query.h"
#include "report/document.h"
#include "report/table.h"
#include "terrain/wave_picture.h"
#include "terrain/wave_run.h"

namespace portolan::detail::cli {
namespace {

/// A box seen from above, in the coordinates that places are given in.
struct WaveArea {
  MapPoint low, high;

  bool holds(const MapPoint& place) const {
    return place.x >= low.x && place.x <= high.x && place.y >= low.y && place.y <= high.y;
  }
};

struct WaveArguments {
  AskingArguments asking;
  std::string from;
  std::optional<std::string> area;
  std::uint32_t every = 1;
  std::size_t sample = 100;
  std::string picture;
};

/// What an area must be, for a refusal.
const char* area_form(const TriangleMesh& mesh, bool on_map) {
  if (!on_map) return "an area of terrain; give X0,Z0,X1,Z1 in metres, such as 0,0,100,50";
  if (mesh.frame->degrees)
    return "an area of the map; give X0,Y0,X1,Y1 in degrees, longitude first, such as "
           "8.5,46.25,8.75,46.5";
  return "an area of the map; give X0,Y0,X1,Y1 in its coordinates, such as "
         "512300,4021650,540080,4030010";
}

std::optional<WaveArea> find_area(const TriangleMesh& mesh, const WaveArguments& arguments) {
  if (!arguments.area) return std::nullopt;
  const auto n = parse_numbers<double>("--area", *arguments.area, 4,
                                       area_form(mesh, arguments.asking.query.map_coordinates));
  if (n[0] > n[2] || n[1] > n[3])
    refuse("--area", fmt::format("'{}' is empty; give its low corner first", *arguments.area));
  return WaveArea{{n[0], n[1]}, {n[2], n[3]}};
}

/// A point of the ground in the coordinates that places are given in.
MapPoint place_of(const TriangleMesh& mesh, const Vec3& point, bool on_map) {
  if (on_map) return to_map(*mesh.frame, mesh.raster, point);
  return {point.x, point.z};
}

TriangleId find_start(const LoadedTerrain& world, const std::string& from,
                      const QueryArguments& arguments) {
  const GroundPoint place = world.parse_place("--from", from, arguments);
  const TerrainEnds ends = find_ends(world, place, place);
  if (ends.start != kNoTriangle) return ends.start;
  throw Failure{
      ExitCode::no_path,
      "--from" + TerrainQueries(world, {ends}, arguments).reason(0, Status::invalid_start)};
}

/// What a wave asks for.
struct Goals {
  std::vector<TerrainEnds> ends;
  std::vector<Cost> optima;
  std::vector<TriangleId> left_out;
};

Goals find_goals(const LoadedTerrain& world, const WaveArguments& arguments, TriangleId start) {
  const TriangleMesh& mesh = world.snapshot().mesh();
  std::vector<Cost> costs;
  TerrainQuery().find_costs_to_all(world.snapshot(), node_of(start), costs);
  Goals goals;
  const std::optional<WaveArea> area = find_area(mesh, arguments);
  const bool on_map = arguments.asking.query.map_coordinates;
  std::uint32_t inside = 0;
  for (const TriangleId t : mesh.triangles()) {
    if (area && !area->holds(place_of(mesh, centre_of(mesh, t), on_map))) continue;
    if (costs[index(t)] == kInfinite) continue;
    if (inside++ % arguments.every != 0 || t == start) {
      goals.left_out.push_back(t);
      continue;
    }
    goals.ends.push_back(ends_between(world, start, t));
    goals.optima.push_back(costs[index(t)]);
  }
  if (!goals.ends.empty()) return goals;
  const TerrainQueries asked(world, {}, arguments.asking.query);
  throw Failure{ExitCode::no_path,
                "there is no other triangle in the area that can be reached; the ground reaches " +
                    asked.reach_text() + asked.coordinates_hint()};
}

std::vector<std::size_t> spread(std::size_t count, std::size_t wanted) {
  std::vector<std::size_t> sample;
  wanted = std::min(wanted, count);
  for (std::size_t i = 0; i < wanted; ++i) sample.push_back((2 * i + 1) * count / (2 * wanted));
  return sample;
}

std::string text_of(const std::vector<WaveResult>& results) {
  std::vector<std::string> heads = ratio_heads();
  heads.insert(heads.begin(), "cost over the best");
  Table ratios(heads);
  Table times({"time", "paths", "missed", "a path", "speed-up over A*"});
  Table lengths(
      {"means, as A* was asked", "cost", "price base XYZ", "XZ", "Y", "metres, middle to middle"});
  const auto metres = [](double value) {
    return std::isnan(value) ? "-" : fmt::format("{:.2f}", value);
  };
  for (const WaveResult& r : results) {
    times.add({r.name, grouped(r.asked), grouped(r.missed), duration(r.mean_us),
               fmt::format("{:.1f}x", results.front().sample_us / r.sample_us)});
    std::vector<std::string> row = ratio_cells(r.ratio);
    row.insert(row.begin(), r.name);
    ratios.add(row);
    lengths.add({r.name, metres(r.lengths.weighted), metres(r.lengths.xyz), metres(r.lengths.xz),
                 metres(r.lengths.y), metres(r.lengths.ground)});
  }
  return times.text() + "\n" + ratios.text() + "\n" + lengths.text();
}

Json json_of(const std::vector<WaveResult>& results) {
  Json algorithms = Json::object();
  for (const WaveResult& r : results) {
    algorithms[r.name] = {{"paths", r.asked},
                          {"missed", r.missed},
                          {"mean_us", r.mean_us},
                          {"speed_up", results.front().sample_us / r.sample_us},
                          {"cost_ratio", quartiles_json(r.ratio)},
                          {"mean_lengths",
                           {{"weighted", r.lengths.weighted},
                            {"xyz", r.lengths.xyz},
                            {"xz", r.lengths.xz},
                            {"y", r.lengths.y},
                            {"ground", r.lengths.ground}}}};
  }
  return algorithms;
}

std::vector<Algorithm> usual_algorithms(const LoadedTerrain& world) {
  std::vector<Algorithm> algorithms{Algorithm::merged, Algorithm::guided};
  if (world.snapshot().tables().answer()) algorithms.push_back(Algorithm::tables);
  return algorithms;
}

/// The one whose paths cost least, A* aside, which was asked for a few only.
const WaveResult& best_of(const std::vector<WaveResult>& results) {
  return *std::min_element(
      results.begin() + 1, results.end(), [](const WaveResult& a, const WaveResult& b) {
        return std::pair(a.missed, a.ratio.mean) < std::pair(b.missed, b.ratio.mean);
      });
}

/// That of the algorithm named first. A* has the costs of Dijkstra's algorithm: it was held against
/// them.
const WaveResult& first_of(std::vector<WaveResult>& results, Algorithm named,
                           const WaveQueries& wave) {
  if (named != Algorithm::astar) return results[1];
  results.front().costs = wave.optima;
  return results.front();
}

void wave(const WaveArguments& arguments) {
  check_picture_output("--picture", arguments.picture);
  const std::string& name = arguments.asking.world.world;
  const auto opened = arguments.asking.world.open();
  const LoadedTerrain& world = take_terrain(*opened, name);
  arguments.asking.query.check_against(world);
  const TriangleId start = find_start(world, arguments.from, arguments.asking.query);
  Goals goals = find_goals(world, arguments, start);
  const TerrainQueries queries(world, std::move(goals.ends), arguments.asking.query);
  const WaveQueries wave{queries, std::move(goals.optima), spread(queries.size(), arguments.sample),
                         std::move(goals.left_out)};
  const std::vector<Algorithm>& named = arguments.asking.query.algorithms;
  std::vector<WaveResult> results{measure_astar(wave)};
  for (const Algorithm algorithm : named.empty() ? usual_algorithms(world) : named) {
    if (algorithm != Algorithm::astar) results.push_back(measure_wave(wave, algorithm));
  }
  if (results.size() < 2) refuse("--algorithm", "name one to compare with A*, such as merged");
  const WaveResult& drawn =
      named.empty() ? best_of(results) : first_of(results, named.front(), wave);
  if (!arguments.picture.empty()) save_wave_picture(arguments.picture, world, wave, drawn);
  if (arguments.asking.world.json) {
    Json document = begin_document("wave", name);
    document["from"] = queries.ends_json(0)["from"];
    document["queries"] = queries.size();
    document["sample"] = wave.sample.size();
    document["algorithms"] = json_of(results);
    print_document(document);
    return;
  }
  fmt::print("{} from {} on {} ({}); A* on {} of them, all costs by Dijkstra's algorithm\n\n{}",
             counted(queries.size(), "path"), arguments.from, name, world.size_text(),
             grouped(wave.sample.size()), text_of(results));
  if (!arguments.picture.empty()) fmt::print("\npicture: {}\n", arguments.picture);
}

}  // namespace

void add_wave(Command& app) {
  Command* command =
      app.add_subcommand("wave", "Find paths from one start to every triangle of a terrain");
  auto arguments = std::make_shared<WaveArguments>();
  WaveArguments& a = *arguments;
  a.asking.add_to(*command, "Print JSON");
  command
      ->add_option("--from", a.from, "Start, in metres, or as the map has it (--coordinates map)")
      ->required()
      ->type_name("X,Z|X,Y");
  command
      ->add_option_function(
          "--area", [&a](const std::string& text) { a.area = text; },
          "Only to triangles whose middle lies in it, in metres or as the map has it; everywhere "
          "if left out")
      ->type_name("X0,Z0,X1,Z1|X0,Y0,X1,Y1");
  command
      ->add_option_function(
          "--every",
          [&a](const std::string& text) { a.every = parse_whole32("--every", text, 1, 1'000'000); },
          "Only to every n-th of these [1, 1000000], 1 if left out")
      ->type_name("N");
  command
      ->add_option_function(
          "--sample",
          [&a](const std::string& text) { a.sample = parse_whole("--sample", text, 1, 1'000'000); },
          "Paths that A* is measured on, spread evenly [1, 1000000], 100 if left out")
      ->type_name("N");
  command
      ->add_option("--picture", a.picture,
                   "Draw the ground, to a .png or .ppm file, coloured by what paths cost: those of "
                   "the first algorithm named, or of the best")
      ->type_name("FILE");
  command->footer(
      "If no algorithm is named: merged, guided, and tables where the world has them.\n"
      "Every path is verified. Costs are compared with the best ones, which one run of Dijkstra's\n"
      "algorithm finds; A* is measured on a sample, and must find these too.\n"
      "Examples:\n"
      "  portolan wave hills.portolan --from 128,128 --picture wave.png\n"
      "  portolan wave hills.portolan --from 10,10 --area 100,100,200,200 --algorithm merged \\\n"
      "      --layers 10\n"
      "  portolan wave alps.portolan --coordinates map --from 512300,4021650 \\\n"
      "      --area 512000,4021000,514000,4023000 --picture wave.png\n"
      "  portolan wave land.portolan --from 500,500 --every 100 --algorithm tables,guided --json");
  command->callback([arguments] { wave(*arguments); });
}

}  // namespace portolan::detail::cli
