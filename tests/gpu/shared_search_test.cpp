#include <algorithm>

#include "portolan/gpu/mesh/host_agent.h"
#include "portolan/gpu/shared/host_shared_search.h"
#include "portolan/gpu/shared/snapshot_shared_arrays.h"
#include "tests/gpu/agents_testing.h"
#include "tests/navmesh/nav_mesh_testing.h"

namespace portolan::detail {
namespace {

/// The least cost of going through these polygons one after the other; kInfinite where that cannot
/// be done.
Cost cost_through(const test::NaiveGraph& graph, std::span<const std::uint32_t> polygons,
                  const MeshPlace& start, const MeshPlace& goal) {
  if (polygons.size() == 1)
    return start.point == goal.point ? 0 : graph.walk(polygons[0], start.point, goal.point);
  std::map<std::uint32_t, Cost> costs;  // by doorway behind the last polygon
  for (std::size_t k = 0; k + 1 < polygons.size(); ++k) {
    std::map<std::uint32_t, Cost> next;
    for (const auto& out : graph.doors(polygons[k])) {
      const auto in = std::ranges::find(graph.doors(polygons[k + 1]), out.doorway,
                                        &test::NaiveGraph::Door::doorway);
      if (!out.leave || in == graph.doors(polygons[k + 1]).end() || !in->enter) continue;
      const Vec3& there = graph.place(out.doorway);
      Cost best = k == 0 ? graph.walk(polygons[0], start.point, there) : kInfinite;
      for (const auto& [doorway, cost] : costs) {
        if (doorway != out.doorway)
          best = std::min(best, cost + graph.walk(polygons[k], graph.place(doorway), there));
      }
      if (best != kInfinite) next.emplace(out.doorway, best);
    }
    costs = std::move(next);
  }
  Cost best = kInfinite;
  for (const auto& [doorway, cost] : costs)
    best = std::min(best, cost + graph.walk(polygons.back(), graph.place(doorway), goal.point));
  return best;
}

class SharedSearchesOnRandomMeshes : public testing::TestWithParam<std::uint32_t> {
 protected:
  test::RandomMeshWorld world{GetParam()};
  SnapshotSharedArrays shared =
      SnapshotSharedArrays::make(world.snapshot, world.arrays.view()).value();
  HostSharedSearch search{world.arrays.view(), shared.view()};
};

TEST_P(SharedSearchesOnRandomMeshes, FindTheCheapestPaths) {
  const MeshArrays found = search.found();
  HostAgent agent(found);
  const test::NaiveGraph graph(world.mesh, test::make_metric(GetParam()));
  NavMeshQuery query;
  NavMeshPath path;
  std::size_t with_path = 0;
  for (std::size_t i = 0; i < world.agents.starts.size(); ++i) {
    SCOPED_TRACE(i);
    const MeshPlace& start = world.agents.starts[i];
    const MeshPlace& goal = world.agents.goals[i];
    query.find_path_astar(world.snapshot, start, goal, {}, path);
    ASSERT_EQ(agent.answer_by_pairs(start, goal, false).cost, path.cost);
    const AgentAnswer answer = agent.answer_by_pairs(start, goal);
    if (answer.no_room) continue;
    ASSERT_EQ(answer.status, path.status);
    ASSERT_EQ(answer.cost, path.cost);
    if (answer.polygons == 0) continue;
    ++with_path;
    const auto polygons = agent.polygons(answer);
    ASSERT_EQ(polygons.front(), start.polygon);
    ASSERT_EQ(polygons.back(), goal.polygon);
    ASSERT_EQ(cost_through(graph, polygons, start, goal), path.cost);
  }
  EXPECT_GT(with_path, 0u);
}

TEST_P(SharedSearchesOnRandomMeshes, FindTheCostsBetweenGatesThatTablesHave) {
  const MeshArrays found = search.found();
  const MeshArrays& tables = world.arrays.view();
  ASSERT_GT(tables.pairs.size, 0u);
  ASSERT_EQ(found.pairs.size, tables.pairs.size);
  for (std::size_t i = 0; i < tables.pairs.size; ++i) {
    ASSERT_EQ(std::min(found.pairs[i].cost, kTableInfinite),
              std::min(tables.pairs[i].cost, kTableInfinite))
        << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, SharedSearchesOnRandomMeshes, testing::Range(1u, 25u));

}  // namespace
}  // namespace portolan::detail
