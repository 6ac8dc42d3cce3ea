#include <array>

#include "nav_mesh_testing.h"

namespace portolan::detail {
namespace {

using test::NaiveGraph;
using test::Random;

constexpr std::uint32_t kMerges[] = {2, 4, 6, 8, 10, 15, 20};

struct Case {
  MeshPlace start;
  MeshPlace goal;
  Cost cost;
};

Status expected_status(const NaiveGraph& graph, const Case& c) {
  if (!graph.passable(c.start.polygon)) return Status::invalid_start;
  if (!graph.passable(c.goal.polygon)) return Status::invalid_goal;
  return c.cost == kInfinite ? Status::unreachable : Status::complete;
}

/// Pairs all over the mesh, some of them within one polygon or between neighbours.
std::vector<Case> random_cases(const PolygonMesh& mesh, const NaiveGraph& graph, std::uint32_t seed,
                               int starts, int goals) {
  Random random(seed);
  std::vector<Case> cases;
  for (int s = 0; s < starts; ++s) {
    const MeshPlace start = test::random_place(mesh, random);
    const std::vector<Cost> costs = graph.costs_from(start);
    for (int g = 0; g < goals; ++g) {
      MeshPlace goal = test::random_place(mesh, random);
      if (g == 0) goal = test::random_place(mesh, start.polygon, random);
      if (g == 1 && start.polygon + 1 < mesh.polygon_count())
        goal = test::random_place(mesh, start.polygon + 1, random);
      cases.push_back({start, goal, graph.cost_to(costs, start, goal)});
    }
  }
  return cases;
}

void expect_answer(const NaiveGraph& graph, const NavMeshSnapshot& snapshot, const Case& c,
                   const NavMeshPath& path) {
  ASSERT_EQ(path.status, expected_status(graph, c)) << to_string(path.status);
  ASSERT_EQ(path.cost, c.cost);
  if (path.status == Status::complete)
    ASSERT_NO_FATAL_FAILURE(test::expect_valid_path(graph, snapshot, c.start, c.goal, path));
  else
    ASSERT_TRUE(path.nodes.empty() && path.polygons.empty() && path.waypoints.empty());
}

void expect_exact(const NaiveGraph& graph, const NavMeshSnapshot& snapshot,
                  const std::vector<Case>& cases) {
  static const ParallelFor threads = test::real_threads();
  NavMeshQuery query;
  NavMeshPath path;
  Cost cost = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    SCOPED_TRACE(testing::Message() << "case " << i << ": polygon " << cases[i].start.polygon
                                    << " to " << cases[i].goal.polygon);
    const Case& c = cases[i];
    query.find_path_astar(snapshot, c.start, c.goal, {}, path);
    ASSERT_NO_FATAL_FAILURE(expect_answer(graph, snapshot, c, path)) << "A*";
    for (unsigned level = 0; level <= snapshot.hierarchy().levels(); ++level) {
      for (const ConnectMethod method :
           {ConnectMethod::dijkstra, ConnectMethod::astar, ConnectMethod::threads}) {
        if (method == ConnectMethod::threads && i % 8 != 0) continue;  // threads are slow to start
        SCOPED_TRACE(testing::Message() << "level " << level << " connect " << int(method));
        const NavMeshQueryOptions options{{level, method, ~std::uint64_t{0}, &threads}, true};
        query.find_path(snapshot, c.start, c.goal, options, path);
        ASSERT_NO_FATAL_FAILURE(expect_answer(graph, snapshot, c, path));
        query.find_cost(snapshot, c.start, c.goal, options, cost);
        ASSERT_EQ(cost, c.cost);
      }
    }
  }
}

/// The same from tables of every kind.
void expect_exact_tables(const NaiveGraph& graph, const NavMeshSnapshot& built,
                         const std::vector<Case>& cases) {
  NavMeshQuery query;
  NavMeshPath path;
  Cost cost = 0;
  for (const TableOptions& options :
       {TableOptions{}, TableOptions{.paths = ConnectPaths::descend},
        TableOptions{.far = FarMethod::shortcuts},
        TableOptions{.far = FarMethod::shortcuts, .level_alone = 1},
        TableOptions{.far = FarMethod::shortcuts, .level_alone = 2}}) {
    const NavMeshSnapshot snapshot = built.with_tables(options).value();
    const FarMethod far = built.options().store_steps ? options.far : FarMethod::shortcuts;
    ASSERT_EQ(snapshot.tables().choice().far, far) << snapshot.tables().choice().reason;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const Case& c = cases[i];
      SCOPED_TRACE(testing::Message()
                   << "tables " << name(options.far) << ", case " << i << ": polygon "
                   << c.start.polygon << " to " << c.goal.polygon);
      query.find_path(snapshot, c.start, c.goal, {}, path);
      ASSERT_NO_FATAL_FAILURE(expect_answer(graph, snapshot, c, path));
      query.find_cost(snapshot, c.start, c.goal, {}, cost);
      ASSERT_EQ(cost, c.cost);
      const QueryOptions searched{.level = static_cast<unsigned>(i) % 3,
                                  .connect = ConnectMethod::table};
      query.find_path(snapshot, c.start, c.goal, {searched, true, false}, path);
      ASSERT_NO_FATAL_FAILURE(expect_answer(graph, snapshot, c, path)) << "connected by the table";
    }
  }
}

