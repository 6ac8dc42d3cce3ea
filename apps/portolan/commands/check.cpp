#include <fmt/format.h>
#include <fmt/ranges.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "arguments/argument_parsing.h"
#include "arguments/given_options.h"
#include "commands/commands.h"
#include "grid/grid_build_arguments.h"
#include "grid/scenario_check.h"
#include "mesh/mesh_check.h"
#include "portolan/batch.h"
#include "portolan/io/baked/baked_world.h"
#include "portolan/io/baked/terrain_world_file.h"
#include "report/document.h"
#include "report/table.h"
#include "terrain/terrain_check.h"
#include "world/cost_check.h"
#include "world/table_building.h"

namespace portolan::detail::cli {
namespace {

struct CheckArguments {
  std::vector<std::string> places;
  CheckSettings settings;
  unsigned jobs = 1;
  bool json = false;
  GivenOptions of_maps;
};

/// Tells about a part as soon as it is checked, or about all of them at the end.
class CheckLog {
 public:
  explicit CheckLog(bool json) : json_(json) {}

  void add(const CheckedPart& part) {
    good_ = good_ && part.good();
    if (json_) {
      parts_.push_back(part.json());
    } else {
      fmt::print("{}", part.text());
    }
  }
  void say(const std::string& text) const {
    if (!json_) fmt::print("{}", text);
  }
  ExitCode finish() {
    if (json_) {
      Json document = begin_document("check");
      document["good"] = good_;
      document["parts"] = std::move(parts_);
      print_document(document);
    }
    return good_ ? ExitCode::ok : ExitCode::no_path;
  }

 private:
  bool json_;
  bool good_ = true;
  Json parts_ = Json::array();
};

using Faults = decltype(CheckedPart::faults);

Faults faults_of(const CheckCounts& counts, bool tables) {
  const auto if_checked = [&](std::uint64_t count) {
    return tables ? std::optional(count) : std::nullopt;
  };
  return {{"astar wrong", counts.wrong_astar},
          {"hierarchy wrong", counts.wrong_hierarchy},
          {"tables wrong", if_checked(counts.wrong_tables)},
          {"invalid", counts.invalid}};
}

/// Checks the maps one after the other, on as many threads as asked for, and says so map by map.
class CheckRun {
 public:
  CheckRun(const CheckArguments& arguments, CheckLog& log)
      : arguments_(arguments), log_(log), maps_(find_checked_maps(arguments.places)) {
    if (maps_.empty()) {
      throw Failure{ExitCode::bad_input,
                    arguments.places.front() + ": no NAME.map with NAME.map.scen beside it here"};
    }
  }

  CheckCounts run() {
    std::vector<std::thread> threads;
    for (unsigned i = 1; i < arguments_.jobs; ++i) threads.emplace_back([this] { work(); });
    work();
    for (std::thread& thread : threads) thread.join();
    if (failure_) std::rethrow_exception(failure_);
    return total_;
  }
  std::size_t map_count() const { return maps_.size(); }

 private:
  using Clock = std::chrono::steady_clock;

