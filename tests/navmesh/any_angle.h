#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <queue>
#include <unordered_map>
#include <utility>
#include <vector>

#include "portolan/navmesh/polygon_locator.h"
#include "portolan/navmesh/polygon_mesh.h"

/// The truth that way-points are compared with, for tests and benchmarks: the shortest path on a
/// mesh, seen from above, among all paths and not only those through the middles of doorways.
namespace portolan::detail::test {

/// A point seen from above.
struct PlanPoint {
  double x = 0.0;
  double z = 0.0;

  PlanPoint() = default;
  PlanPoint(double x_, double z_) : x(x_), z(z_) {}
  explicit PlanPoint(const Vec3& point) : x(double{point.x}), z(double{point.z}) {}
};

inline PlanPoint between(const PlanPoint& a, const PlanPoint& b, double t) {
  return {a.x + t * (b.x - a.x), a.z + t * (b.z - a.z)};
}
inline double plan_distance(const PlanPoint& a, const PlanPoint& b) {
  return std::hypot(b.x - a.x, b.z - a.z);
}
/// How far c lies to the left of the line from a to b, times the line's length.
inline double leftness(const PlanPoint& a, const PlanPoint& b, const PlanPoint& c) {
  return (c.x - a.x) * (b.z - a.z) - (b.x - a.x) * (c.z - a.z);
}

/// Where a shortest path turns, and a polygon that the path from there on begins in.
struct PlanTurn {
  PlanPoint point;
  std::uint32_t polygon;
};
struct PlanPath {
  double length = std::numeric_limits<double>::infinity();
  std::vector<PlanTurn> turns;  ///< Both ends included; empty where no path leads.
};

/// Exact any-angle search, after the idea of Polyanya: what is searched are views, a part of a
/// portal together with the turn from which all of it is seen. Every polygon may be walked on at
/// the same cost, every portal crossed in its paths; links are walls. Storeys may lie above each
/// other: only portals lead from polygon to polygon. It keeps a queue of its own because views come
/// into being during the search, while the labels of portolan/search want nodes numbered before.
class AnyAngleSearch {
 public:
  explicit AnyAngleSearch(const PolygonMesh& mesh) {
    find_ends(mesh);
    make_exits(mesh);
  }

  PlanPath find(const MeshPlace& start, const MeshPlace& goal);
  std::uint64_t expanded() const { return expanded_; }  ///< Views, by the last find.

 private:
  static constexpr std::uint32_t kNone = ~0u;
  static constexpr double kTiny = 1e-9;  // metres; what is nearer counts as equal

  /// An end of a portal, or of a part of it. Ends that a step of no length joins have one number.
  struct End {
    PlanPoint point;
    std::uint32_t number = kNone;  // none where a view is cut off
  };
  /// A portal as it is seen on the way out of a polygon.
  struct Exit {
    End left, right;
    std::uint32_t portal, beyond;
  };
  struct Turn {
    PlanTurn place;
    std::uint32_t end;     // its number
    std::uint32_t before;  // the turn before it
    double length;         // of the path up to it
  };
  struct View {
    std::uint32_t turn, exit;
    double from, to;    // which part of the exit, as shares of it
    End left, right;    // the ends of that part
    bool last = false;  // seen through it is the goal: nothing comes after
  };
  struct Entry {
    double estimate;
    std::uint32_t view;
    bool operator<(const Entry& other) const { return estimate > other.estimate; }
  };
  /// An end of a portal in the one of its polygons that has this side.
  struct Place {
    std::uint32_t portal, end, side;
    std::uint32_t number() const { return 4 * portal + 2 * end + side; }
  };

  void find_ends(const PolygonMesh& mesh);
  void make_exits(const PolygonMesh& mesh);
  std::uint32_t root(std::uint32_t number) const;
  static bool goes_round(const PolygonMesh& mesh, const std::vector<Place>& at_one_point);

  std::optional<std::uint32_t> add_turn(const End& end, std::uint32_t polygon, std::uint32_t from);
  void push(const View& view);
  void push_part(std::uint32_t turn, std::uint32_t exit, double from, double to);
  bool is_outdated(const View& view) const;
  bool was_expanded(const View& view);
  void expand(const View& view);
  void expand_all(std::uint32_t turn, std::uint32_t polygon, std::uint32_t entrance);
  void expand_parts(const View& view);
  PlanPoint goal_behind(const View& view) const;
  const End* last_turn(const View& view) const;
  double length_through(const View& view) const;
  PlanPath trace(const View& last, double length) const;

