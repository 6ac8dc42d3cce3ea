#include "view/crowd.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "portolan/batch.h"
#include "portolan/core/narrow.h"
#include "view/http.h"
#include "view/solver_routes.h"

namespace portolan::detail::cli {
namespace {

using Clock = std::chrono::steady_clock;

/// What a frame may spend on paths, in microseconds; more where many agents wait for one.
constexpr double kPlanBudget = 5000.0;
constexpr double kBusyPlanBudget = 10'000.0;
constexpr std::size_t kManyWait = 10;  // one of so many agents
constexpr std::size_t kFirstBatch = 16;
constexpr std::size_t kLargestBatch = 8192;
/// All routes together have about so many points at most.
constexpr std::size_t kMostPoints = 30'000'000;
constexpr std::size_t kFewestPoints = 64;
constexpr std::size_t kProgressivePoints = 24;
constexpr std::uint8_t kMostFailures = 3;
constexpr float kReplanSeconds = 2.0f;
constexpr float kGoalPause = 2.0f;  // seconds
constexpr float kStepPause = 0.3f;
/// Agents that one piece of work of a thread holds.
constexpr std::uint32_t kBlock = 512;
constexpr double kFadeSeconds = 10.0;
/// An agent ends its step after so many points, be they all in one place.
constexpr unsigned kMostStretches = 64;

double microseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
}

/// Whether a straight line could touch a box, seen from above.
bool may_meet(const Vec3& a, const Vec3& b, const Box& box) {
  return std::min(a.x, b.x) <= box.high.x && std::max(a.x, b.x) >= box.low.x &&
         std::min(a.z, b.z) <= box.high.z && std::max(a.z, b.z) >= box.low.z;
}

std::size_t most_points_of(const CrowdSettings& settings) {
  if (settings.replan == CrowdReplan::progressive) return kProgressivePoints;
  return std::max(kFewestPoints, kMostPoints / std::max(settings.count, 1u));
}

}  // namespace

Crowd::Crowd(std::shared_ptr<const ViewedWorld> world, const CrowdSettings& settings)
    : world_(std::move(world)),
      settings_(settings),
      parallel_(tbb_parallel()),
      drawer_(*world_),
      finder_(make_finder()),
      most_points_(most_points_of(settings)),
      agents_(settings.count),
      batch_(kFirstBatch),
      density_(world_->element_count()),
      rate_begin_(Clock::now()) {
  if (drawer_.empty()) throw HttpError{400, "there is no ground to stand on; free some first"};
  for (std::uint32_t i = 0; i < settings.count; ++i) {
    Agent& agent = agents_[i];
    agent.home = draw(agent, i);
    agent.position = agent.home.point;
    agent.place = agent.home.element;
    agent.paused = agent.place;
    agent.goal = settings_.at_end == CrowdEnd::main_path ? settings_.main.second : draw(agent, i);
    scenes::Random random(scenes::hash_at(settings_.seed, i, -1));
    const double own = 0.8 + 0.4 * static_cast<double>(random.below(1000)) / 1000.0;
    agent.speed = static_cast<float>(settings_.speed * own);
    agent.until_replan = kReplanSeconds * static_cast<float>(random.below(1000)) / 1000.0f;
  }
}

std::unique_ptr<RouteFinder> Crowd::make_finder() const {
  if (!settings_.algorithm) return world_->make_route_finder();
  return std::make_unique<SolverRoutes>(world_, *settings_.algorithm);
}

Spot Crowd::draw(Agent& agent, std::uint32_t number) const {
  scenes::Random random(scenes::hash_at(settings_.seed, number, agent.draws++));
  return drawer_.draw(*world_, random);
}

Spot Crowd::spot_of(const Agent& agent) const { return {agent.place, agent.position}; }

CrowdFrame Crowd::advance(double seconds) {
  const Clock::time_point begin = Clock::now();
  CrowdFrame frame;
  frame.number = ++frame_;
  const auto step = static_cast<float>(seconds);
  const std::uint32_t blocks = (settings_.count + kBlock - 1) / kBlock;
  parallel_(blocks, [&](std::uint32_t block) {
    const std::uint32_t end = std::min(settings_.count, (block + 1) * kBlock);
    for (std::uint32_t i = block * kBlock; i < end; ++i) walk(i, step);
  });
  queue_plans();
  plan(frame);
  note_density(step);
  for (Agent& agent : agents_) {
    frame.arrived += std::exchange(agent.arrived, false) ? 1 : 0;
    frame.waiting += agent.state == State::planning ? 1 : 0;
  }
  note_paths(frame);
  frame.microseconds = microseconds_since(begin);
  return frame;
}

