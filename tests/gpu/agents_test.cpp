#include <algorithm>

#include "portolan/gpu/gpu_agents.h"
#include "portolan/gpu/mesh/host_agent.h"
#include "portolan/gpu/mesh/snapshot_arrays.h"
#include "tests/gpu/agents_testing.h"
#include "tests/gpu/barrier_lanes.h"
#include "tests/navmesh/nav_mesh_testing.h"

namespace portolan::detail {
namespace {

/// Polygons as queries tell them: the GPU's code breaks ties alike.
void expect_same(const NavMeshPath& path, Status status, Cost cost,
                 std::span<const std::uint32_t> polygons) {
  ASSERT_EQ(status, path.status);
  ASSERT_EQ(cost, path.cost);
  ASSERT_EQ(polygons.empty(), path.polygons.empty());
  if (polygons.empty()) return;
  ASSERT_EQ(polygons.front(), path.polygons.front());
  ASSERT_EQ(polygons.back(), path.polygons.back());
}

/// By stored paths between gates an agent is answered alike, or not at all.
void expect_same_by_pairs(HostAgent& agent, const MeshPlace& start, const MeshPlace& goal) {
  const AgentAnswer pairs = agent.answer_by_pairs(start, goal);
  const auto polygons = agent.polygons(pairs);
  const std::vector<std::uint32_t> path(polygons.begin(), polygons.end());
  const AgentAnswer answer = agent.answer(start, goal);
  ASSERT_EQ(agent.answer_by_pairs(start, goal, false).cost, answer.cost);
  if (pairs.no_room) return;
  ASSERT_EQ(pairs.status, answer.status);
  ASSERT_EQ(pairs.cost, answer.cost);
  ASSERT_TRUE(std::ranges::equal(path, agent.polygons(answer)));
  const AgentAnswer next = agent.next_by_pairs(start, goal);
  ASSERT_EQ(next.polygons, path.empty() ? 0u : 1u);
  if (path.empty()) return;
  ASSERT_EQ(agent.polygons(next)[0], path[path.size() > 1 ? 1 : 0]);
}

class AgentsOnRandomMeshes : public testing::TestWithParam<std::uint32_t> {
 protected:
  PolygonMesh mesh = test::make_random_mesh(GetParam());
  NavMeshMetric metric = test::make_metric(GetParam());
  NavMeshSnapshot snapshot = test::with_labels(test::build(mesh, metric));
  test::Agents agents = test::draw_agents(mesh, GetParam(), 300);
};

TEST_P(AgentsOnRandomMeshes, HaveTheCostsOfDijkstraAndWalkablePaths) {
  const auto arrays = SnapshotArrays::make(snapshot);
  ASSERT_TRUE(arrays) << arrays.error().message;
  HostAgent agent(arrays->view());
  const test::NaiveGraph graph(mesh, metric);
  NavMeshQuery query;
  NavMeshPath path;
  for (std::size_t i = 0; i < agents.starts.size(); ++i) {
    SCOPED_TRACE(i);
    const MeshPlace& start = agents.starts[i];
    const MeshPlace& goal = agents.goals[i];
    query.find_path(snapshot, start, goal, {}, path);
    const AgentAnswer answer = agent.answer(start, goal);
    ASSERT_FALSE(answer.no_room);
    ASSERT_NO_FATAL_FAILURE(expect_same(path, answer.status, answer.cost, agent.polygons(answer)));
    ASSERT_EQ(agent.answer(start, goal, false).cost, answer.cost);
    ASSERT_NO_FATAL_FAILURE(expect_same_by_pairs(agent, start, goal));
    if (answer.status != Status::complete) continue;
    ASSERT_EQ(answer.cost, graph.cost_to(graph.costs_from(start), start, goal));
    for (std::size_t k = 0; k + 1 < answer.polygons; ++k) {
      const std::uint32_t from = agent.polygons(answer)[k];
      const std::uint32_t to = agent.polygons(answer)[k + 1];
      const auto shares = [&](const test::NaiveGraph::Door& door) {
        return std::any_of(graph.doors(to).begin(), graph.doors(to).end(),
                           [&](const auto& other) { return other.doorway == door.doorway; });
      };
      const bool beside = std::any_of(graph.doors(from).begin(), graph.doors(from).end(), shares);
      const bool linked = std::any_of(mesh.links.begin(), mesh.links.end(), [&](const auto& link) {
        return (link.from_polygon == from && link.to_polygon == to) ||
               (link.to_polygon == from && link.from_polygon == to);
      });
      ASSERT_TRUE(beside || linked) << from << " to " << to;
    }
  }
}

TEST_P(AgentsOnRandomMeshes, AreAnsweredAlikeBySeveralLanes) {
  const auto arrays = SnapshotArrays::make(snapshot);
  ASSERT_TRUE(arrays) << arrays.error().message;
  struct Found {
    AgentAnswer answer;
    std::vector<std::uint32_t> polygons;
  };
  std::vector<Found> found(40);
  HostAgent together(arrays->view());
  test::run_lanes<4>([&](const auto& lanes) {
    for (std::size_t i = 0; i < found.size(); ++i) {
      const AgentAnswer answer = together.answer_by(lanes, agents.starts[i], agents.goals[i]);
      lanes.sync();
      const auto polygons = together.polygons(answer);
      if (lanes.lane() == 0) found[i] = {answer, {polygons.begin(), polygons.end()}};
      lanes.sync();
    }
  });
  HostAgent alone(arrays->view());
  for (std::size_t i = 0; i < found.size(); ++i) {
    SCOPED_TRACE(i);
    const AgentAnswer answer = alone.answer(agents.starts[i], agents.goals[i]);
    ASSERT_FALSE(found[i].answer.no_room);
    ASSERT_EQ(found[i].answer.status, answer.status);
    ASSERT_EQ(found[i].answer.cost, answer.cost);
    ASSERT_TRUE(std::ranges::equal(found[i].polygons, alone.polygons(answer)));
  }
}

TEST_P(AgentsOnRandomMeshes, HaveNoGatePairsWithoutMemoryForThem) {
  const auto arrays = SnapshotArrays::make(snapshot, {}, 0);
  ASSERT_TRUE(arrays);
  EXPECT_EQ(arrays->view().pairs.size, 0u);
  EXPECT_EQ(arrays->view().pair_polygons.size, 0u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, AgentsOnRandomMeshes, testing::Range(1u, 25u));

TEST(GatePairs, AnswerMostAgentsWhereThereAreNoLinks) {
  test::FieldOptions options;
  options.uneven = true;
  const PolygonMesh mesh = test::make_field(options);
  const auto arrays = SnapshotArrays::make(test::with_labels(test::build(mesh)));
  ASSERT_TRUE(arrays) << arrays.error().message;
  ASSERT_GT(arrays->view().pairs.size, 0u);
  HostAgent agent(arrays->view());
  const test::Agents agents = test::draw_agents(mesh, 1, 1000);
  std::size_t others = 0;
  for (std::size_t i = 0; i < agents.starts.size(); ++i)
    others += agent.answer_by_pairs(agents.starts[i], agents.goals[i]).no_room ? 1 : 0;
  EXPECT_LT(others, agents.starts.size() / 20);
}

/// How many hops lead from a gate to the gates above it, at most.
std::uint32_t longest_label_walk(const MeshArrays& m) {
  std::uint32_t longest = 0;
  for (std::uint32_t gate = 0; gate < m.gate_count; ++gate) {
    for (std::uint32_t hub = 0; hub < index(m.gates[gate].depth); ++hub) {
      std::uint32_t hops = 0;
      for (LabelWalk up = LabelWalk::from(m, m.to_gates, GateId{gate}); up.depth != hub; ++hops)
        up.next(m.to_gates, hub);
      longest = std::max(longest, hops);
    }
  }
  return longest;
}

/// Along a corridor a path comes to more gates than lie above each other in the tree.
TEST(GatePairs, HaveRoomForLongPaths) {
  test::FieldOptions options;
  options.width = 400;
  options.height = 1;
  const PolygonMesh mesh = test::make_field(options);
  const NavMeshSnapshot snapshot = test::with_labels(test::build(mesh, {}, {4}));
  const auto arrays = SnapshotArrays::make(snapshot);
  ASSERT_TRUE(arrays) << arrays.error().message;
  ASSERT_GT(longest_label_walk(arrays->view()), snapshot.tables().most_hubs());
  HostAgent agent(arrays->view());
  NavMeshQuery query;
  NavMeshPath path;
  const test::Agents agents = test::draw_agents(mesh, 1, 500);
  for (std::size_t i = 0; i < agents.starts.size(); ++i) {
    query.find_path(snapshot, agents.starts[i], agents.goals[i], {}, path);
    const AgentAnswer answer = agent.answer(agents.starts[i], agents.goals[i]);
    ASSERT_FALSE(answer.no_room);
    ASSERT_EQ(answer.cost, path.cost);
    ASSERT_TRUE(std::ranges::equal(agent.polygons(answer), path.polygons));
    ASSERT_NO_FATAL_FAILURE(expect_same_by_pairs(agent, agents.starts[i], agents.goals[i]));
  }
}

TEST(SnapshotArrays, NeedLabels) {
  const NavMeshSnapshot bare = test::build(test::make_field({}));
  test::expect_error(SnapshotArrays::make(bare), {"labels", "build"});
}

TEST(GpuAgents, AnswerAsTheCpuDoes) {
  if (const auto gpu = find_gpu(); !gpu) GTEST_SKIP() << gpu.error().message;
  for (std::uint32_t seed = 1; seed < 25; ++seed) {
    const test::RandomMeshWorld random(seed);
    const test::Agents& agents = random.agents;
    auto world = GpuWorld::make(random.arrays.view());
    ASSERT_TRUE(world) << world.error().message;
    GpuAgents on_gpu(*world);
    ASSERT_TRUE(on_gpu.set_agents(agents.starts, agents.goals));
    HostAgent agent(random.arrays.view());
    for (const bool pairs : {false, true})
      for (const std::uint32_t lanes : {4u, 8u, 16u, 32u}) {
        const auto times = on_gpu.find_paths({lanes, lanes != 4, AgentOutput::paths, pairs, 128});
        ASSERT_TRUE(times) << times.error().message;
        GpuAnswers answers;
        ASSERT_TRUE(on_gpu.read_answers(answers));
        for (std::size_t i = 0; i < agents.starts.size(); ++i) {
          SCOPED_TRACE(testing::Message()
                       << "seed " << seed << " lanes " << lanes << " agent " << i);
          const AgentAnswer answer = agent.answer(agents.starts[i], agents.goals[i]);
          ASSERT_EQ(answers.status(i), answer.status);
          ASSERT_EQ(answers.cost(i), answer.cost);
          ASSERT_TRUE(std::ranges::equal(answers.path(i), agent.polygons(answer)));
        }
      }
  }
}

TEST(GpuAgents, TellTheNextPolygon) {
  if (const auto gpu = find_gpu(); !gpu) GTEST_SKIP() << gpu.error().message;
  const test::RandomMeshWorld random(5, 3000);
  const test::Agents& agents = random.agents;
  GpuAgents on_gpu(*GpuWorld::make(random.arrays.view()));
  ASSERT_TRUE(on_gpu.set_agents(agents.starts, agents.goals));
  HostAgent agent(random.arrays.view());
  for (const bool pairs : {false, true}) {
    GpuOptions options;
    options.output = AgentOutput::next;
    options.pairs = pairs;
    ASSERT_TRUE(on_gpu.find_paths(options));
    GpuAnswers answers;
    ASSERT_TRUE(on_gpu.read_answers(answers));
    for (std::size_t i = 0; i < agents.starts.size(); ++i) {
      const AgentAnswer answer = agent.answer(agents.starts[i], agents.goals[i]);
      const auto path = agent.polygons(answer);
      ASSERT_EQ(answers.cost(i), answer.cost);
      ASSERT_EQ(answers.path(i).size(), path.empty() ? 0u : 1u);
      if (path.empty()) continue;
      ASSERT_EQ(answers.path(i)[0], path[path.size() > 1 ? 1 : 0]);
    }
  }
}

TEST(GpuAgents, SayWhyThereIsNoGpu) {
  const auto gpu = find_gpu();
  if (gpu) GTEST_SKIP() << "there is one: " << gpu->name;
  EXPECT_NE(gpu.error().message.find("choose the device cpu"), std::string::npos);
}

}  // namespace
}  // namespace portolan::detail
