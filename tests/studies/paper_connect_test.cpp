#include "studies/paper_connect.h"

#include "paper_testing.h"
#include "studies/paper_query.h"

namespace portolan::detail {
namespace {

using test::NaiveGraph;
using test::Random;

constexpr PathStorage kStorages[] = {PathStorage::whole, PathStorage::first_steps};

PaperModel model_of(const PolygonMesh& mesh, const NavMeshMetric& metric, std::uint32_t merge,
                    unsigned levels = 3) {
  return PaperModel::build(test::build(mesh, metric, {merge}), levels).value();
}

PaperConnectTable table_of(const PaperModel& model, unsigned level, PathStorage storage,
                           const ParallelFor* parallel = nullptr) {
  return PaperConnectTable::build(model, level, storage, parallel).value();
}

std::vector<PaperConnectTable> tables_of(const PaperModel& model, PathStorage storage) {
  std::vector<PaperConnectTable> tables;
  for (unsigned level = 1; level <= model.levels(); ++level)
    tables.push_back(table_of(model, level, storage));
  return tables;
}

/// A row of squares, 2 m each; the portal behind square `gap` can be crossed as `paths` says.
PolygonMesh make_row(std::uint32_t count, std::uint32_t gap, bool there, bool back) {
  test::MeshBuilder builder;
  for (std::uint32_t i = 0; i < count; ++i)
    builder.add_floor(2.0f * static_cast<float>(i), 0, 2.0f * static_cast<float>(i + 1), 2);
  PolygonMesh mesh = builder.finish();
  for (Portal& portal : mesh.portals) {
    for (const int side : {0, 1}) {
      if (portal.polygons[side] == gap && portal.polygons[1 - side] == gap + 1) {
        portal.crossable_from[side] = there;
        portal.crossable_from[1 - side] = back;
      }
    }
  }
  return mesh;
}

/// Every entry against a fresh search from the centre, costs and paths, in both directions.
void expect_fresh(const PaperModel& model, const PaperConnectTable& table) {
  const NavMeshSnapshot& snapshot = model.snapshot();
  const PolygonMesh& mesh = snapshot.mesh().polygons();
  ClosestPointSearch search;
  std::vector<NodeId> stored, fresh;
  for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
    const CellHandle cell = model.cell_of(PolygonId{p}, table.level());
    const OverlayCell gates = model.hierarchy().cell(cell);
    for (const bool backward : {false, true}) {
      search.reach(snapshot.world(), mesh, model.hierarchy().partition(), cell,
                   {p, test::centre_of(mesh, p)}, backward, nullptr);
      const std::span<const Cost> costs = table.costs(PolygonId{p}, backward);
      ASSERT_EQ(costs.size(), gates.gate_count());
      for (std::uint32_t i = 0; i < costs.size(); ++i) {
        const NodeId gate = gates.gate(GatePlace{i});
        ASSERT_EQ(costs[i], search.cost(gate)) << "polygon " << p << ", gate " << i;
        if (costs[i] == kInfinite) continue;
        stored.clear();
        fresh.clear();
        table.append_path(model, PolygonId{p}, i, backward, stored);
        search.append_path(gate, fresh);
        ASSERT_EQ(stored, fresh) << "polygon " << p << ", gate " << i;
      }
    }
  }
}

TEST(PaperConnectTable, HoldsWhatASearchFromTheCentreFinds) {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    const PolygonMesh mesh = test::make_random_mesh(seed);
    const PaperModel model = model_of(
        mesh, seed % 2 == 0 ? test::make_metric(seed) : NavMeshMetric{}, seed % 3 == 0 ? 3 : 6);
    for (unsigned level = 1; level <= model.levels(); ++level) {
      for (const PathStorage storage : kStorages) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", level " << level << ", storage "
                                        << static_cast<int>(storage));
        const PaperConnectTable table = table_of(model, level, storage);
        EXPECT_EQ(table.level(), level);
        ASSERT_NO_FATAL_FAILURE(expect_fresh(model, table));
      }
    }
  }
}

TEST(PaperConnectTable, ThreadsBuildTheSame) {
  const PolygonMesh mesh = test::make_random_mesh(7);
  const PaperModel model = model_of(mesh, test::make_metric(7), 5);
  const ParallelFor parallel = test::real_threads();
  for (const PathStorage storage : kStorages) {
    const PaperConnectTable alone = table_of(model, 2, storage);
    const PaperConnectTable together = table_of(model, 2, storage, &parallel);
    EXPECT_EQ(alone.bytes(), together.bytes());
    EXPECT_EQ(alone.entry_count(), together.entry_count());
    ASSERT_NO_FATAL_FAILURE(expect_fresh(model, together));
  }
}

