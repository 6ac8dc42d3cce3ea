#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "portolan/types.h"
#include "view/route.h"
#include "view/spot_drawer.h"
#include "view/viewed_world.h"

namespace portolan::detail::cli {

/// How agents find their way.
enum class CrowdRoute : std::uint8_t {
  navigated,  ///< By paths to goals.
  random,     ///< From element to element, whichever.
};
/// When an agent asks for its path again.
enum class CrowdReplan : std::uint8_t {
  whole,        ///< Never: it walks the path it was given.
  current,      ///< Now and then, from where it is.
  progressive,  ///< It is given the first part of its path, and the next when it has walked that.
};
/// Where an agent goes when it is at its goal.
enum class CrowdEnd : std::uint8_t {
  new_goal,   ///< To a place drawn at random.
  reverse,    ///< Back to where it came from.
  main_path,  ///< To the other end of CrowdSettings::main, which all have for goals.
};
/// When an agent stands for a while.
enum class CrowdPause : std::uint8_t {
  never,
  goal,  ///< At its goal.
  step,  ///< On every tile, polygon or triangle that it comes to.
  both,
};

struct CrowdSettings {
  std::uint32_t count = 0;
  std::uint64_t seed = 1;
  CrowdRoute route = CrowdRoute::navigated;
  CrowdReplan replan = CrowdReplan::whole;
  /// Who finds its paths; none: the library's batch, by tables where there are any.
  std::optional<Algorithm> algorithm;
  CrowdEnd at_end = CrowdEnd::new_goal;
  CrowdPause pause = CrowdPause::never;
  std::pair<Spot, Spot> main;  ///< The ends of the main path; read only where agents follow it.
  double speed = 0.0;  ///< In metres or tiles per second; each agent's own differs a little.
};

/// What one frame did.
struct CrowdFrame {
  std::uint64_t number = 0;
  std::uint32_t planned = 0;       ///< Paths found,
  std::uint32_t arrived = 0;       ///< agents that came to their goal,
  std::uint32_t waiting = 0;       ///< and those that stand because their path is not found yet.
  double microseconds = 0.0;       ///< All of it,
  double plan_microseconds = 0.0;  ///< and finding paths.
  double paths_per_second = 0.0;   ///< Found over the last second or so, by the clock.
};

/// Agents that walk about a world. Their positions always lie on ground that can be walked on.
/// One thread at a time; frames use several.
class Crowd {
 public:
  /// Throws an HttpError where the world has no ground to stand on.
  Crowd(std::shared_ptr<const ViewedWorld> world, const CrowdSettings& settings);

  const CrowdSettings& settings() const { return settings_; }
  /// Goes on by so many seconds. Few enough paths are found that this takes some milliseconds;
  /// agents whose path is not found yet stand where they are.
  CrowdFrame advance(double seconds);
  /// Takes the world after a change within a box: agents leave ground that cannot be walked on any
  /// longer, and find new paths where theirs lead across such ground.
  void adopt(std::shared_ptr<const ViewedWorld> world, const Box& changed);
  /// Takes the same world with tables.
  void adopt_tables(std::shared_ptr<const ViewedWorld> world);

  std::vector<Vec3> positions() const;
  /// The angle from the x axis towards the z axis, in radians.
  std::vector<float> headings() const;
  /// How busy each element was lately: the seconds that agents spent there, fading within ten.
  const std::vector<float>& density() const { return density_; }

 private:
  enum class State : std::uint8_t { walking, planning };
  struct Agent {
    Vec3 position;
    float heading = 0.0f;
    float speed = 0.0f;
    float wait = 0.0f;          ///< Seconds left of a pause; none is left where not above 0.
    float until_replan = 0.0f;  ///< Seconds.
    State state = State::planning;
    bool queued = false;        ///< Whether it waits in line for a path.
    std::uint8_t failures = 0;  ///< Goals in a row that it could not reach.
    bool arrived = false;       ///< In this frame.
    std::uint32_t next = 0;     ///< The point of its route that it walks to.
    std::uint32_t draws = 0;    ///< How often it drew something.
    std::uint32_t place = 0;    ///< The element it is on,
    std::uint32_t paused = 0;   ///< and the one that it last paused on.
    Spot home;
    Spot goal;
    Route route;
  };

  void walk(std::uint32_t number, float seconds);
  void walk_along(Agent& agent, float distance);
  bool pauses_at(CrowdPause when) const {
    return settings_.pause == when || settings_.pause == CrowdPause::both;
  }
  std::unique_ptr<RouteFinder> make_finder() const;
  void finish_route(std::uint32_t number);
  void reach_goal(Agent& agent, std::uint32_t number);
  Spot draw(Agent& agent, std::uint32_t number) const;
  Spot spot_of(const Agent& agent) const;
  void leave_blocked(Agent& agent, std::uint32_t number);
  /// Chooses another goal; after some an agent is put to where goals are.
  void try_elsewhere(Agent& agent, std::uint32_t number);
  bool is_clear(const Agent& agent, const Box& changed) const;
  void queue_plans();
  void plan(CrowdFrame& frame);
  void give_routes(std::size_t count, CrowdFrame& frame);
  void note_density(float seconds);
  void note_paths(CrowdFrame& frame);

  std::shared_ptr<const ViewedWorld> world_;
  CrowdSettings settings_;
  ParallelFor parallel_;
  SpotDrawer drawer_;
  std::unique_ptr<RouteFinder> finder_;
  std::size_t most_points_;
  std::vector<Agent> agents_;
  std::deque<std::uint32_t> line_;  // those that wait for a path
  std::size_t batch_;               // paths that a frame finds
  std::vector<Spot> starts_;
  std::vector<Spot> goals_;
  std::vector<Route> routes_;
  std::vector<float> density_;
  std::uint64_t frame_ = 0;
  double faded_seconds_ = 0.0;
  double paths_ = 0.0;  // of the second at hand
  double rate_ = 0.0;
  bool measured_ = false;  // whether a whole second was
  std::chrono::steady_clock::time_point rate_begin_;
};

}  // namespace portolan::detail::cli
