// Whole queries through the public classes: on navigation meshes from points in space to way-points
// against Detour, warm and cold, and how long the way-points are; on grids what writing a path
// takes, and short paths.

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "measuring/thread_pool.h"
#include "study.h"
#include "whole_queries_grids.h"
#include "whole_queries_lengths.h"
#include "whole_queries_meshes.h"

namespace portolan::detail::bench {
namespace {

struct Arguments {
  std::vector<std::string> sets{"dao", "bg512", "sc1", "cities", "rooms", "mazes", "random"};
  std::size_t per_map = 100;
  std::size_t drawn = 500;
  std::size_t cold = 100;
  std::size_t checked = 50;
  unsigned rounds = 5;
};

constexpr std::size_t kWrittenMebibytes[] = {0, 8, 64};

struct WholeQueryRows {
  Csv warm{"scene,polygons,queries,partial,other_places,detour_us,our_us"};
  Csv cold{"scene,mib,queries,detour_us,our_us,whole_detour_us,whole_our_us"};
  Csv lengths{
      "scene,queries,optimum_m,our_mean,our_p95,our_max,detour_mean,detour_p95,detour_max,"
      "violations,optimum_us"};
  Csv checks{"scene,polygons,queries,longer,brute_mean,brute_max"};
  Csv grids{
      "set,maps,queries,cells,cost_us,nodes_us,path_us,near_pairs,near_cells,near_us,"
      "near_astar_us,sight_pairs,sight_cells,sight_us,sight_astar_us"};
  std::vector<std::string> left_out;  ///< Scenes and sets that are not there.

  void add(const GridWholeSpeed& s) {
    const double maps = double(s.maps), near = double(s.near.maps), sight = double(s.sight.maps);
    grids.add(s.name, s.maps, s.queries, s.cells / maps, s.cost_us / maps, s.nodes_us / maps,
              s.path_us / maps, s.near.pairs, s.near.cells / near, s.near.us / near,
              s.near.astar_us / near, s.sight.pairs, s.sight.cells / sight, s.sight.us / sight,
              s.sight.astar_us / sight);
  }
};

void measure_whole_scene(const WholeScene& scene, const Arguments& a, WholeQueryRows& rows) {
  const std::string& name = scene.mesh.name;
  const std::size_t others = WholeQueries(scene).count_other_places();
  const TimesOfBoth warm = time_warm(scene, a.rounds);
  rows.warm.add(name, scene.mesh.mesh.polygon_count(), scene.pairs.size(), scene.partial, others,
                warm.detour, warm.ours);
  for (const std::size_t mebibytes : kWrittenMebibytes) {
    const ColdTimes cold = time_cold(scene, a.cold, a.rounds, mebibytes);
    rows.cold.add(name, mebibytes, thinned(scene.pairs, a.cold).size(), cold.polygons.detour,
                  cold.polygons.ours, cold.whole.detour, cold.whole.ours);
  }
  const WaypointLengths l = compare_lengths(scene);
  rows.lengths.add(name, l.pairs, l.optimum_metres, l.ours.mean, l.ours.p95, l.ours.most,
                   l.detour.mean, l.detour.p95, l.detour.most, l.violations, l.optimum_us);
  fmt::print(stderr, "{}: whole queries {:.0f} times Detour, way-points {:.4f} times the optimum\n",
             name, warm.detour / warm.ours, l.ours.mean);
}

/// Those of the scenes that there are; the others are noted.
std::vector<std::string> find_scenes(const std::filesystem::path& data,
                                     const std::vector<std::string>& names, WholeQueryRows& rows) {
  auto present = present_scenes(data, names);
  for (const std::string& name : names) {
    if (std::find(present.begin(), present.end(), name) == present.end())
      rows.left_out.push_back(name);
  }
  return present;
}

void measure_meshes(const std::filesystem::path& data, const Arguments& a, WholeQueryRows& rows) {
  for (const std::string& name : find_scenes(data, kLargeScenes, rows))
    measure_whole_scene(load_whole_scene(data, name), a, rows);
  for (const std::string& name : find_scenes(data, {"nav_test", "dungeon", "undulating"}, rows)) {
    const WholeScene scene = load_whole_scene(data, name);
    const ReferenceCheck check = check_reference(scene, a.checked);
    rows.checks.add(name, scene.mesh.mesh.polygon_count(), check.pairs, check.longer, check.mean,
                    check.most);
  }
}

void measure_grids(const std::filesystem::path& data, const Arguments& a, WholeQueryRows& rows) {
  ThreadPool threads(std::max(1u, std::thread::hardware_concurrency()));
  for (const std::string& set : a.sets) {
    if (list_maps(data / "grid" / set).empty()) {
      fmt::print(stderr, "{}: no such set, left out\n", set);
      rows.left_out.push_back(set);
    } else {
      rows.add(measure_whole_grids(data / "grid" / set, a.per_map, a.drawn, a.rounds,
                                   threads.parallel()));
    }
  }
}

int run(int argc, char** argv) {
  Arguments arguments;
  Study results("whole-queries", argc, argv);
  CLI::App app{"Measures whole queries: from points to way-points, warm and cold; short paths."};
  results.add_options(app);
  app.add_option("--sets", arguments.sets, "folders of grid/ to measure")->capture_default_str();
  app.add_option("--per-map", arguments.per_map, "given queries per map; 0 = all")
      ->capture_default_str();
  app.add_option("--drawn", arguments.drawn, "pairs per map near each other, and in sight")
      ->capture_default_str();
  app.add_option("--cold", arguments.cold, "pairs per scene with cold caches, about")
      ->capture_default_str();
  app.add_option("--checked", arguments.checked, "pairs per small scene by brute force, about")
      ->capture_default_str();
  add_rounds(app, arguments.rounds);
  CLI11_PARSE(app, argc, argv);
  const auto data = find_data();
  if (!data) {
    fmt::print("skipped: there is no data; let PORTOLAN_DATA name a folder with scenes and grid\n");
    return 0;
  }
  WholeQueryRows rows;
  measure_meshes(*data, arguments, rows);
  measure_grids(*data, arguments, rows);
  results.write("warm.csv", rows.warm);
  results.write("cold.csv", rows.cold);
  results.write("lengths.csv", rows.lengths);
  results.write("checks.csv", rows.checks);
  results.write("grids.csv", rows.grids);
  results.write_setting({{"rounds", arguments.rounds},
                         {"detour_nodes", DetourSearch::kNodes},
                         {"left_out", rows.left_out}});
  return 0;
}

}  // namespace
}  // namespace portolan::detail::bench

int main(int argc, char** argv) { return portolan::detail::bench::run(argc, argv); }
