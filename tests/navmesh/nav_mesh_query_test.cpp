#include <limits>
#include <optional>
#include <set>

#include "nav_mesh_testing.h"
#include "portolan/navmesh/validate_polygon_mesh.h"

namespace portolan::detail {
namespace {

using test::MeshBuilder;
using test::NaiveGraph;
using test::Random;

MeshPlace middle_of(const PolygonMesh& mesh, std::uint32_t polygon) {
  return {polygon, test::centre_of(mesh, polygon)};
}

std::uint64_t effort(const QueryCounts& counts) {
  return counts.connect.expansions + counts.main.expansions + counts.refine.expansions;
}

/// Whether no path leads from one polygon to another, given the costs from the first.
bool out_of_reach(const NaiveGraph& graph, const std::vector<Cost>& costs, const MeshPlace& start,
                  const MeshPlace& goal) {
  return graph.cost_to(costs, start, goal) == kInfinite;
}

/// "Unreachable" is answered without any search, one-way portals and links included.
TEST(Unreachable, IsKnownAtOnce) {
  std::size_t pairs = 0;
  for (std::uint32_t seed = 1; seed <= 16; ++seed) {
    PolygonMesh mesh = test::make_field({.holes = 3, .triangles = 4, .seed = seed});
    Random random(seed);
    if (seed % 2 == 0) test::add_trouble(mesh, random);
    const NavMeshMetric metric = test::make_metric(seed);
    const NaiveGraph graph(mesh, metric);
    const NavMeshSnapshot snapshot = test::build(mesh, metric, {4});
    NavMeshQuery query;
    QueryCounts counts;
    query.count_into(&counts);
    NavMeshPath path;
    for (std::uint32_t a = 0; a < mesh.polygon_count(); a += 2) {
      const MeshPlace start = middle_of(mesh, a);
      if (!graph.passable(a)) continue;
      const std::vector<Cost> costs = graph.costs_from(start);
      for (std::uint32_t b = 0; b < mesh.polygon_count(); b += 3) {
        const MeshPlace goal = middle_of(mesh, b);
        if (!graph.passable(b) || !out_of_reach(graph, costs, start, goal)) continue;
        ++pairs;
        Cost cost = 0;
        ASSERT_EQ(query.find_path(snapshot, start, goal, {}, path), Status::unreachable);
        ASSERT_EQ(query.find_path(snapshot, start, goal, {{.level = 2}, true}, path),
                  Status::unreachable);
        ASSERT_EQ(query.find_cost(snapshot, start, goal, {}, cost), Status::unreachable);
        ASSERT_EQ(query.find_path_astar(snapshot, start, goal, {}, path), Status::unreachable);
        ASSERT_EQ(effort(counts), 0u) << "seed " << seed << ": " << a << " to " << b;
        ASSERT_EQ(path.cost, kInfinite);
        ASSERT_TRUE(path.nodes.empty() && path.polygons.empty() && path.waypoints.empty());
      }
    }
  }
  EXPECT_GT(pairs, 1000u);
}

/// The nearest of all polygons that Dijkstra reaches from the start.
TEST(Unreachable, NearestReachableEqualsBruteForce) {
  std::size_t moved = 0;
  for (std::uint32_t seed = 1; seed <= 16; ++seed) {
    PolygonMesh mesh = seed % 4 == 0 ? test::make_storeys(3, 5, 6)
                                     : test::make_field({.holes = 3, .triangles = 4, .seed = seed});
    Random random(seed);
    test::add_trouble(mesh, random);
    const NavMeshMetric metric = test::make_metric(seed);
    const NaiveGraph graph(mesh, metric);
    const NavMeshSnapshot snapshot = test::build(mesh, metric, {4});
    NavMeshQuery query;
    for (int k = 0; k < 60; ++k) {
      const MeshPlace start = test::random_place(mesh, random);
      const MeshPlace point = test::random_place(mesh, random);
      const Vec3 extent{6, 4, 6};
      const std::vector<Cost> costs = graph.costs_from(start);
      std::optional<MeshPlace> expected;
      float nearest = std::numeric_limits<float>::infinity();
      for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
        if (!graph.passable(start.polygon) || !graph.passable(p) ||
            out_of_reach(graph, costs, start, middle_of(mesh, p)))
          continue;
        const Vec3 on = nearest_point(mesh, PolygonId{p}, point.point);
        const Vec3 away = on - point.point;
        if (std::abs(away.x) > 6 || std::abs(away.y) > 4 || std::abs(away.z) > 6) continue;
        if (dot(away, away) >= nearest) continue;
        nearest = dot(away, away);
        expected = MeshPlace{p, on};
      }
      const auto found = query.find_nearest_reachable(snapshot, start, point.point, extent);
      ASSERT_EQ(found, expected) << "seed " << seed;
      moved += found && found->polygon != point.polygon;
    }
  }
  EXPECT_GT(moved, 20u);
}

TEST(SpecialPairs, StartEqualToGoal) {
  const PolygonMesh mesh = test::make_random_mesh(7);
  const NavMeshSnapshot snapshot = test::build(mesh);
  NavMeshQuery query;
  NavMeshPath path;
  for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
    const MeshPlace place = middle_of(mesh, p);
    for (unsigned level = 0; level <= snapshot.hierarchy().levels(); ++level) {
      ASSERT_EQ(query.find_path(snapshot, place, place, {{.level = level}, true}, path),
                Status::complete);
      EXPECT_EQ(path.cost, 0u);
      EXPECT_EQ(path.polygons, std::vector<std::uint32_t>{p});
      EXPECT_EQ(path.waypoints, (std::vector<Waypoint>{{place.point, p}}));
      EXPECT_EQ(length_of(path.waypoints), 0.0);
    }
    ASSERT_EQ(query.find_path_astar(snapshot, place, place, {}, path), Status::complete);
    EXPECT_EQ(path.cost, 0u);
    EXPECT_EQ(path.polygons.size(), 1u);
  }
}

