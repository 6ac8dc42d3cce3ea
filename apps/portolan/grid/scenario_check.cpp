#include "grid/scenario_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "failure.h"
#include "portolan/grid/grid_query.h"
#include "portolan/io/file_ending.h"
#include "portolan/io/maps/movingai.h"

namespace portolan::detail::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostExamples = 5;

/// How far a length may lie from what the file prints: half a unit of its last digit and a
/// little. Some collections print two decimals, the others at least six digits.
double tolerance(const std::vector<Scenario>& scenarios, double length) {
  const bool two_decimals = std::all_of(scenarios.begin(), scenarios.end(), [](const Scenario& s) {
    return std::abs(s.optimal * 100.0 - std::round(s.optimal * 100.0)) < 1e-6;
  });
  return two_decimals ? 0.01 : std::max(1e-4, 1e-5 * length);
}

/// Answers the scenarios of one world and keeps the counts.
class Checker {
 public:
  Checker(const CheckedMap& files, const GridSnapshot& world, const CheckSettings& settings)
      : files_(files), world_(world), settings_(settings) {}

  void check(const Scenario& s, double allowed) {
    ++counts.queries;
    query_.find_path_astar(world_, s.start, s.goal, path_);
    const Cost optimal = path_.cost;
    const bool right = has_no_path(s) ? path_.status == Status::unreachable
                                      : path_.status == Status::complete &&
                                            std::abs(length() - s.optimal) <= allowed;
    if (!right) {
      ++counts.wrong_astar;
      note(s, fmt::format("astar: {}, length {:.6f} instead of {:.6f}", to_string(path_.status),
                          length(), s.optimal));
    }
    counts.no_path += has_no_path(s);
    check_moves(s, "astar");
    GridQueryOptions options;
    options.tables = false;
    options.smoothing = Smoothing::none;
    for (const unsigned level : settings_.levels) {
      options.search.level = level;
      query_.find_path(world_, s.start, s.goal, options, path_);
      const bool exact = settings_.transitions.kind == TransitionKind::all;
      const bool found = (path_.cost == kInfinite) == (optimal == kInfinite);
      if (exact ? path_.cost != optimal : !found || path_.cost < optimal) {
        ++counts.wrong_hierarchy;
        note(s, fmt::format("hierarchy at level {}: {}, cost {} beside {} of astar", level,
                            to_string(path_.status), path_.cost, optimal));
      }
      check_moves(s, "hierarchy");
    }
    if (world_.tables().answer()) check_tables(s, path_.cost);
  }

  CheckCounts counts;

 private:
  void check_tables(const Scenario& s, Cost of_hierarchy) {
    GridQueryOptions options;
    options.exact_near = false;
    options.smoothing = Smoothing::none;
    query_.find_path(world_, s.start, s.goal, options, path_);
    if (path_.cost != of_hierarchy) {
      ++counts.wrong_tables;
      note(s, fmt::format("tables: {}, cost {} beside {} of the hierarchy", to_string(path_.status),
                          path_.cost, of_hierarchy));
    }
    check_moves(s, "tables");
  }
  double length() const { return world_.graph().length(path_.nodes); }
  void check_moves(const Scenario& s, const char* who) {
    const GridGraph& graph = world_.graph();
    if (path_.status != Status::complete) return;
    if (!path_.nodes.empty() && path_.nodes.front() == graph.node(s.start) &&
        path_.nodes.back() == graph.node(s.goal) && graph.cost(path_.nodes) == path_.cost) {
      return;
    }
    ++counts.invalid;
    note(s, fmt::format("{}: the path has wrong ends, an illegal move or a wrong sum", who));
  }
  void note(const Scenario& s, const std::string& what) {
    if (counts.examples.size() == kMostExamples) return;
    counts.examples.push_back(fmt::format("{}: {},{} to {},{}: {}", files_.scenarios, s.start.x,
                                          s.start.y, s.goal.x, s.goal.y, what));
  }