/// Meshes are nested until each part is one cell, at a level without gates. Budgets down from one
/// that holds the connect table: tables that claim to answer know of gates.
TEST(NavMeshTables, AreNeverShortcutsOverNoGates) {
  for (std::uint32_t seed = 1; seed <= 8; ++seed) {
    const PolygonMesh mesh = test::make_random_mesh(seed);
    const NavMeshSnapshot built = test::build(mesh, {}, {4});
    const NaiveGraph graph(mesh, {});
    const std::vector<Case> cases = random_cases(mesh, graph, seed, 3, 3);
    const auto connect = built.with_tables({.far = FarMethod::search}).value();
    ASSERT_EQ(built.hierarchy().level_size(built.hierarchy().levels()).gates, 0u);
    for (std::size_t budget = connect.tables().bytes(); budget > 100; budget = budget * 3 / 4) {
      const NavMeshSnapshot snapshot = built.with_tables({.max_bytes = budget}).value();
      const Tables& tables = snapshot.tables();
      EXPECT_TRUE(!tables.answer() || tables.links().gate_count() > 0) << tables.level();
      EXPECT_TRUE(budget < connect.tables().bytes() || tables.bytes() > 0);
      NavMeshQuery query;
      NavMeshPath path;
      for (const Case& c : cases) {
        query.find_path(snapshot, c.start, c.goal, {}, path);
        ASSERT_NO_FATAL_FAILURE(expect_answer(graph, snapshot, c, path));
      }
    }
  }
}

class NavMeshExactness : public testing::TestWithParam<std::uint32_t> {};

/// Every level, merge factor and way to connect gives the cost that Dijkstra finds on a graph
/// made from the arrays alone, and a path that is worth it.
/// A field with a portal and a link; whether these lead one way only.
PolygonMesh field_with_ways(bool one_way_portal, bool one_way_link) {
  PolygonMesh mesh = test::make_field({.width = 90, .height = 90, .holes = 6, .uneven = true});
  const std::uint32_t ends[2] = {210, 213};
  mesh.links.push_back(
      {{test::centre_of(mesh, ends[0]), test::centre_of(mesh, ends[1])}, ends[0], ends[1]});
  mesh.links[0].link.both_ways = !one_way_link;
  mesh.portals[1500].crossable_from[1] = !one_way_portal;
  return mesh;
}

std::size_t bytes_of_rows(const Tables& tables) { return tables.bytes() - tables.link_bytes(); }