void Crowd::walk(std::uint32_t number, float seconds) {
  Agent& agent = agents_[number];
  if (agent.wait > 0.0f) {
    agent.wait -= seconds;
    if (agent.wait > 0.0f) return;
  }
  if (agent.state == State::planning && settings_.route == CrowdRoute::random) finish_route(number);
  if (agent.state != State::walking) return;
  agent.until_replan -= seconds;
  walk_along(agent, agent.speed * seconds);
  if (agent.next >= agent.route.points.size()) finish_route(number);
}

void Crowd::walk_along(Agent& agent, float left) {
  const std::vector<Vec3>& points = agent.route.points;
  const bool stops = pauses_at(CrowdPause::step);
  for (unsigned stretch = 0; stretch < kMostStretches && agent.next < points.size(); ++stretch) {
    const Vec3 end =
        stops ? world_->step_end(agent.route, agent.next, agent.position) : points[agent.next];
    const Vec3 ahead = end - agent.position;
    const float far = length(ahead);
    if (far > 0.0f) agent.heading = std::atan2(ahead.z, ahead.x);
    if (far > left) {
      agent.position = agent.position + ahead * (left / far);
      break;
    }
    agent.position = end;
    if (end == points[agent.next]) ++agent.next;
    left -= far;
    if (!stops) continue;
    const std::uint32_t place = world_->element_on(agent.route, agent.next, agent.position);
    if (std::exchange(agent.paused, place) == place) continue;
    agent.wait = kStepPause;
    break;
  }
  agent.place = world_->element_on(agent.route, agent.next, agent.position);
}

void Crowd::finish_route(std::uint32_t number) {
  Agent& agent = agents_[number];
  if (settings_.route == CrowdRoute::random) {
    scenes::Random random(scenes::hash_at(settings_.seed, number, agent.draws++));
    agent.next = 0;
    agent.route = world_->step_randomly(spot_of(agent), random);
    agent.state = State::walking;
  } else if (agent.route.whole) {
    reach_goal(agent, number);
  } else {
    agent.state = State::planning;  // the next part
  }
}

void Crowd::reach_goal(Agent& agent, std::uint32_t number) {
  agent.arrived = true;
  agent.state = State::planning;
  switch (settings_.at_end) {
    case CrowdEnd::new_goal:
      agent.home = agent.goal;
      agent.goal = draw(agent, number);
      break;
    case CrowdEnd::reverse: std::swap(agent.home, agent.goal); break;
    case CrowdEnd::main_path:
      agent.home = agent.goal;
      agent.goal = agent.goal.element == settings_.main.second.element ? settings_.main.first
                                                                       : settings_.main.second;
      break;
  }
  if (pauses_at(CrowdPause::goal)) agent.wait = kGoalPause;
}

void Crowd::queue_plans() {
  if (settings_.route == CrowdRoute::random) return;
  for (std::uint32_t i = 0; i < settings_.count; ++i) {
    Agent& agent = agents_[i];
    const bool again = settings_.replan == CrowdReplan::current && agent.state == State::walking &&
                       agent.until_replan <= 0.0f;
    if (agent.queued || (agent.state != State::planning && !again)) continue;
    agent.queued = true;
    line_.push_back(i);
  }
}

void Crowd::plan(CrowdFrame& frame) {
  const std::size_t count = std::min(batch_, line_.size());
  if (count == 0) return;
  const Clock::time_point begin = Clock::now();
  starts_.clear();
  goals_.clear();
  for (std::size_t i = 0; i < count; ++i) {
    const Agent& agent = agents_[line_[i]];
    starts_.push_back(spot_of(agent));
    goals_.push_back(agent.goal);
  }
  finder_->find(starts_, goals_, most_points_, routes_);
  give_routes(count, frame);
  frame.plan_microseconds = microseconds_since(begin);
  if (count < batch_) return;  // what a full one would take is not known
  const bool busy = line_.size() > agents_.size() / kManyWait;
  const double budget = busy ? kBusyPlanBudget : kPlanBudget;
  const double wanted = static_cast<double>(batch_) * budget / frame.plan_microseconds;
  const double grown = std::min(wanted, 2.0 * static_cast<double>(batch_));
  batch_ = std::clamp(static_cast<std::size_t>(grown), std::size_t{1}, kLargestBatch);
}