TEST(SpecialPairs, WithinOnePolygon) {
  const PolygonMesh mesh = test::make_field({});
  const NavMeshSnapshot snapshot = test::build(mesh);
  NavMeshQuery query;
  NavMeshPath path;
  const MeshPlace start{9, {2.5f, 0, 2.5f}}, goal{9, {3.5f, 0, 2.5f}};
  for (unsigned level = 0; level <= snapshot.hierarchy().levels(); ++level) {
    ASSERT_EQ(query.find_path(snapshot, start, goal, {{.level = level}, true}, path),
              Status::complete);
    EXPECT_EQ(path.cost, 1024u);
    EXPECT_EQ(path.polygons, std::vector<std::uint32_t>{9});
    EXPECT_TRUE(path.nodes.empty());
    EXPECT_EQ(path.waypoints, (std::vector<Waypoint>{{start.point, 9}, {goal.point, 9}}));
  }
  ASSERT_EQ(query.find_path(snapshot, start, goal, {{}, false}, path), Status::complete);
  EXPECT_TRUE(path.waypoints.empty());
}

/// Expensive ground within, cheap ground beside it: the best path between two points of one polygon
/// leads outside.
TEST(SpecialPairs, ShorterOutsideThePolygon) {
  MeshBuilder builder;
  builder.add({{0, 0, 0}, {0, 0, 1}, {4, 0, 1}, {8, 0, 1}, {8, 0, 0}}, 1);
  builder.add({{0, 0, 1}, {0, 0, 2}, {4, 0, 2}, {4, 0, 1}});
  builder.add({{4, 0, 1}, {4, 0, 2}, {8, 0, 2}, {8, 0, 1}});
  const PolygonMesh mesh = builder.finish();
  NavMeshMetric metric;
  metric.cost[1] = 10.0f;
  const MeshPlace start{0, {2, 0, 0.75f}}, goal{0, {6, 0, 0.75f}};
  const NaiveGraph graph(mesh, metric);
  NavMeshQuery query;
  NavMeshPath path;
  for (const std::uint32_t merge : {2u, 3u}) {
    const NavMeshSnapshot snapshot = test::build(mesh, metric, {merge});
    for (unsigned level = 0; level <= snapshot.hierarchy().levels(); ++level) {
      query.find_path(snapshot, start, goal, {{.level = level}, true}, path);
      ASSERT_NO_FATAL_FAILURE(test::expect_valid_path(graph, snapshot, start, goal, path));
      EXPECT_EQ(path.polygons, (std::vector<std::uint32_t>{0, 1, 2, 0}));
    }
  }
}