  std::vector<std::uint32_t> parents_;  // by number of an end; roots stand for all joined
  std::vector<char> corner_;            // by root: whether a path may have to turn there
  std::vector<std::uint32_t> exit_begin_;
  std::vector<Exit> exits_;

  MeshPlace goal_{};
  PlanPoint goal_point_;
  std::vector<std::uint32_t> best_;  // by root: the turn there with the shortest path so far
  std::vector<Turn> turns_;
  std::vector<View> views_;
  std::priority_queue<Entry> open_;
  std::unordered_map<std::uint64_t, std::vector<std::pair<double, double>>> closed_;
  std::uint64_t expanded_ = 0;
};

inline std::uint32_t AnyAngleSearch::root(std::uint32_t number) const {
  while (parents_[number] != number) number = parents_[number];
  return number;
}

/// Whether portals lead on from a point to both sides of it. Where they do so in all polygons
/// around the point, it is no corner, and no shortest path turns there.
inline bool AnyAngleSearch::goes_round(const PolygonMesh& mesh,
                                       const std::vector<Place>& at_one_point) {
  std::vector<PlanPoint> directions;
  for (const Place& place : at_one_point) {
    const Portal& portal = mesh.portals[place.portal];
    if (!portal.crossable_from[0] || !portal.crossable_from[1]) continue;
    const PlanPoint here(portal.ends[place.end]), there(portal.ends[1 - place.end]);
    const double length = plan_distance(here, there);
    if (length > 0.0)
      directions.push_back({(there.x - here.x) / length, (there.z - here.z) / length});
  }
  return std::any_of(directions.begin(), directions.end(),
                     [&](const PlanPoint& d) { return plan_distance(d, directions[0]) > 1e-6; });
}

inline void AnyAngleSearch::find_ends(const PolygonMesh& mesh) {
  parents_.resize(4 * mesh.portals.size());
  std::iota(parents_.begin(), parents_.end(), 0u);
  const auto join = [&](const Place& a, const Place& b) {
    parents_[root(a.number())] = root(b.number());
  };
  std::vector<std::vector<Place>> by_polygon(mesh.polygon_count());
  for (std::uint32_t p = 0; p < mesh.portals.size(); ++p) {
    const Portal& portal = mesh.portals[p];
    for (std::uint32_t end = 0; end < 2; ++end) {
      for (std::uint32_t side = 0; side < 2; ++side)
        by_polygon[portal.polygons[side]].push_back({p, end, side});
      if (portal.crossable_from[0] && portal.crossable_from[1]) join({p, end, 0}, {p, end, 1});
    }
  }
  const auto position = [&](const Place& place) {
    const Vec3& point = mesh.portals[place.portal].ends[place.end];
    return std::pair(point.x, point.z);  // a polygon has no two points above each other
  };
  std::vector<std::vector<Place>> groups;
  for (std::vector<Place>& places : by_polygon) {
    std::sort(places.begin(), places.end(),
              [&](const Place& a, const Place& b) { return position(a) < position(b); });
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (i == 0 || position(places[i]) != position(places[i - 1])) groups.emplace_back();
      groups.back().push_back(places[i]);
      join(places[i], groups.back().front());
    }
  }
  corner_.assign(parents_.size(), 0);
  for (const std::vector<Place>& group : groups) {
    if (!goes_round(mesh, group)) corner_[root(group.front().number())] = 1;
  }
}

inline void AnyAngleSearch::make_exits(const PolygonMesh& mesh) {
  std::vector<std::vector<Exit>> exits(mesh.polygon_count());
  for (std::uint32_t p = 0; p < mesh.portals.size(); ++p) {
    const Portal& portal = mesh.portals[p];
    for (std::uint32_t side = 0; side < 2; ++side) {
      if (!portal.crossable_from[side]) continue;
      // Ends are numbered on the far side, where a path stands when it turns there.
      const auto end = [&](std::uint32_t e) {
        return End{PlanPoint(portal.ends[e]), root(Place{p, e, 1 - side}.number())};
      };
      exits[portal.polygons[side]].push_back(
          {end(side), end(1 - side), p, portal.polygons[1 - side]});
    }
  }
  exit_begin_.assign(1, 0);
  for (const std::vector<Exit>& some : exits) {
    exits_.insert(exits_.end(), some.begin(), some.end());
    exit_begin_.push_back(static_cast<std::uint32_t>(exits_.size()));
  }
}

