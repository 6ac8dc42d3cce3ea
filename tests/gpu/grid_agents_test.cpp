#include <algorithm>

#include "portolan/gpu/gpu_grid_agents.h"
#include "portolan/gpu/grid/host_grid_agent.h"
#include "portolan/gpu/grid/snapshot_grid_arrays.h"
#include "portolan/query/table_query.h"
#include "tests/gpu/barrier_lanes.h"
#include "tests/gpu/grid_agents_testing.h"

namespace portolan::detail {
namespace {

bool stands(const GridSnapshot& snapshot, NodeId node) {
  return index(node) < snapshot.graph().node_count() && snapshot.graph().passable(node);
}

void expect_path(const GridSnapshot& snapshot, std::span<const std::uint32_t> numbers, NodeId start,
                 NodeId goal, Cost cost) {
  std::vector<NodeId> nodes;
  for (const std::uint32_t number : numbers) nodes.push_back(NodeId{number});
  ASSERT_FALSE(nodes.empty());
  ASSERT_EQ(nodes.front(), start);
  ASSERT_EQ(nodes.back(), goal);
  ASSERT_EQ(snapshot.graph().cost(nodes), cost);
}

/// The answer is the one of a query by tables on the CPU, with any path of that cost.
void expect_as_query(const GridSnapshot& snapshot, NodeId start, NodeId goal, Status status,
                     Cost cost, std::span<const std::uint32_t> nodes) {
  if (!stands(snapshot, start) || !stands(snapshot, goal)) {
    ASSERT_EQ(status, stands(snapshot, start) ? Status::invalid_goal : Status::invalid_start);
    ASSERT_TRUE(nodes.empty());
    return;
  }
  TableQuery<GridWorld> query;
  const QueryResult result = query.find_cost(snapshot, start, goal);
  ASSERT_EQ(status, result.status);
  ASSERT_EQ(cost, result.cost);
  ASSERT_EQ(nodes.empty(), status != Status::complete);
  if (status == Status::complete) expect_path(snapshot, nodes, start, goal, cost);
}

class AgentsOnRandomGrids : public testing::TestWithParam<std::uint32_t> {
 protected:
  test::RandomGridWorld world{GetParam()};
  test::GridAgents agents = world.draw_agents(300);
};

TEST_P(AgentsOnRandomGrids, HaveTheCostsOfQueriesAndLegalPaths) {
  const auto arrays = SnapshotGridArrays::make(world.snapshot);
  ASSERT_TRUE(arrays) << arrays.error().message;
  HostGridAgent agent(arrays->view());
  for (std::size_t i = 0; i < agents.starts.size(); ++i) {
    SCOPED_TRACE(i);
    const NodeId start = agents.starts[i];
    const NodeId goal = agents.goals[i];
    const AgentAnswer answer = agent.answer(start, goal);
    ASSERT_FALSE(answer.no_room);
    ASSERT_NO_FATAL_FAILURE(
        expect_as_query(world.snapshot, start, goal, answer.status, answer.cost, agent.nodes()));
    const std::vector<std::uint32_t> path(agent.nodes().begin(), agent.nodes().end());
    ASSERT_EQ(agent.answer(start, goal, AgentOutput::costs).cost, answer.cost);
    ASSERT_EQ(agent.answer(start, goal, AgentOutput::next).polygons, path.empty() ? 0u : 1u);
    if (path.empty()) continue;
    ASSERT_EQ(agent.nodes()[0], path[path.size() > 1 ? 1 : 0]);
  }
}

TEST_P(AgentsOnRandomGrids, AreNotAnsweredWithoutRoom) {
  const auto arrays = SnapshotGridArrays::make(world.snapshot);
  ASSERT_TRUE(arrays) << arrays.error().message;
  HostGridAgent agent(arrays->view());
  for (std::size_t i = 0; i < agents.starts.size(); ++i) {
    SCOPED_TRACE(i);
    const NodeId start = agents.starts[i];
    const NodeId goal = agents.goals[i];
    const AgentAnswer answer = agent.answer(start, goal, AgentOutput::paths, 9, false);
    if (answer.no_room) {
      ASSERT_TRUE(agent.nodes().empty());
      continue;
    }
    ASSERT_NO_FATAL_FAILURE(
        expect_as_query(world.snapshot, start, goal, answer.status, answer.cost, agent.nodes()));
  }
}

TEST_P(AgentsOnRandomGrids, AreAnsweredAlikeBySeveralLanes) {
  const auto arrays = SnapshotGridArrays::make(world.snapshot);
  ASSERT_TRUE(arrays) << arrays.error().message;
  const GridArrays& grid = arrays->view();
  HostGridAgent agent(grid);
  std::vector<FourCosts> costs(GridArrays::padded(grid.most_gates) / 2 + 2);
  std::vector<std::uint8_t> runs(grid.node_count);
  Cost* const first = costs.data()->of;
  const GridRoom room{{first, first + GridArrays::padded(grid.most_gates)},
                      grid.most_gates,
                      {runs.data(), grid.node_count},
                      nullptr};
  for (std::size_t i = 0; i < 30; ++i) {
    SCOPED_TRACE(i);
    const AgentAnswer expected =
        agent.answer(agents.starts[i], agents.goals[i], AgentOutput::paths, 0xFFFF'FFFFu, false);
    std::vector<std::uint32_t> nodes(agent.nodes().size());
    test::run_lanes<4>([&](const test::BarrierLanes<4>& lanes) {
      GridRoute route;
      const AgentAnswer answer =
          answer_grid_agent(lanes, grid, agents.starts[i], agents.goals[i], true, room, route);
      EXPECT_EQ(answer.status, expected.status);
      EXPECT_EQ(answer.cost, expected.cost);
      EXPECT_EQ(answer.no_room, expected.no_room);
      EXPECT_EQ(answer.polygons, expected.polygons);
      write_nodes(lanes, grid, route, room.runs, !nodes.empty(), nodes.data());
    });
    ASSERT_TRUE(std::ranges::equal(nodes, agent.nodes()));
  }
}

TEST_P(AgentsOnRandomGrids, AreAnsweredOnAGpuAsOnTheCpu) {
  if (const auto gpu = find_gpu(); !gpu) GTEST_SKIP() << gpu.error().message;
  const auto arrays = SnapshotGridArrays::make(world.snapshot);
  ASSERT_TRUE(arrays) << arrays.error().message;
  const auto on_gpu = GpuGridWorld::make(arrays->view());
  ASSERT_TRUE(on_gpu) << on_gpu.error().message;
  GpuGridAgents gpu_agents(*on_gpu);
  ASSERT_TRUE(gpu_agents.set_agents(agents.starts, agents.goals));
  HostGridAgent agent(arrays->view());
  for (const std::uint32_t lanes : {8u, 16u, 32u}) {
    for (const AgentOutput output : {AgentOutput::paths, AgentOutput::next, AgentOutput::costs}) {
      GpuOptions options;
      options.lanes = lanes;
      options.output = output;
      options.sort = lanes != 8;
      options.chunk = 128;
      const auto times = gpu_agents.find_paths(options);
      ASSERT_TRUE(times) << times.error().message;
      GpuAnswers answers;
      ASSERT_TRUE(gpu_agents.read_answers(answers));
      for (std::size_t i = 0; i < agents.starts.size(); ++i) {
        SCOPED_TRACE(testing::Message() << "lanes " << lanes << " agent " << i);
        const AgentAnswer answer = agent.answer(agents.starts[i], agents.goals[i], output);
        ASSERT_EQ(answers.status(i), answer.status);
        ASSERT_EQ(answers.cost(i), answer.cost);
        ASSERT_TRUE(std::ranges::equal(answers.path(i), agent.nodes()));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, AgentsOnRandomGrids, testing::Range(1u, 30u));

TEST(GridAgents, HaveTheCostsOfDijkstraWhereAllGatesAreThere) {
  test::Random random(3);
  const GridMetric metric = test::metric_with(DiagonalRule::both_free);
  const Grid grid = test::random_grid(random, 40, 30, 25);
  const auto built = test::build(grid, metric, test::options_with(8, test::kAll));
  const auto snapshot = built.with_tables({});
  ASSERT_TRUE(snapshot);
  const auto arrays = SnapshotGridArrays::make(*snapshot);
  ASSERT_TRUE(arrays) << arrays.error().message;
  HostGridAgent agent(arrays->view());
  const test::NaiveWorld naive(grid, metric, snapshot->graph().straight(),
                               snapshot->graph().diagonal());
  for (int start = 0; start < 20; ++start) {
    const Tile from = test::random_tile(random, grid);
    if (!snapshot->passable(from)) continue;
    const std::vector<Cost> costs = naive.costs_from(from);
    for (int k = 0; k < 50; ++k) {
      const Tile to = test::random_tile(random, grid);
      if (!snapshot->passable(to)) continue;
      const GridGraph& graph = snapshot->graph();
      ASSERT_EQ(agent.answer(graph.node(from), graph.node(to)).cost, naive.cost_at(costs, to));
    }
  }
}

TEST(SnapshotGridArrays, NeedLabels) {
  test::Random random(1);
  const Grid grid = test::random_grid(random, 20, 20, 10);
  const GridSnapshot bare = test::build(grid, {}, test::options_with(5, test::kAll));
  const auto arrays = SnapshotGridArrays::make(bare);
  ASSERT_FALSE(arrays);
  EXPECT_NE(arrays.error().message.find("labels"), std::string::npos);
}

}  // namespace
}  // namespace portolan::detail
