// The hierarchy against our own A* on game and city maps: speed, error, memory, build and edit
// times, with everything chosen automatically.

#include <CLI/CLI.hpp>

#include "grid_speed_measure.h"
#include "grid_speed_report.h"

namespace portolan::detail::bench {
namespace {

struct Arguments {
  std::vector<std::string> sets{"dao", "bg512", "sc1", "cities"};
  bool more = false;
  std::vector<std::string> weights{"none"};
  SpeedOptions speed;
  std::size_t edits = 1000;
  std::string commit = "unknown";
  std::string output;
  bool provisional = false;
};

std::optional<Weights> parse_weights(const std::string& text) {
  if (text == "none") return Weights{};
  if (!text.starts_with("blocks:")) return std::nullopt;
  const std::string seed = text.substr(7);
  if (seed.empty() || seed.size() > 18 ||
      seed.find_first_not_of("0123456789") != std::string::npos) {
    return std::nullopt;
  }
  return Weights{true, std::stoull(seed)};
}

std::vector<SetSpeed> measure_sets(const std::filesystem::path& data, const Arguments& arguments,
                                   const Weights& weights) {
  std::vector<SetSpeed> sets;
  for (const std::string& name : arguments.sets) {
    SetSpeed set{name, {}};
    for (const auto& file : list_maps(data / "grid" / name)) {
      set.maps.push_back(std::move(SpeedMeasurement(file, weights, arguments.speed).speed()));
    }
    if (set.maps.empty()) {
      fmt::print(stderr, "{}: no such set, left out\n", name);
      continue;
    }
    const SetSummary summary = summarize(set);
    fmt::print(stderr, "{}: {} queries, {:.1f} times A*\n", name, summary.queries, summary.ratio());
    sets.push_back(std::move(set));
  }
  return sets;
}

std::string report_sets(const std::vector<SetSpeed>& sets, const std::string& weights) {
  const bool plain = weights == "none";
  const std::string title =
      plain ? "Maps as they are"
            : fmt::format(
                  "Terrain costs `{}`\n\nBlocks of 8x8 tiles cost 1, 1, 1, 1, 2, 2, 3 or 4 "
                  "by chance.",
                  weights);
  return fmt::format(
      "## {}\n\n{}\nMemory of the hierarchy, and what was chosen:\n\n{}\n"
      "Build times:\n\n{}\n",
      title, speed_table(sets).markdown(), memory_table(sets).markdown(),
      build_table(sets).markdown());
}

std::string report_edits(const std::filesystem::path& data, std::size_t count) {
  std::vector<EditSpeed> edits;
  for (const auto& file : list_maps(data / "grid" / "cities")) {
    edits.push_back(measure_edits(file, count));
  }
  if (edits.empty()) return "";
  return fmt::format(
      "## Edits of one tile\n\nRandom tiles reversed from free to blocked or back, one after the "
      "other; the time is that of the new snapshot, ready to query.\n\n{}",
      edit_table(edits).markdown());
}

std::string opening(const Arguments& arguments, const std::string& command) {
  return fmt::format(
      "# Speed on grids\n\n"
      "Complete paths by the hierarchy (overlay search, full smoothing; clusters, groups, levels "
      "and transitions chosen automatically) and by our own A* (bit grid, stamped labels, nothing "
      "allocated). {} queries a map, spread evenly over those of its scenario file that have a "
      "way; both answer each query "
      "in turn, {} rounds, the best of each kept. The ratio is that of the mean times. The error "
      "is "
      "that of the path handed out against A*'s. Build times are the best of {}.\n\n{}"
      "- machine: {}\n- version: {}\n- command: `{}`\n\n",
      arguments.speed.per_map == 0 ? "All" : fmt::format("{}", arguments.speed.per_map),
      arguments.speed.rounds, arguments.speed.builds,
      arguments.provisional ? "**Times are provisional: the machine was busy with other work.**\n\n"
                            : "",
      machine_name(), arguments.commit, command);
}

int run(int argc, char** argv) {
  Arguments arguments;
  CLI::App app{"Measures the hierarchy against A* on the scenario files of the map collections."};
  app.add_option("--sets", arguments.sets, "folders of grid/ to measure")->capture_default_str();
  app.add_flag("--more", arguments.more, "the sets rooms, mazes and random as well");
  app.add_option("--per-map", arguments.speed.per_map, "queries a map; 0 = all")
      ->capture_default_str();
  app.add_option("--rounds", arguments.speed.rounds, "of timing")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--builds", arguments.speed.builds, "of each map, the best counts")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--weights", arguments.weights, "one or more of: none, blocks:SEED")
      ->check([](const std::string& text) {
        return parse_weights(text) ? std::string()
                                   : fmt::format("\"{}\" is neither none nor blocks:SEED", text);
      })
      ->capture_default_str();
  app.add_option("--edits", arguments.edits, "edits of one tile a map of cities; 0 = none")
      ->capture_default_str();
  app.add_option("--commit", arguments.commit, "which version this is, for the record");
  app.add_option("--write", arguments.output, "write the report to this file too");
  app.add_flag("--provisional", arguments.provisional, "say that the machine was busy");
  CLI11_PARSE(app, argc, argv);
  if (arguments.more) {
    for (const char* set : {"rooms", "mazes", "random"}) arguments.sets.emplace_back(set);
  }
  const auto data = find_data();
  if (!data) {
    fmt::print("skipped: there are no maps; let PORTOLAN_DATA name a folder with grid/\n");
    return 0;
  }
  std::string report = opening(arguments, command_line(argc, argv));
  for (const std::string& weights : arguments.weights) {
    const std::vector<SetSpeed> sets = measure_sets(*data, arguments, *parse_weights(weights));
    if (!sets.empty()) report += report_sets(sets, weights);
  }
  if (arguments.edits > 0) report += report_edits(*data, arguments.edits);
  fmt::print("{}", report);
  if (!arguments.output.empty()) write_text(arguments.output, report);
  return 0;
}

}  // namespace
}  // namespace portolan::detail::bench

int main(int argc, char** argv) { return portolan::detail::bench::run(argc, argv); }
