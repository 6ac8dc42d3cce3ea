#include "portolan/terrain/path_line.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "portolan/terrain/terrain_query.h"
#include "terrain_testing.h"

namespace portolan::detail {
namespace {

double map_distance(const Vec3& a, const Vec3& b) {
  return std::hypot(double{a.x} - double{b.x}, double{a.z} - double{b.z});
}

/// The shortest line through a strip, seen from above, whose points are drawn from `samples` evenly
/// spread ones on each edge: an independent answer, too long by less than an edge's spacing for
/// each edge that is not crossed at a sample.
double sampled_length(const TriangleMesh& mesh, const std::vector<std::uint32_t>& strip,
                      const Vec3& start, const Vec3& goal, int samples) {
  std::vector<Vec3> places{start};
  std::vector<double> costs{0.0};
  const auto go_on = [&](const std::vector<Vec3>& next) {
    std::vector<double> best(next.size(), INFINITY);
    for (std::size_t j = 0; j < next.size(); ++j) {
      for (std::size_t i = 0; i < places.size(); ++i)
        best[j] = std::min(best[j], costs[i] + map_distance(places[i], next[j]));
    }
    places = next;
    costs = best;
  };
  for (std::size_t k = 0; k + 1 < strip.size(); ++k) {
    const TriangleId from{strip[k]};
    const unsigned edge = find_edge(mesh, from, TriangleId{strip[k + 1]});
    const Vec3 a = mesh.vertices[mesh.corners[from][edge]];
    const Vec3 b = mesh.vertices[mesh.corners[from][(edge + 1) % 3]];
    std::vector<Vec3> next;
    for (int s = 0; s <= samples; ++s)
      next.push_back(a + (b - a) * (static_cast<float>(s) / static_cast<float>(samples)));
    go_on(next);
  }
  go_on({goal});
  return costs.front();
}

/// How far a point lies from the line between two others.
double distance_to(const Vec3& p, const Vec3& a, const Vec3& b) {
  const auto dot_of = [](const Vec3& u, const Vec3& v) {
    return double{u.x} * double{v.x} + double{u.y} * double{v.y} + double{u.z} * double{v.z};
  };
  const Vec3 ab = b - a, ap = p - a;
  const double t = std::clamp(dot_of(ap, ab) / std::max(dot_of(ab, ab), 1e-12), 0.0, 1.0);
  const Vec3 off = ap - ab * static_cast<float>(t);
  return std::sqrt(dot_of(off, off));
}

struct Strip {
  std::shared_ptr<const TriangleMesh> mesh;
  std::vector<std::uint32_t> triangles;
};

/// Cheapest paths over random ground.
std::vector<Strip> random_strips(Triangulation triangulation, unsigned seed) {
  auto mesh = make_triangle_mesh(random_map(24, 20, seed, 0.04), triangulation);
  const auto snapshot = TerrainSnapshot::build(std::move(*mesh), PriceSettings{});
  std::vector<Strip> strips;
  std::mt19937 random(seed);
  TerrainQuery query;
  TerrainPath path;
  while (strips.size() < 12) {
    const auto draw = [&] {
      return NodeId{static_cast<std::uint32_t>(random() % snapshot->mesh().triangle_count())};
    };
    if (query.find_path(*snapshot, draw(), draw(), {}, path) != Status::complete) continue;
    Strip& strip = strips.emplace_back(Strip{snapshot->shared_mesh(), {}});
    for (const NodeId node : path.nodes) strip.triangles.push_back(index(node));
  }
  return strips;
}

TEST(PathLine, StraightenedPathsStayInTheirStripAndNoneIsShorter) {
  for (const Triangulation triangulation :
       {Triangulation::two, Triangulation::four, Triangulation::contour}) {
    for (const auto& [mesh, strip] : random_strips(triangulation, 7)) {
      const Vec3 start = centre_of(*mesh, TriangleId{strip.front()});
      const Vec3 goal = centre_of(*mesh, TriangleId{strip.back()});
      std::vector<Vec3> waypoints, crossings, middles;
      StripStraightener straightener;
      straightener.append_waypoints(*mesh, strip, start, goal, waypoints);
      straightener.append_crossings(*mesh, strip, start, goal, crossings);
      append_middles(*mesh, strip, start, goal, middles);
      // A point on every edge of the strip, so that it leaves none of the triangles: its price is
      // theirs.
      ASSERT_EQ(crossings.size(), strip.size() + 1);
      for (std::size_t k = 0; k + 1 < strip.size(); ++k) {
        const TriangleId from{strip[k]};
        const unsigned edge = find_edge(*mesh, from, TriangleId{strip[k + 1]});
        EXPECT_LT(distance_to(crossings[k + 1], mesh->vertices[mesh->corners[from][edge]],
                              mesh->vertices[mesh->corners[from][(edge + 1) % 3]]),
                  1e-4);
      }
      // Both are the same line seen from above, as long as the best by samples.
      const double length = measure_line(waypoints).map;
      EXPECT_NEAR(measure_line(crossings).map, length, 1e-3);
      const double sampled = sampled_length(*mesh, strip, start, goal, 24);
      EXPECT_LE(length, sampled + 1e-3);
      EXPECT_GE(length, 0.99 * sampled - 1e-3);
      EXPECT_LE(length, measure_line(middles).map + 1e-3);
    }
  }
}

TEST(PathLine, OnLevelGroundAStripAheadIsOneLine) {
  const auto mesh =
      make_triangle_mesh(height_map(9, std::vector<float>(18, 3.0f)), Triangulation::two);
  std::vector<std::uint32_t> strip(16);
  std::iota(strip.begin(), strip.end(), 0u);  // from the left end to the right one
  const Vec3 start{0.25f, 0.0f, 0.5f}, goal{7.75f, 0.0f, 0.5f};
  std::vector<Vec3> waypoints;
  StripStraightener().append_waypoints(*mesh, strip, start, goal, waypoints);
  EXPECT_EQ(waypoints, (std::vector<Vec3>{{0.25f, 3.0f, 0.5f}, {7.75f, 3.0f, 0.5f}}));
  EXPECT_DOUBLE_EQ(measure_line(waypoints).ground, 7.5);
}

TEST(PathLine, LinesMeasureWhatTheyShould) {
  const std::vector<Vec3> line{{0, 0, 0}, {3, 4, 0}, {3, 1, 4}};
  const LineLengths measured = measure_line(line);
  EXPECT_DOUBLE_EQ(measured.ground, 10.0);
  EXPECT_DOUBLE_EQ(measured.map, 7.0);
  EXPECT_DOUBLE_EQ(measured.up, 4.0);
  EXPECT_DOUBLE_EQ(measured.down, 3.0);
  EXPECT_EQ(measure_line({}).ground, 0.0);
}

TEST(PathLine, OneTriangleIsCrossedStraight) {
  const TriangleMesh mesh = two_triangles({-1, 1, 0}, {1, 0, 0});
  const std::vector<std::uint32_t> strip{0};
  std::vector<Vec3> waypoints;
  StripStraightener().append_waypoints(mesh, strip, {-0.5f, 9, 0.25f}, {-0.25f, 9, 0.5f},
                                       waypoints);
  ASSERT_EQ(waypoints.size(), 2u);
  EXPECT_FLOAT_EQ(waypoints[0].y, 0.5f);
  EXPECT_FLOAT_EQ(waypoints[1].y, 0.25f);
}

}  // namespace
}  // namespace portolan::detail