TEST(PaperConnectTable, FirstStepsTakeLessRoom) {
  const PolygonMesh mesh = test::make_field({.width = 24, .height = 24, .uneven = true});
  const PaperModel model = model_of(mesh, {}, 12, 2);
  const PaperConnectTable whole = table_of(model, 2, PathStorage::whole);
  const PaperConnectTable steps = table_of(model, 2, PathStorage::first_steps);
  EXPECT_FALSE(whole.directed());
  EXPECT_EQ(whole.entry_count(), steps.entry_count());
  EXPECT_LT(steps.bytes(), whole.bytes());
  EXPECT_EQ(whole.run_count(), 0u);
  EXPECT_LT(steps.run_count(), steps.entry_count());
  // At the least a cost and a place for the path each, and where a polygon's entries begin.
  EXPECT_GE(steps.bytes(), 8 * steps.entry_count() + 4 * mesh.polygon_count());
}

TEST(PaperConnectTable, RefusesALevelThatIsNotThere) {
  const PaperModel model = model_of(test::make_field({.width = 6, .height = 6}), {}, 4, 1);
  for (const unsigned level : {0u, 2u}) {
    test::expect_error(PaperConnectTable::build(model, level, PathStorage::whole),
                       {"level " + std::to_string(level), "levels 1 to 1"});
  }
  test::expect_error(
      PaperConnectTable::build(model, 1, PathStorage::whole, nullptr,
                               Progress{[](auto, auto, const char*) { return false; }}),
      {"cancelled"});
}

/// Costs are those between the centres; the paths are the same however they are stored.
void expect_answers(const PolygonMesh& mesh, const NavMeshMetric& metric, std::uint32_t merge,
                    std::uint32_t seed) {
  const PaperModel model = model_of(mesh, metric, merge);
  const std::vector<PaperConnectTable> tables[2] = {tables_of(model, kStorages[0]),
                                                    tables_of(model, kStorages[1])};
  const NaiveGraph graph(mesh, metric);
  Random random(seed);
  PaperQuery query;
  NavMeshPath paths[2], centres;
  for (int k = 0; k < 100; ++k) {
    const MeshPlace start = test::random_place(mesh, random);
    const MeshPlace goal = test::random_place(mesh, random);
    for (unsigned level = 1; level <= model.levels(); ++level) {
      SCOPED_TRACE(testing::Message()
                   << "level " << level << ", polygon " << start.polygon << " to " << goal.polygon);
      for (const int s : {0, 1}) {
        query.find_path(model, start, goal,
                        {.level = level, .connect = PaperConnect::table, .tables = tables[s]},
                        paths[s]);
      }
      ASSERT_EQ(paths[0].status, paths[1].status);
      ASSERT_EQ(paths[0].nodes, paths[1].nodes);
      ASSERT_EQ(paths[0].cost, paths[1].cost);
      query.find_path(model, {start.polygon, test::centre_of(mesh, start.polygon)},
                      {goal.polygon, test::centre_of(mesh, goal.polygon)}, {.level = level},
                      centres);
      ASSERT_EQ(paths[0].status, centres.status);
      if (paths[0].status != Status::complete) continue;
      ASSERT_NO_FATAL_FAILURE(test::expect_legal(graph, mesh, start, goal, paths[0]));
      if (paths[0].level == 0) continue;  // in one cell: A* between the exact points
      ASSERT_EQ(paths[0].cost, centres.cost);
      ASSERT_EQ(paths[0].nodes, centres.nodes);
    }
  }
}

TEST(PaperQuery, ByTableAnswersAsBetweenTheCentres) {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    ASSERT_NO_FATAL_FAILURE(expect_answers(
        test::make_random_mesh(seed), seed % 2 == 0 ? test::make_metric(seed) : NavMeshMetric{},
        seed % 3 == 0 ? 3 : 6, seed));
  }
}

TEST(PaperQuery, WithoutATableOfTheLevelTheEndsSearch) {
  const PolygonMesh mesh = test::make_field({.width = 16, .height = 16, .uneven = true});
  const PaperModel model = model_of(mesh, {}, 5);
  const MeshPlace start{0, test::centre_of(mesh, 0)};
  const std::uint32_t last = mesh.polygon_count() - 1;
  const MeshPlace goal{last, test::centre_of(mesh, last)};
  PaperQuery query;
  NavMeshPath searched, asked;
  query.find_path(model, start, goal, {.level = 2}, searched);
  query.find_path(model, start, goal, {.level = 2, .connect = PaperConnect::table}, asked);
  EXPECT_EQ(asked.status, Status::complete);
  EXPECT_EQ(asked.cost, searched.cost);
}