inline PlanPath AnyAngleSearch::find(const MeshPlace& start, const MeshPlace& goal) {
  const PlanTurn first{PlanPoint(start.point), start.polygon};
  goal_ = goal;
  goal_point_ = PlanPoint(goal.point);
  expanded_ = 0;
  if (start.polygon == goal.polygon)
    return {plan_distance(first.point, goal_point_), {first, {goal_point_, goal.polygon}}};
  best_.assign(parents_.size(), kNone);
  turns_.assign(1, {first, kNone, kNone, 0.0});
  views_.clear();
  open_ = {};
  closed_.clear();
  expand_all(0, start.polygon, kNone);
  while (!open_.empty()) {
    const auto [estimate, at] = open_.top();
    open_.pop();
    const View view = views_[at];
    if (view.last) return trace(view, estimate);
    if (is_outdated(view) || was_expanded(view)) continue;
    ++expanded_;
    expand(view);
  }
  return {};
}

/// The goal, or its mirror image where it lies on the near side of the view.
inline PlanPoint AnyAngleSearch::goal_behind(const View& view) const {
  const PlanPoint& left = view.left.point;
  const PlanPoint& right = view.right.point;
  const double ahead = leftness(left, right, goal_point_);
  if (ahead >= 0.0) return goal_point_;
  const PlanPoint along(right.x - left.x, right.z - left.z);
  const double twice = 2.0 * ahead / (along.x * along.x + along.z * along.z);
  return {goal_point_.x - twice * along.z, goal_point_.z + twice * along.x};
}

/// The end of the view at which the shortest path through it to the goal turns; null where none is
/// in the way. What cannot be told from the line lies on it: the goal may be the very turn.
inline const AnyAngleSearch::End* AnyAngleSearch::last_turn(const View& view) const {
  const PlanPoint& from = turns_[view.turn].place.point;
  const PlanPoint to = goal_behind(view);
  const auto left_of = [&](const End& end) {
    return leftness(from, end.point, to) / std::max(plan_distance(from, end.point), kTiny);
  };
  if (left_of(view.left) > kTiny) return &view.left;
  return left_of(view.right) < -kTiny ? &view.right : nullptr;
}

/// No path from the view's turn through the view to the goal is shorter, whatever lies behind it.
inline double AnyAngleSearch::length_through(const View& view) const {
  const PlanPoint& from = turns_[view.turn].place.point;
  const PlanPoint to = goal_behind(view);
  const End* const turn = last_turn(view);
  if (turn == nullptr) return plan_distance(from, to);
  return plan_distance(from, turn->point) + plan_distance(turn->point, to);
}

inline void AnyAngleSearch::push(const View& view) {
  views_.push_back(view);
  open_.push({turns_[view.turn].length + length_through(view),
              static_cast<std::uint32_t>(views_.size() - 1)});
}

inline void AnyAngleSearch::push_part(std::uint32_t turn, std::uint32_t exit, double from,
                                      double to) {
  const Exit& whole = exits_[exit];
  const auto end_at = [&](double share) {
    if (share == 0.0) return whole.left;
    if (share == 1.0) return whole.right;
    return End{between(whole.left.point, whole.right.point, share), kNone};
  };
  push({turn, exit, from, to, end_at(from), end_at(to)});
}

/// The turn at an end of a view; none where a shorter path to that end is known.
inline std::optional<std::uint32_t> AnyAngleSearch::add_turn(const End& end, std::uint32_t polygon,
                                                             std::uint32_t from) {
  const double length = turns_[from].length + plan_distance(turns_[from].place.point, end.point);
  const auto added = static_cast<std::uint32_t>(turns_.size());
  if (end.number != kNone) {
    std::uint32_t& best = best_[end.number];
    if (best != kNone && length > turns_[best].length + kTiny) return std::nullopt;
    if (best != kNone && length >= turns_[best].length - kTiny) return best;
    best = added;
  }
  turns_.push_back({{end.point, polygon}, end.number, from, length});
  return added;
}

inline bool AnyAngleSearch::is_outdated(const View& view) const {
  const std::uint32_t end = turns_[view.turn].end;
  return end != kNone && best_[end] != view.turn;
}

