#include <cmath>
#include <limits>

#include "nav_mesh_testing.h"
#include "portolan/navmesh/validate_polygon_mesh.h"

namespace portolan::detail {
namespace {

using test::expect_error;
using test::MeshBuilder;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

/// Two squares side by side along x, joined by one portal.
PolygonMesh two_squares() {
  MeshBuilder builder;
  builder.add_floor(0, 0, 1, 1);
  builder.add_floor(1, 0, 2, 1);
  return builder.finish();
}

PolygonMesh with_link(const OffMeshLink& link, std::uint32_t from = 0, std::uint32_t to = 1) {
  PolygonMesh mesh = two_squares();
  mesh.links.push_back({link, from, to});
  return mesh;
}

TEST(PolygonMeshCheck, TakesGoodMeshes) {
  EXPECT_TRUE(validate(two_squares()));
  EXPECT_TRUE(validate(PolygonMesh{}));
  EXPECT_TRUE(validate(with_link({{0, 0, 0}, {2, 0, 1}})));
  for (std::uint32_t seed = 1; seed <= 8; ++seed)
    EXPECT_TRUE(validate(test::make_random_mesh(seed))) << seed;
}

TEST(PolygonMeshCheck, RefusesPointsThatAreNone) {
  for (const float bad : {kNan, kInf, -kInf, 1.1e7f, -3e38f}) {
    for (int axis = 0; axis < 3; ++axis) {
      PolygonMesh mesh = two_squares();
      Vec3& v = mesh.vertices[3];
      (axis == 0 ? v.x : axis == 1 ? v.y : v.z) = bad;
      expect_error(validate(mesh), {"vertex 3", "1e7"});
      mesh = two_squares();
      mesh.portals[0].ends[1] = axis == 0 ? Vec3{bad, 0, 0} : Vec3{0, 0, bad};
      expect_error(validate(mesh), {"portal 0", "1e7"});
      expect_error(validate(with_link({{0, 0, 0}, {0, bad, 0}})), {"link 0", "1e7"});
      expect_error(validate(with_link({{bad, 0, 0}, {0, 0, 0}})), {"link 0", "1e7"});
    }
  }
  PolygonMesh mesh = two_squares();
  mesh.vertices[0].x = -1e7f;
  EXPECT_TRUE(validate(mesh));
}

TEST(PolygonMeshCheck, RefusesTruncatedArrays) {
  PolygonMesh mesh = two_squares();
  mesh.corners.pop_back();
  expect_error(validate(mesh), {"corner_begin"});
  mesh = two_squares();
  mesh.corner_begin.clear();
  expect_error(validate(mesh), {"corner_begin"});
  mesh = two_squares();
  mesh.corner_begin.front() = 1;
  expect_error(validate(mesh), {"corner_begin"});
  mesh = two_squares();
  mesh.corner_begin[1] = 100;
  expect_error(validate(mesh), {"polygon 0", "do not exist"});
  mesh = two_squares();
  mesh.corner_begin = {0, 6, 4, 8};
  expect_error(validate(mesh), {"polygon 1", "do not exist"});
  mesh = two_squares();
  mesh.vertices.pop_back();
  expect_error(validate(mesh), {"polygon 1", "vertex 5", "only 5"});
}

TEST(PolygonMeshCheck, RefusesPolygonsThatAreNone) {
  PolygonMesh mesh = two_squares();
  mesh.corner_begin = {0, 2, 8};
  expect_error(validate(mesh), {"polygon 0", "three corners"});
  mesh = two_squares();
  mesh.corners.resize(kMaxCorners + 5, 0);
  mesh.corner_begin.back() = static_cast<std::uint32_t>(mesh.corners.size());
  expect_error(validate(mesh), {"polygon 1", "1024 corners"});
  mesh.corners.resize(kMaxCorners + 4);
  mesh.corner_begin.back() = static_cast<std::uint32_t>(mesh.corners.size());
  EXPECT_TRUE(validate(mesh));
}

TEST(PolygonMeshCheck, RefusesValuesThatFitNoPolygon) {
  PolygonMesh mesh = two_squares();
  mesh.areas = {0, 64};
  expect_error(validate(mesh), {"polygon 1", "above 63"});
  mesh.areas = {63};
  expect_error(validate(mesh), {"areas", "1", "2 polygons"});
  mesh.areas = {63, 0};
  EXPECT_TRUE(validate(mesh));
  mesh.flags = {1, 1, 1};
  expect_error(validate(mesh), {"flags", "3", "2 polygons"});
  mesh.flags = {};
  mesh.refs = {7};
  expect_error(validate(mesh), {"refs", "1", "2 polygons"});
}

TEST(PolygonMeshCheck, RefusesJointsOfNothing) {
  PolygonMesh mesh = two_squares();
  mesh.portals[0].polygons[1] = 2;
  expect_error(validate(mesh), {"portal 0", "does not exist"});
  mesh.portals[0].polygons[1] = 0;
  expect_error(validate(mesh), {"portal 0", "itself"});
  expect_error(validate(with_link({}, 0, 2)), {"link 0", "does not exist"});
  expect_error(validate(with_link({}, 0xFFFF'FFFFu, 0)), {"link 0", "does not exist"});
  OffMeshLink link;
  link.area = 64;
  expect_error(validate(with_link(link)), {"link 0", "above 63"});
  for (const float bad : {kNan, kInf, 1.1e7f}) {
    link = {};
    link.cost = bad;
    expect_error(validate(with_link(link)), {"link 0", "cost"});
  }
}

/// So many that every two of them were a move: the place is named, and the limit.
TEST(PolygonMeshCheck, RefusesCrowdedPolygons) {
  const auto with_links = [](std::uint32_t count) {
    PolygonMesh mesh = two_squares();
    for (std::uint32_t i = 0; i < count; ++i)
      mesh.links.push_back({{{1, 0, 0}, {2, 0, 1}}, 1, 1});  // within polygon 1
    return mesh;
  };
  EXPECT_TRUE(validate(with_links(kMaxDoorways / 2 - 1)));
  expect_error(validate(with_links(kMaxDoorways / 2)),
               {"polygon 1, around (1.5, 0, 0.5)", "2049", "at most 2048", "remove"});
}

/// Fans of triangles around one edge, each beside every other.
PolygonMesh make_fan(std::uint32_t count) {
  MeshBuilder builder;
  for (std::uint32_t i = 0; i < count; ++i) {
    const double angle = 3.0 * i / count;
    builder.add({{0, 0, 0},
                 {0, 0, 1},
                 {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle)), 0}});
  }
  return builder.mesh();
}

TEST(PolygonMeshCheck, RefusesCrowdedEdges) {
  PolygonMesh mesh = make_fan(kMaxPolygonsAtEdge);
  ASSERT_TRUE(find_portals(mesh));
  EXPECT_EQ(mesh.portals.size(), kMaxPolygonsAtEdge * (kMaxPolygonsAtEdge - 1) / 2);
  EXPECT_EQ(test::build(mesh).mesh().polygon_count(), kMaxPolygonsAtEdge);
  mesh = make_fan(kMaxPolygonsAtEdge + 1);
  expect_error(find_portals(mesh), {"vertex 0 at (0, 0, 0)", "vertex 1 at (0, 0, 1)",
                                    "33 polygons, polygon 0 first", "at most 32", "remove"});
}

/// Portals that a file names need not be those of edges.
TEST(PolygonMeshCheck, RefusesToBuildWhatIsCrowded) {
  PolygonMesh mesh = make_fan(300);
  for (std::uint32_t a = 0; a < 300; ++a) {
    for (std::uint32_t b = a + 1; b < 300; ++b)
      mesh.portals.push_back({{{0, 0, 0}, {0, 0, 1}}, {a, b}});
  }
  ASSERT_TRUE(validate(mesh));
  const auto crowded = NavMeshSnapshot::build(test::nav_mesh(mesh), {});
  expect_error(crowded, {"polygon", "around (", "299 doorways", "entries", "share one edge"});
}

TEST(PolygonMeshCheck, AnEmptyMeshIsNoWorld) {
  expect_error(NavMesh::make(PolygonMesh{}), {"no polygons"});
  PolygonMesh mesh = two_squares();
  mesh.corners.pop_back();
  expect_error(NavMesh::make(mesh), {"corner_begin"});
}

/// Which side of the path from one polygon to the other an end lies on, seen from above: z grows
/// to the right of one who walks along x.
TEST(Portals, LeftAndRightForBothWindings) {
  for (const bool reversed : {false, true}) {
    PolygonMesh mesh = two_squares();
    if (reversed) {
      std::reverse(mesh.corners.begin(), mesh.corners.begin() + 4);
      std::reverse(mesh.corners.begin() + 4, mesh.corners.end());
    }
    ASSERT_TRUE(find_portals(mesh));
    ASSERT_EQ(mesh.portals.size(), 1u);
    EXPECT_EQ(mesh.portals[0].polygons[0], 0u);
    EXPECT_EQ(mesh.portals[0].polygons[1], 1u);
    EXPECT_EQ(mesh.portals[0].ends[0], (Vec3{1, 0, 0}));
    EXPECT_EQ(mesh.portals[0].ends[1], (Vec3{1, 0, 1}));
    Portal back = mesh.portals[0];
    std::swap(back.polygons[0], back.polygons[1]);
    orient(back, mesh);
    EXPECT_EQ(back.ends[0], (Vec3{1, 0, 1}));
    orient(back, mesh);
    EXPECT_EQ(back.ends[0], (Vec3{1, 0, 1})) << "orienting twice";
  }
}

/// On any mesh: the two polygons hold both ends, the middle of polygons[0] sees ends[0] on the
/// left, and every two polygons that share an edge have exactly one portal for it.
TEST(Portals, AreAllSharedEdges) {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    PolygonMesh mesh = seed % 3 == 0 ? test::make_quadtree(seed)
                       : seed % 3 == 1
                           ? test::make_field({.triangles = 2, .uneven = true, .seed = seed})
                           : test::make_storeys(3, 4, 5);
    std::size_t shared = 0;
    for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
      for (std::uint32_t q = p + 1; q < mesh.polygon_count(); ++q) {
        for (std::uint32_t i = 0; i < mesh.corner_count(p); ++i) {
          for (std::uint32_t j = 0; j < mesh.corner_count(q); ++j) {
            const Vec3 a = mesh.corner(p, i), b = mesh.corner(p, (i + 1) % mesh.corner_count(p));
            const Vec3 c = mesh.corner(q, j), d = mesh.corner(q, (j + 1) % mesh.corner_count(q));
            shared += (a == c && b == d) || (a == d && b == c);
          }
        }
      }
    }
    EXPECT_EQ(mesh.portals.size(), shared) << "seed " << seed;
    for (const Portal& portal : mesh.portals) {
      const Vec3 from = test::centre_of(mesh, portal.polygons[0]);
      const Vec3 to = test::centre_of(mesh, portal.polygons[1]);
      EXPECT_GT(area_from_above(from, portal.middle(), portal.ends[0]), 0.0f);
      EXPECT_LT(area_from_above(from, portal.middle(), portal.ends[1]), 0.0f);
      EXPECT_LT(area_from_above(to, portal.middle(), portal.ends[0]), 0.0f);
    }
  }
}

/// Three sheets that meet in one edge: a portal for each two of them.
TEST(Portals, EdgesOfManyPolygons) {
  MeshBuilder builder;
  builder.add({{0, 0, 0}, {0, 0, 1}, {-1, 0, 0}});
  builder.add({{0, 0, 0}, {0, 0, 1}, {1, 0, 0}});
  builder.add({{0, 0, 0}, {0, 0, 1}, {1, 1, 0}});
  const PolygonMesh mesh = builder.finish();
  EXPECT_TRUE(validate(mesh));
  ASSERT_EQ(mesh.portals.size(), 3u);
  const NavMeshSnapshot snapshot = test::build(mesh);
  NavMeshQuery query;
  NavMeshPath path;
  for (std::uint32_t a = 0; a < 3; ++a) {
    for (std::uint32_t b = 0; b < 3; ++b) {
      const MeshPlace start{a, test::centre_of(mesh, a)}, goal{b, test::centre_of(mesh, b)};
      ASSERT_EQ(query.find_path(snapshot, start, goal, {}, path), Status::complete);
      EXPECT_EQ(path.polygons.size(), a == b ? 1u : 2u);
    }
  }
}

/// Polygons of no area, with corners that repeat, or that are all one point: kept, and harmless.
TEST(Portals, DegeneratePolygons) {
  MeshBuilder builder;
  builder.add_floor(0, 0, 1, 1);
  builder.add({{1, 0, 0}, {1, 0, 1}, {1, 0, 1}, {1, 0, 0}});             // a line, corners twice
  builder.add({{1, 0, 0}, {1, 0, 1}, {2, 0, 1}, {2, 0, 1}, {2, 0, 0}});  // one corner twice
  builder.add({{2, 0, 0}, {2, 0, 0.5f}, {2, 0, 1}});                     // no area
  builder.add({{5, 0, 5}, {5, 0, 5}, {5, 0, 5}});                        // a point
  const PolygonMesh mesh = builder.finish();
  ASSERT_TRUE(validate(mesh));
  for (const Portal& portal : mesh.portals) EXPECT_NE(portal.polygons[0], portal.polygons[1]);
  const NavMeshSnapshot snapshot = test::build(mesh, {}, {2});
  const auto at = [&](const Vec3& p) { return *snapshot.mesh().find_nearest(p, {0.1f, 1, 0.1f}); };
  NavMeshQuery query;
  NavMeshPath path;
  ASSERT_EQ(query.find_path(snapshot, at({0.2f, 0, 0.2f}), at({1.8f, 0, 0.8f}), {}, path),
            Status::complete);
  EXPECT_EQ(path.polygons.back(), 2u);
  EXPECT_EQ(query.find_path(snapshot, at({0.2f, 0, 0.2f}), at({5, 0, 5}), {}, path),
            Status::unreachable);
}

TEST(Portals, RepeatedPolygonsShareEveryEdge) {
  MeshBuilder builder;
  builder.add_floor(0, 0, 1, 1);
  builder.add_floor(0, 0, 1, 1);
  const PolygonMesh mesh = builder.finish();
  EXPECT_EQ(mesh.portals.size(), 4u);
  NavMeshQuery query;
  NavMeshPath path;
  const MeshPlace start{0, {0.5f, 0, 0.5f}}, goal{1, {0.5f, 0, 0.5f}};
  ASSERT_EQ(query.find_path(test::build(mesh), start, goal, {}, path), Status::complete);
  EXPECT_EQ(path.cost, 1024u);
}

/// Worlds so large that costs could overflow get a coarser unit, or a refusal that says why.
TEST(GiganticMeshes, KeepCostsInRange) {
  MeshBuilder builder;
  builder.add({{-1e7f, 0, -1e7f}, {-1e7f, 0, 1e7f}, {1e7f, 0, 1e7f}});
  builder.add({{-1e7f, 0, -1e7f}, {1e7f, 0, 1e7f}, {1e7f, 0, -1e7f}});
  const PolygonMesh mesh = builder.finish();
  const NavMeshSnapshot snapshot = test::build(mesh);
  EXPECT_LT(snapshot.world().costs().units_per_metre, 1024.0);
  const MeshPlace start{0, {-1e7f, 0, 1e7f}}, goal{1, {1e7f, 0, -1e7f}};
  NavMeshQuery query;
  NavMeshPath path;
  ASSERT_EQ(query.find_path(snapshot, start, goal, {}, path), Status::complete);
  EXPECT_NEAR(snapshot.metres(path.cost), 2e7 * std::sqrt(2.0), 2.0);
  const MeshPlace across{0, {1e7f, 0, 1e7f}};
  ASSERT_EQ(query.find_path(snapshot, start, across, {}, path), Status::complete);
  EXPECT_NEAR(snapshot.metres(path.cost), 2e7, 2.0);

  NavMeshMetric expensive;
  expensive.cost.fill(NavMeshMetric::kMost);
  expect_error(snapshot.with_metric(expensive), {"too large", "split the world"});
}

/// Numbers that no integer holds are not converted to one.
TEST(GiganticMeshes, FarPointsAndNoPointsHaveCosts) {
  const NavMeshSnapshot snapshot = test::build(two_squares());
  const MeshCosts& costs = snapshot.world().costs();
  for (const float far : {1e8f, 1e20f, 3e38f, kInf, -kInf, kNan}) {
    EXPECT_LE(costs.bound({0, 0, 0}, {far, 0, far}), 1u << 30) << far;
    EXPECT_LE(costs.of_length(std::abs(double{far}), 1.0f), kInfinite / 4) << far;
  }
  EXPECT_EQ(costs.of_length(double{kInf}, 1.0f), kInfinite / 4);
  EXPECT_EQ(costs.of_length(double{kNan}, 1.0f), kInfinite / 4);
}

/// Links weigh what they cost under the metric, not the most that they could.
TEST(GiganticMeshes, LongLinksKeepTheFinestUnit) {
  PolygonMesh mesh = two_squares();
  for (int i = 0; i < 20; ++i) {
    mesh.links.push_back({{{0, 0, 0}, {2, 0, 1}}, 0, 1});
    mesh.links.back().link.cost = 100.0f;
  }
  EXPECT_EQ(test::build(mesh).world().costs().units_per_metre, 1024.0);
  for (PolygonLink& link : mesh.links) link.link.cost = 1e7f;
  EXPECT_LT(test::build(mesh).world().costs().units_per_metre, 1024.0);
}

}  // namespace
}  // namespace portolan::detail
