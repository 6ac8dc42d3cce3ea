#include <cmath>
#include <random>

#include "portolan/navmesh/nav_mesh_query.h"
#include "portolan/recast/mset.h"
#include "recast_testing.h"
#include "scenes/mesh_scenes.h"
#include "tests/navmesh/any_angle.h"

/// Way-points beside the shortest paths there are, both seen from above.
namespace portolan::detail {
namespace {

/// How much longer our paths are in the mean; none may be shorter.
double mean_ratio(const dtNavMesh& detour, std::uint32_t pairs) {
  const NavMesh mesh = NavMesh::make(polygons_of(detour).mesh).value();
  const PolygonMesh& polygons = mesh.polygons();
  const NavMeshSnapshot snapshot = NavMeshSnapshot::build(mesh, {}).value();
  test::AnyAngleSearch search(polygons);
  NavMeshQuery query;
  NavMeshPath path;
  std::mt19937 random(7);
  const auto place = [&] {
    const auto polygon = static_cast<std::uint32_t>(random() % polygons.polygon_count());
    const Vec3 a = polygons.corner(polygon, 0), b = polygons.corner(polygon, 1);
    return MeshPlace{polygon, (a + b + polygons.corner(polygon, 2)) * (1.0f / 3.0f)};
  };
  double ratios = 0.0;
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < pairs; ++i) {
    const MeshPlace start = place(), goal = place();
    const double best = search.find(start, goal).length;
    const Status status = query.find_path(snapshot, start, goal, {}, path);
    EXPECT_EQ(std::isfinite(best), status == Status::complete) << "pair " << i;
    if (status != Status::complete || best < 1.0) continue;
    double ours = 0.0;
    for (std::size_t w = 1; w < path.waypoints.size(); ++w) {
      ours += test::plan_distance(test::PlanPoint(path.waypoints[w - 1].point),
                                  test::PlanPoint(path.waypoints[w].point));
    }
    EXPECT_GE(ours, best * (1.0 - 1e-3)) << "pair " << i;
    ratios += ours / best;
    ++count;
  }
  EXPECT_GT(count, pairs / 5);
  testing::Test::RecordProperty("mean_ratio", std::to_string(ratios / count));
  return ratios / count;
}

struct Level {
  const char* scene;
  float size;
  double most;  ///< Of the mean ratio; a little over what was measured.
};

class WaypointQuality : public testing::TestWithParam<Level> {};

TEST_P(WaypointQuality, IsNearTheShortestPath) {
  scenes::MeshSceneOptions options;
  options.size = GetParam().size;
  const DetourMesh mesh = built(scenes::generate_mesh(GetParam().scene, options).value());
  EXPECT_LE(mean_ratio(*mesh, 300), GetParam().most);
}
INSTANTIATE_TEST_SUITE_P(Levels, WaypointQuality,
                         testing::Values(Level{"dungeon", 32.0f, 1.004},
                                         Level{"city", 80.0f, 1.011},
                                         Level{"serpentine", 80.0f, 1.009},
                                         Level{"islands", 80.0f, 1.011}),
                         [](const auto& level) { return level.param.scene; });

TEST(WaypointQualityOfData, IsNearTheShortestPath) {
  if (mset_folder().empty())
    GTEST_SKIP() << "no scenes: set PORTOLAN_DATA to the folder that holds scenes/mset";
  for (const std::string name : {"dungeon", "nav_test"}) {
    const auto mesh = parse_mset(bytes_of_file(mset_folder() / (name + ".bin")), name);
    EXPECT_LE(mean_ratio(**mesh, 1000), 1.005) << name;
  }
}

}  // namespace
}  // namespace portolan::detail
