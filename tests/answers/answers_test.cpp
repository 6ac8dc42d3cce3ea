#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <ios>
#include <string_view>
#include <vector>

#include "portolan/graph.h"
#include "portolan/grid.h"
#include "portolan/navmesh.h"
#include "portolan/terrain.h"
#include "scenes/block_weights.h"
#include "scenes/grid_scenes.h"
#include "scenes/random.h"
#include "scenes/terrain_scenes.h"
#include "tests/navmesh/nav_mesh_testing.h"

/// Every machine and compiler gives the same answers: costs, paths and way-points of some thousand
/// queries, down to the last bit. The numbers below were not computed by hand and prove no path
/// right, other tests do that. They are to be replaced when answers are meant to change, by those
/// that a failure prints, and only then: never for one platform.
namespace portolan {
namespace {

using detail::scenes::Random;

/// A number that depends on everything put into it, and on the order.
class Digest {
 public:
  void add(std::uint64_t word) { state_ = detail::scenes::mix(state_ ^ word) + 1; }
  void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
  void add(const Vec3& point) {
    for (const float part : {point.x, point.y, point.z})
      add(std::uint64_t{std::bit_cast<std::uint32_t>(part)});
  }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0;
};

/// Of one kind of world. Costs are apart: two paths may cost the same.
struct Answers {
  Digest costs;
  Digest paths;

