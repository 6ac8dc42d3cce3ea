// Repeats chapters 8 and 9 of the thesis on merged hierarchies, and sets our own beside it.

#include "study.h"
#include "terrain_study_paths.h"
#include "terrain_study_rows.h"

namespace portolan::detail::bench {
namespace {

constexpr std::uint32_t kThesisSquares = 64;  // a side of its cone
constexpr std::uint64_t kTableBytes = 400'000'000;

struct Arguments {
  std::size_t goals = 2000;
  std::size_t timed = 200;
  unsigned rounds = 3;
  bool large = false;
  bool growth_only = false;
  std::uint32_t growth = 512;
  std::uint32_t tables_up_to = 2048;
};

void note(const std::string& what) {
  fmt::print("{}\n", what);
  std::fflush(stdout);
}

void draw_chapter_eight(const std::filesystem::path& data, const std::filesystem::path& folder,
                        TerrainRows& rows) {
  const auto add = [&](const StudyMap& map, Triangulation triangulation, const MergeMode& mode,
                       const char* file, std::uint32_t most) {
    const StudyGround ground = make_ground(map, triangulation);
    rows.add_steps(draw_merge_steps(ground, merge_ground(ground, mode), folder / file, 160, most));
  };
  const StudyMap cone = generated_map("cone", kThesisSquares);
  add(generated_map("walls", 32), Triangulation::two, kToTheLetter, "steps-walls.png", 40);
  add(cone, Triangulation::two, kToTheLetter, "steps-cone-two.png", 11);
  add(cone, Triangulation::four, kToTheLetter, "steps-cone-four.png", 11);
  add(cone, Triangulation::contour, kToTheLetter, "steps-cone-contour.png", 11);
  add(jacksboro_map(data, 120, 120, 129, 129), Triangulation::four, kToTheLetter,
      "steps-jacksboro-cut.png", 11);
  add(jacksboro_map(data), Triangulation::four, kChosen, "steps-jacksboro.png", 11);
  note("chapter 8 drawn");
}

struct MapTask {
  StudyMap map;
  bool cone;
  std::vector<Triangulation> triangulations;
  std::vector<MergeMode> modes;
  std::vector<std::uint32_t> patience;  // of the settings compared
  std::size_t share = 1;                // of the goals: one in so many
};

void measure_map(const MapTask& task, const Arguments& arguments,
                 const std::filesystem::path& pictures, TerrainRows& rows) {
  for (const Triangulation triangulation : task.triangulations) {
    const StudyGround ground = make_ground(task.map, triangulation);
    const TerrainSnapshot snapshot =
        take(TerrainSnapshot::build(ground.mesh, ground.prices, ground.settings));
    const Places places = places_on(ground, task.cone);
    std::vector<Wave> waves, few;
    for (const auto& [name, start] : places.starts) {
      waves.push_back(make_wave(snapshot, name, start, arguments.goals, arguments.timed));
      few.push_back(make_wave(snapshot, name, start, arguments.goals / 4, arguments.timed / 4));
    }
    for (const MergeMode& mode : task.modes)
      rows.add_chapter(measure_chapter(ground, snapshot, waves, places, mode, arguments.rounds));
    note("chapter 9: " + ground.name);
    if (triangulation == Triangulation::contour) continue;
    for (const SettingRow& row : sweep_settings(ground, snapshot, few, task.patience, 2))
      rows.add_setting(row);
    rows.add_beyond(measure_beyond(ground, snapshot, waves, kTableBytes, arguments.rounds));
    note("settings and beyond: " + ground.name);
    if (triangulation == Triangulation::four && task.map.name == "cone") {
      draw_waves(ground, waves, kToTheLetter, pictures / "waves-cone-letter.png");
      draw_waves(ground, waves, kChosen, pictures / "waves-cone-chosen.png");
      constexpr std::uint32_t kAgents = 100;
      for (const CrowdRow& row :
           measure_crowd(ground, places.long_path[0], places.long_path[1], kAgents))
        rows.add_crowd(kAgents, row);
    } else if (triangulation == Triangulation::four && task.map.name == "jacksboro") {
      draw_paths(ground, snapshot, places.long_path, kChosen, pictures / "paths-jacksboro.png");
      for (const UpdateRow& row : measure_updates(ground)) rows.add_update(row);
    }
  }
}

/// Grounds of growing size; the larger ones of an earlier run are kept.
void grow(const Study& results, const Arguments& arguments) {
  GrowthRows rows;
  for (std::uint32_t side = 64; side <= (arguments.large ? 2048u : arguments.growth); side *= 2)
    rows.add(measure_growth(side, side <= arguments.tables_up_to));
  rows.keep_larger(results.folder() / "growth.csv");
  results.write("growth.csv", rows.rows());
}

TerrainRows measure(const std::filesystem::path& data, const Arguments& arguments,
                    const std::filesystem::path& pictures) {
  TerrainRows rows;
  draw_chapter_eight(data, pictures, rows);
  StudyMap cut = jacksboro_map(data, 152, 152, kThesisSquares + 1, kThesisSquares + 1);
  cut.name = "jacksboro cut";
  const std::vector<Triangulation> two_four{Triangulation::two, Triangulation::four};
  const std::vector<Triangulation> all{Triangulation::two, Triangulation::four,
                                       Triangulation::contour};
  measure_map({generated_map("cone", kThesisSquares), true, all, {kToTheLetter, kChosen}, {0, 1}},
              arguments, pictures, rows);
  measure_map({cut, false, {Triangulation::four}, {kToTheLetter, kChosen}, {0, 1}}, arguments,
              pictures, rows);
  measure_map({jacksboro_map(data), false, two_four, {kChosen}, {1}, 4}, arguments, pictures, rows);
  return rows;
}

int run(int argc, char** argv) {
  Arguments arguments;
  Study results("merged-hierarchy", argc, argv);
  CLI::App app{"Repeats the thesis on merged hierarchies over terrain."};
  results.add_options(app);
  app.add_option("--goals", arguments.goals, "of a wave that are compared")
      ->check(CLI::Range(8, 1'000'000))
      ->capture_default_str();
  app.add_option("--timed", arguments.timed, "of these, for times")
      ->check(CLI::Range(4, 1'000'000))
      ->capture_default_str();
  add_rounds(app, arguments.rounds);
  app.add_option("--growth", arguments.growth, "the largest ground, in squares per side")
      ->check(CLI::Range(64, 2048))
      ->capture_default_str();
  app.add_flag("--large", arguments.large,
               "grow to 2048x2048 squares: a quarter of an hour and 17 GB");
  app.add_option("--tables-up-to", arguments.tables_up_to, "squares per side, of growing ground")
      ->capture_default_str();
  app.add_flag("--growth-only", arguments.growth_only,
               "only growth.csv, the rest of the page as it is");
  CLI11_PARSE(app, argc, argv);
  const auto data = find_data();
  if (!data || !std::filesystem::exists(*data / "terrain" / "jacksboro.pgm")) {
    fmt::print(
        "skipped: there is no terrain; let PORTOLAN_DATA name a folder with "
        "terrain/jacksboro.pgm\n");
    return 0;
  }
  if (!arguments.growth_only) {
    measure(*data, arguments, results.folder()).write(results);
    results.write_setting();
  }
  grow(results, arguments);
  return 0;
}

}  // namespace
}  // namespace portolan::detail::bench

int main(int argc, char** argv) { return portolan::detail::bench::run(argc, argv); }
