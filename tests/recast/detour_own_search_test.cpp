#include "portolan/recast/detour_own_search.h"

#include <gtest/gtest.h>

#include "portolan/navmesh/nav_mesh.h"
#include "recast_testing.h"

namespace portolan::detail {
namespace {

constexpr std::uint8_t kWater = 5;

/// Ground from x 0 to 30 with water across it from x 10 to 20, and ground apart from all that.
struct River {
  DetourMesh detour;
  NavMesh mesh;

  River() : detour(built(geometry())), mesh(*NavMesh::make(polygons_of(*detour).mesh)) {}

  static Geometry geometry() {
    Geometry made;
    add_floor(made, 0, 0, 10, 10);
    add_floor(made, 10, 0, 20, 10, 0, kWater);
    add_floor(made, 20, 0, 30, 10);
    add_floor(made, 60, 0, 70, 10);
    return made;
  }
  DetourPlace place(float x, float z) const {
    const auto found = mesh.find_nearest({x, 0, z});
    if (!found) return {};
    return {static_cast<dtPolyRef>(mesh.polygons().refs[found->polygon]), found->point};
  }
};

TEST(DetourOwnSearch, FindsPolygonsAndWaypoints) {
  const River river;
  auto query = DetourOwnSearch::make(river.detour, NavMeshMetric{});
  ASSERT_TRUE(query);
  const DetourPlace start = river.place(2, 2);
  const DetourPlace goal = river.place(28, 8);
  std::vector<dtPolyRef> polygons;
  ASSERT_EQ(query->find_path(start, goal, polygons), Status::complete);
  EXPECT_EQ(polygons.front(), start.polygon);
  EXPECT_EQ(polygons.back(), goal.polygon);
  EXPECT_GE(query->count_expansions(), 1u);
  std::vector<Vec3> waypoints;
  ASSERT_TRUE(query->find_waypoints(start, goal, polygons, waypoints));
  ASSERT_EQ(waypoints.size(), 2u);
  EXPECT_NEAR(waypoints.back().x, 28, 1e-3);
}

TEST(DetourOwnSearch, TellsWhyThereIsNoPath) {
  const River river;
  auto query = DetourOwnSearch::make(river.detour, NavMeshMetric{});
  ASSERT_TRUE(query);
  std::vector<dtPolyRef> polygons;
  const DetourPlace start = river.place(2, 2);
  EXPECT_EQ(query->find_path(start, river.place(65, 5), polygons), Status::unreachable);
  EXPECT_TRUE(polygons.empty());
  EXPECT_EQ(query->find_path({}, start, polygons), Status::invalid_start);
  EXPECT_EQ(query->find_path(start, {}, polygons), Status::invalid_goal);
}

TEST(DetourOwnSearch, BlockedAreasAreNeverCrossed) {
  const River river;
  NavMeshMetric metric;
  metric.cost[kWater] = NavMeshMetric::kBlocked;
  auto query = DetourOwnSearch::make(river.detour, metric);
  ASSERT_TRUE(query);
  std::vector<dtPolyRef> polygons;
  EXPECT_EQ(query->find_path(river.place(2, 2), river.place(28, 8), polygons), Status::unreachable);
  EXPECT_EQ(query->find_path(river.place(2, 2), river.place(15, 5), polygons),
            Status::invalid_goal);
  EXPECT_EQ(query->find_path(river.place(2, 2), river.place(8, 8), polygons), Status::complete);
}

}  // namespace
}  // namespace portolan::detail