  void expect(std::uint64_t costs_before, std::uint64_t paths_before) const {
    EXPECT_EQ(costs.value(), costs_before) << std::hex << "costs: 0x" << costs.value();
    EXPECT_EQ(paths.value(), paths_before) << std::hex << "paths: 0x" << paths.value();
  }
};

constexpr Method kMethods[] = {Method::automatic, Method::hierarchy, Method::astar};

void ask(const GridSnapshot& world, std::uint64_t seed, Answers& answers) {
  const Grid& grid = world.grid();
  Random random(seed);
  const auto draw = [&] {
    return Tile{static_cast<std::int32_t>(random.below(grid.width())),
                static_cast<std::int32_t>(random.below(grid.height()))};
  };
  GridQuery query;
  for (int i = 0; i < 100; ++i) {
    const Tile start = draw(), goal = draw();
    for (const Method method : kMethods) {
      const GridPath path = query.find_path(world, start, goal, {.method = method});
      answers.costs.add(path.cost);
      for (const Tile tile : path.tiles)
        answers.paths.add(std::uint64_t{static_cast<std::uint32_t>(tile.y)} << 32 |
                          static_cast<std::uint32_t>(tile.x));
    }
  }
}

TEST(Answers, OnGridsAreTheSameEverywhere) {
  Answers answers;
  for (const std::string_view name : detail::scenes::grid_scene_names()) {
    const auto grid = detail::scenes::generate_grid(name, {.width = 96, .height = 80, .seed = 5});
    ASSERT_TRUE(grid);
    std::array<bool, 256> passable{};
    for (std::size_t letter = 0; letter < passable.size(); ++letter)
      passable[letter] = GridMetric{}.cost[letter] > 0.0;
    const Grid weighted = detail::scenes::with_block_weights(*grid, passable, 3);
    ask(GridSnapshot::build(*grid).value(), 1, answers);
    ask(GridSnapshot::build(weighted).value(), 2, answers);
    const GridMetric sharp{.diagonals = DiagonalRule::always, .diagonal_length = 1.5};
    ask(GridSnapshot::build(weighted, sharp, {.cell_size = 10, .levels = 3}).value(), 3, answers);
  }
  answers.expect(0xFCCF'F4F1'FD85'5FA5u, 0xE012'5AD4'AFAC'F02Fu);
}

void ask(const PolygonMesh& polygons, const NavMeshMetric& metric, std::uint64_t seed,
         Answers& answers) {
  const auto mesh = NavMesh::make(polygons);
  ASSERT_TRUE(mesh);
  const auto world = NavMeshSnapshot::build(*mesh, metric);
  ASSERT_TRUE(world);
  detail::test::Random random(static_cast<std::uint32_t>(seed));
  NavMeshQuery query;
  for (int i = 0; i < 60; ++i) {
    const Vec3 start = detail::test::random_place(polygons, random).point;
    const Vec3 goal = detail::test::random_place(polygons, random).point;
    for (const Method method : kMethods) {
      const NavMeshPath path = query.find_path(*world, start, goal, {.method = method});
      answers.costs.add(path.cost);
      for (const std::uint32_t polygon : path.polygons) answers.paths.add(std::uint64_t{polygon});
      for (const Waypoint& turn : path.waypoints) answers.paths.add(turn.point);
    }
  }
}

TEST(Answers, OnMeshesAreTheSameEverywhere) {
  Answers answers;
  for (std::uint32_t seed = 1; seed <= 16; ++seed)
    ask(detail::test::make_random_mesh(seed), detail::test::make_metric(seed), seed, answers);
  ask(detail::test::make_field({40, 40, 6, 2, true, 9}), {}, 17, answers);
  answers.expect(0xC4F1'86F0'FB25'ED28u, 0x0B52'67A1'C972'C0FEu);
}

void ask(const TerrainSnapshot& world, std::uint64_t seed, Answers& answers) {
  const Box box = world.bounds();
  Random random(seed);
  const auto part = [&](float low, float high) {
    return low + (high - low) * (static_cast<float>(random.below(4096)) / 4096.0f);
  };
  TerrainQuery query;
  for (int i = 0; i < 60; ++i) {
    const Vec3 start{part(box.low.x, box.high.x), 0.0f, part(box.low.z, box.high.z)};
    const Vec3 goal{part(box.low.x, box.high.x), 0.0f, part(box.low.z, box.high.z)};
    std::vector<Method> methods(std::begin(kMethods), std::end(kMethods));
    if (world.merged()) methods.insert(methods.end(), {Method::merged, Method::guided});
    for (const Method method : methods) {
      const TerrainPath path = query.find_path(world, start, goal, {.method = method});
      answers.costs.add(path.cost);
      for (const std::uint32_t triangle : path.triangles)
        answers.paths.add(std::uint64_t{triangle});
      for (const Vec3& point : path.points) answers.paths.add(point);
    }
  }
}

TEST(Answers, OnTerrainAreTheSameEverywhere) {
  Answers answers;
  for (const std::string_view name : detail::scenes::terrain_scene_names()) {
    const auto scene =
        detail::scenes::generate_terrain(name, {.width = 41, .height = 33, .seed = 5});
    ASSERT_TRUE(scene);
    TerrainSource source{.heights = scene->heights, .placement = {.spacing = scene->spacing}};
    if (!scene->difficulty.values.empty()) source.difficulty = scene->difficulty;
    PriceSettings uphill = PriceSettings::plain();
    uphill.y = {.down = 0.5, .up = 3.0};
    uphill.concave = 0.5;
    ask(TerrainSnapshot::build(source, PriceSettings::plain(), {.merged = true}).value(), 1,
        answers);
    source.triangulation = Triangulation::contour;
    ask(TerrainSnapshot::build(source, uphill).value(), 2, answers);
  }
  answers.expect(0xCDD0'B121'BE84'C31Cu, 0x5460'6F06'F52E'A2E6u);
}

TEST(Answers, OnGraphsAreTheSameEverywhere) {
  Answers answers;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Random random(seed);
    const std::uint32_t nodes = 300 + random.below(300);
    std::vector<GraphEdge> edges;
    for (std::uint32_t i = 0; i < 4 * nodes; ++i) {
      const std::uint32_t from = random.below(nodes);
      edges.push_back({from, (from + 1 + random.below(20)) % nodes, 1 + random.below(1000)});
    }
    const auto world = GraphSnapshot::build(nodes, edges, {.merge = {16, 4}});
    ASSERT_TRUE(world);
    GraphQuery query;
    for (int i = 0; i < 100; ++i) {
      const std::uint32_t start = random.below(nodes), goal = random.below(nodes);
      for (const Method method : kMethods) {
        const GraphPath path = query.find_path(*world, start, goal, {.method = method});
        answers.costs.add(std::uint64_t{path.cost});
        for (const std::uint32_t node : path.nodes) answers.paths.add(std::uint64_t{node});
      }
    }
  }
  answers.expect(0xACC5'97DC'A62F'B249u, 0x606D'5FD6'4B86'A9B7u);
}

}  // namespace
}  // namespace portolan