/// Two portals with one middle, as where a short edge and a long one cross: nothing is free.
TEST(SpecialPairs, TwoPortalsWithOneMiddle) {
  MeshBuilder builder;
  builder.add_floor(0, 0, 2, 2);
  builder.add_floor(2, 0, 4, 2);
  builder.add_floor(4, 0, 6, 2);
  PolygonMesh mesh = builder.finish();
  Portal twin = mesh.portals[0];  // the same place, but it leads on to the third square
  twin.ends[0] = {2, 0, 0.5f};
  twin.ends[1] = {2, 0, 1.5f};
  twin.polygons[1] = 2;
  mesh.portals.push_back(twin);
  ASSERT_EQ(mesh.portals[0].middle(), twin.middle());
  const NaiveGraph graph(mesh, {});
  for (const std::uint32_t merge : {2u, 3u}) {
    const NavMeshSnapshot snapshot = test::build(mesh, {}, {merge});
    NavMeshQuery query;
    NavMeshPath path;
    for (std::uint32_t a = 0; a < 3; ++a) {
      for (std::uint32_t b = 0; b < 3; ++b) {
        const MeshPlace start = middle_of(mesh, a), goal = middle_of(mesh, b);
        ASSERT_EQ(query.find_path(snapshot, start, goal, {}, path), Status::complete);
        EXPECT_EQ(path.cost, graph.cost_to(graph.costs_from(start), start, goal));
        ASSERT_NO_FATAL_FAILURE(test::expect_valid_path(graph, snapshot, start, goal, path));
      }
    }
  }
}

TEST(SpecialPairs, TheLimitOnExpansions) {
  const PolygonMesh mesh = test::make_field({.width = 12, .height = 12});
  const NavMeshSnapshot snapshot = test::build(mesh);
  NavMeshQuery query;
  NavMeshPath path;
  const MeshPlace start = middle_of(mesh, 0), goal = middle_of(mesh, 143);
  const NavMeshQueryOptions tight{{.level = 1, .max_expansions = 2}, true};
  EXPECT_EQ(query.find_path(snapshot, start, goal, tight, path), Status::out_of_budget);
  EXPECT_TRUE(path.cost == kInfinite && path.polygons.empty() && path.waypoints.empty());
  EXPECT_EQ(query.find_path_astar(snapshot, start, goal, tight, path), Status::out_of_budget);
  EXPECT_TRUE(path.cost == kInfinite && path.polygons.empty() && path.waypoints.empty());
  EXPECT_EQ(query.find_path(snapshot, start, goal, {}, path), Status::complete);
}

/// Entry nodes are measured as exactly as crossings: long polygons would show it.
TEST(SpecialPairs, CostsOfLongMovesAreExact) {
  PolygonMesh mesh = test::make_field({.width = 3, .height = 3, .uneven = true});
  for (Vec3& v : mesh.vertices) v = v * 300.0f;
  ASSERT_TRUE(find_portals(mesh));
  const NaiveGraph graph(mesh, {});
  const NavMeshSnapshot snapshot = test::build(mesh, {}, {3});
  ASSERT_EQ(snapshot.world().costs().units_per_metre, 1024.0);
  NavMeshQuery query;
  NavMeshPath path;
  Random random(1);
  for (int k = 0; k < 1000; ++k) {
    const MeshPlace start = test::random_place(mesh, random);
    const MeshPlace goal = test::random_place(mesh, random);
    const Cost expected = graph.cost_to(graph.costs_from(start), start, goal);
    query.find_path(snapshot, start, goal, {}, path);
    ASSERT_EQ(path.cost, expected) << k;
    query.find_path_astar(snapshot, start, goal, {}, path);
    ASSERT_EQ(path.cost, expected) << k;
  }
}

