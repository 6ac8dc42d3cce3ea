#include "portolan/core/funnel.h"

#include <array>
#include <cmath>
#include <limits>

#include "doorway_funnel.h"
#include "nav_mesh_testing.h"

namespace portolan::detail {
namespace {

using test::Doorway;

using test::Random;

struct Point {
  double x, z;
};

Point from_above(const Vec3& v) { return {double{v.x}, double{v.z}}; }

double side(const Point& a, const Point& b, const Point& c) {
  return (b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x);
}

/// Whether the straight line from a to b meets the segment l-r, a little slack allowed.
bool meets(const Point& a, const Point& b, const Point& l, const Point& r) {
  constexpr double kSlack = 1e-5;
  const double across = side(a, b, l) * side(a, b, r);
  if (across > kSlack) return false;
  const double along = side(l, r, a) * side(l, r, b);
  if (along > kSlack) return false;
  if (std::abs(side(a, b, l)) > kSlack || std::abs(side(a, b, r)) > kSlack) return true;
  // All four in one line: the intervals must overlap.
  const auto overlap = [&](double a0, double a1, double b0, double b1) {
    return std::min(a0, a1) <= std::max(b0, b1) + kSlack &&
           std::min(b0, b1) <= std::max(a0, a1) + kSlack;
  };
  return overlap(a.x, b.x, l.x, r.x) && overlap(a.z, b.z, l.z, r.z);
}

/// How far along the line from a to b it meets the line through l and r, from 0 to 1; `otherwise`
/// where the two are parallel.
double share_to(const Point& a, const Point& b, const Point& l, const Point& r, double otherwise) {
  const double before = side(l, r, a), behind = side(l, r, b);
  return std::abs(before - behind) < 1e-9 ? otherwise : before / (before - behind);
}

/// The shortest path through the doorways in order, over all paths that turn at their ends only.
double shortest(const Vec3& start, const std::vector<Doorway>& doorways, const Vec3& goal) {
  const std::size_t n = doorways.size();
  std::vector<std::array<Point, 2>> stops{{from_above(start), from_above(start)}};
  for (const Doorway& d : doorways) stops.push_back({from_above(d.left), from_above(d.right)});
  stops.push_back({from_above(goal), from_above(goal)});
  std::vector<std::array<double, 2>> best(
      n + 2, {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()});
  best[0] = {0.0, 0.0};
  for (std::size_t i = 0; i <= n; ++i) {
    for (const std::size_t e : {0u, 1u}) {
      for (std::size_t j = i + 1; j <= n + 1; ++j) {
        for (const std::size_t f : {0u, 1u}) {
          bool free = true;
          double share = 0.0;  // doorways are passed one after the other, storeys below as well
          for (std::size_t k = i + 1; k < j && free; ++k) {
            const double next = share_to(stops[i][e], stops[j][f], stops[k][0], stops[k][1], share);
            free = next > share - 1e-3 && meets(stops[i][e], stops[j][f], stops[k][0], stops[k][1]);
            share = std::max(share, next);
          }
          if (!free) continue;
          const double length =
              std::hypot(stops[j][f].x - stops[i][e].x, stops[j][f].z - stops[i][e].z);
          best[j][f] = std::min(best[j][f], best[i][e] + length);
        }
      }
    }
  }
  return best[n + 1][0];
}

double length_from_above(const std::vector<Waypoint>& waypoints) {
  double sum = 0.0;
  for (std::size_t i = 1; i < waypoints.size(); ++i) {
    const Point a = from_above(waypoints[i - 1].point), b = from_above(waypoints[i].point);
    sum += std::hypot(b.x - a.x, b.z - a.z);
  }
  return sum;
}

/// That way-points are ends of doorways in order, each with the polygon behind its doorway, and
/// that straight pieces cross the doorways in between.
void expect_in_corridor(const Vec3& start, std::uint32_t start_polygon,
                        const std::vector<Doorway>& doorways, const Vec3& goal,
                        const std::vector<Waypoint>& waypoints) {
  ASSERT_FALSE(waypoints.empty());
  ASSERT_EQ(waypoints.front().point, start);
  ASSERT_EQ(waypoints.back().point, goal);
  std::size_t at = 0;  // the first doorway not yet behind us
  for (std::size_t w = 1; w < waypoints.size(); ++w) {
    const Vec3& point = waypoints[w].point;
    std::size_t stop = doorways.size();
    if (w + 1 < waypoints.size()) {
      for (stop = at; stop < doorways.size(); ++stop) {
        const Doorway& d = doorways[stop];
        if ((d.left == point || d.right == point) && d.polygon == waypoints[w].polygon) break;
      }
      ASSERT_LT(stop, doorways.size()) << "way-point " << w << " is no end of a doorway ahead";
    }
    for (std::size_t k = at; k < stop; ++k) {
      ASSERT_TRUE(meets(from_above(waypoints[w - 1].point), from_above(point),
                        from_above(doorways[k].left), from_above(doorways[k].right)))
          << "piece " << w << " leaves the corridor at doorway " << k;
    }
    at = stop + (stop < doorways.size());
  }
  if (waypoints.size() > 1) {
    EXPECT_EQ(waypoints.back().polygon, doorways.empty() ? start_polygon : doorways.back().polygon);
  }
}

std::vector<Waypoint> pulled(const Vec3& start, const std::vector<Doorway>& doorways,
                             const Vec3& goal) {
  std::vector<Waypoint> waypoints{{start, 1000}};
  test::pull_string(start, 1000, doorways, goal, waypoints);
  return waypoints;
}

/// A strip of triangles that bends at random: each doorway keeps one end of the one before.
std::vector<Doorway> random_corridor(Random& random, std::uint32_t count, Vec3& start, Vec3& goal) {
  double heading = 0.0;
  const auto ahead = [&](const Vec3& from, double turn, double by) {
    return Vec3{from.x + static_cast<float>(std::cos(heading + turn) * by), 0.0f,
                from.z + static_cast<float>(std::sin(heading + turn) * by)};
  };
  start = {0, 0, 0};
  Vec3 left = ahead(start, -1.0, 1.5), right = ahead(start, 1.0, 1.5);
  std::vector<Doorway> doorways{{left, right, 0}};
  for (std::uint32_t i = 1; i < count; ++i) {
    const Vec3 across = right - left;
    heading = std::atan2(-double{across.x}, double{across.z});  // square to the doorway
    const Vec3 middle = (left + right) * 0.5f;
    const double turn = (double{test::unit(random)} - 0.5) * 2.4;
    (test::below(random, 2) == 0 ? left : right) =
        ahead(middle, turn, 0.75 + 2 * double{test::unit(random)});
    doorways.push_back({left, right, i});
  }
  const Vec3 across = right - left;
  heading = std::atan2(-double{across.x}, double{across.z});
  goal = ahead((left + right) * 0.5f, 0.0, 0.5);
  return doorways;
}

TEST(Funnel, ShortestOnRandomCorridors) {
  Random random(1);
  std::size_t turns = 0;
  for (int k = 0; k < 2000; ++k) {
    Vec3 start, goal;
    const auto doorways = random_corridor(random, 1 + test::below(random, 24), start, goal);
    const std::vector<Waypoint> waypoints = pulled(start, doorways, goal);
    ASSERT_NO_FATAL_FAILURE(expect_in_corridor(start, 1000, doorways, goal, waypoints)) << k;
    ASSERT_NEAR(length_from_above(waypoints), shortest(start, doorways, goal), 1e-4) << k;
    turns += waypoints.size() - 2;
  }
  EXPECT_GT(turns, 1000u);
}

TEST(Funnel, NoDoorway) {
  EXPECT_EQ(pulled({0, 0, 0}, {}, {1, 0, 1}),
            (std::vector<Waypoint>{{{0, 0, 0}, 1000}, {{1, 0, 1}, 1000}}));
  EXPECT_EQ(pulled({1, 0, 1}, {}, {1, 0, 1}), (std::vector<Waypoint>{{{1, 0, 1}, 1000}}));
}

TEST(Funnel, StraightThroughAndRoundACorner) {
  const std::vector<Doorway> straight = {{{1, 0, -1}, {1, 0, 1}, 1}, {{2, 0, -1}, {2, 0, 1}, 2}};
  EXPECT_EQ(pulled({0, 0, 0}, straight, {3, 0, 0}),
            (std::vector<Waypoint>{{{0, 0, 0}, 1000}, {{3, 0, 0}, 2}}));
  const std::vector<Doorway> bend = {{{1, 0, -1}, {1, 0, 0}, 1}, {{2, 0, 0}, {1, 0, 0}, 2}};
  EXPECT_EQ(pulled({0, 0, -0.5f}, bend, {3, 0, 0.5f}),
            (std::vector<Waypoint>{{{0, 0, -0.5f}, 1000}, {{3, 0, 0.5f}, 2}}));
  EXPECT_EQ(pulled({0, 0, -0.5f}, bend, {1, 0, 3}),
            (std::vector<Waypoint>{{{0, 0, -0.5f}, 1000}, {{1, 0, 0}, 2}, {{1, 0, 3}, 2}}));
}

/// Starts and goals on ends of doorways, and doorways of no width.
TEST(Funnel, PointsOnEndsOfDoorways) {
  Random random(2);
  for (int k = 0; k < 1000; ++k) {
    Vec3 start, goal;
    auto doorways = random_corridor(random, 2 + test::below(random, 12), start, goal);
    if (k % 2 == 0) start = k % 4 == 0 ? doorways.front().left : doorways.front().right;
    if (k % 3 == 0) goal = k % 6 == 0 ? doorways.back().left : doorways.back().right;
    if (k % 5 == 0) {
      Doorway& narrow = doorways[test::below(random, static_cast<std::uint32_t>(doorways.size()))];
      narrow.left = narrow.right = (narrow.left + narrow.right) * 0.5f;
    }
    const std::vector<Waypoint> waypoints = pulled(start, doorways, goal);
    ASSERT_EQ(waypoints.back().point, goal);
    ASSERT_NEAR(length_from_above(waypoints), shortest(start, doorways, goal), 1e-4) << k;
  }
}

/// The doorways of a path, from its polygons.
std::vector<Doorway> doorways_of(const NavMeshSnapshot& snapshot, const NavMeshPath& path) {
  std::vector<Doorway> doorways;
  for (std::size_t i = 0; i < path.nodes.size(); ++i) {
    const DoorwayId doorway = snapshot.world().layout().doorway(path.nodes[i]);
    const Portal& portal = snapshot.mesh().polygons().portals[index(doorway)];
    const bool forward = portal.polygons[0] == path.polygons[i];
    doorways.push_back(
        {portal.ends[forward ? 0 : 1], portal.ends[forward ? 1 : 0], path.polygons[i + 1]});
  }
  return doorways;
}

/// On whole meshes, in both windings: way-points stay in the corridor of the path's polygons.
TEST(Funnel, PathsOnMeshes) {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    PolygonMesh mesh = seed % 3 == 0   ? test::make_quadtree(seed, 32)
                       : seed % 3 == 1 ? test::make_field({12, 12, 4, 2, true, seed})
                                       : test::make_storeys(3, 5, 7);
    if (seed % 2 == 0) {
      for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p)
        std::reverse(mesh.corners.begin() + mesh.corner_begin[p],
                     mesh.corners.begin() + mesh.corner_begin[p + 1]);
      EXPECT_TRUE(find_portals(mesh));
    }
    const NavMeshSnapshot snapshot = test::build(mesh, {}, {6});
    NavMeshQuery query;
    NavMeshPath path;
    Random random(seed);
    for (int k = 0; k < 100; ++k) {
      const MeshPlace start = test::random_place(mesh, random);
      const MeshPlace goal = test::random_place(mesh, random);
      if (query.find_path(snapshot, start, goal, {}, path) != Status::complete) continue;
      const auto doorways = doorways_of(snapshot, path);
      ASSERT_NO_FATAL_FAILURE(
          expect_in_corridor(start.point, start.polygon, doorways, goal.point, path.waypoints))
          << "seed " << seed << " pair " << k;
      ASSERT_NEAR(length_from_above(path.waypoints), shortest(start.point, doorways, goal.point),
                  1e-3)
          << "seed " << seed << " pair " << k;
      ASSERT_LE(length_of(path.waypoints) * 0.99, snapshot.metres(path.cost))
          << "no longer than over the points of the doorways";
    }
  }
}

