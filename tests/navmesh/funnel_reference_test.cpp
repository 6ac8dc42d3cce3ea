#include <algorithm>
#include <cmath>

#include "doorway_funnel.h"
#include "nav_mesh_testing.h"
#include "portolan/core/funnel.h"

namespace portolan::detail {
namespace {

using test::Doorway;

using test::Random;

double leftness(const Vec3& a, const Vec3& b, const Vec3& c) {
  return (double{c.x} - double{a.x}) * (double{b.z} - double{a.z}) -
         (double{b.x} - double{a.x}) * (double{c.z} - double{a.z});
}

double length(const Vec3& a, const Vec3& b) {
  return std::hypot(double{b.x} - double{a.x}, double{b.z} - double{a.z});
}

double length(const std::vector<Vec3>& points) {
  double sum = 0.0;
  for (std::size_t i = 1; i < points.size(); ++i) sum += length(points[i - 1], points[i]);
  return sum;
}

/// How far a point is from a doorway.
double distance_to(const Vec3& point, const Doorway& d) {
  const double x = double{d.right.x} - double{d.left.x};
  const double z = double{d.right.z} - double{d.left.z};
  const double px = double{point.x} - double{d.left.x};
  const double pz = double{point.z} - double{d.left.z};
  const double square = x * x + z * z;
  const double t = square == 0.0 ? 0.0 : std::clamp((px * x + pz * z) / square, 0.0, 1.0);
  return std::hypot(px - t * x, pz - t * z);
}

/// The plain funnel: narrows doorway by doorway in doubles, and begins anew behind every turn.
std::vector<Vec3> plain_funnel(const Vec3& start, const std::vector<Doorway>& doorways,
                               const Vec3& goal) {
  std::vector<Vec3> points{start};
  const auto same = [](const Vec3& a, const Vec3& b) { return a.x == b.x && a.z == b.z; };
  struct Edge {
    Vec3 point;
    std::size_t at;
  };
  Vec3 apex = start;
  Edge left{start, 0}, right{start, 0};
  std::size_t i = 0;
  const auto pass_doorways = [&] {
    while (i < doorways.size() && distance_to(apex, doorways[i]) < 1e-3) ++i;
  };
  pass_doorways();
  while (i <= doorways.size()) {
    const Vec3& new_left = i < doorways.size() ? doorways[i].left : goal;
    const Vec3& new_right = i < doorways.size() ? doorways[i].right : goal;
    const Edge* turn = nullptr;
    if (leftness(apex, right.point, new_right) >= 0.0) {
      if (same(apex, right.point) || leftness(apex, left.point, new_right) < 0.0)
        right = {new_right, i};
      else
        turn = &left;
    }
    if (turn == nullptr && leftness(apex, left.point, new_left) <= 0.0) {
      if (same(apex, left.point) || leftness(apex, right.point, new_left) > 0.0)
        left = {new_left, i};
      else
        turn = &right;
    }
    if (turn == nullptr) {
      ++i;
      continue;
    }
    const Edge corner = *turn;
    apex = corner.point;
    left = right = corner;
    points.push_back(apex);
    i = corner.at + 1;
    pass_doorways();
  }
  points.push_back(goal);
  return points;
}

/// How far a straight piece passes by a doorway; 0 where it goes through.
double distance_beside(const Vec3& a, const Vec3& b, const Doorway& d) {
  const double l = leftness(a, b, d.left), r = leftness(a, b, d.right);
  const double from = leftness(d.right, d.left, a), to = leftness(d.right, d.left, b);
  if (l * r <= 0.0 && from * to <= 0.0) return 0.0;
  const Doorway piece{a, b, 0};
  return std::min({distance_to(a, d), distance_to(b, d), distance_to(d.left, piece),
                   distance_to(d.right, piece)});
}

/// Compares both forms of the funnel with the plain one, and looks at every doorway.
void expect_shortest(const Vec3& start, const std::vector<Doorway>& doorways, const Vec3& goal) {
  std::vector<Gap> gaps;
  for (const Doorway& d : doorways) gaps.push_back({{d.left.x, d.right.x}, {d.left.z, d.right.z}});
  std::vector<Turn> turns;
  pull_string(start, gaps, goal, turns);
  std::vector<Vec3> points{start};
  std::size_t at = 0;  // the first doorway not yet behind us
  const auto go = [&](const Vec3& to, std::size_t end) {
    for (; at < end; ++at)
      ASSERT_LT(distance_beside(points.back(), to, doorways[at]), 2e-3) << "doorway " << at;
    points.push_back(to);
  };
  for (const Turn& turn : turns) {
    ASSERT_LT(turn.behind, doorways.size());
    ASSERT_LE(at, turn.gap);
    ASSERT_LE(turn.gap, turn.behind);
    const Doorway& d = doorways[turn.gap];
    ASSERT_NO_FATAL_FAILURE(go(turn.end == 0 ? d.left : d.right, turn.gap));
    for (; at <= turn.behind; ++at) ASSERT_LT(distance_to(points.back(), doorways[at]), 2e-3);
  }
  ASSERT_NO_FATAL_FAILURE(go(goal, doorways.size()));
  const double expected = length(plain_funnel(start, doorways, goal));
  ASSERT_LE(length(points), expected * (1.0 + 1e-4) + 1e-6);
  ASSERT_GE(length(points), expected * (1.0 - 1e-4) - 2e-3);

  std::vector<Waypoint> waypoints{{start, 1000}};
  test::pull_string(start, 1000, doorways, goal, waypoints);
  std::vector<Vec3> same{start};
  for (std::size_t k = 1; k < waypoints.size(); ++k) same.push_back(waypoints[k].point);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  ASSERT_EQ(same, points);
}

/// A corridor of quads and triangles on whole coordinates, so that ends often lie in one line. It
/// goes on in steps of a staircase: nothing overlaps.
std::vector<Doorway> make_lattice(Random& random, std::uint32_t count, Vec3& start, Vec3& goal) {
  std::vector<Doorway> doorways;
  float left = 4, right = 0, x = 0;
  start = {0, 0, 2};
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t kind = test::below(random, 8);
    const float shift = static_cast<float>(test::below(random, 7)) - 3.0f;
    const float old_left = left, old_right = right, old_x = x;
    x += 1.0f;
    if (kind == 0) {  // a doorway of no width
      left = right = std::clamp(std::floor((left + right) / 2), right, left);
    } else {
      left = std::max(old_right + shift + 1.0f, old_right + 1.0f);
      right = std::min(left - 1.0f, old_right + std::min(shift, 0.0f));
    }
    if (kind == 1) {  // a diagonal shares an end with the doorway before,
      doorways.push_back({{old_x, 0, old_left}, {x, 0, right}, i});
    } else if (kind == 2) {
      doorways.push_back({{x, 0, left}, {old_x, 0, old_right}, i});
    }
    doorways.push_back({{x, 0, left}, {x, 0, right}, i});
    if (kind == 3) doorways.push_back(doorways.back());  // and some lie on top of each other
  }
  goal = {x + 1, 0, (left + right) / 2};
  // Going to greater x, the left side is that of lesser z: the other way round.
  for (Doorway& d : doorways) {
    d.left.z = -d.left.z;
    d.right.z = -d.right.z;
  }
  start.z = -start.z;
  goal.z = -goal.z;
  return doorways;
}

TEST(FunnelReference, EndsInOneLine) {
  Random random(11);
  for (int k = 0; k < 20000; ++k) {
    Vec3 start, goal;
    const auto doorways = make_lattice(random, 1 + test::below(random, 30), start, goal);
    ASSERT_NO_FATAL_FAILURE(expect_shortest(start, doorways, goal)) << k;
  }
}

/// A strip that bends at random, far from the origin at times, with doorways shrunk to points,
/// doubled, and starts and goals on ends.
TEST(FunnelReference, BentStrips) {
  Random random(12);
  for (int k = 0; k < 20000; ++k) {
    const float far = k % 3 == 0 ? 1000.0f : 0.0f;
    double heading = 0.0;
    Vec3 left{far + 1, 0, far - 1}, right{far + 1, 0, far + 1};
    Vec3 start{far, 0, far};
    std::vector<Doorway> doorways{{left, right, 0}};
    const std::uint32_t count = 1 + test::below(random, 40);
    const auto ahead = [&](double turn, double by) {
      const Vec3 middle = (left + right) * 0.5f;
      const Vec3 across = right - left;
      heading = std::atan2(-double{across.x}, double{across.z});
      return Vec3{middle.x + static_cast<float>(std::cos(heading + turn) * by), 0.0f,
                  middle.z + static_cast<float>(std::sin(heading + turn) * by)};
    };
    for (std::uint32_t i = 1; i < count; ++i) {
      const double turn = (double{test::unit(random)} - 0.5) * 2.4;
      const Vec3 next = ahead(turn, 0.75 + 2 * double{test::unit(random)});
      (test::below(random, 2) == 0 ? left : right) = next;
      doorways.push_back({left, right, i});
      if (test::below(random, 16) == 0) doorways.push_back(doorways.back());
    }
    Vec3 goal = ahead(0.0, 0.5);
    if (k % 5 == 0) goal = k % 2 == 0 ? left : right;
    if (k % 7 == 0) start = k % 2 == 0 ? doorways[0].left : doorways[0].right;
    ASSERT_NO_FATAL_FAILURE(expect_shortest(start, doorways, goal)) << k;
  }
}

}  // namespace
}  // namespace portolan::detail
