#include <algorithm>
#include <array>
#include <cfloat>
#include <limits>
#include <set>

#include "tests/recast/surface_testing.h"

/// What SurfaceQuery answers, held against Detour's answers on the same meshes. Where the two may
/// differ, and why, is said at each test and in docs/surface.md.
namespace portolan::detail {
namespace {

/// Detour prefers polygons right under a point, up to a step's height; ours is the nearest by
/// length. So ours is never farther, and mostly the same.
TEST(Surface, NearestPlaceAsDetour) {
  Agreement agreement;
  for_random_pairs(
      200, 3.0,
      [&](const TwoSides& sides, const MeshPlace&, const Vec3& point, const SurfaceCase&) {
        const float extents[3] = {2, 4, 2};
        dtPolyRef ref = 0;
        std::array<float, 3> theirs{};
        sides.detour->findNearestPoly(&point.x, extents, &sides.filter, &ref, theirs.data());
        const auto ours = sides.snapshot.mesh().find_nearest(
            point, NavMesh::kDefaultExtent,
            [&](std::uint32_t p) { return sides.snapshot.passable(PolygonId{p}); });
        if (!ours || ref == 0) {
          agreement.add(!ours && ref == 0);
          return;
        }
        EXPECT_LE(distance(ours->point, point), distance(vec3_of(theirs.data()), point) + 1e-3f);
        agreement.add(distance(ours->point, vec3_of(theirs.data())) < 1e-3f);
      });
  ::testing::Test::RecordProperty("agreement", std::to_string(agreement.share()));
  EXPECT_GT(agreement.share(), 0.95);
}

/// The same walls after the same polygons, but for rays that graze a corner: there both go on or
/// stop as rounding has it.
TEST(Surface, RaysAsDetour) {
  Agreement hits, polygons, normals;
  int walls = 0;
  SurfaceScratch scratch;
  RayHit ours;
  for_random_pairs(
      300, 30.0,
      [&](const TwoSides& sides, const MeshPlace& start, const Vec3& goal, const SurfaceCase&) {
        float t = 0.0f;
        std::array<float, 3> normal{};
        std::array<dtPolyRef, 256> refs;
        int count = 0;
        ASSERT_TRUE(dtStatusSucceed(sides.detour->raycast(sides.ref(start.polygon), &start.point.x,
                                                          &goal.x, &sides.filter, &t, normal.data(),
                                                          refs.data(), &count, 256)));
        cast_ray(sides.snapshot, start, goal, scratch, ours);
        const double length = level_distance(start.point, goal);
        const float share = t == FLT_MAX ? 1.0f : t;
        const bool agrees =
            ours.hit == (t != FLT_MAX) && std::abs(double{share - ours.share}) * length < 0.01;
        hits.add(agrees);
        walls += ours.hit;
        const Vec3 end = start.point + (goal - start.point) * ours.share;
        EXPECT_LT(level_distance(ours.end.point, end), 0.01);
        EXPECT_EQ(ours.polygons.front(), start.polygon);
        EXPECT_EQ(ours.polygons.back(), ours.end.polygon);
        if (!agrees) return;
        polygons.add(ours.polygons == sides.polygons_of_refs(refs.data(), count));
        if (ours.hit) normals.add(distance(ours.normal, vec3_of(normal.data())) < 0.01f);
      });
  EXPECT_GT(walls, 300);
  ::testing::Test::RecordProperty("hits", std::to_string(hits.share()));
  EXPECT_GT(hits.share(), 0.998);
  ::testing::Test::RecordProperty("polygons", std::to_string(polygons.share()));
  EXPECT_GT(polygons.share(), 0.998);
  ::testing::Test::RecordProperty("normals", std::to_string(normals.share()));
  EXPECT_GT(normals.share(), 0.998);
}

/// A ray stays on the surface: each polygon of it is beside the next, by an opening that the ray
/// goes through.
TEST(Surface, RaysGoThroughOpenings) {
  SurfaceScratch scratch, other;
  RayHit ray;
  for_random_pairs(
      100, 40.0,
      [&](const TwoSides& sides, const MeshPlace& start, const Vec3& goal, const SurfaceCase&) {
        cast_ray(sides.snapshot, start, goal, scratch, ray);
        for (std::size_t i = 1; i < ray.polygons.size(); ++i) {
          const auto& openings =
              other.list_openings(sides.snapshot, PolygonId{ray.polygons[i - 1]});
          EXPECT_TRUE(std::any_of(openings.begin(), openings.end(), [&](const Opening& opening) {
            return index(opening.next) == ray.polygons[i];
          }));
        }
      });
}

/// The same end in meshes of one tile. Where tiles meet Detour takes an edge that is open in part
/// for open, and does not stop at the rest of it: there ours ends no farther from the goal. Detour
/// looks at no more than 48 polygons at a time.
TEST(Surface, MovesAsDetour) {
  Agreement agreement;
  int stopped = 0;
  SurfaceScratch scratch;
  SurfaceMove ours;
  for_random_pairs(
      300, 3.0,
      [&](const TwoSides& sides, const MeshPlace& start, const Vec3& goal, const SurfaceCase& c) {
        std::array<float, 3> theirs{};
        std::array<dtPolyRef, 64> visited;
        int count = 0;
        ASSERT_TRUE(dtStatusSucceed(sides.detour->moveAlongSurface(
            sides.ref(start.polygon), &start.point.x, &goal.x, &sides.filter, theirs.data(),
            visited.data(), &count, 64)));
        move_along(sides.snapshot, start, goal, scratch, ours);
        EXPECT_LE(level_distance(ours.end.point, goal),
                  level_distance(vec3_of(theirs.data()), goal) + 1e-3);
        stopped += level_distance(ours.end.point, goal) > 1e-3;
        if (!c.tiled) agreement.add(level_distance(ours.end.point, vec3_of(theirs.data())) < 1e-2);
        EXPECT_EQ(ours.polygons.front(), start.polygon);
        EXPECT_EQ(ours.polygons.back(), ours.end.polygon);
      });
  EXPECT_GT(stopped, 100);
  ::testing::Test::RecordProperty("agreement", std::to_string(agreement.share()));
  EXPECT_GT(agreement.share(), 0.998);
}

/// The same distance in meshes of one tile; Detour's walls where tiles meet are whole edges or
/// none, ours the parts that nothing opens, so that ours may be nearer.
TEST(Surface, WallsAsDetour) {
  Agreement agreement;
  int near = 0;
  SurfaceScratch scratch;
  for_random_pairs(
      200, 1.0,
      [&](const TwoSides& sides, const MeshPlace& start, const Vec3&, const SurfaceCase& c) {
        float distance_to = 0.0f;
        std::array<float, 3> point{}, normal{};
        constexpr float kRadius = 5.0f;
        ASSERT_TRUE(dtStatusSucceed(sides.detour->findDistanceToWall(
            sides.ref(start.polygon), &start.point.x, kRadius, &sides.filter, &distance_to,
            point.data(), normal.data())));
        const auto ours = find_wall(sides.snapshot, start, kRadius, scratch);
        const float own = ours ? ours->distance : kRadius;
        if (c.tiled) {
          EXPECT_TRUE(c.dry || own <= distance_to + 1e-3f) << own << " " << distance_to;
          return;
        }
        agreement.add(std::abs(own - distance_to) < 1e-3f);
        if (!ours) return;
        ++near;
        EXPECT_LT(std::abs(level_distance(ours->point, start.point) - double{own}), 1e-3);
        if (own < 0.01f) return;
        const Vec3 towards = (start.point - ours->point) * (1.0f / own);
        EXPECT_LT(level_distance(ours->normal, towards), 0.01);
      });
  EXPECT_GT(near, 100);
  ::testing::Test::RecordProperty("agreement", std::to_string(agreement.share()));
  EXPECT_GT(agreement.share(), 0.998);
}

TEST(Surface, PolygonsAroundAsDetour) {
  Agreement agreement;
  std::size_t most = 0;
  SurfaceScratch scratch;
  std::vector<std::uint32_t> ours;
  for_random_pairs(
      100, 12.0,
      [&](const TwoSides& sides, const MeshPlace& start, const Vec3& goal, const SurfaceCase&) {
        const auto radius = static_cast<float>(level_distance(start.point, goal));
        std::array<dtPolyRef, 2048> refs;
        int count = 0;
        sides.detour->findPolysAroundCircle(sides.ref(start.polygon), &start.point.x, radius,
                                            &sides.filter, refs.data(), nullptr, nullptr, &count,
                                            2048);
        find_polygons_around(sides.snapshot, start, radius, scratch, ours);
        const auto theirs = sides.polygons_of_refs(refs.data(), count);
        agreement.add(std::set(ours.begin(), ours.end()) == std::set(theirs.begin(), theirs.end()));
        EXPECT_EQ(ours.front(), start.polygon);
        most = std::max(most, ours.size());
      });
  EXPECT_GT(most, 10u);
  ::testing::Test::RecordProperty("agreement", std::to_string(agreement.share()));
  EXPECT_GT(agreement.share(), 0.998);
}

/// Nothing is seen, reached or found from where one cannot stand.
TEST(Surface, RefusesPlacesThatCannotBeStoodOn) {
  const TwoSides sides(built(make_park()), true);
  const auto mud = sides.snapshot.mesh().find_nearest({16, 0, 8});
  ASSERT_TRUE(mud && !sides.snapshot.passable(*mud));
  SurfaceScratch scratch;
  RayHit ray;
  cast_ray(sides.snapshot, *mud, {16, 0, 12}, scratch, ray);
  EXPECT_TRUE(ray.hit && ray.share == 0.0f && ray.polygons.empty());
  SurfaceMove move;
  move_along(sides.snapshot, *mud, {16, 0, 12}, scratch, move);
  EXPECT_EQ(move.end, *mud);
  EXPECT_FALSE(find_wall(sides.snapshot, *mud, 10, scratch));
  std::vector<std::uint32_t> around{1};
  find_polygons_around(sides.snapshot, *mud, 10, scratch, around);
  EXPECT_TRUE(around.empty());
  PlaceDrawer drawer(sides.snapshot, 1);
  EXPECT_FALSE(drawer.draw_reachable(*mud));
  const auto start = sides.snapshot.mesh().find_nearest({5, 0, 5});
  const float nan = std::numeric_limits<float>::quiet_NaN();
  cast_ray(sides.snapshot, *start, {nan, 0, 0}, scratch, ray);
  EXPECT_TRUE(ray.hit);
  EXPECT_FALSE(find_wall(sides.snapshot, *start, nan, scratch));
}

/// Drawn places lie on their polygons as Detour has them; polygons are drawn as often as their area
/// says (chi-square over all of them, 5 standard deviations), and never where one may not go.
TEST(Surface, RandomPlacesAreUniform) {
  for (const bool dry : {false, true}) {
    const TwoSides sides(built(make_park()), dry);
    const PolygonMesh& mesh = sides.polygons();
    double area = 0.0;
    for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p)
      area += sides.snapshot.passable(PolygonId{p}) ? polygon_area(mesh, p) : 0.0;
    constexpr int kDraws = 20'000;
    std::vector<int> drawn(mesh.polygon_count(), 0);
    PlaceDrawer drawer(sides.snapshot, 7), again(sides.snapshot, 7);
    for (int i = 0; i < kDraws; ++i) {
      const auto place = drawer.draw();
      ASSERT_EQ(place, again.draw());
      ++drawn[place->polygon];
      std::array<float, 3> on{};
      bool over = false;
      sides.detour->closestPointOnPoly(sides.ref(place->polygon), &place->point.x, on.data(),
                                       &over);
      ASSERT_LT(distance(vec3_of(on.data()), place->point), 1e-2f);
    }
    double chi_square = 0.0;
    int classes = 0;
    for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
      if (!sides.snapshot.passable(PolygonId{p})) {
        EXPECT_EQ(drawn[p], 0);
        continue;
      }
      const double expected = kDraws * polygon_area(mesh, p) / area;
      chi_square += (drawn[p] - expected) * (drawn[p] - expected) / expected;
      ++classes;
    }
    EXPECT_LT(chi_square, classes + 5.0 * std::sqrt(2.0 * classes));
  }
}

/// Detour finds a path to every place drawn, over the one-way link too; who is behind it stays.
TEST(Surface, RandomReachablePlacesCanBeReached) {
  const TwoSides sides(built(make_park()));
  PlaceDrawer drawer(sides.snapshot, 3);
  for (const Vec3& from : {Vec3{2, 0, 2}, Vec3{70, 3, 12}}) {
    const auto start = sides.snapshot.mesh().find_nearest(from);
    ASSERT_TRUE(start);
    int beyond = 0;
    for (int i = 0; i < 200; ++i) {
      const auto place = drawer.draw_reachable(*start);
      ASSERT_TRUE(place);
      beyond += place->point.x > 62;
      std::array<dtPolyRef, 256> refs;
      int count = 0;
      EXPECT_EQ(sides.detour->findPath(sides.ref(start->polygon), sides.ref(place->polygon),
                                       &start->point.x, &place->point.x, &sides.filter, refs.data(),
                                       &count, 256),
                DT_SUCCESS);
    }
    EXPECT_EQ(beyond == 200, from.x > 62);
    EXPECT_GT(beyond, 5);
  }
}

}  // namespace
}  // namespace portolan::detail