/// The threads of one query each take gates of their own: the same answer whatever their number.
TEST(PaperQuery, AStarForEachGateOnAnyNumberOfThreads) {
  const ParallelFor parallel = test::real_threads();
  for (std::uint32_t seed = 1; seed <= 4; ++seed) {
    const PolygonMesh mesh = test::make_random_mesh(seed);
    const NavMeshMetric metric = test::make_metric(seed);
    const PaperModel model = model_of(mesh, metric, 6, 2);
    const NaiveGraph graph(mesh, metric);
    Random random(seed);
    PaperQuery alone, together, dijkstra;
    QueryCounts counts[2];
    alone.count_into(&counts[0]);
    together.count_into(&counts[1]);
    NavMeshPath one, many, other;
    for (int k = 0; k < 40; ++k) {
      const MeshPlace start = test::random_place(mesh, random);
      const MeshPlace goal = test::random_place(mesh, random);
      counts[0] = {};
      alone.find_path(model, start, goal, {.level = 2, .connect = PaperConnect::astar}, one);
      dijkstra.find_path(model, start, goal, {.level = 2}, other);
      for (const unsigned threads : {1u, 3u}) {
        counts[1] = {};
        together.find_path(
            model, start, goal,
            {.level = 2, .connect = PaperConnect::astar, .parallel = &parallel, .threads = threads},
            many);
        ASSERT_EQ(one.status, many.status);
        ASSERT_EQ(one.cost, many.cost);
        ASSERT_EQ(one.nodes, many.nodes);
        ASSERT_EQ(counts[0].connect.expansions, counts[1].connect.expansions);
      }
      ASSERT_EQ(one.status, other.status);
      if (one.status != Status::complete) continue;
      ASSERT_NO_FATAL_FAILURE(test::expect_legal(graph, mesh, start, goal, one));
    }
  }
}

TEST(PaperConnectTable, BlockedPolygonsReachNothingAndAreNotCrossed) {
  PolygonMesh mesh = make_row(12, 0, true, true);
  mesh.areas[5] = 5;  // which make_metric blocks
  const NavMeshMetric metric = test::make_metric(1);
  const PaperModel model = model_of(mesh, metric, 4, 1);
  ASSERT_FALSE(model.snapshot().passable(PolygonId{5}));
  const PaperConnectTable table = table_of(model, 1, PathStorage::first_steps);
  for (const Cost cost : table.costs(PolygonId{5}, false)) EXPECT_EQ(cost, kInfinite);
  ASSERT_NO_FATAL_FAILURE(expect_fresh(model, table));
  const std::vector<PaperConnectTable> tables = tables_of(model, PathStorage::whole);
  PaperQuery query;
  NavMeshPath path;
  const auto ask = [&](std::uint32_t from, std::uint32_t to) {
    return query.find_path(model, {from, test::centre_of(mesh, from)},
                           {to, test::centre_of(mesh, to)},
                           {.connect = PaperConnect::table, .tables = tables}, path);
  };
  EXPECT_EQ(ask(0, 11), Status::unreachable);
  EXPECT_EQ(ask(5, 11), Status::invalid_start);
  EXPECT_EQ(ask(0, 5), Status::invalid_goal);
  EXPECT_EQ(ask(6, 11), Status::complete);
}

/// The one-way portal lies in the start's cell, in the goal's, or between them, and either way.
TEST(PaperConnectTable, OneWayPortalsHaveATableForEachDirection) {
  for (std::uint32_t gap = 0; gap < 11; ++gap) {
    for (const bool there : {false, true}) {
      SCOPED_TRACE(testing::Message() << "behind " << gap << (there ? " there" : " back"));
      const PolygonMesh mesh = make_row(12, gap, there, !there);
      const PaperModel model = model_of(mesh, {}, 4, 1);
      for (const PathStorage storage : kStorages) {
        const std::vector<PaperConnectTable> tables = tables_of(model, storage);
        EXPECT_TRUE(tables[0].directed());
        ASSERT_NO_FATAL_FAILURE(expect_fresh(model, tables[0]));
        PaperQuery query;
        NavMeshPath path;
        for (const bool forward : {false, true}) {
          const std::uint32_t from = forward ? 0 : 11, to = forward ? 11 : 0;
          const Status status = query.find_path(
              model, {from, test::centre_of(mesh, from)}, {to, test::centre_of(mesh, to)},
              {.connect = PaperConnect::table, .tables = tables}, path);
          EXPECT_EQ(status, forward == there ? Status::complete : Status::unreachable);
          if (status == Status::complete) {
            EXPECT_EQ(path.polygons.size(), 12u);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace portolan::detail
