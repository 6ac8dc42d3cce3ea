// The hierarchy against our own A* on game and city maps: speed, error, memory, build and edit
// times, with everything chosen automatically.

#include "grid_speed_measure.h"
#include "grid_speed_rows.h"
#include "study.h"

namespace portolan::detail::bench {
namespace {

struct Arguments {
  std::vector<std::string> sets{"dao", "bg512", "sc1", "cities"};
  std::vector<std::string> weights{"none"};
  SpeedOptions speed;
  std::size_t edits = 1000;
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

GridSpeedRows measure(const std::filesystem::path& data, const Arguments& arguments) {
  GridSpeedRows rows;
  for (const std::string& weights : arguments.weights) {
    const std::vector<SetSpeed> sets = measure_sets(data, arguments, *parse_weights(weights));
    for (const SetSpeed& set : sets) rows.add_set(weights, set);
    rows.add_builds(weights, sets);
  }
  if (arguments.edits == 0) return rows;
  for (const auto& file : list_maps(data / "grid" / "cities"))
    rows.add_edits(measure_edits(file, arguments.edits));
  return rows;
}

int run(int argc, char** argv) {
  Arguments arguments;
  Study results("grid-speed", argc, argv);
  CLI::App app{"Measures the hierarchy against A* on the scenario files of the map collections."};
  results.add_options(app);
  app.add_option("--page", results.page, "whose data these are")->capture_default_str();
  app.add_option("--sets", arguments.sets, "folders of grid/ to measure")->capture_default_str();
  app.add_option("--per-map", arguments.speed.per_map, "queries per map; 0 = all")
      ->capture_default_str();
  add_rounds(app, arguments.speed.rounds);
  app.add_option("--builds", arguments.speed.builds, "of each map, the best counts")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--weights", arguments.weights, "one or more of: none, blocks:SEED")
      ->check([](const std::string& text) {
        return parse_weights(text) ? std::string()
                                   : fmt::format("\"{}\" is neither none nor blocks:SEED", text);
      })
      ->capture_default_str();
  app.add_option("--edits", arguments.edits, "edits of one tile per map of cities; 0 = none")
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  const auto data = find_data();
  if (!data) {
    fmt::print("skipped: there are no maps; let PORTOLAN_DATA name a folder with grid/\n");
    return 0;
  }
  const GridSpeedRows rows = measure(*data, arguments);
  results.write("sets.csv", rows.sets);
  results.write("builds.csv", rows.builds);
  results.write("edits.csv", rows.edits);
  results.write_setting({{"per_map", arguments.speed.per_map},
                         {"rounds", arguments.speed.rounds},
                         {"builds", arguments.speed.builds}});
  return 0;
}

}  // namespace
}  // namespace portolan::detail::bench

int main(int argc, char** argv) { return portolan::detail::bench::run(argc, argv); }