void Crowd::give_routes(std::size_t count, CrowdFrame& frame) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t number = line_.front();
    line_.pop_front();
    Agent& agent = agents_[number];
    agent.queued = false;
    agent.until_replan = kReplanSeconds;
    if (routes_[i].points.empty()) {  // a place that cannot be reached: another one
      if (agent.state == State::planning) try_elsewhere(agent, number);
      continue;
    }
    agent.failures = 0;
    agent.route = std::move(routes_[i]);
    agent.next = 0;
    agent.state = State::walking;
    ++frame.planned;
  }
}

void Crowd::try_elsewhere(Agent& agent, std::uint32_t number) {
  agent.goal = draw(agent, number);
  if (++agent.failures < kMostFailures) return;
  agent.failures = 0;  // a change cut it off from the rest
  agent.home = draw(agent, number);
  agent.position = agent.home.point;
  agent.place = agent.home.element;
}

void Crowd::leave_blocked(Agent& agent, std::uint32_t number) {
  if (world_->component_of(agent.place) == kNoComponent) {
    const Underneath under = world_->find(agent.position, "");
    const Spot spot = under.nearest == kNoElement ? draw(agent, number)  // there is none near
                                                  : Spot{under.nearest, under.point};
    agent.place = spot.element;
    agent.position = spot.point;
  }
  agent.route = {};
  agent.next = 0;
  if (agent.state == State::walking) agent.state = State::planning;
}

bool Crowd::is_clear(const Agent& agent, const Box& changed) const {
  if (world_->component_of(agent.place) == kNoComponent) return false;
  const std::vector<Vec3>& points = agent.route.points;
  Vec3 at = agent.position;
  for (std::size_t i = agent.next; i < points.size(); at = points[i++]) {
    if (may_meet(at, points[i], changed))
      return world_->is_clear(agent.route, agent.next, agent.place);
  }
  return true;
}

void Crowd::adopt_tables(std::shared_ptr<const ViewedWorld> world) {
  world_ = std::move(world);
  finder_ = make_finder();
}

void Crowd::adopt(std::shared_ptr<const ViewedWorld> world, const Box& changed) {
  world_ = std::move(world);
  finder_ = make_finder();
  batch_ = kFirstBatch;  // without tables paths take longer
  SpotDrawer drawer(*world_);
  if (!drawer.empty()) drawer_ = std::move(drawer);
  for (std::uint32_t i = 0; i < settings_.count; ++i) {
    Agent& agent = agents_[i];
    if (world_->component_of(agent.goal.element) == kNoComponent) agent.goal = draw(agent, i);
    if (world_->component_of(agent.home.element) == kNoComponent) agent.home = agent.goal;
    if (is_clear(agent, changed)) {
      agent.until_replan = 0.0f;
    } else {
      leave_blocked(agent, i);
    }
  }
}

void Crowd::note_density(float seconds) {
  for (const Agent& agent : agents_) density_[agent.place] += seconds;
  faded_seconds_ += double{seconds};
  if (faded_seconds_ < 0.5) return;  // all elements are many
  const auto left = static_cast<float>(std::exp(-faded_seconds_ / kFadeSeconds));
  for (float& busy : density_) busy *= left;
  faded_seconds_ = 0.0;
}

void Crowd::note_paths(CrowdFrame& frame) {
  paths_ += frame.planned;
  const double seconds = microseconds_since(rate_begin_) / 1e6;
  if (seconds >= 1.0 || !measured_) rate_ = paths_ / seconds;
  if (seconds >= 1.0) {
    measured_ = true;
    paths_ = 0.0;
    rate_begin_ = Clock::now();
  }
  frame.paths_per_second = rate_;
}

std::vector<Vec3> Crowd::positions() const {
  std::vector<Vec3> positions(agents_.size());
  for (std::size_t i = 0; i < agents_.size(); ++i) positions[i] = agents_[i].position;
  return positions;
}

std::vector<float> Crowd::headings() const {
  std::vector<float> headings(agents_.size());
  for (std::size_t i = 0; i < agents_.size(); ++i) headings[i] = agents_[i].heading;
  return headings;
}

}  // namespace portolan::detail::cli
