// Repeats the comparison of the paper on connecting start and goal in HNA* (Rahmani, Pelechano
// 2017): A*, HNA*, threads and pre-calculated paths, on scenes like its own.

#include <CLI/CLI.hpp>

#include "pccp_study_report.h"

namespace portolan::detail::bench {
namespace {

struct Arguments {
  std::filesystem::path folder = std::filesystem::path(PORTOLAN_SOURCE_DIR) / "docs" / "results";
  std::size_t pairs = 1000;
  std::size_t timed = 100;
  unsigned rounds = 2;
};

SceneMemory memory_of(const PccpScene& scene) {
  SceneMemory memory{scene.name, scene.polygons, 0, 0};
  for (const PccpMerge& m : scene.merges) {
    for (const LevelStudy& l : m.levels) {
      memory.whole_bytes = std::max(memory.whole_bytes, l.memory.whole_bytes);
      memory.step_bytes = std::max(memory.step_bytes, l.memory.step_bytes);
    }
  }
  return memory;
}

PccpStudy measure(const std::filesystem::path& data, const Arguments& arguments) {
  PccpStudy study;
  for (const std::string& name : present_scenes(data, {"dungeon"})) {
    const MeshScene scene = load_scene(data, name, 1);
    PccpScene sizes{name, scene.mesh.polygon_count(), 0, 0, 0.0, {}};
    for (const std::uint32_t merge : kPaperMerges)
      PccpMeasurement(scene, merge, sizes.merges.emplace_back());
    study.memories.push_back(memory_of(sizes));
  }
  for (const std::string& name : present_scenes(data, kLargeScenes)) {
    MeshScene scene = load_scene(data, name, arguments.pairs);
    keep_reachable(scene);
    study.scenes.push_back(study_pccp(scene, arguments.timed, arguments.rounds));
    study.memories.push_back(memory_of(study.scenes.back()));
    for (const std::uint32_t merge : {10u, 20u})
      study.exact.push_back(study_exact(scene, merge, arguments.rounds));
  }
  return study;
}

int run(int argc, char** argv) {
  Arguments arguments;
  StudyHeader header{command_line(argc, argv), "unknown", false};
  CLI::App app{"Repeats the comparison of the paper on connecting start and goal in HNA*."};
  app.add_option("--folder", arguments.folder,
                 "where hna-2017.md and hna-2017/ go (default: docs/results)");
  app.add_option("--pairs", arguments.pairs, "of those given for a scene, for errors; 0 = all")
      ->capture_default_str();
  app.add_option("--timed", arguments.timed, "of these, for times; the paper has 100")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  app.add_option("--rounds", arguments.rounds, "of timing")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--commit", header.commit, "which version this is, for the record");
  app.add_flag("--provisional", header.provisional, "say that the machine was busy");
  CLI11_PARSE(app, argc, argv);
  const auto data = find_data();
  const PccpStudy study = data ? measure(*data, arguments) : PccpStudy{};
  if (study.scenes.empty()) {
    fmt::print("skipped: there are no scenes; let PORTOLAN_DATA name a folder with scenes/mset\n");
    return 0;
  }
  const PccpReport report(study, header);
  write_text(arguments.folder / "hna-2017.md",
             report.write(arguments.folder / "hna-2017", "hna-2017"));
  fmt::print("wrote {}\n", (arguments.folder / "hna-2017.md").filename().string());
  return 0;
}

}  // namespace
}  // namespace portolan::detail::bench

int main(int argc, char** argv) { return portolan::detail::bench::run(argc, argv); }