/// Up a ramp and back over one's own head: the height of each turn is that of its storey.
TEST(Funnel, WaypointsFollowTheStorey) {
  const PolygonMesh mesh = test::make_storeys(3, 5, 7);
  const NavMeshSnapshot snapshot = test::build(mesh);
  const NavMesh& nav = snapshot.mesh();
  NavMeshQuery query;
  NavMeshPath path;
  const MeshPlace start = *nav.find_nearest({0.5f, 0, 3.5f});
  const MeshPlace goal = *nav.find_nearest({2.5f, 6, 3.5f});
  ASSERT_EQ(query.find_path(snapshot, start, goal, {}, path), Status::complete);
  float highest = 0.0f;
  for (const Waypoint& w : path.waypoints) {
    EXPECT_GE(w.point.y, highest) << "the path only climbs";
    highest = w.point.y;
    EXPECT_LT(distance(nav.place_on(w.polygon, w.point).point, w.point), 1e-5f)
        << "not on its polygon";
  }
  EXPECT_EQ(highest, 6.0f);
  EXPECT_GE(path.waypoints.size(), 6u);
}

/// On random worlds every link followed is a pair of way-points, from its one end to the other.
TEST(Funnel, LinksArePairsOfWaypoints) {
  std::size_t followed = 0;
  for (std::uint32_t seed = 1; seed <= 24; ++seed) {
    const PolygonMesh mesh = test::make_random_mesh(seed);
    const NavMeshSnapshot snapshot = test::build(mesh, test::make_metric(seed), {5});
    const MeshLayout& layout = snapshot.world().layout();
    NavMeshQuery query;
    NavMeshPath path;
    Random random(seed);
    for (int k = 0; k < 40; ++k) {
      const MeshPlace start = test::random_place(mesh, random);
      const MeshPlace goal = test::random_place(mesh, random);
      if (query.find_path(snapshot, start, goal, {}, path) != Status::complete) continue;
      std::vector<std::pair<Vec3, Vec3>> expected, found;
      for (std::size_t i = 0; i + 1 < path.nodes.size(); ++i) {
        if (layout.partner(path.nodes[i]) != path.nodes[i + 1]) continue;
        expected.push_back({layout.place(path.nodes[i]), layout.place(path.nodes[i + 1])});
        ++i;
      }
      for (std::size_t i = 0; i < path.waypoints.size(); ++i) {
        if (!path.waypoints[i].link) continue;
        ASSERT_LT(i + 1, path.waypoints.size());
        found.push_back({path.waypoints[i].point, path.waypoints[i + 1].point});
      }
      ASSERT_EQ(found, expected) << "seed " << seed << " pair " << k;
      followed += found.size();
    }
  }
  EXPECT_GT(followed, 100u);
}

}  // namespace
}  // namespace portolan::detail