TEST(UnconnectedPolygons, AreCountedAndCanBeDropped) {
  MeshBuilder builder;
  builder.add_floor(0, 0, 1, 1, 0, 1);
  builder.add_floor(10, 0, 11, 1, 0, 2);  // alone
  builder.add_floor(1, 0, 2, 1, 0, 3);
  builder.add_floor(20, 0, 21, 1, 0, 4);  // joined by a link only
  builder.add_floor(30, 0, 31, 1, 0, 5);  // alone: its link leads back to itself
  PolygonMesh mesh = builder.finish();
  mesh.refs = {10, 11, 12, 13, 14};
  mesh.flags = {1, 2, 3, 4, 5};
  mesh.links.push_back({{{1.5f, 0, 0.5f}, {20, 0, 0}}, 2, 3});
  mesh.links.push_back({{{30, 0, 0}, {31, 0, 1}}, 4, 4});
  EXPECT_EQ(count_unconnected(mesh), 2u);
  const PolygonMesh kept = without_unconnected(mesh);
  ASSERT_TRUE(validate(kept));
  EXPECT_EQ(kept.refs, (std::vector<std::uint64_t>{10, 12, 13}));
  EXPECT_EQ(kept.areas, (std::vector<std::uint8_t>{1, 3, 4}));
  EXPECT_EQ(kept.flags, (std::vector<std::uint16_t>{1, 3, 4}));
  ASSERT_EQ(kept.portals.size(), 1u);
  EXPECT_EQ(kept.portals[0].polygons[1], 1u);
  ASSERT_EQ(kept.links.size(), 1u);
  EXPECT_EQ(kept.links[0].from_polygon, 1u);
  EXPECT_EQ(kept.links[0].to_polygon, 2u);
  EXPECT_EQ(kept.corner(2, 0), mesh.corner(3, 0));
  EXPECT_EQ(count_unconnected(kept), 0u);

  const NavMeshSnapshot snapshot = test::build(mesh, {}, {2});
  NavMeshQuery query;
  NavMeshPath path;
  for (std::uint32_t a = 0; a < 5; ++a) {
    for (std::uint32_t b = 0; b < 5; ++b) {
      const bool alone = a == 1 || a == 4 || b == 1 || b == 4;
      EXPECT_EQ(query.find_path(snapshot, middle_of(mesh, a), middle_of(mesh, b), {}, path),
                alone && a != b ? Status::unreachable : Status::complete)
          << a << " to " << b;
    }
  }
  EXPECT_EQ(without_unconnected(PolygonMesh{}).polygon_count(), 0u);
}

TEST(Links, AreFollowedTheirWay) {
  PolygonMesh mesh = test::make_field({.width = 10, .height = 1});
  PolygonLink jump{{test::centre_of(mesh, 1), test::centre_of(mesh, 8)}, 1, 8};
  jump.link.both_ways = false;
  jump.link.cost = 1.0f;
  mesh.links.push_back(jump);
  const NavMeshSnapshot snapshot = test::build(mesh, {}, {3});
  NavMeshQuery query;
  NavMeshPath path;
  const MeshPlace a = middle_of(mesh, 0), b = middle_of(mesh, 9);
  ASSERT_EQ(query.find_path(snapshot, a, b, {}, path), Status::complete);
  EXPECT_EQ(path.polygons, (std::vector<std::uint32_t>{0, 1, 8, 9}));
  const std::vector<Waypoint> expected = {
      {a.point, 0}, {jump.link.from, 1, true}, {jump.link.to, 8}, {b.point, 9}};
  EXPECT_EQ(path.waypoints, expected);
  EXPECT_EQ(path.cost, 5u * 1024);
  ASSERT_EQ(query.find_path(snapshot, b, a, {}, path), Status::complete);
  EXPECT_EQ(path.polygons.size(), 10u) << "not backwards";
}

/// A start on a link's end, a goal on its other end, and both in one polygon.
TEST(Links, StartAndGoalOnTheirEnds) {
  PolygonMesh mesh = test::make_field({.width = 4, .height = 4});
  mesh.links.push_back({{{0.25f, 0, 0.25f}, {1.75f, 0, 1.75f}}, 0, 0});
  mesh.links.back().link.cost = 0.0f;
  const NaiveGraph graph(mesh, {});
  const NavMeshSnapshot snapshot = test::build(mesh, {}, {4});
  NavMeshQuery query;
  NavMeshPath path;
  const MeshPlace from{0, {0.25f, 0, 0.25f}}, to{0, {1.75f, 0, 1.75f}};
  for (const auto& [start, goal] : {std::pair{from, to}, std::pair{to, from}}) {
    ASSERT_EQ(query.find_path(snapshot, start, goal, {}, path), Status::complete);
    EXPECT_EQ(path.cost, 3u) << "one unit for each move";
    ASSERT_NO_FATAL_FAILURE(test::expect_valid_path(graph, snapshot, start, goal, path));
    std::size_t links = 0;
    for (const Waypoint& w : path.waypoints) links += w.link;
    EXPECT_EQ(links, 1u);
    ASSERT_EQ(path.waypoints.size(), 2u);
    EXPECT_TRUE(path.waypoints[0].link);
  }
}

}  // namespace
}  // namespace portolan::detail