  const CheckedMap& files_;
  const GridSnapshot& world_;
  const CheckSettings& settings_;
  GridQuery query_;
  GridPath path_;
};

/// The map that a file of scenarios lies beside; empty for any other file.
std::string map_of(const std::string& scenarios) {
  if (file_ending(scenarios) != ".scen") return "";
  const std::string map = fs::path(scenarios).replace_extension().string();
  return file_ending(map) == ".map" ? map : "";
}

/// The scenarios that lie beside a map, or should.
std::string scenarios_of(const std::string& map) {
  const std::string in_capitals = map + ".SCEN";
  return fs::is_regular_file(in_capitals) ? in_capitals : map + ".scen";
}

/// The map of a .map or .scen file that was named itself.
CheckedMap partner(const std::string& place) {
  CheckedMap files;
  if (const std::string map = map_of(place); !map.empty()) {
    files = {map, place};
  } else if (file_ending(place) == ".map") {
    files = {place, scenarios_of(place)};
  } else {
    throw Failure{ExitCode::usage,
                  place +
                      ": give folders, .map files or .map.scen files; or a built navigation "
                      "mesh or terrain (portolan build INPUT -o WORLD) and its queries"};
  }
  for (const std::string& file : {files.map, files.scenarios}) {
    if (!fs::is_regular_file(file)) {
      throw Failure{ExitCode::bad_input,
                    file + ": there is no such file; a map and its scenarios lie side by side"};
    }
  }
  return files;
}

}  // namespace

CheckCounts& CheckCounts::operator+=(const CheckCounts& other) {
  queries += other.queries;
  no_path += other.no_path;
  wrong_astar += other.wrong_astar;
  wrong_hierarchy += other.wrong_hierarchy;
  wrong_tables += other.wrong_tables;
  without_tables += other.without_tables;
  invalid += other.invalid;
  return *this;
}

std::vector<CheckedMap> find_checked_maps(const std::vector<std::string>& places) {
  std::vector<CheckedMap> found;
  for (const std::string& place : places) {
    if (!fs::is_directory(place)) {
      found.push_back(partner(place));
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(place)) {
      const std::string map = entry.path().string();
      if (file_ending(map) != ".map") continue;
      const std::string scenarios = scenarios_of(map);
      if (fs::is_regular_file(scenarios)) found.push_back({map, scenarios});
    }
  }
  const auto less = [](const CheckedMap& a, const CheckedMap& b) { return a.map < b.map; };
  std::sort(found.begin(), found.end(), less);
  return found;
}

CheckCounts check_map(const CheckedMap& files, const CheckSettings& settings) {
  const Grid grid = take(load_map(files.map));
  const auto scenarios = take(load_scenarios(files.scenarios));
  for (const Scenario& s : scenarios) {
    if (s.width == grid.width() && s.height == grid.height()) continue;
    throw Failure{
        ExitCode::bad_input,
        fmt::format("{}: made for a map of {}x{} tiles, but {} has {}x{}", files.scenarios, s.width,
                    s.height, files.map, grid.width(), grid.height())};
  }
  GridBuildOptions options;
  options.choose_transitions = false;
  options.transitions = settings.transitions;
  options.levels = *std::max_element(settings.levels.begin(), settings.levels.end());
  GridSnapshot world = take(GridSnapshot::build(grid, GridMetric{}, options));
  if (settings.table_bytes > 0) {
    TableOptions tables;
    tables.max_bytes = settings.table_bytes;
    world = take(world.with_tables(tables));
  }
  Checker checker(files, world, settings);
  checker.counts.without_tables = settings.table_bytes > 0 && !world.tables().answer();
  const std::size_t count =
      settings.sample == 0 ? scenarios.size() : std::min(settings.sample, scenarios.size());
  for (std::size_t i = 0; i < count; ++i) {
    const Scenario& s = scenarios[i * scenarios.size() / count];
    checker.check(s, tolerance(scenarios, s.optimal));
  }
  return checker.counts;
}

}  // namespace portolan::detail::cli
