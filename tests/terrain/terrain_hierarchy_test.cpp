#include <gtest/gtest.h>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <memory>

#include "portolan/terrain/terrain_query.h"
#include "portolan/validation/validate_paths.h"
#include "terrain_testing.h"

namespace portolan::detail {
namespace {

/// All costs from one triangle, by Boost.
class Oracle {
 public:
  explicit Oracle(const TerrainSnapshot& snapshot) : graph_(snapshot.mesh().triangle_count()) {
    const TriangleMesh& mesh = snapshot.mesh();
    for (const TriangleId t : mesh.triangles()) {
      for (unsigned k = 0; k < 3; ++k) {
        const TriangleId to = mesh.neighbours[t][k];
        const Cost price = snapshot.prices().weighted[step_index(t, k)];
        if (to != kNoTriangle) boost::add_edge(index(t), index(to), price, graph_);
      }
    }
  }
  std::vector<Cost> costs(std::uint32_t from) const {
    std::vector<Cost> costs(boost::num_vertices(graph_));
    boost::dijkstra_shortest_paths(graph_, from,
                                   boost::distance_map(costs.data()).distance_inf(kInfinite));
    return costs;
  }

 private:
  boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property,
                        boost::property<boost::edge_weight_t, Cost>>
      graph_;
};

/// That a path leads from start to goal by steps of the mesh and costs what it says.
void expect_path(const TerrainSnapshot& snapshot, NodeId start, NodeId goal,
                 const TerrainPath& path) {
  ASSERT_FALSE(path.nodes.empty());
  EXPECT_EQ(path.nodes.front(), start);
  EXPECT_EQ(path.nodes.back(), goal);
  Cost sum = 0;
  for (std::size_t k = 0; k + 1 < path.nodes.size(); ++k) {
    const TriangleId from = triangle_of(path.nodes[k]);
    const unsigned edge = find_edge(snapshot.mesh(), from, triangle_of(path.nodes[k + 1]));
    ASSERT_LT(edge, 3u);
    sum += snapshot.prices().weighted[step_index(from, edge)];
  }
  EXPECT_EQ(sum, path.cost);
}

/// Compares every kind of query with the oracle, from some triangles to many.
void expect_exact(const TerrainSnapshot& snapshot, bool tables) {
  const Oracle oracle(snapshot);
  const std::uint32_t count = snapshot.mesh().triangle_count();
  TerrainQuery query;
  TerrainPath path;
  TerrainQueryOptions options;
  options.tables = tables;
  for (std::uint32_t from = 0; from < count; from += count / 5 + 1) {
    const std::vector<Cost> costs = oracle.costs(from);
    for (std::uint32_t to = 0; to < count; to += count / 97 + 1) {
      ASSERT_LE(snapshot.world().distance_bound(NodeId{from}, NodeId{to}), costs[to]);
      const Status expected = costs[to] == kInfinite ? Status::unreachable : Status::complete;
      for (unsigned level = 0; level <= snapshot.hierarchy().levels(); ++level) {
        options.search.level = level;
        ASSERT_EQ(query.find_path(snapshot, NodeId{from}, NodeId{to}, options, path), expected);
        ASSERT_EQ(path.cost, costs[to]) << from << " to " << to << " at level " << level;
        if (expected == Status::complete) expect_path(snapshot, NodeId{from}, NodeId{to}, path);
        Cost cost;
        query.find_cost(snapshot, NodeId{from}, NodeId{to}, options, cost);
        ASSERT_EQ(cost, costs[to]);
      }
      ASSERT_EQ(query.find_path_astar(snapshot, NodeId{from}, NodeId{to}, path), expected);
      ASSERT_EQ(path.cost, costs[to]) << from << " to " << to << " by A*";
      if (expected == Status::complete) expect_path(snapshot, NodeId{from}, NodeId{to}, path);
    }
    std::vector<Cost> wave;
    query.find_costs_to_all(snapshot, NodeId{from}, wave);
    EXPECT_EQ(wave, costs);
  }
}

TerrainSnapshot build(const HeightMap& map, Triangulation triangulation,
                      const PriceSettings& settings = PriceSettings{},
                      std::uint32_t cell_size = 5) {
  auto mesh = make_triangle_mesh(map, triangulation);
  TerrainBuildOptions options;
  options.cell_size = cell_size;
  options.group = 2;
  options.levels = 3;
  auto snapshot = TerrainSnapshot::build(std::move(*mesh), settings, options);
  EXPECT_TRUE(snapshot.ok());
  return *snapshot;
}

TEST(TerrainHierarchy, ExactOnEveryTriangulationAndLevel) {
  for (const Triangulation triangulation :
       {Triangulation::two, Triangulation::four, Triangulation::contour}) {
    const TerrainSnapshot snapshot = build(random_map(24, 19, 1), triangulation);
    EXPECT_TRUE(snapshot.world().directed());
    expect_exact(snapshot, false);
    const auto with_tables = snapshot.with_tables({});
    ASSERT_TRUE(with_tables.ok());
    ASSERT_EQ(with_tables->tables().choice().far, FarMethod::labels)
        << with_tables->tables().choice().reason;
    expect_exact(*with_tables, true);
    TableOptions shortcuts;
    shortcuts.far = FarMethod::shortcuts;
    expect_exact(*snapshot.with_tables(shortcuts), true);
    shortcuts.level_alone = 2;
    expect_exact(*snapshot.with_tables(shortcuts), true);
  }
}

TEST(TerrainHierarchy, ExactOnFlatSteepAndBrokenGround) {
  const HeightMap flat = random_map(15, 22, 1, 0.0, 0);
  const HeightMap steep = random_map(15, 22, 2, 0.0, 4000);
  const HeightMap broken = random_map(22, 21, 3, 0.2);  // islands
  for (const HeightMap& map : {flat, steep, broken}) {
    for (const Triangulation triangulation : {Triangulation::two, Triangulation::four}) {
      const auto snapshot = build(map, triangulation).with_tables({});
      ASSERT_TRUE(snapshot.ok());
      expect_exact(*snapshot, false);
      expect_exact(*snapshot, true);
    }
  }
}

TEST(TerrainHierarchy, ExactWithOneSidedMultipliersAndDifficulty) {
  PriceSettings settings;
  settings.x = {3.0, 0.25};
  settings.z = {1.0, 0.0};
  const HeightMap map = random_map(20, 18, 4);
  const HeightMap difficulty = random_map(20, 18, 5);
  auto mesh = make_triangle_mesh(map, Triangulation::four, {}, &difficulty);
  TerrainBuildOptions options;
  options.cell_size = 4;
  const auto snapshot =
      TerrainSnapshot::build(std::move(*mesh), settings, options)->with_tables({});
  expect_exact(*snapshot, false);
  expect_exact(*snapshot, true);
}

TEST(TerrainHierarchy, ExactOnAWebWithoutRaster) {
  Geometry geometry;
  {
    const auto mesh = make_triangle_mesh(random_map(25, 20, 6, 0.05), Triangulation::four);
    geometry.vertices = mesh->vertices;
    geometry.triangles = mesh->corners;
  }
  TerrainBuildOptions options;
  options.cell_size = 4;
  options.group = 2;
  options.levels = 3;
  const auto snapshot =
      TerrainSnapshot::build(*make_triangle_mesh(geometry), PriceSettings{}, options)
          ->with_tables({});
  expect_exact(*snapshot, false);
  expect_exact(*snapshot, true);
}

TEST(TerrainHierarchy, CellsSmallAndLarge) {
  for (const std::uint32_t size : {2u, 3u, 64u}) {
    const auto snapshot =
        build(random_map(17, 13, 7), Triangulation::four, PriceSettings{}, size).with_tables({});
    expect_exact(*snapshot, false);
    expect_exact(*snapshot, true);
  }
}

TEST(TerrainHierarchy, StoredPathsAreWhatTheirCostsSay) {
  const TerrainSnapshot snapshot = build(random_map(24, 19, 8, 0.1), Triangulation::four);
  EXPECT_TRUE(validate_paths(snapshot.world(), snapshot.hierarchy().partition(),
                             snapshot.hierarchy().cells())
                  .ok());
}

TEST(TerrainQuery, RefusesTrianglesThatDoNotExist) {
  const TerrainSnapshot snapshot = build(random_map(4, 4, 1), Triangulation::two);
  TerrainQuery query;
  TerrainPath path;
  EXPECT_EQ(query.find_path(snapshot, NodeId{18}, NodeId{0}, {}, path), Status::invalid_start);
  EXPECT_EQ(query.find_path(snapshot, NodeId{0}, NodeId{18}, {}, path), Status::invalid_goal);
  EXPECT_EQ(query.find_path_astar(snapshot, NodeId{0}, kNoNode, path), Status::invalid_goal);
  EXPECT_EQ(query.find_path_astar(snapshot, NodeId{0}, NodeId{17}, path, 1), Status::out_of_budget);
}

TEST(TerrainQuery, LengthsAreThoseOfTheSteps) {
  const TerrainSnapshot snapshot = build(random_map(14, 14, 9), Triangulation::four);
  TerrainQuery query;
  TerrainPath path;
  query.find_path(snapshot, NodeId{0}, NodeId{600}, {}, path);
  const auto lengths = measure_path(snapshot, path);
  ASSERT_TRUE(lengths.ok());
  EXPECT_NEAR(snapshot.metres(path.cost), lengths->weighted, 1e-3 * lengths->weighted);
  EXPECT_LE(lengths->xz, lengths->xyz);
  EXPECT_LE(lengths->xyz, lengths->xz + lengths->y + 1e-9);
}

TEST(TerrainSnapshot, RefusesOptionsOutOfRange) {
  TerrainBuildOptions options;
  options.cell_size = 65;
  EXPECT_FALSE(
      TerrainSnapshot::build(two_triangles({-1, 0, 0}, {1, 0, 0}), PriceSettings{}, options).ok());
}

}  // namespace
}  // namespace portolan::detail
