#include <set>

#include "nav_mesh_testing.h"

/// What "Multi-agent parallel hierarchical path finding in navigation meshes (MA-HNA*)" proves,
/// as properties: its bound on gates per cell (section 4.1) and its completeness (appendix A).
namespace portolan::detail {
namespace {

using test::NaiveGraph;

/// Polygons of every cell, by handle.
std::vector<std::vector<std::uint32_t>> polygons_by_cell(const NavMeshSnapshot& snapshot) {
  const Partition& partition = snapshot.hierarchy().partition();
  std::vector<std::vector<std::uint32_t>> polygons(partition.handle_count());
  for (std::uint32_t p = 0; p < snapshot.mesh().polygon_count(); ++p) {
    const CellId cell = snapshot.world().layout().cell(PolygonId{p});
    for (unsigned level = 1; level <= partition.levels(); ++level)
      polygons[partition.ancestor(cell, level)].push_back(p);
  }
  return polygons;
}

/// A cell of n connected polygons of s sides has at most n(s - 2) + 2 gates: of n s sides, joining
/// them took at least 2(n - 1). The paper has n = merge^level; our cells may hold a few more or
/// fewer, so the real number stands for it. Holds where a side has one portal at most.
void expect_bound(const PolygonMesh& mesh, std::uint32_t merge, MergeMethod method) {
  NavMeshBuildOptions options;
  options.cells.merge = {merge};
  options.cells.method = method;
  const NavMeshSnapshot snapshot =
      NavMeshSnapshot::build(test::nav_mesh(mesh), {}, options).value();
  const auto cells = polygons_by_cell(snapshot);
  for (CellHandle h = 0; h < cells.size(); ++h) {
    ASSERT_FALSE(cells[h].empty());
    std::size_t most_sides = 0, all_sides = 0;
    for (const std::uint32_t p : cells[h]) {
      most_sides = std::max<std::size_t>(most_sides, mesh.corner_count(p));
      all_sides += mesh.corner_count(p);
    }
    const std::size_t n = cells[h].size();
    const std::size_t gates = snapshot.hierarchy().cell(h).gate_count();
    EXPECT_LE(gates, all_sides - 2 * (n - 1));
    EXPECT_LE(gates, n * (most_sides - 2) + 2)
        << "cell " << h << " of " << n << " polygons, merge " << merge;
    // No more and no fewer than the portals that lead out of the cell.
    const std::set<std::uint32_t> inside(cells[h].begin(), cells[h].end());
    const auto leads_out = [&](const Portal& portal) {
      return inside.count(portal.polygons[0]) != inside.count(portal.polygons[1]);
    };
    EXPECT_EQ(gates, static_cast<std::size_t>(
                         std::count_if(mesh.portals.begin(), mesh.portals.end(), leads_out)));
  }
}

TEST(GateBound, HoldsAtEveryLevel) {
  for (const std::uint32_t merge : {2u, 4u, 6u, 8u, 10u, 15u, 20u}) {
    for (const MergeMethod method : {MergeMethod::automatic, MergeMethod::metis}) {
      for (std::uint32_t seed = 1; seed <= 3; ++seed) {
        expect_bound(test::make_field({14, 14, 8, 1, true, seed}), merge, method);  // triangles
        expect_bound(test::make_field({16, 16, 6, 0, true, seed}), merge, method);  // quads
        expect_bound(test::make_field({14, 14, 0, 3, true, seed}), merge, method);  // both
        expect_bound(test::make_quadtree(seed, 32), merge, method);  // up to many sides
      }
      expect_bound(test::make_storeys(4, 6, 7), merge, method);
    }
  }
}

/// Where the mesh hangs together, merged cells reach the numbers that the bound is about.
TEST(GateBound, CellsAreAboutAsLargeAsAsked) {
  const PolygonMesh mesh = test::make_field({16, 16, 0, 1, false, 1});
  for (const std::uint32_t merge : {4u, 8u, 20u}) {
    const NavMeshSnapshot snapshot = test::build(mesh, {}, {merge});
    const double mean =
        static_cast<double>(mesh.polygon_count()) / snapshot.hierarchy().partition().cell_count(1);
    EXPECT_GE(mean, 0.5 * merge);
    EXPECT_LE(mean, 1.5 * merge);
  }
}

/// Every pair of polygons that a walk over the mesh can join is joined at every level, and no
/// other: the counts are equal.
TEST(Completeness, EveryReachablePairIsFoundAtEveryLevel) {
  for (std::uint32_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    PolygonMesh mesh = seed % 3 == 0
                           ? test::make_storeys(2, 4, 5)
                           : test::make_field({7, 7, 3, seed % 3 == 1 ? 1u : 0u, false, seed});
    test::Random random(seed);
    if (seed > 3) test::add_trouble(mesh, random);
    const NavMeshMetric metric = test::make_metric(seed);
    const NaiveGraph graph(mesh, metric);
    std::vector<MeshPlace> places;
    for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p)
      places.push_back({p, test::centre_of(mesh, p)});
    std::size_t reachable = 0;
    for (const MeshPlace& start : places) {
      const std::vector<Cost> costs = graph.costs_from(start);
      for (const MeshPlace& goal : places)
        reachable += graph.cost_to(costs, start, goal) != kInfinite;
    }
    ASSERT_GT(reachable, places.size());
    const NavMeshSnapshot snapshot = test::build(mesh, metric, {seed % 2 == 0 ? 2u : 4u});
    for (unsigned level = 0; level <= snapshot.hierarchy().levels(); ++level) {
      NavMeshQuery query;
      Cost cost = 0;
      std::size_t found = 0;
      for (const MeshPlace& start : places) {
        for (const MeshPlace& goal : places) {
          found += query.find_cost(snapshot, start, goal, {{.level = level}, false}, cost) ==
                   Status::complete;
        }
      }
      EXPECT_EQ(found, reachable) << "level " << level;
    }
  }
}

}  // namespace
}  // namespace portolan::detail
