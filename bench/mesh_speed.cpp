// The hierarchy against Detour and against our own A* on navigation meshes: complete paths,
// way-points, build times and memory.

#include <CLI/CLI.hpp>

#include "mesh_speed_report.h"

namespace portolan::detail::bench {
namespace {

struct Arguments {
  std::filesystem::path folder = std::filesystem::path(PORTOLAN_SOURCE_DIR) / "docs" / "results";
  std::size_t pairs = 1000;
  unsigned rounds = 3;
  std::vector<std::string> presets{"city-100k"};
  bool quick = false;
};

MeshSpeedStudy measure(const std::filesystem::path& data, const Arguments& arguments) {
  MeshSpeedStudy study;
  for (const std::string& name : present_scenes(data, kLargeScenes)) {
    MeshScene scene = load_scene(data, name, arguments.pairs);
    study.large.push_back(measure_scene(scene, arguments.rounds, true));
  }
  if (study.large.empty() || arguments.quick) return study;
  std::vector<std::string> small{"nav_test", "dungeon", "undulating"};
  small.insert(small.end(), kSmallScenes.begin(), kSmallScenes.end());
  for (const std::string& name : present_scenes(data, small)) {
    MeshScene scene = load_scene(data, name, arguments.pairs);
    study.small.push_back(measure_scene(scene, arguments.rounds, false));
  }
  for (const std::string& name : arguments.presets) {
    study.presets.push_back(
        measure_preset(name, arguments.pairs == 0 ? 1000 : arguments.pairs, arguments.rounds));
  }
  return study;
}

int run(int argc, char** argv) {
  Arguments arguments;
  bool million = false;
  StudyHeader header{command_line(argc, argv), "unknown", false};
  CLI::App app{"Measures the hierarchy against Detour and A* on navigation meshes."};
  app.add_option("--folder", arguments.folder,
                 "where mesh-speed.md and mesh-speed.svg go (default: docs/results)");
  app.add_option("--pairs", arguments.pairs, "a scene; 0 = all that are given")
      ->capture_default_str();
  app.add_option("--rounds", arguments.rounds, "of timing")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_flag("--million", million, "the preset of a million polygons too");
  app.add_flag("--quick", arguments.quick, "the large given scenes only");
  app.add_option("--commit", header.commit, "which version this is, for the record");
  app.add_flag("--provisional", header.provisional, "say that the machine was busy");
  CLI11_PARSE(app, argc, argv);
  if (million) arguments.presets.emplace_back("city-1m");
  const auto data = find_data();
  const MeshSpeedStudy study = data ? measure(*data, arguments) : MeshSpeedStudy{};
  if (study.large.empty()) {
    fmt::print("skipped: there are no scenes; let PORTOLAN_DATA name a folder with scenes/mset\n");
    return 0;
  }
  write_text(arguments.folder / "mesh-speed.svg", draw_charts(plot_speed(study.large)));
  const std::string page = report_speed(study, header, arguments.rounds, "mesh-speed.svg");
  write_text(arguments.folder / "mesh-speed.md", page);
  fmt::print("{}", report_claims(study));
  return 0;
}

}  // namespace
}  // namespace portolan::detail::bench

int main(int argc, char** argv) { return portolan::detail::bench::run(argc, argv); }
