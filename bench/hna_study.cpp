// Repeats the study of the HNA* paper (Pelechano, Fuentes 2016) on scenes like its own and writes
// the tables and figures, with the paper's own numbers beside them.

#include <CLI/CLI.hpp>

#include "hna_study_report.h"

namespace portolan::detail::bench {
namespace {

struct Arguments {
  std::filesystem::path folder = std::filesystem::path(PORTOLAN_SOURCE_DIR) / "docs" / "results";
  std::size_t pairs = 1000;
  unsigned rounds = 3;
  bool quick = false;
};

HnaStudy measure(const std::filesystem::path& data, const Arguments& arguments) {
  HnaStudy study;
  const unsigned fewer = std::max(1u, arguments.rounds - 1);
  for (const std::string& name : present_scenes(data, kLargeScenes)) {
    MeshScene scene = load_scene(data, name, arguments.pairs);
    keep_reachable(scene);
    study.large.push_back(study_scene(scene, arguments.rounds));
    for (const std::uint32_t merge : {6u, 20u, 100u, 400u})
      study.connects.push_back(study_connect(scene, merge, fewer));
    study_errors(scene, study.errors);
    study_cuts(scene, fewer, study.cuts);
    if (name == "city" || name == "islands")
      study.balances.push_back(study_balance(scene, arguments.rounds));
    if (arguments.quick) continue;
    study_kinds(data, name, arguments.pairs, fewer, study.kinds);
  }
  if (arguments.quick) return study;
  for (const std::string& name : present_scenes(data, kSmallScenes)) {
    MeshScene scene = load_scene(data, name, arguments.pairs);
    keep_reachable(scene);
    study.small.push_back(study_scene(scene, fewer));
  }
  return study;
}

int run(int argc, char** argv) {
  Arguments arguments;
  StudyHeader header{command_line(argc, argv), "unknown", false};
  CLI::App app{"Repeats the study of the HNA* paper on scenes like its own."};
  app.add_option("--folder", arguments.folder,
                 "where hna-2016.md and hna-2016/ go (default: docs/results)");
  app.add_option("--pairs", arguments.pairs, "of those given for a scene; 0 = all")
      ->capture_default_str();
  app.add_option("--rounds", arguments.rounds, "of timing")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_flag("--quick", arguments.quick, "leave out small scenes and builds from geometry");
  app.add_option("--commit", header.commit, "which version this is, for the record");
  app.add_flag("--provisional", header.provisional, "say that the machine was busy");
  CLI11_PARSE(app, argc, argv);
  const auto data = find_data();
  const HnaStudy study = data ? measure(*data, arguments) : HnaStudy{};
  if (study.large.empty()) {
    fmt::print("skipped: there are no scenes; let PORTOLAN_DATA name a folder with scenes/mset\n");
    return 0;
  }
  const HnaReport report(study, header);
  write_text(arguments.folder / "hna-2016.md",
             report.write(arguments.folder / "hna-2016", "hna-2016"));
  fmt::print("wrote {}\n", (arguments.folder / "hna-2016.md").filename().string());
  return 0;
}

}  // namespace
}  // namespace portolan::detail::bench

int main(int argc, char** argv) { return portolan::detail::bench::run(argc, argv); }
