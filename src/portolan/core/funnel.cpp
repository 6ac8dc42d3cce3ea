#include "portolan/core/funnel.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "portolan/core/platform.h"

// How far to the left a point lies is told by the tangent of the angle between its direction, seen
// from the last turn (the apex), and the direction `ahead`, square to the first doorway from
// there: all that can be seen through that one lies before the apex. So what is seen through the
// doorways so far is an interval of tangents, and the next doorway narrows it, a minimum and a
// maximum without any branch, until it lies beside it: then the path turns. Floats are as exact as
// that needs: a turn may be off by 1e-6 of the distance. Products are not fused with sums
// (cmake/targets.cmake), so that paths are the same on every machine.

namespace portolan::detail {
namespace {

/// A value for the left and the right end of a doorway, and the same for the next doorway.
/// Tangents of right ends are negated: whatever is narrower is less.
using Floats = Lanes<float, 4>;
using Indices = Lanes<std::int32_t, 4>;

constexpr float kAnywhere = std::numeric_limits<float>::infinity();

/// Ends in one line with the apex have tangents that differ by no more than this: rounding. Of
/// these the last one counts.
constexpr float kInLine = 5e-7f;

/// Points on an edge are rounded, to either side of it: a millimetre is nearness enough.
constexpr float kNear = 1e-3f;

Floats least(const Floats& a, const Floats& b) {
  Floats lesser = a;
  take_lesser(lesser, b);
  return lesser;
}

template <unsigned... From>
Floats mixed(const Floats& a, const Floats& b) {
  Floats out;
  shuffle<From...>(a, b, out);
  return out;
}

template <class T>
Floats load(const T* from) {
  Floats lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

/// The x and z of two doorways.
void spread(const Gap& first, const Gap& second, Floats& x, Floats& z) {
  const Floats a = load(&first);
  const Floats b = load(&second);
  x = mixed<0, 1, 4, 5>(a, b);
  z = mixed<2, 3, 6, 7>(a, b);
}

/// A point of which x and z count.
Vec3 end_of(const Gap& gap, std::uint32_t end) { return {gap.x[end], 0.0f, gap.z[end]}; }

/// A doorway of no width.
Gap make_point(const Vec3& at) { return {{at.x, at.x}, {at.z, at.z}}; }

/// Seen from above.
struct Point {
  double x;
  double z;

  double square() const { return x * x + z * z; }
  /// How far b lies to the left of the direction to this point.
  double leftness(const Point& b) const { return b.x * z - x * b.z; }
};

/// How directions from an apex are measured.
struct View {
  Floats apex_x, apex_z;
  Floats ahead_x, ahead_z;
  Floats aside_x, aside_z;

  View(const Vec3& apex, float x, float z)
      : apex_x(Floats{apex.x, apex.x, apex.x, apex.x}),
        apex_z(Floats{apex.z, apex.z, apex.z, apex.z}),
        ahead_x(Floats{x, x, x, x}),
        ahead_z(Floats{z, z, z, z}),
        aside_x(Floats{z, -z, z, -z}),
        aside_z(Floats{x, -x, x, -x}) {}

  /// How far before the apex the ends of two doorways lie, and how far aside.
  void look(const Gap& first, const Gap& second, Floats& forward, Floats& aside) const {
    Floats x, z;
    spread(first, second, x, z);
    x -= apex_x;
    z -= apex_z;
    forward = x * ahead_x + z * ahead_z;
    aside = x * aside_x - z * aside_z;
  }
};

/// What is seen through the doorways so far.
struct Cone {
  float limits[2];      // the left one, and the right one
  std::uint32_t at[2];  // the doorways that they come from
};

/// Finds the turns of a path through doorways.
class Funnel {
 public:
  Funnel(const Vec3& start, std::span<const Gap> doorways, const Vec3& goal)
      : doorways_(doorways.data()),
        count_(static_cast<std::uint32_t>(doorways.size())),  // no more than a mesh has: 2^30
        goal_(make_point(goal)),
        apex_(start) {
    pass_doorways();
  }

  bool next(Turn& turn);

 private:
  const Gap& doorway(std::uint32_t i) const { return i < count_ ? doorways_[i] : goal_; }
  Point from_apex(std::uint32_t i, std::uint32_t end) const {
    const Vec3 point = end_of(doorway(i), end);
    return {double{point.x} - double{apex_.x}, double{point.z} - double{apex_.z}};
  }
  bool stands_in(std::uint32_t i) const;
  void pass_doorways();
  bool find_turn(Turn& turn) const;
  bool narrow(const View& view, Cone& cone, std::uint32_t i, Turn& turn) const;
  float tangent_behind(const Cone& cone, std::uint32_t i, std::uint32_t end) const;

  const Gap* doorways_;
  std::uint32_t count_;
  Gap goal_;  // the last doorway
  Vec3 apex_;
  float ahead_x_ = 0.0f;
  float ahead_z_ = 0.0f;
  std::uint32_t at_ = 0;  // the first doorway that limits what is seen from the apex
};

/// Whether the apex is in a doorway.
bool Funnel::stands_in(std::uint32_t i) const {
  const Point left = from_apex(i, 0);
  const Point right = from_apex(i, 1);
  const Point along{right.x - left.x, right.z - left.z};
  const double square = along.square();
  const double t =
      square == 0.0 ? 0.0 : std::clamp(-(left.x * along.x + left.z * along.z) / square, 0.0, 1.0);
  return Point{left.x + t * along.x, left.z + t * along.z}.square() < double{kNear} * double{kNear};
}

/// Doorways that the apex stands in limit nothing.
void Funnel::pass_doorways() {
  for (; at_ < count_; ++at_) {
    const Vec3 left = end_of(doorways_[at_], 0);
    const Vec3 right = end_of(doorways_[at_], 1);
    ahead_x_ = right.z - left.z;
    ahead_z_ = left.x - right.x;
    const float away = (left.x - apex_.x) * ahead_x_ + (left.z - apex_.z) * ahead_z_;
    if (away > 0.0f && away * away >= kNear * kNear * (ahead_x_ * ahead_x_ + ahead_z_ * ahead_z_))
        [[likely]] {
      return;
    }
    if (stands_in(at_)) continue;
    ahead_x_ = (left.x - apex_.x) + (right.x - apex_.x);  // it is seen from the side
    ahead_z_ = (left.z - apex_.z) + (right.z - apex_.z);
    return;
  }
}

bool Funnel::find_turn(Turn& turn) const {
  const View view(apex_, ahead_x_, ahead_z_);
  Floats limits = {kAnywhere, kAnywhere, kAnywhere, kAnywhere};
  const auto first = static_cast<std::int32_t>(at_);
  Indices at = {first, first, first, first};
  Indices here = {first, first, first + 1, first + 1};
  for (std::uint32_t i = at_; i <= count_; i += 2, here += 2) {
    Floats forward, aside;
    view.look(doorway(i), doorway(i + 1), forward, aside);
    const Floats tangents = aside / forward;
    const Floats before = mixed<0, 1, 4, 5>(limits, least(tangents, limits));
    const Floats width = mixed<1, 0, 3, 2>(tangents, tangents) + before;
    const Indices narrows = tangents <= before + kInLine;
    const Indices missed = width < 0.0f;
    const Indices behind = forward <= 0.0f;
    if (bits_of(missed | behind) != 0) [[unlikely]] {
      if (bits_of(behind) == 0) [[likely]] {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(bits_of(missed)));
        turn.end = lane & 1;
        // All in registers, without a branch: the next turn waits for this one.
        // Before the second doorway the first may have narrowed the cone.
        const std::uint32_t narrowed = bits_of(narrows) >> turn.end & lane >> 1;
        Indices latest = at, other;
        shuffle<2, 3, 0, 1>(at, at, other);
        take_greater(latest, other);
        const std::int32_t last = turn.end == 0 ? latest[0] : latest[1];
        turn.gap = narrowed != 0 ? i : static_cast<std::uint32_t>(last);
        return true;
      }
      std::int32_t at_lanes[4];
      std::memcpy(at_lanes, &at, sizeof at_lanes);
      Cone cone{{limits[0], limits[1]},
                {static_cast<std::uint32_t>(std::max(at_lanes[0], at_lanes[2])),
                 static_cast<std::uint32_t>(std::max(at_lanes[1], at_lanes[3]))}};
      if (narrow(view, cone, i, turn) || narrow(view, cone, i + 1, turn)) return true;
      limits = Floats{cone.limits[0], cone.limits[1], cone.limits[0], cone.limits[1]};
      const auto left = static_cast<std::int32_t>(cone.at[0]);
      const auto right = static_cast<std::int32_t>(cone.at[1]);
      at = Indices{left, right, left, right};
      continue;
    }
    take_where(narrows, at, here);
    limits = least(tangents, before);
    limits = mixed<2, 3, 2, 3>(limits, limits);
  }
  return false;
}

/// Goes on by one doorway, wherever its ends are. Returns whether there is a turn before it.
bool Funnel::narrow(const View& view, Cone& cone, std::uint32_t i, Turn& turn) const {
  Floats forward, aside;
  view.look(doorway(i), doorway(i), forward, aside);
  Floats tangents = aside / forward;
  for (std::uint32_t end = 0; end < 2; ++end) {
    if (forward[end] > 0.0f) continue;
    if (i == at_) {  // seen from behind: the path had better touch it
      turn.gap = i;
      turn.end = from_apex(i, 0).square() < from_apex(i, 1).square() ? 0 : 1;
      return true;
    }
    tangents[end] = tangent_behind(cone, i, end);
  }
  for (std::uint32_t end = 0; end < 2; ++end) {
    if (tangents[1 - end] + cone.limits[end] >= 0.0f) continue;
    turn.gap = cone.at[end];
    turn.end = end;
    return true;
  }
  for (std::uint32_t end = 0; end < 2; ++end) {
    if (tangents[end] <= cone.limits[end] + kInLine) cone.at[end] = i;
    cone.limits[end] = std::min(cone.limits[end], tangents[end]);
  }
  return false;
}

/// Behind the apex an end limits all or nothing, by the side of the cone that it lies on.
float Funnel::tangent_behind(const Cone& cone, std::uint32_t i, std::uint32_t end) const {
  const Point point = from_apex(i, end);
  const double left = from_apex(cone.at[0], 0).leftness(point);
  const double right = from_apex(cone.at[1], 1).leftness(point);
  const bool beyond = end == 0 ? left <= 0.0 && right <= 0.0 : left >= 0.0 && right >= 0.0;
  return beyond ? -kAnywhere : kAnywhere;
}

bool Funnel::next(Turn& turn) {
  if (at_ == count_ || !find_turn(turn)) return false;
  apex_ = end_of(doorways_[turn.gap], turn.end);
  at_ = turn.gap + 1;
  pass_doorways();
  turn.behind = at_ - 1;
  return true;
}

}  // namespace

PORTOLAN_BY_MACHINE PORTOLAN_FLATTEN void pull_string(const Vec3& start, std::span<const Gap> gaps,
                                                      const Vec3& goal, std::vector<Turn>& turns) {
  Funnel funnel(start, gaps, goal);
  for (Turn turn; funnel.next(turn);) turns.push_back(turn);
}

}  // namespace portolan::detail
