// Repeats the study of the HNA* paper (Pelechano, Fuentes 2016) on scenes like its own.

#include "hna_study_rows.h"
#include "study.h"

namespace portolan::detail::bench {
namespace {

struct Arguments {
  std::size_t pairs = 1000;
  unsigned rounds = 3;
  bool quick = false;
};

HnaRows measure(const std::filesystem::path& data, const std::vector<std::string>& large,
                const Arguments& arguments) {
  HnaRows rows;
  const unsigned fewer = std::max(1u, arguments.rounds - 1);
  for (const std::string& name : large) {
    MeshScene scene = load_scene(data, name, arguments.pairs);
    keep_reachable(scene);
    const SceneStudy study = study_scene(scene, arguments.rounds);
    rows.add_scene(study);
    rows.add_sweep(study);
    for (const std::uint32_t merge : {6u, 20u, 100u, 400u})
      rows.add_connect(study_connect(scene, merge, fewer));
    for (const ErrorStudy& error : study_errors(scene)) rows.add_error(error);
    for (const CutStudy& cut : study_cuts(scene, fewer)) rows.add_cut(cut);
    if (name == "city" || name == "islands")
      rows.add_balance(study_balance(scene, arguments.rounds));
    if (arguments.quick) continue;
    for (const KindStudy& kind : study_kinds(data, name, arguments.pairs, fewer))
      rows.add_kind(kind);
  }
  if (arguments.quick) return rows;
  for (const std::string& name : present_scenes(data, kSmallScenes)) {
    MeshScene scene = load_scene(data, name, arguments.pairs);
    keep_reachable(scene);
    const SceneStudy study = study_scene(scene, fewer);
    rows.add_scene(study);
    rows.add_small(study);
  }
  return rows;
}

int run(int argc, char** argv) {
  Arguments arguments;
  Study results("hna-2016", argc, argv);
  CLI::App app{"Repeats the study of the HNA* paper on scenes like its own."};
  results.add_options(app);
  app.add_option("--pairs", arguments.pairs, "of those given for a scene; 0 = all")
      ->capture_default_str();
  add_rounds(app, arguments.rounds);
  app.add_flag("--quick", arguments.quick, "leave out small scenes and builds from geometry");
  CLI11_PARSE(app, argc, argv);
  const auto data = find_data();
  const auto large = data ? present_scenes(*data, kLargeScenes) : std::vector<std::string>{};
  if (large.empty()) {
    fmt::print("skipped: there are no scenes; let PORTOLAN_DATA name a folder with scenes/mset\n");
    return 0;
  }
  measure(*data, large, arguments).write(results);
  results.write_setting();
  return 0;
}

}  // namespace
}  // namespace portolan::detail::bench

int main(int argc, char** argv) { return portolan::detail::bench::run(argc, argv); }
