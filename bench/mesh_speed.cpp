// The hierarchy against Detour and against our own A* on navigation meshes: complete paths,
// way-points, build times and memory.

#include "mesh_speed_measure.h"
#include "study.h"

namespace portolan::detail::bench {
namespace {

struct Arguments {
  std::size_t pairs = 1000;
  unsigned rounds = 3;
  std::vector<std::string> presets{"city-100k"};
  bool quick = false;
};

struct MeshSpeedRows {
  Csv scenes{
      "scene,kind,polygons,queries,partial,detour_us,astar_us,hierarchy_us,detour_points_us,"
      "hierarchy_points_us,detour_m,our_m,length_ratio,mean_length_ratio,levels,partition_ms,"
      "customize_ms,again_ms,again_mean_ms,hierarchy_kib,mesh_kib,recast_s,build_s,peak_mib,"
      "before_mib"};
  Csv quarters{"scene,merge,mean,quarter_1,quarter_2,quarter_3,quarter_4"};
  Csv lengths{"scene,queries,median,p95,max"};

  void add(const MeshSpeed& s, const char* kind, const PresetBuild& preset = {}) {
    const BuildSpeed& b = s.build;
    scenes.add(s.name, kind, s.polygons, s.queries, s.partial, s.detour_us, s.astar_us,
               s.hierarchy_us, s.detour_points_us, s.hierarchy_points_us, s.detour_metres,
               s.our_metres, s.our_metres / s.detour_metres, s.length_ratios.mean, b.levels,
               b.partition_ms, b.customize_ms, b.again_min_ms, b.again_mean_ms,
               double(b.hierarchy_bytes) / 1024, double(b.mesh_bytes) / 1024, preset.recast_s,
               preset.build_s, preset.peak_mib, preset.before_mib);
    for (const QuartileSpeed& q : s.quartiles)
      quarters.add(s.name, q.merge, q.mean, q.quartile[0], q.quartile[1], q.quartile[2],
                   q.quartile[3]);
    const LengthRatios& r = s.length_ratios;
    lengths.add(s.name, s.queries, r.median, r.p95, r.most);
  }
};

MeshSpeedRows measure(const std::filesystem::path& data, const std::vector<std::string>& large,
                      const Arguments& arguments) {
  MeshSpeedRows rows;
  for (const std::string& name : large) {
    MeshScene scene = load_scene(data, name, arguments.pairs);
    rows.add(measure_scene(scene, arguments.rounds, true), "large");
  }
  if (arguments.quick) return rows;
  std::vector<std::string> small{"nav_test", "dungeon", "undulating"};
  small.insert(small.end(), kSmallScenes.begin(), kSmallScenes.end());
  for (const std::string& name : present_scenes(data, small)) {
    MeshScene scene = load_scene(data, name, arguments.pairs);
    rows.add(measure_scene(scene, arguments.rounds, false), "small");
  }
  for (const std::string& name : arguments.presets) {
    PresetBuild build;
    const std::size_t pairs = arguments.pairs == 0 ? 1000 : arguments.pairs;
    const MeshSpeed speed = measure_preset(name, pairs, arguments.rounds, build);
    rows.add(speed, "preset", build);
  }
  return rows;
}

int run(int argc, char** argv) {
  Arguments arguments;
  bool million = false;
  Study results("mesh-speed", argc, argv);
  CLI::App app{"Measures the hierarchy against Detour and A* on navigation meshes."};
  results.add_options(app);
  app.add_option("--pairs", arguments.pairs, "a scene; 0 = all that are given")
      ->capture_default_str();
  add_rounds(app, arguments.rounds);
  app.add_flag("--million", million, "the preset of a million polygons too");
  app.add_flag("--quick", arguments.quick, "the large given scenes only");
  CLI11_PARSE(app, argc, argv);
  if (million) arguments.presets.emplace_back("city-1m");
  const auto data = find_data();
  const auto large = data ? present_scenes(*data, kLargeScenes) : std::vector<std::string>{};
  if (large.empty()) {
    fmt::print("skipped: there are no scenes; let PORTOLAN_DATA name a folder with scenes/mset\n");
    return 0;
  }
  const MeshSpeedRows rows = measure(*data, large, arguments);
  results.write("scenes.csv", rows.scenes);
  results.write("quarters.csv", rows.quarters);
  results.write("lengths.csv", rows.lengths);
  results.write_setting({{"rounds", arguments.rounds}, {"detour_nodes", DetourSearch::kNodes}});
  return 0;
}

}  // namespace
}  // namespace portolan::detail::bench

int main(int argc, char** argv) { return portolan::detail::bench::run(argc, argv); }
