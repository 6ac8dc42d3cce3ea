#include "portolan/navmesh/doorway_points.h"

#include <cmath>

#include "nav_mesh_testing.h"

namespace portolan::detail {
namespace {

using test::MeshBuilder;

/// How far along its portal a point lies, from 0 to 1; the point must lie on the portal.
double share_of(const Portal& portal, const Vec3& point) {
  const double whole = static_cast<double>(distance(portal.ends[0], portal.ends[1]));
  const double first = static_cast<double>(distance(portal.ends[0], point));
  const double second = static_cast<double>(distance(point, portal.ends[1]));
  EXPECT_NEAR(first + second, whole, 1e-4 * (1.0 + whole));
  return whole == 0.0 ? 0.5 : first / whole;
}

TEST(DoorwayPoints, LieOnTheirPortalsAwayFromTheEnds) {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    const PolygonMesh mesh = test::make_random_mesh(seed);
    const std::vector<Vec3> points = make_doorway_points(mesh);
    ASSERT_EQ(points.size(), mesh.portals.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double share = share_of(mesh.portals[i], points[i]);
      EXPECT_GT(share, 0.19) << "seed " << seed << " portal " << i;
      EXPECT_LT(share, 0.81) << "seed " << seed << " portal " << i;
    }
    EXPECT_EQ(make_doorway_points(mesh), points) << "seed " << seed;
  }
}

/// The nodes of the base graph stand at them.
TEST(DoorwayPoints, ArePlacesOfTheLayout) {
  const PolygonMesh mesh = test::make_quadtree(3, 32);
  const NavMeshSnapshot snapshot = test::build(mesh);
  const MeshLayout& layout = snapshot.world().layout();
  const std::vector<Vec3> points = make_doorway_points(mesh);
  for (std::uint32_t d = 0; d < points.size(); ++d)
    EXPECT_EQ(layout.place(layout.node(DoorwayId{d})), points[d]);
}

/// Whichever way round portals are stored: up to a step where the mean lies between two.
TEST(DoorwayPoints, DoNotDependOnTheOrderOfEnds) {
  const PolygonMesh mesh = test::make_quadtree(5, 32);
  PolygonMesh reversed = mesh;
  for (Portal& portal : reversed.portals) {
    std::swap(portal.ends[0], portal.ends[1]);
    std::swap(portal.polygons[0], portal.polygons[1]);
  }
  const std::vector<Vec3> points = make_doorway_points(mesh);
  const std::vector<Vec3> others = make_doorway_points(reversed);
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_NEAR(share_of(mesh.portals[i], points[i]), share_of(mesh.portals[i], others[i]),
                1.1 / 64.0);
  }
}

/// A wide hall between two narrow corridors that are in line near its wall: who passes the wide
/// portal in its middle goes straight there, not over the middle of the portal.
TEST(DoorwayPoints, AreDrawnToStraightPaths) {
  MeshBuilder builder;
  builder.add_floor(0, 0, 2, 2);
  builder.add({{2, 0, 0}, {2, 0, 2}, {2, 0, 10}, {6, 0, 10}, {6, 0, 0}});
  builder.add({{6, 0, 0}, {6, 0, 10}, {10, 0, 10}, {10, 0, 2}, {10, 0, 0}});
  builder.add_floor(10, 0, 12, 2);
  const PolygonMesh mesh = builder.finish();
  const std::vector<Vec3> points = make_doorway_points(mesh);
  ASSERT_EQ(points.size(), 3u);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool wide = mesh.portals[i].middle().x == 6.0f;
    EXPECT_FLOAT_EQ(points[i].z, wide ? 2.03125f : 1.0f);  // a fifth of the width, to the next step
  }
}

TEST(DoorwayPoints, OfPortalsWithoutWidth) {
  MeshBuilder builder;
  builder.add_floor(0, 0, 2, 2);
  builder.add_floor(2, 0, 4, 2);
  builder.add_floor(4, 0, 6, 2);
  PolygonMesh mesh = builder.finish();
  for (Portal& portal : mesh.portals) portal.ends[1] = portal.ends[0];
  const std::vector<Vec3> points = make_doorway_points(mesh);
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_EQ(points[i], mesh.portals[i].ends[0]);
}

/// Thousands of portals between two polygons: they keep their middles, and it takes no time.
TEST(DoorwayPoints, OfVeryManyPortals) {
  MeshBuilder builder;
  builder.add_floor(0, 0, 2, 2);
  builder.add_floor(2, 0, 4, 2);
  PolygonMesh mesh = builder.finish();
  const Portal portal = mesh.portals[0];
  mesh.portals.assign(5000, portal);
  for (const Vec3& point : make_doorway_points(mesh)) EXPECT_EQ(point, portal.middle());
}

}  // namespace
}  // namespace portolan::detail