/// Whether all of the view was seen from the same turn before: where corners lie in one line there
/// are many paths of one length. Remembers it.
inline bool AnyAngleSearch::was_expanded(const View& view) {
  auto& parts = closed_[std::uint64_t{view.turn} << 32 | view.exit];
  for (const auto& [from, to] : parts) {
    if (from <= view.from + kTiny && to >= view.to - kTiny) return true;
  }
  parts.emplace_back(view.from, view.to);
  return false;
}

inline void AnyAngleSearch::expand(const View& view) {
  const Exit& exit = exits_[view.exit];
  const PlanPoint& from = turns_[view.turn].place.point;
  const PlanPoint& left = view.left.point;
  const PlanPoint& right = view.right.point;
  const double width = plan_distance(left, right);
  if (width > kTiny && -leftness(left, right, from) > kTiny * width) return expand_parts(view);
  // The turn lies in line with the portal: either in it, where all behind is seen, or beside it,
  // and the path leads along the portal to its nearer end.
  const double to_left = plan_distance(from, left), to_right = plan_distance(from, right);
  if (std::max(to_left, to_right) <= width + kTiny)
    return expand_all(view.turn, exit.beyond, exit.portal);
  const End& nearer = to_left < to_right ? view.left : view.right;
  const auto turn = add_turn(nearer, exit.beyond, view.turn);
  if (turn) expand_all(*turn, exit.beyond, exit.portal);
}

/// All of the polygon is seen from the turn.
inline void AnyAngleSearch::expand_all(std::uint32_t turn, std::uint32_t polygon,
                                       std::uint32_t entrance) {
  if (polygon == goal_.polygon) {
    const End here{turns_[turn].place.point, kNone};
    push({turn, kNone, 0.0, 1.0, here, here, true});
  }
  for (std::uint32_t e = exit_begin_[polygon]; e < exit_begin_[polygon + 1]; ++e) {
    if (exits_[e].portal != entrance) push_part(turn, e, 0.0, 1.0);
  }
}

/// Of every exit the middle is seen from the turn; what lies to the left of it is come to by
/// turning at the view's left end, where that is a corner, and so on the right.
inline void AnyAngleSearch::expand_parts(const View& view) {
  const Exit& entrance = exits_[view.exit];
  const PlanPoint from = turns_[view.turn].place.point;
  if (entrance.beyond == goal_.polygon) {
    View last = view;
    last.last = true;
    push(last);
  }
  const auto turn_at = [&](const End& end) -> std::optional<std::uint32_t> {
    if (end.number == kNone || corner_[end.number] == 0) return std::nullopt;
    return add_turn(end, entrance.beyond, view.turn);
  };
  const auto left = turn_at(view.left), right = turn_at(view.right);
  // How much of an exit, from its left end on, lies to the left of the line over a point.
  const auto left_share = [&](const Exit& exit, const PlanPoint& over) {
    const double a = leftness(from, over, exit.left.point);
    const double b = leftness(from, over, exit.right.point);
    if (a <= 0.0 || b >= 0.0) return a + b > 0.0 ? 1.0 : 0.0;  // an end may be on the line
    const double tiny = kTiny / plan_distance(exit.left.point, exit.right.point);
    const double share = a / (a - b);
    return share < tiny ? 0.0 : share > 1.0 - tiny ? 1.0 : share;
  };
  for (std::uint32_t e = exit_begin_[entrance.beyond]; e < exit_begin_[entrance.beyond + 1]; ++e) {
    if (exits_[e].portal == entrance.portal) continue;
    const double begin = left_share(exits_[e], view.left.point);
    const double end = left_share(exits_[e], view.right.point);
    if (left && begin > 0.0) push_part(*left, e, 0.0, begin);
    if (end > begin) push_part(view.turn, e, begin, end);
    if (right && end < 1.0) push_part(*right, e, end, 1.0);
  }
}

inline PlanPath AnyAngleSearch::trace(const View& last, double length) const {
  PlanPath path{length, {{goal_point_, goal_.polygon}}};
  if (const End* const turn = last_turn(last)) path.turns.push_back({turn->point, goal_.polygon});
  for (std::uint32_t turn = last.turn; turn != kNone; turn = turns_[turn].before)
    path.turns.push_back(turns_[turn].place);
  std::reverse(path.turns.begin(), path.turns.end());
  return path;
}

}  // namespace portolan::detail::test
