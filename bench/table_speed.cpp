// Queries by tables against Detour on navigation meshes and against our own A* on grids.

#include "measuring/thread_pool.h"
#include "study.h"
#include "table_speed_grids.h"
#include "table_speed_meshes.h"

namespace portolan::detail::bench {
namespace {

struct Arguments {
  std::vector<std::string> sets{"dao", "bg512", "sc1", "cities", "rooms", "mazes", "random"};
  std::size_t fresh = 100'000;
  std::size_t per_map = 100;
  unsigned rounds = 3;
  bool quick = false;
};

struct TableSpeedRows {
  Csv meshes{
      "scene,preset,polygons,detour_us,detour_fresh_us,detour_points_us,detour_points_fresh_us,"
      "cost_us,cost_fresh_us,path_us,path_fresh_us,points_us,points_fresh_us,near_detour_us,"
      "near_astar_us,near_us,gates,deepest,most_gates,connect_mb,labels_mb,paths_mb,tables_ms"};
  Csv grids{
      "weights,set,maps,queries,astar_us,cost_us,path_us,fresh_ratio,error_mean,error_p95,"
      "error_max,most_mb,most_ms"};

  void add_mesh(const MeshTableSpeed& s, bool preset) {
    meshes.add(s.name, preset ? 1 : 0, s.polygons, s.detour.file, s.detour.fresh,
               s.detour_points.file, s.detour_points.fresh, s.cost.file, s.cost.fresh, s.path.file,
               s.path.fresh, s.points.file, s.points.fresh, s.near_detour_us, s.near_astar_us,
               s.near_us, s.gates, s.most_depth, s.most_gates, double(s.connect_bytes) / 1e6,
               double(s.far_bytes) / 1e6, double(s.path_bytes) / 1e6, s.tables_ms);
  }
  void add_grids(const char* weights, GridTableSpeed s) {
    const auto maps = double(s.maps);
    grids.add(weights, s.name, s.maps, s.queries, s.astar_us / maps, s.cost_us / maps,
              s.path_us / maps, s.fresh_ratio(), mean(s.errors), quantile(s.errors, 0.95),
              quantile(s.errors, 1.0), s.most_mb, s.most_ms);
  }
};

TableSpeedRows measure(const std::filesystem::path& data, const Arguments& a) {
  ThreadPool threads(std::max(1u, std::thread::hardware_concurrency()));
  TableSpeedRows rows;
  const auto measure_scene = [&](MeshScene scene, bool preset) {
    const NavMeshBuildOptions options{merge_for_tables(scene.mesh.polygon_count())};
    rows.add_mesh(measure_mesh_tables(scene, options, a.rounds, a.fresh, threads.parallel()),
                  preset);
  };
  for (const std::string& name : present_scenes(data, kLargeScenes))
    measure_scene(load_scene(data, name, 0), false);
  if (!a.quick) measure_scene(make_preset_scene("city-100k"), true);
  for (const std::string& set : a.sets) {
    if (list_maps(data / "grid" / set).empty()) {
      fmt::print(stderr, "{}: no such set, left out\n", set);
      continue;
    }
    for (const bool blocks : {false, true}) {
      rows.add_grids(blocks ? "blocks:1" : "none",
                     measure_grid_tables(data / "grid" / set, {blocks, 1}, a.per_map, a.fresh,
                                         a.rounds, threads.parallel()));
    }
  }
  return rows;
}

int run(int argc, char** argv) {
  Arguments arguments;
  Study results("table-speed", argc, argv);
  CLI::App app{"Measures queries by tables against Detour and A*."};
  results.add_options(app);
  app.add_option("--sets", arguments.sets, "folders of grid/ to measure")->capture_default_str();
  app.add_option("--fresh", arguments.fresh, "random pairs per scene and per set of maps")
      ->capture_default_str();
  app.add_option("--per-map", arguments.per_map, "given queries per map; 0 = all")
      ->capture_default_str();
  add_rounds(app, arguments.rounds);
  app.add_flag("--quick", arguments.quick, "without the generated scene");
  CLI11_PARSE(app, argc, argv);
  const auto data = find_data();
  if (!data) {
    fmt::print("skipped: there is no data; let PORTOLAN_DATA name a folder with scenes and grid\n");
    return 0;
  }
  const TableSpeedRows rows = measure(*data, arguments);
  results.write("meshes.csv", rows.meshes);
  results.write("grids.csv", rows.grids);
  results.write_setting({{"detour_nodes", DetourSearch::kNodes}});
  return 0;
}

}  // namespace
}  // namespace portolan::detail::bench

int main(int argc, char** argv) { return portolan::detail::bench::run(argc, argv); }
