#include <algorithm>

#include "portolan/gpu/gpu_agents.h"
#include "portolan/gpu/mesh/host_agent.h"
#include "portolan/gpu/mesh/snapshot_arrays.h"
#include "portolan/gpu/search/host_search.h"
#include "portolan/gpu/search/snapshot_search_arrays.h"
#include "portolan/gpu/shared/snapshot_shared_arrays.h"
#include "tests/gpu/agents_testing.h"
#include "tests/gpu/barrier_lanes.h"
#include "tests/navmesh/nav_mesh_testing.h"

namespace portolan::detail {
namespace {

constexpr std::uint32_t kPlentyOfEntries = 1 << 16;

/// A mesh with all that makes it awkward, as a GPU would see it.
class SearchesOnRandomMeshes : public testing::TestWithParam<std::uint32_t> {
 protected:
  void SetUp() override {
    ASSERT_TRUE(arrays) << arrays.error().message;
    ASSERT_TRUE(rows) << rows.error().message;
  }

  /// That answers are those of A* on the CPU, and paths such that their moves add up.
  template <class Rows, class Open>
  void expect_right(Cost window) {
    expect_right<Rows, Open>(rows->view(), window);
  }
  template <class Rows, class Open>
  void expect_right(const SearchArrays& searched, Cost window) {
    HostSearch<Rows, Open> search(arrays->view(), searched, kPlentyOfEntries, window);
    const test::NaiveGraph graph(mesh, metric);
    NavMeshQuery query;
    NavMeshPath path;
    TraceScratch scratch;
    for (std::size_t i = 0; i < agents.starts.size(); ++i) {
      SCOPED_TRACE(i);
      const MeshPlace& start = agents.starts[i];
      const MeshPlace& goal = agents.goals[i];
      query.find_path_astar(snapshot, start, goal, {}, path);
      ASSERT_EQ(search.answer(start, goal, false).cost, path.cost);
      const AgentAnswer answer = search.answer(start, goal);
      ASSERT_FALSE(answer.no_room);
      ASSERT_EQ(answer.status, path.status);
      ASSERT_EQ(answer.cost, path.cost);
      if (answer.status != Status::complete) continue;
      ASSERT_EQ(answer.cost, graph.cost_to(graph.costs_from(start), start, goal));
      path.nodes.clear();
      for (const std::uint32_t node : search.nodes()) path.nodes.push_back(NodeId{node});
      trace(snapshot, start, goal, false, scratch, path);
      ASSERT_TRUE(std::ranges::equal(search.polygons(answer), path.polygons));
      test::expect_valid_path(graph, snapshot, start, goal, path);
    }
    EXPECT_GT(search.expansions(), 0u);
  }

  template <class Rows>
  void expect_right_together() {
    using Lanes = test::BarrierLanes<4>;
    HostSearch<Rows, HeapOpen> alone(arrays->view(), rows->view(), kPlentyOfEntries, 0);
    std::vector<std::uint64_t> labels(Rows::label_count(rows->view()), SearchLabels::kUnset);
    std::vector<std::uint64_t> near(8);
    std::vector<std::uint64_t> entries(kPlentyOfEntries);
    std::vector<std::uint32_t> path(rows->view().node_count + 1);
    std::uint32_t left = 0;
    const OpenRoom open{near.data(), entries.data(), 8, kPlentyOfEntries, rows->view().typical};
    const SearchRoom room{labels.data(), &left, open};
    constexpr std::size_t kAgents = 24;
    std::vector<AgentAnswer> answers(kAgents);
    std::vector<std::vector<std::uint32_t>> paths(kAgents);
    test::run_lanes<4>([&](const Lanes& lanes) {
      AgentSearch<Lanes, Rows, GroupOpen<2>> search(arrays->view(), rows->view(), room);
      for (std::size_t i = 0; i < kAgents; ++i) {
        bool going = search.begin(lanes, agents.starts[i], agents.goals[i]);
        while (going) going = search.advance(lanes);
        const AgentAnswer answer = answer_of(lanes, arrays->view(), search, true, open,
                                             [&](std::uint32_t) { return path.data(); });
        if (lanes.lane() == 0) {
          answers[i] = answer;
          paths[i].assign(path.data(), path.data() + answer.polygons);
        }
        lanes.sync();
      }
    });
    for (std::size_t i = 0; i < kAgents; ++i) {
      SCOPED_TRACE(i);
      const AgentAnswer answer = alone.answer(agents.starts[i], agents.goals[i]);
      ASSERT_EQ(answers[i].status, answer.status);
      ASSERT_EQ(answers[i].cost, answer.cost);
      ASSERT_EQ(paths[i].empty(), answer.polygons == 0);
      if (paths[i].empty()) continue;
      ASSERT_EQ(paths[i].front(), agents.starts[i].polygon);
      ASSERT_EQ(paths[i].back(), agents.goals[i].polygon);
    }
  }

