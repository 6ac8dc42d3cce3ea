#include <thread>

#include "nav_mesh_testing.h"

namespace portolan::detail {
namespace {

using test::Random;

struct Answer {
  Status status;
  Cost cost;
  std::vector<std::uint32_t> polygons;
  std::vector<Waypoint> waypoints;
  friend bool operator==(const Answer&, const Answer&) = default;
};

std::vector<Answer> answers_of(const NavMeshSnapshot& snapshot,
                               const std::vector<MeshPlace>& places) {
  NavMeshQuery query;
  NavMeshPath path;
  std::vector<Answer> answers;
  for (std::size_t i = 0; i + 1 < places.size(); ++i) {
    for (unsigned level = 0; level <= snapshot.hierarchy().levels(); ++level) {
      query.find_path(snapshot, places[i], places[i + 1], {{.level = level}, true}, path);
      answers.push_back({path.status, path.cost, path.polygons, path.waypoints});
    }
    query.find_path_astar(snapshot, places[i], places[i + 1], {}, path);
    answers.push_back({path.status, path.cost, path.polygons, path.waypoints});
  }
  return answers;
}

/// Four threads on one snapshot, each with its own query, answer as one does.
TEST(NavMeshThreads, AnswerAsOne) {
  for (std::uint32_t seed = 1; seed <= 6; ++seed) {
    const PolygonMesh mesh = test::make_random_mesh(seed);
    const NavMeshSnapshot snapshot =
        test::build(mesh, test::make_metric(seed), {6, 3}, seed % 2 == 0);
    Random random(seed);
    std::vector<MeshPlace> places;
    for (int k = 0; k < 80; ++k) places.push_back(test::random_place(mesh, random));
    const std::vector<Answer> alone = answers_of(snapshot, places);
    std::vector<std::vector<Answer>> together(4);
    test::real_threads()(4, [&](std::uint32_t i) { together[i] = answers_of(snapshot, places); });
    for (const std::vector<Answer>& answers : together)
      EXPECT_EQ(answers, alone) << "seed " << seed;
  }
}

/// One query object on several snapshots in turn: nothing kept from one leaks into another.
TEST(NavMeshThreads, OneQueryOnManySnapshots) {
  std::vector<NavMeshSnapshot> snapshots;
  const PolygonMesh mesh = test::make_random_mesh(4);
  for (std::uint32_t seed = 1; seed <= 4; ++seed)
    snapshots.push_back(test::build(mesh, test::make_metric(seed), {seed + 1}));
  snapshots.push_back(test::build(test::make_field({.width = 20, .height = 20})));
  NavMeshQuery shared;
  Random random(5);
  for (int k = 0; k < 200; ++k) {
    const MeshPlace start = test::random_place(mesh, random);
    const MeshPlace goal = test::random_place(mesh, random);
    for (const NavMeshSnapshot& snapshot : snapshots) {
      NavMeshQuery fresh;
      NavMeshPath a, b;
      ASSERT_EQ(shared.find_path(snapshot, start, goal, {}, a),
                fresh.find_path(snapshot, start, goal, {}, b));
      ASSERT_EQ(a.cost, b.cost);
      ASSERT_EQ(a.polygons, b.polygons);
    }
  }
}

}  // namespace
}  // namespace portolan::detail
