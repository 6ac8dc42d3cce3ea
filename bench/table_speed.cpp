// Queries by tables against Detour on navigation meshes and against our own A* on grids.

#include <CLI/CLI.hpp>

#include "table_speed_report.h"
#include "thread_pool.h"

namespace portolan::detail::bench {
namespace {

struct Arguments {
  std::filesystem::path folder = std::filesystem::path(PORTOLAN_SOURCE_DIR) / "docs" / "results";
  std::size_t fresh = 100'000;
  std::size_t per_map = 100;
  unsigned rounds = 3;
  bool quick = false;
};

TableSpeedStudy measure(const std::filesystem::path& data, const Arguments& a) {
  ThreadPool threads(std::max(1u, std::thread::hardware_concurrency()));
  TableSpeedStudy study;
  const auto measure_scene = [&](MeshScene& scene) {
    const NavMeshBuildOptions options{merge_for_tables(scene.mesh.polygon_count())};
    return measure_mesh_tables(scene, options, a.rounds, a.fresh, threads.parallel());
  };
  for (const std::string& name : present_scenes(data, kLargeScenes)) {
    MeshScene scene = load_scene(data, name, 0);
    study.scenes.push_back(measure_scene(scene));
  }
  if (!a.quick) {
    MeshScene scene = make_preset_scene("city-100k");
    study.presets.push_back(measure_scene(scene));
  }
  for (const char* set : {"dao", "bg512", "sc1", "cities", "rooms", "mazes", "random"}) {
    for (const bool blocks : {false, true}) {
      auto& sets = blocks ? study.weighted : study.sets;
      sets.push_back(measure_grid_tables(data / "grid" / set, {blocks, 1}, a.per_map, a.fresh,
                                         a.rounds, threads.parallel()));
    }
  }
  return study;
}

int run(int argc, char** argv) {
  Arguments arguments;
  StudyHeader header{command_line(argc, argv), "unknown", false};
  CLI::App app{"Measures queries by tables against Detour and A*."};
  app.add_option("--folder", arguments.folder, "where table-speed.md goes (default: docs/results)");
  app.add_option("--fresh", arguments.fresh, "random pairs a scene, and a set of maps")
      ->capture_default_str();
  app.add_option("--per-map", arguments.per_map, "given queries a map; 0 = all")
      ->capture_default_str();
  app.add_option("--rounds", arguments.rounds, "of timing")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_flag("--quick", arguments.quick, "without the generated scene");
  app.add_option("--commit", header.commit, "which version this is, for the record");
  app.add_flag("--provisional", header.provisional, "say that the machine was busy");
  CLI11_PARSE(app, argc, argv);
  const auto data = find_data();
  if (!data) {
    fmt::print("skipped: there is no data; let PORTOLAN_DATA name a folder with scenes and grid\n");
    return 0;
  }
  const TableSpeedStudy study = measure(*data, arguments);
  write_text(arguments.folder / "table-speed.md", table_speed_page(study, header));
  return 0;
}

}  // namespace
}  // namespace portolan::detail::bench

int main(int argc, char** argv) { return portolan::detail::bench::run(argc, argv); }