  /// That agents have the status and cost of A* on the CPU, and polygons between the same ends.
  void expect_answers(const GpuAnswers& answers) {
    NavMeshQuery query;
    NavMeshPath path;
    for (std::size_t i = 0; i < agents.starts.size(); ++i) {
      SCOPED_TRACE(i);
      query.find_path_astar(snapshot, agents.starts[i], agents.goals[i], {}, path);
      ASSERT_EQ(answers.status(i), path.status);
      ASSERT_EQ(answers.cost(i), path.cost);
      const auto polygons = answers.path(i);
      ASSERT_EQ(polygons.empty(), path.polygons.empty());
      if (polygons.empty()) continue;
      ASSERT_EQ(polygons.front(), path.polygons.front());
      ASSERT_EQ(polygons.back(), path.polygons.back());
    }
  }

  PolygonMesh mesh = test::make_random_mesh(GetParam());
  NavMeshMetric metric = test::make_metric(GetParam());
  NavMeshSnapshot snapshot = test::with_labels(test::build(mesh, metric));
  test::Agents agents = test::draw_agents(mesh, GetParam(), 150);
  Result<SnapshotArrays> arrays = SnapshotArrays::make(snapshot);
  Result<SnapshotSearchArrays> rows = SnapshotSearchArrays::make(snapshot);
};

TEST_P(SearchesOnRandomMeshes, OfAThreadAreRight) {
  expect_right<BaseRows, HeapOpen>(0);
  expect_right<MixedRows, HeapOpen>(0);
}

TEST_P(SearchesOnRandomMeshes, OfAGroupAreRightForAnyWindow) {
  expect_right<BaseRows, GroupOpen<1>>(1);
  expect_right<BaseRows, GroupOpen<1>>(rows->view().typical);
  expect_right<MixedRows, GroupOpen<1>>(rows->view().typical);
  expect_right<MixedRows, GroupOpen<1>>(50 * rows->view().typical);
}

TEST_P(SearchesOnRandomMeshes, AreRightForAnyNumberOfLevels) {
  for (const unsigned levels : {1u, 2u, 9u}) {
    SCOPED_TRACE(levels);
    const auto up_to = SnapshotSearchArrays::make(snapshot, levels);
    ASSERT_TRUE(up_to);
    ASSERT_NO_FATAL_FAILURE((expect_right<MixedRows, HeapOpen>(up_to->view(), 0)));
  }
}

TEST_P(SearchesOnRandomMeshes, NeedNoTables) {
  const NavMeshSnapshot without = test::build(mesh, metric);
  const SnapshotArrays bare = SnapshotArrays::for_searches(without);
  const auto own_rows = SnapshotSearchArrays::make(without);
  ASSERT_TRUE(own_rows);
  HostSearch<MixedRows, HeapOpen> search(bare.view(), own_rows->view(), kPlentyOfEntries, 0);
  NavMeshQuery query;
  NavMeshPath path;
  for (std::size_t i = 0; i < agents.starts.size(); ++i) {
    query.find_path_astar(without, agents.starts[i], agents.goals[i], {}, path);
    const AgentAnswer answer = search.answer(agents.starts[i], agents.goals[i]);
    ASSERT_EQ(answer.status, path.status) << i;
    ASSERT_EQ(answer.cost, path.cost) << i;
  }
}

/// Of gates, and of the nodes inside the cells of both ends.
TEST_P(SearchesOnRandomMeshes, HaveALabelForEachNodeTheyReach) {
  const SearchArrays& searched = rows->view();
  const std::size_t cells = searched.inside.size - 1;
  ASSERT_GT(cells, 2u);
  for (std::uint32_t start = 0; start < cells; ++start) {
    const auto goal = static_cast<std::uint32_t>(7 * start % cells);
    const MixedRows from_to(searched, start, goal);
    std::vector<bool> taken(MixedRows::label_count(searched));
    const auto take = [&](std::uint32_t begin, std::uint32_t end) {
      for (std::uint32_t node = begin; node < end; ++node) {
        ASSERT_LT(from_to.label(node), taken.size());
        ASSERT_FALSE(taken[from_to.label(node)]) << node;
        taken[from_to.label(node)] = true;
      }
    };
    take(0, searched.gate_count);
    take(searched.inside[start], searched.inside[start + 1]);
    if (goal != start) take(searched.inside[goal], searched.inside[goal + 1]);
  }
}

/// Four lanes, of which two work on a node.
TEST_P(SearchesOnRandomMeshes, OfSeveralLanesAreRight) {
  expect_right_together<BaseRows>();
  expect_right_together<MixedRows>();
}

TEST_P(SearchesOnRandomMeshes, SayWhereTheyHaveNoRoom) {
  HostSearch<BaseRows, HeapOpen> plenty(arrays->view(), rows->view(), kPlentyOfEntries, 1);
  HostSearch<BaseRows, HeapOpen> heap(arrays->view(), rows->view(), 7, 1);
  HostSearch<MixedRows, GroupOpen<1>> group(arrays->view(), rows->view(), 5, 1);
  std::size_t without_room = 0;
  for (std::size_t i = 0; i < agents.starts.size(); ++i) {
    const Cost cost = plenty.answer(agents.starts[i], agents.goals[i]).cost;
    for (const AgentAnswer& answer : {heap.answer(agents.starts[i], agents.goals[i]),
                                      group.answer(agents.starts[i], agents.goals[i])}) {
      without_room += answer.no_room;
      if (answer.no_room) continue;
      ASSERT_EQ(answer.cost, cost);
    }
  }
  EXPECT_GT(without_room, 0u);
}

TEST_P(SearchesOnRandomMeshes, OnAGpuAnswerAsTheCpuDoes) {
  if (const auto gpu = find_gpu(); !gpu) GTEST_SKIP() << gpu.error().message;
  const auto shared = SnapshotSharedArrays::make(snapshot, arrays->view());
  ASSERT_TRUE(shared) << shared.error().message;
  auto world = GpuWorld::make(arrays->view());
  ASSERT_TRUE(world) << world.error().message;
  ASSERT_TRUE(world->set_search(rows->view()));
  ASSERT_TRUE(world->set_shared(shared->view()));
  GpuAgents on_gpu(*world);
  ASSERT_TRUE(on_gpu.set_agents(agents.starts, agents.goals));
  for (const GpuAlgorithm algorithm : {GpuAlgorithm::astar_thread, GpuAlgorithm::astar_group,
                                       GpuAlgorithm::hierarchy, GpuAlgorithm::shared}) {
    for (const std::uint32_t lanes : {4u, 8u, 16u, 32u}) {
      SCOPED_TRACE(testing::Message()
                   << "algorithm " << static_cast<int>(algorithm) << " lanes " << lanes);
      GpuOptions options;
      options.search_lanes = lanes;
      options.sort = lanes != 4;
      options.chunk = 128;
      options.algorithm = algorithm;
      const auto times = on_gpu.find_paths(options);
      ASSERT_TRUE(times) << times.error().message;
      GpuAnswers answers;
      ASSERT_TRUE(on_gpu.read_answers(answers));
      expect_answers(answers);
    }
  }
}

TEST_P(SearchesOnRandomMeshes, OnAGpuNeedNoTables) {
  if (const auto gpu = find_gpu(); !gpu) GTEST_SKIP() << gpu.error().message;
  auto world = GpuWorld::make(SnapshotArrays::for_searches(snapshot).view());
  ASSERT_TRUE(world) << world.error().message;
  ASSERT_TRUE(world->set_search(rows->view()));
  GpuAgents on_gpu(*world);
  ASSERT_TRUE(on_gpu.set_agents(agents.starts, agents.goals));
  GpuOptions options;
  ASSERT_FALSE(on_gpu.find_paths(options));
  options.algorithm = GpuAlgorithm::hierarchy;
  ASSERT_TRUE(on_gpu.find_paths(options));
  GpuAnswers answers;
  ASSERT_TRUE(on_gpu.read_answers(answers));
  expect_answers(answers);
}

INSTANTIATE_TEST_SUITE_P(Seeds, SearchesOnRandomMeshes, testing::Range(1u, 25u));

/// On a GPU, for agents by tables and by searches.
GpuWorld world_with_searches(const test::RandomMeshWorld& random) {
  auto world = GpuWorld::make(random.arrays.view()).value();
  EXPECT_TRUE(world.set_search(SnapshotSearchArrays::make(random.snapshot).value().view()));
  return world;
}

TEST(GpuAgents, TellOfTheirLastBatchAlone) {
  if (const auto gpu = find_gpu(); !gpu) GTEST_SKIP() << gpu.error().message;
  const test::RandomMeshWorld random(3);
  const GpuWorld world = world_with_searches(random);
  GpuAgents on_gpu(world);
  ASSERT_TRUE(on_gpu.set_agents(random.agents.starts, random.agents.goals));
  GpuOptions searches;
  searches.algorithm = GpuAlgorithm::hierarchy;
  ASSERT_TRUE(on_gpu.find_paths(searches));
  EXPECT_GT(on_gpu.expansions(), 0u);
  EXPECT_GT(on_gpu.polygon_count(), 0u);
  ASSERT_TRUE(on_gpu.find_paths({}));
  EXPECT_EQ(on_gpu.expansions(), 0u);
  EXPECT_GT(on_gpu.polygon_count(), 0u);
  ASSERT_TRUE(on_gpu.set_agents({}, {}));
  for (const GpuOptions& options : {searches, GpuOptions{}}) {
    ASSERT_TRUE(on_gpu.find_paths(options));
    EXPECT_EQ(on_gpu.expansions(), 0u);
    EXPECT_EQ(on_gpu.polygon_count(), 0u);
    EXPECT_EQ(on_gpu.repeated(), 0u);
  }
}

/// Slots for a few agents, then for more, then for few again, by one algorithm and another.
TEST(GpuAgents, SearchInBatchesOfAnySize) {
  if (const auto gpu = find_gpu(); !gpu) GTEST_SKIP() << gpu.error().message;
  const test::RandomMeshWorld random(3);
  const GpuWorld world = world_with_searches(random);
  GpuAgents on_gpu(world);
  HostAgent agent(random.arrays.view());
  for (const std::size_t count : {1u, 5u, 300u, 2u, 130u}) {
    const auto starts = std::span(random.agents.starts).first(count);
    const auto goals = std::span(random.agents.goals).first(count);
    ASSERT_TRUE(on_gpu.set_agents(starts, goals));
    for (const GpuAlgorithm algorithm :
         {GpuAlgorithm::astar_thread, GpuAlgorithm::hierarchy, GpuAlgorithm::astar_group}) {
      GpuOptions options;
      options.algorithm = algorithm;
      ASSERT_TRUE(on_gpu.find_paths(options));
      GpuAnswers answers;
      ASSERT_TRUE(on_gpu.read_answers(answers));
      for (std::size_t i = 0; i < count; ++i)
        ASSERT_EQ(answers.cost(i), agent.answer(starts[i], goals[i]).cost) << count << ' ' << i;
    }
  }
}

TEST(SearchLabels, AreClearedWhenSearchesAreUsedUp) {
  constexpr std::uint32_t kNodes = (1u << 25) - 1;  // so that few searches can be numbered
  std::vector<std::uint64_t> words(kNodes, SearchLabels::kUnset);
  std::uint32_t left = 0;
  const SearchLane lane;
  for (std::uint32_t search = 0; search < 70; ++search) {
    SearchLabels labels(words.data(), kNodes, kNodes, &left);
    labels.clear(lane);
    EXPECT_TRUE(labels.improve(lane, 5, 2 * 5 + 1, 100 + search, 7));
    EXPECT_FALSE(labels.improve(lane, 5, 2 * 5, 100 + search, 7));
    EXPECT_TRUE(labels.improve(lane, 5, 2 * 5, 99, kNodes - 1));
    const std::uint64_t word = labels.load(lane, 5);
    EXPECT_EQ(labels.cost(word), 99u);
    EXPECT_EQ(labels.parent(word), kNodes - 1);
    EXPECT_EQ(SearchLabels::side(word), 0u);
    EXPECT_TRUE(SearchLabels::open(word));
  }
}

TEST(SnapshotSearchArrays, NeedStoredPaths) {
  const NavMeshSnapshot bare = test::build(test::make_field({}), {}, {4}, false);
  test::expect_error(SnapshotSearchArrays::make(bare), {"paths", "build"});
}

}  // namespace
}  // namespace portolan::detail
