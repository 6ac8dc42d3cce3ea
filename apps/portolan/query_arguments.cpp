#include "query_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "argument_parsing.h"
#include "failure.h"

namespace portolan::cli {
namespace {

std::vector<Algorithm> parse_algorithms(const std::string& text) {
  std::vector<Algorithm> algorithms;
  for (const std::string& word : split(text, ',')) {
    check_word("--algorithm", word, {"astar", "hierarchy"}, WordKind::algorithm);
    const Algorithm named = word == "astar" ? Algorithm::astar : Algorithm::hierarchy;
    if (std::find(algorithms.begin(), algorithms.end(), named) != algorithms.end()) {
      refuse("--algorithm", fmt::format("{} is named twice; name each once", word));
    }
    algorithms.push_back(named);
  }
  return algorithms;
}

ConnectMethod parse_connect(const std::string& text) {
  check_word("--connect", text, {"astar", "dijkstra", "sparse", "goalward"}, WordKind::connect);
  if (text == "astar") return ConnectMethod::astar;
  if (text == "sparse") return ConnectMethod::sparse;
  return text == "goalward" ? ConnectMethod::goalward : ConnectMethod::dijkstra;
}

Smoothing parse_smoothing(const std::string& text) {
  check_word("--smooth", text, {"none", "paper", "full"});
  if (text == "none") return Smoothing::none;
  return text == "paper" ? Smoothing::paper : Smoothing::full;
}

}  // namespace

const char* name(Algorithm algorithm) {
  return algorithm == Algorithm::astar ? "astar" : "hierarchy";
}

void QueryArguments::add_to(CLI::App& command) {
  using Text = const std::string&;
  const auto add = [&](const char* option, std::function<void(Text)> read, const char* help,
                       const char* type) {
    command.add_option_function<std::string>(option, std::move(read), help)
        ->type_name(type)
        ->group("Query options");
  };
  add(
      "--algorithm", [this](Text text) { algorithms = parse_algorithms(text); },
      "astar, hierarchy, or both with a comma between", "NAMES");
  add(
      "--level",
      [this](Text text) {
        options.search.level =
            text == "auto" ? kAutoLevel : static_cast<unsigned>(parse_whole("--level", text, 1, 8));
      },
      "Level that the hierarchy searches at; auto: cell by cell (default)", "N|auto");
  add(
      "--connect", [this](Text text) { options.search.connect = parse_connect(text); },
      "How the ends find the gates of their cells: astar, dijkstra (default), sparse, goalward",
      "METHOD");
  add(
      "--smooth", [this](Text text) { options.smoothing = parse_smoothing(text); },
      "How the path is straightened: none, paper, full (default)", "HOW");
  command
      .add_flag(
          "--cost-only", cost_only,
          "Ask the hierarchy for the cost alone, before smoothing; astar always makes the path")
      ->group("Query options");
}

void QueryArguments::check_against(const GridSnapshot& world) const {
  if (options.search.level <= world.hierarchy().levels()) return;
  throw Failure{ExitCode::usage, fmt::format("--level: the world has levels 1 to {}, not {}",
                                             world.hierarchy().levels(), options.search.level)};
}

}  // namespace portolan::cli
