#include "view/crowd_view.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "view/bundle.h"
#include "view/json_body.h"
#include "view/request_values.h"

namespace portolan::detail::cli {
namespace {

constexpr std::uint64_t kMostAgents = 100'000;
constexpr double kLongestFrame = 1.0;  // in seconds
constexpr double kFastest = 1e6;
/// Agents cross a world in about so many seconds where no speed is asked for.
constexpr double kCrossingSeconds = 60.0;

template <class Value, std::size_t count>
using Words = std::array<std::pair<std::string_view, Value>, count>;

constexpr Words<CrowdRoute, 2> kRoutes{
    {{"navigated", CrowdRoute::navigated}, {"random", CrowdRoute::random}}};
constexpr Words<CrowdReplan, 3> kReplans{{{"whole", CrowdReplan::whole},
                                          {"current", CrowdReplan::current},
                                          {"progressive", CrowdReplan::progressive}}};
constexpr Words<CrowdEnd, 3> kEnds{{{"new_goal", CrowdEnd::new_goal},
                                    {"reverse", CrowdEnd::reverse},
                                    {"main_path", CrowdEnd::main_path}}};
constexpr Words<CrowdPause, 4> kPauses{{{"never", CrowdPause::never},
                                        {"goal", CrowdPause::goal},
                                        {"step", CrowdPause::step},
                                        {"both", CrowdPause::both}}};
/// Who finds paths where no algorithm is named.
constexpr const char* kByBatch = "batch";

template <class Value, std::size_t count>
std::string_view word_of(const Words<Value, count>& words, Value value) {
  for (const auto& [word, meant] : words) {
    if (meant == value) return word;
  }
  return "";
}

template <class Value, std::size_t count>
Value read_word(const nlohmann::ordered_json& body, const char* name,
                const Words<Value, count>& words) {
  const std::string text = read_member(body, name, std::string(words.front().first));
  std::string known;
  for (const auto& [word, value] : words) {
    if (word == text) return value;
    known += (known.empty() ? "" : ", ") + std::string(word);
  }
  throw HttpError{400, fmt::format("{}: give one of {}", name, known)};
}

std::optional<Algorithm> read_algorithm(const nlohmann::ordered_json& body,
                                        const ViewedWorld& world) {
  const std::string text = read_member(body, "algorithm", std::string(kByBatch));
  if (text == kByBatch) return {};
  std::string known = kByBatch;
  for (const Algorithm algorithm : world.algorithms("")) {
    if (algorithm == Algorithm::tables) continue;  // a change takes them away; batches do without
    if (name(algorithm) == text) return algorithm;
    known += fmt::format(", {}", name(algorithm));
  }
  throw HttpError{400, fmt::format("algorithm: give one of {}", known)};
}

CrowdSettings read_settings(const std::string& text, const ViewedWorld& world) {
  const auto body = parse_body(text);
  CrowdSettings settings;
  settings.count =
      static_cast<std::uint32_t>(read_whole_member(body, "count", 0, kMostAgents, 100));
  settings.seed = read_whole_member(body, "seed", 0, ~std::uint64_t{0}, 1);
  settings.route = read_word(body, "route", kRoutes);
  settings.replan = read_word(body, "replan", kReplans);
  settings.algorithm = read_algorithm(body, world);
  settings.at_end = read_word(body, "at_end", kEnds);
  settings.pause = read_word(body, "pause", kPauses);
  if (settings.at_end == CrowdEnd::main_path) {
    settings.main = {find_ground(world, read_point_member(body, "from"), ""),
                     find_ground(world, read_point_member(body, "to"), "")};
  }
  const Box box = world.bounds();
  const double usual = double{distance(box.low, box.high)} / kCrossingSeconds;
  settings.speed = read_member(body, "speed", usual);
  if (!(settings.speed > 0.0 && settings.speed <= kFastest)) {
    throw HttpError{400, fmt::format("speed: give metres, or tiles, a second, above 0 and at most "
                                     "{:g}",
                                     kFastest)};
  }
  return settings;
}

Json settings_json(const CrowdSettings& settings) {
  return {{"agents", settings.count},
          {"seed", settings.seed},
          {"route", word_of(kRoutes, settings.route)},
          {"replan", word_of(kReplans, settings.replan)},
          {"algorithm", settings.algorithm ? name(*settings.algorithm) : kByBatch},
          {"at_end", word_of(kEnds, settings.at_end)},
          {"pause", word_of(kPauses, settings.pause)},
          {"speed", settings.speed}};
}

}  // namespace

Crowd& CrowdView::crowd() {
  if (!crowd_) throw HttpError{404, "there are no agents; POST /api/agents puts some on the map"};
  return *crowd_;
}

Response CrowdView::start(const Request& request, std::shared_ptr<const ViewedWorld> world) {
  const CrowdSettings settings = read_settings(request.body, *world);
  const std::lock_guard lock(mutex_);
  crowd_.reset();
  if (settings.count > 0) crowd_ = std::make_unique<Crowd>(std::move(world), settings);
  return json_response(settings_json(settings));
}

Response CrowdView::describe(const Request&) {
  const std::lock_guard lock(mutex_);
  return json_response(crowd_ ? settings_json(crowd_->settings()) : Json{{"agents", 0}});
}

Response CrowdView::advance(const Request& request) {
  const double seconds = read_real(request, "seconds", 0.0, kLongestFrame);
  const std::lock_guard lock(mutex_);
  const CrowdFrame frame = crowd().advance(seconds);
  Bundle bundle;
  bundle.header() = {{"frame", frame.number},
                     {"agents", crowd_->settings().count},
                     {"paths_per_second", frame.paths_per_second},
                     {"frame_microseconds", frame.microseconds},
                     {"plan_microseconds", frame.plan_microseconds},
                     {"replanned", frame.planned},
                     {"arrived", frame.arrived},
                     {"waiting", frame.waiting}};
  bundle.add_points("positions", crowd_->positions());
  bundle.add("heading", crowd_->headings());
  return bundle.response();
}

Response CrowdView::density(const Request&) {
  const std::lock_guard lock(mutex_);
  Bundle bundle;
  bundle.add("density", crowd().density());
  return bundle.response();
}

void CrowdView::adopt(const std::shared_ptr<const ViewedWorld>& world, const Box& changed) {
  const std::lock_guard lock(mutex_);
  if (crowd_) crowd_->adopt(world, changed);
}

void CrowdView::adopt_tables(const std::shared_ptr<const ViewedWorld>& world) {
  const std::lock_guard lock(mutex_);
  if (crowd_) crowd_->adopt_tables(world);
}

}  // namespace portolan::detail::cli
