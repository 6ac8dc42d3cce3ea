#include "view/path_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "arguments/argument_parsing.h"
#include "report/path_report.h"
#include "report/point_json.h"
#include "view/request_values.h"

namespace portolan::detail::cli {
namespace {

using Clock = std::chrono::steady_clock;

/// An answer is repeated so often at most, and no longer than so many microseconds.
constexpr unsigned kMostRepetitions = 6;
constexpr double kRepetitionBudget = 4000.0;

struct Timing {
  double microseconds = 0.0;  ///< The best,
  unsigned repetitions = 0;   ///< of so many.
};

/// Asks again, so that memory is warm, but forgets the ends: connecting them is part of the time.
Timing time_answers(const FoundPath& path, unsigned repetitions) {
  Timing timing{path.microseconds, 1};
  for (double sum = path.microseconds;
       timing.repetitions < repetitions && (timing.repetitions < 2 || sum < kRepetitionBudget);
       ++timing.repetitions) {
    path.solver->forget();
    const Clock::time_point begin = Clock::now();
    path.solver->answer(0);
    const double us = std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
    timing.microseconds = std::min(timing.microseconds, us);
    sum += us;
  }
  return timing;
}

std::vector<Algorithm> read_algorithms(const ViewedWorld& world, const Request& request,
                                       const std::string& agent) {
  const std::vector<Algorithm> known = world.algorithms(agent);
  std::string names;
  for (const Algorithm algorithm : known)
    names += (names.empty() ? "" : ", ") + std::string(name(algorithm));
  std::vector<Algorithm> asked;
  for (const std::string& word : split(read_text_or(request, "algorithms", "hierarchy"), ',')) {
    const auto named = std::find_if(known.begin(), known.end(),
                                    [&](Algorithm algorithm) { return name(algorithm) == word; });
    if (named == known.end()) {
      throw HttpError{400, fmt::format("algorithms: this world cannot be asked for '{}'; give {}",
                                       word.substr(0, 40), names)};
    }
    if (std::find(asked.begin(), asked.end(), *named) == asked.end()) asked.push_back(*named);
  }
  return asked;
}

void read_smoothing(const Request& request, QueryArguments& arguments) {
  const std::string text = read_text_or(request, "smooth", "");
  if (text.empty()) return;
  if (text == "none") {
    arguments.smoothing = Smoothing::none;
  } else if (text == "paper") {
    arguments.smoothing = Smoothing::paper;
  } else if (text == "full") {
    arguments.smoothing = Smoothing::full;
  } else {
    throw HttpError{400, "smooth: give none, paper or full"};
  }
}

/// The cost that the others are compared with: A*'s, where it was asked.
double reference_of(const std::vector<FoundPath>& paths) {
  for (const FoundPath& path : paths) {
    if (path.algorithm == Algorithm::astar) return path.answer.cost;
  }
  return kNone;
}

Json line_json(const std::vector<Vec3>& line) {
  Json points = Json::array();
  for (const Vec3& point : line) points.push_back(point_json(point));
  return points;
}

}  // namespace

void read_query_arguments(const ViewedWorld& world, const Request& request,
                          QueryArguments& arguments) {
  arguments.agent = read_text_or(request, "agent", "");
  arguments.algorithms = read_algorithms(world, request, arguments.agent);
  arguments.waypoints = world.world().kind() == WorldKind::navmesh;
  if (const std::string level = read_text_or(request, "level", "auto"); level != "auto")
    arguments.search.level = read_whole(request, "level", 1, world.world().levels());
  read_smoothing(request, arguments);
  arguments.check_against(world.world());
}

Json find_path_json(const ViewedWorld& world, const std::string& name, const Request& request) {
  QueryArguments arguments;
  read_query_arguments(world, request, arguments);
  const unsigned repetitions = request.parameter("repeat")
                                   ? read_whole(request, "repeat", 1, kMostRepetitions)
                                   : kMostRepetitions;
  const std::string from = world.spell(read_point(request, "from"));
  const std::string to = world.spell(read_point(request, "to"));
  const auto query = world.world().make_query(from, to, arguments);
  const std::vector<FoundPath> paths = find_paths(*query, arguments.algorithms);
  Json json = paths_json(name, *query, paths);
  const double reference = reference_of(paths);
  for (const FoundPath& path : paths) {
    Json& found = json["algorithms"][cli::name(path.algorithm)];
    found["points"] = line_json(world.route_of(*path.solver).points);
    found["error"] = path.answer.cost / reference - 1.0;
    const Timing timing = time_answers(path, repetitions);
    found["microseconds"] = timing.microseconds;
    found["repetitions"] = timing.repetitions;
  }
  return json;
}

}  // namespace portolan::detail::cli
