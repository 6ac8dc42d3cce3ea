// Repeats the comparison of the paper on connecting start and goal in HNA* (Rahmani, Pelechano
// 2017): A*, HNA*, threads and pre-calculated paths, on scenes like its own.

#include "pccp_study_rows.h"
#include "study.h"

namespace portolan::detail::bench {
namespace {

struct Arguments {
  std::size_t pairs = 1000;
  std::size_t timed = 100;
  unsigned rounds = 2;
};

PccpRows measure(const std::filesystem::path& data, const std::vector<std::string>& large,
                 const Arguments& arguments) {
  PccpRows rows;
  for (const std::string& name : present_scenes(data, {"dungeon"})) {  // its memory only
    const MeshScene scene = load_scene(data, name, 1);
    PccpScene sizes{name, scene.mesh.polygon_count(), 0, 0, 0.0, {}};
    for (const std::uint32_t merge : kPaperMerges)
      PccpMeasurement(scene, merge, sizes.merges.emplace_back());
    rows.add_scene(sizes);
  }
  for (const std::string& name : large) {
    MeshScene scene = load_scene(data, name, arguments.pairs);
    keep_reachable(scene);
    const PccpScene study = study_pccp(scene, arguments.timed, arguments.rounds);
    rows.add_scene(study);
    rows.add_levels(study);
    for (const std::uint32_t merge : {10u, 20u})
      rows.add_exact(study_exact(scene, merge, arguments.rounds));
  }
  return rows;
}

int run(int argc, char** argv) {
  Arguments arguments;
  Study results("hna-2017", argc, argv);
  CLI::App app{"Repeats the comparison of the paper on connecting start and goal in HNA*."};
  results.add_options(app);
  app.add_option("--pairs", arguments.pairs, "of those given for a scene, for errors; 0 = all")
      ->capture_default_str();
  app.add_option("--timed", arguments.timed, "of these, for times; the paper has 100")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  add_rounds(app, arguments.rounds);
  CLI11_PARSE(app, argc, argv);
  const auto data = find_data();
  const auto large = data ? present_scenes(*data, kLargeScenes) : std::vector<std::string>{};
  if (large.empty()) {
    fmt::print("skipped: there are no scenes; let PORTOLAN_DATA name a folder with scenes/mset\n");
    return 0;
  }
  measure(*data, large, arguments).write(results);
  results.write_setting({{"cores", std::thread::hardware_concurrency()}});
  return 0;
}

}  // namespace
}  // namespace portolan::detail::bench

int main(int argc, char** argv) { return portolan::detail::bench::run(argc, argv); }
