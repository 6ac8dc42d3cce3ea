#include <algorithm>

#include "portolan/gpu/crowd/gpu_crowd.h"
#include "portolan/gpu/crowd/host_crowd.h"
#include "portolan/gpu/gpu_agents.h"
#include "portolan/gpu/mesh/host_agent.h"
#include "portolan/navmesh/nav_mesh_query.h"
#include "tests/navmesh/nav_mesh_testing.h"

namespace portolan::detail {
namespace {

constexpr unsigned kFrames = 40;

struct Scene {
  explicit Scene(std::uint32_t seed)
      : mesh(test::make_random_mesh(seed)),
        arrays(SnapshotArrays::make(
                   *test::build(mesh, test::make_metric(seed)).with_tables(TableOptions{}))
                   .value()) {
    test::Random random(seed);
    while (places.size() < 200) {
      const MeshPlace place = test::random_place(mesh, random);
      if (arrays.snapshot().passable(place)) places.push_back(place);
    }
  }

  PolygonMesh mesh;
  SnapshotArrays arrays;
  std::vector<MeshPlace> places;
};

/// Whether a point lies in a polygon, seen from above, or no further from it than a hair.
bool is_inside(const PolygonMesh& mesh, const MeshPlace& place) {
  const std::uint32_t count = mesh.corner_count(place.polygon);
  int sides[2] = {0, 0};
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vec3 a = mesh.corner(place.polygon, i);
    const Vec3 b = mesh.corner(place.polygon, (i + 1) % count);
    const double area = (double{b.x} - a.x) * (double{place.point.z} - a.z) -
                        (double{b.z} - a.z) * (double{place.point.x} - a.x);
    if (area > 1e-3) ++sides[0];
    if (area < -1e-3) ++sides[1];
  }
  return sides[0] == 0 || sides[1] == 0;
}

class CrowdsOnRandomMeshes : public testing::TestWithParam<std::uint32_t> {};

TEST_P(CrowdsOnRandomMeshes, StayOnTheMeshAndArrive) {
  const Scene scene(GetParam());
  const CrowdOptions options{100, 4, 0.7f, GetParam()};
  auto crowd = HostCrowd::make(scene.arrays, scene.places, options);
  ASSERT_TRUE(crowd) << crowd.error().message;
  std::uint64_t arrived = 0;
  for (unsigned frame = 0; frame < kFrames; ++frame) {
    const CrowdFrame counts = crowd->advance();
    EXPECT_EQ(counts.planned, 25u);
    EXPECT_LE(counts.arrived + counts.stuck, options.agents);
    arrived += counts.arrived;
    for (const Walker& walker : crowd->walkers())
      ASSERT_TRUE(is_inside(scene.mesh, walker.place)) << walker.place.polygon;
  }
  EXPECT_GT(arrived, 0u);
}

/// Places on doorways, in corners, and such as agents come to.
TEST_P(CrowdsOnRandomMeshes, AreAnsweredUnderWay) {
  const Scene scene(GetParam());
  auto crowd = HostCrowd::make(scene.arrays, scene.places, {50, 4, 0.7f, GetParam()});
  HostAgent agent(scene.arrays.view());
  NavMeshQuery query;
  for (unsigned frame = 0; frame < kFrames; ++frame) {
    crowd->advance();
    for (std::size_t i = 0; i < 50; ++i) {
      const MeshPlace& start = crowd->walkers()[i].place;
      const MeshPlace& goal = scene.places[(i + frame) % scene.places.size()];
      Cost cost = 0;
      ASSERT_EQ(agent.answer(start, goal).status,
                query.find_cost(scene.arrays.snapshot(), start, goal, {}, cost));
      ASSERT_EQ(agent.answer(start, goal).cost, cost);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, CrowdsOnRandomMeshes, testing::Range(1u, 13u));

TEST(HostCrowd, IsTheSameOnSeveralThreads) {
  const Scene scene(3);
  const CrowdOptions options{9000, 3, 0.5f, 7};
  const ParallelFor backwards = [](std::uint32_t count, const auto& work) {
    while (count-- > 0) work(count);
  };
  auto one = HostCrowd::make(scene.arrays, scene.places, options);
  auto other = HostCrowd::make(scene.arrays, scene.places, options, backwards);
  for (unsigned frame = 0; frame < 5; ++frame) {
    EXPECT_EQ(one->advance().arrived, other->advance().arrived);
    for (std::size_t i = 0; i < options.agents; ++i) {
      ASSERT_EQ(one->walkers()[i].place.polygon, other->walkers()[i].place.polygon);
      ASSERT_EQ(one->walkers()[i].place.point.x, other->walkers()[i].place.point.x);
    }
  }
}

TEST(HostCrowd, NeedsPlacesAndAgents) {
  const Scene scene(1);
  test::expect_error(HostCrowd::make(scene.arrays, {}, {10, 2, 1.0f, 1}), {"places"});
  test::expect_error(HostCrowd::make(scene.arrays, scene.places, {1, 2, 1.0f, 1}),
                     {"agent", "each frame"});
}

TEST(GpuCrowd, IsWhereTheOneOnTheCpuIs) {
  if (const auto gpu = find_gpu(); !gpu) GTEST_SKIP() << gpu.error().message;
  for (std::uint32_t seed = 1; seed < 13; ++seed) {
    const Scene scene(seed);
    const CrowdOptions options{100, 4, 0.7f, seed};
    auto host = HostCrowd::make(scene.arrays, scene.places, options);
    auto gpu = GpuCrowd::make(*GpuWorld::make(scene.arrays.view()), scene.places, options);
    ASSERT_TRUE(gpu) << gpu.error().message;
    std::vector<Walker> walkers;
    ASSERT_TRUE(gpu->read_walkers(walkers));
    for (std::size_t i = 0; i < walkers.size(); ++i)
      ASSERT_EQ(walkers[i].place.polygon, host->walkers()[i].place.polygon) << seed << ' ' << i;
    for (unsigned frame = 0; frame < kFrames; ++frame) {
      const CrowdFrame counts = host->advance();
      const auto on_gpu = gpu->advance();
      ASSERT_TRUE(on_gpu) << on_gpu.error().message;
      ASSERT_EQ(on_gpu->arrived, counts.arrived);
      ASSERT_EQ(on_gpu->stuck, counts.stuck);
      ASSERT_TRUE(gpu->read_walkers(walkers));
      for (std::size_t i = 0; i < walkers.size(); ++i) {
        ASSERT_EQ(walkers[i].place.polygon, host->walkers()[i].place.polygon) << seed << ' ' << i;
        ASSERT_EQ(walkers[i].place.point.x, host->walkers()[i].place.point.x);
        ASSERT_EQ(walkers[i].place.point.z, host->walkers()[i].place.point.z);
      }
    }
  }
}

TEST(GpuCrowd, RefusesMoreCohortsThanItCanMove) {
  if (const auto gpu = find_gpu(); !gpu) GTEST_SKIP() << gpu.error().message;
  const Scene scene(1);
  const auto world = GpuWorld::make(scene.arrays.view());
  test::expect_error(GpuCrowd::make(*world, scene.places, {70'000, 65'536, 0.7f, 1}), {"65,535"});
}

}  // namespace
}  // namespace portolan::detail