  void work() {
    try {
      for (std::size_t i = next_++; i < maps_.size(); i = next_++) {
        const auto begin = Clock::now();
        const CheckCounts counts = check_map(maps_[i], arguments_.settings);
        report(maps_[i], counts, std::chrono::duration<double>(Clock::now() - begin).count());
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
      next_ = maps_.size();  // the others stop after their map
    }
  }

  void report(const CheckedMap& map, const CheckCounts& counts, double seconds) {
    const std::lock_guard lock(mutex_);
    total_ += counts;
    CheckedPart part{map.map, "", counts.queries, counts.no_path, {}, counts.examples};
    part.title = fmt::format("[{:>3}/{}] {}: {}, {:.1f} s", ++done_, maps_.size(), map.map,
                             counted(counts.queries, "query", "queries"), seconds);
    part.faults = faults_of(counts, arguments_.settings.table_bytes > 0);
    log_.add(part);
  }

  const CheckArguments& arguments_;
  CheckLog& log_;
  const std::vector<CheckedMap> maps_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;  // guards what follows, and the output
  std::size_t done_ = 0;
  CheckCounts total_;
  std::exception_ptr failure_;
};

/// A baked mesh or terrain, and the queries after it.
void check_baked(const CheckArguments& arguments, BegunFile file, BakedWorldKind kind,
                 CheckLog& log) {
  const char* what = kind == BakedWorldKind::terrain ? "terrain" : "a navigation mesh";
  arguments.of_maps.refuse("maps", fmt::format("leave it out for {}", what));
  if (arguments.places.size() != 2) {
    throw Failure{ExitCode::usage, fmt::format("{}: give the queries after {}: a CSV file, or "
                                               "random:COUNT[:SEED]",
                                               file.name(), what)};
  }
  const std::string& queries = arguments.places.back();
  const std::size_t sample = arguments.settings.sample;
  const std::size_t limit = sample == 0 ? ~std::size_t{0} : sample;
  if (kind == BakedWorldKind::terrain) {
    const LoadedTerrain world(
        take(load_terrain_world(std::move(file), TerrainParts::all, tbb_parallel())));
    return log.add(check_terrain(world, queries, limit));
  }
  const LoadedMesh world(take(load_nav_mesh_world(std::move(file), tbb_parallel())));
  for (const CheckedPart& part : check_mesh(world, queries, limit)) log.add(part);
}

ExitCode check(const CheckArguments& arguments) {
  BegunFile first(arguments.places.front());
  const BakedWorldKind kind = baked_world_kind(first);  // whatever its name
  CheckLog log(arguments.json);
  if (kind == BakedWorldKind::nav_mesh || kind == BakedWorldKind::terrain) {
    check_baked(arguments, std::move(first), kind, log);
    return log.finish();
  }
  CheckRun run(arguments, log);
  const CheckCounts total = run.run();
  CheckedPart all{"", "", total.queries, total.no_path, {}, {}};
  all.faults = faults_of(total, arguments.settings.table_bytes > 0);
  all.title =
      fmt::format("{}, {} ({} of them without a path), levels {}", counted(run.map_count(), "map"),
                  counted(total.queries, "query", "queries"), total.no_path,
                  fmt::join(arguments.settings.levels, " and "));
  log.say(all.text());
  if (total.without_tables > 0) {
    log.say(fmt::format("{} without tables: they take more than --tables allows\n",
                        counted(total.without_tables, "map")));
  }
  return log.finish();
}

}  // namespace

void add_check(Command& app, ExitCode& exit) {
  Command* command = app.add_subcommand("check", "Hold the answers against scenario files");
  auto arguments = std::make_shared<CheckArguments>();
  CheckSettings& settings = arguments->settings;
  command
      ->add_option("PLACES", arguments->places,
                   "Folders, .map files or .map.scen files; or a built navigation mesh or terrain "
                   "and its queries: a CSV file, or random:COUNT[:SEED]")
      ->required()
      ->type_name("");
  GivenOptions& of_maps = arguments->of_maps;
  of_maps
      .add(command->add_option_function(
          "--levels",
          [&settings](const std::string& text) {
            settings.levels.clear();
            for (const std::string& level : split(text, ',')) {
              settings.levels.push_back(parse_whole32("--levels", level, 1, 8));
            }
          },
          "Levels that the hierarchy searches at, 1,2 if left out"))
      ->type_name("N,N");
  of_maps
      .add(command->add_option_function(
          "--transitions",
          [&settings](const std::string& text) { settings.transitions = parse_transitions(text); },
          "all (default): the costs must be equal; of another policy: never below"))
      ->type_name("POLICY");
  of_maps
      .add(command->add_option_function(
          "--tables",
          [&settings](const std::string& text) { settings.table_bytes = parse_tables(text); },
          "Build tables too and check them: auto: as many as `build` makes; none (default); or up "
          "to so many megabytes"))
      ->type_name("auto|none|MB");
  command
      ->add_option_function(
          "--sample",
          [&settings](const std::string& text) {
            settings.sample = parse_whole("--sample", text, 1, ~std::uint64_t{0});
          },
          "Queries per map, spread over its scenarios, or the first of a mesh or terrain; all if "
          "left out")
      ->type_name("N");
  of_maps
      .add(command->add_option_function(
          "--jobs",
          [arguments](const std::string& text) {
            arguments->jobs = parse_whole32("--jobs", text, 1, 256);
          },
          "Maps checked at the same time [1, 256], 1 if left out"))
      ->type_name("N");
  command->add_flag("--json", arguments->json, "Print JSON");
  command->footer(
      "A* must give the file's optimal length, and the hierarchy the same cost as A*, to the\n"
      "last bit, at every level, and so must tables. Every path is checked move by move. On\n"
      "navigation meshes Detour must not find a cheaper one. On terrain A* must find what\n"
      "Dijkstra's algorithm finds (of the first 100 queries), merged and guided nothing cheaper.\n"
      "Examples:\n"
      "  portolan check maps/ --jobs 4\n"
      "  portolan check maps/dao maps/sc1 --sample 100\n"
      "  portolan check arena.map --levels 1,2,3\n"
      "  portolan check maps/ --tables auto --sample 100\n"
      "  portolan check town.portolan random:1000\n"
      "  portolan check hills.portolan random:1000\n"
      "Exit code 1 says that something was wrong.");
  command->callback([arguments, &exit] { exit = check(*arguments); });
}

}  // namespace portolan::detail::cli
