#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cstdio>
#include <memory>

#include "argument_parsing.h"
#include "build_arguments.h"
#include "commands.h"
#include "scenario_check.h"
#include "table.h"

namespace portolan::cli {
namespace {

struct Arguments {
  std::vector<std::string> places;
  CheckSettings settings;
};

ExitCode check(const Arguments& arguments) {
  using Clock = std::chrono::steady_clock;
  const auto maps = find_checked_maps(arguments.places);
  if (maps.empty()) {
    throw Failure{ExitCode::bad_input,
                  arguments.places.front() + ": no NAME.map with NAME.map.scen beside it here"};
  }
  CheckCounts total;
  for (std::size_t i = 0; i < maps.size(); ++i) {
    const auto begin = Clock::now();
    const CheckCounts counts = check_map(maps[i], arguments.settings);
    total += counts;
    fmt::print("[{:>3}/{}] {}: {} queries, {} wrong, {} invalid, {:.1f} s\n", i + 1, maps.size(),
               maps[i].map, grouped(counts.queries), counts.wrong_astar + counts.wrong_hierarchy,
               counts.invalid, std::chrono::duration<double>(Clock::now() - begin).count());
    for (const std::string& example : counts.examples) fmt::print("    {}\n", example);
    std::fflush(stdout);
  }
  fmt::print(
      "{} maps, {} queries ({} of them without a way), levels {}: astar wrong {}, hierarchy "
      "wrong {}, invalid {}\n",
      maps.size(), grouped(total.queries), total.no_way,
      fmt::join(arguments.settings.levels, " and "), total.wrong_astar, total.wrong_hierarchy,
      total.invalid);
  return total.good() ? ExitCode::ok : ExitCode::no_path;
}

}  // namespace

void add_check(CLI::App& app, ExitCode& exit) {
  CLI::App* command = app.add_subcommand("check", "Hold the answers against scenario files");
  auto arguments = std::make_shared<Arguments>();
  CheckSettings& settings = arguments->settings;
  command->add_option("PLACES", arguments->places, "Folders, .map files or .map.scen files")
      ->required()
      ->type_name("");
  command
      ->add_option_function<std::string>(
          "--levels",
          [&settings](const std::string& text) {
            settings.levels.clear();
            for (const std::string& level : split(text, ',')) {
              settings.levels.push_back(
                  static_cast<unsigned>(parse_whole("--levels", level, 1, 8)));
            }
          },
          "Levels that the hierarchy searches at, 1,2 if left out")
      ->type_name("N,N");
  command
      ->add_option_function<std::string>(
          "--transitions",
          [&settings](const std::string& text) { settings.transitions = parse_transitions(text); },
          "all (default): the costs must be equal; of another policy: never below")
      ->type_name("POLICY");
  command
      ->add_option_function<std::string>(
          "--sample",
          [&settings](const std::string& text) {
            settings.sample = parse_whole("--sample", text, 1, ~std::uint64_t{0});
          },
          "Queries a map, spread over its scenarios; all if left out")
      ->type_name("N");
  command->footer(
      "A* must give the file's optimal length, and the hierarchy the same cost as A*, to the\n"
      "last bit, at every level. Every path is checked move by move.\n"
      "Examples:\n"
      "  portolan check maps/\n"
      "  portolan check maps/dao maps/sc1 --sample 100\n"
      "  portolan check arena.map --levels 1,2,3\n"
      "Exit code 1 says that something was wrong.");
  command->callback([arguments, &exit] { exit = check(*arguments); });
}

}  // namespace portolan::cli