TEST(NavMeshTables, OneOneWayPortalOrLinkTakesLittleMore) {
  const auto build = [](const PolygonMesh& mesh) { return test::build(mesh, {}, {12, 4}); };
  const NavMeshSnapshot plain = build(field_with_ways(false, false));
  const std::size_t all = plain.with_tables({}).value().tables().bytes();
  NavMeshQuery query;
  NavMeshPath path;
  for (const bool link : {false, true}) {
    const PolygonMesh mesh = field_with_ways(!link, link);
    const NavMeshSnapshot built = build(mesh);
    const NaiveGraph graph(mesh, {});
    const std::vector<Case> cases = random_cases(mesh, graph, 3, 20, 20);
    for (const std::size_t part : {100u, 80u, 60u, 40u, 20u}) {
      SCOPED_TRACE(testing::Message() << (link ? "link, " : "portal, ") << part << " %");
      const std::size_t budget = all * part / 100;
      const Tables same = plain.with_tables({.max_bytes = budget}).value().tables();
      const auto snapshot = built.with_tables({.max_bytes = budget * 5 / 4}).value();
      const Tables& tables = snapshot.tables();
      ASSERT_LE(tables.bytes(), budget * 5 / 4);  // a fourth for gate hops, of both directions
      EXPECT_GE(tables.choice().far, same.choice().far) << tables.choice().reason;
      EXPECT_TRUE(tables.choice().connect || !same.complete());
      if (part == 100) {
        EXPECT_EQ(tables.choice().far, FarMethod::labels);
        EXPECT_TRUE(tables.connect().directed());
        EXPECT_LE(bytes_of_rows(tables), bytes_of_rows(same) * 11 / 10);
      }
      for (const Case& c : cases) {
        query.find_path(snapshot, c.start, c.goal, {}, path);
        ASSERT_NO_FATAL_FAILURE(expect_answer(graph, snapshot, c, path));
      }
    }
  }
}

TEST_P(NavMeshExactness, EqualsDijkstraOnRandomMeshes) {
  const std::uint32_t seed = GetParam();
  const PolygonMesh mesh = test::make_random_mesh(seed);
  ASSERT_GE(mesh.polygon_count(), 30u);
  ASSERT_LE(mesh.polygon_count(), 400u);
  const NavMeshMetric metric = test::make_metric(seed);
  const NaiveGraph graph(mesh, metric);
  const std::vector<Case> cases = random_cases(mesh, graph, seed, 5, 5);
  for (const std::uint32_t merge : kMerges) {
    SCOPED_TRACE(testing::Message() << "merge " << merge);
    for (const bool store_steps : {true, false}) {
      const NavMeshSnapshot snapshot = test::build(mesh, metric, {merge}, store_steps);
      ASSERT_EQ(snapshot.world().costs().units_per_metre, 1024.0);
      ASSERT_NO_FATAL_FAILURE(expect_exact(graph, snapshot, cases));
      if (merge == 4 || merge == 15) {
        ASSERT_NO_FATAL_FAILURE(expect_exact_tables(graph, snapshot, cases));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, NavMeshExactness, testing::Range(1u, 33u));

/// Several portals in one line on a side of a square: paths over one of them to the next cost
/// exactly as much as straight paths, and must not confuse the list of polygons.
TEST(NavMeshTies, PortalsInOneLine) {
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const PolygonMesh mesh = test::make_quadtree(seed);
    const NaiveGraph graph(mesh, {});
    const std::vector<Case> cases = random_cases(mesh, graph, seed, 8, 8);
    const std::uint32_t merge = std::array{2u, 6u, 20u}[seed % 3];
    const NavMeshSnapshot snapshot = test::build(mesh, {}, {merge});
    ASSERT_NO_FATAL_FAILURE(expect_exact(graph, snapshot, cases));
    ASSERT_NO_FATAL_FAILURE(expect_exact_tables(graph, snapshot, cases));
  }
}

/// All pairs of polygons of a mesh whose costs are all alike: as many ties as can be.
TEST(NavMeshTies, AllPairsOfAField) {
  const PolygonMesh mesh = test::make_field({.width = 6, .height = 6});
  const NaiveGraph graph(mesh, {});
  std::vector<Case> cases;
  for (std::uint32_t a = 0; a < mesh.polygon_count(); ++a) {
    const MeshPlace start{a, test::centre_of(mesh, a)};
    const std::vector<Cost> costs = graph.costs_from(start);
    for (std::uint32_t b = 0; b < mesh.polygon_count(); ++b) {
      const MeshPlace goal{b, test::centre_of(mesh, b)};
      cases.push_back({start, goal, graph.cost_to(costs, start, goal)});
    }
  }
  for (const std::uint32_t merge : {2u, 4u, 10u}) {
    const NavMeshSnapshot snapshot = test::build(mesh, {}, {merge});
    ASSERT_NO_FATAL_FAILURE(expect_exact(graph, snapshot, cases));
    ASSERT_NO_FATAL_FAILURE(expect_exact_tables(graph, snapshot, cases));
  }
}

}  // namespace
}  // namespace portolan::detail
