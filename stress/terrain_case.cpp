#include <cmath>
#include <numbers>
#include <vector>

#include "portolan/io/baked/terrain_world_file.h"
#include "portolan/terrain/terrain_query.h"
#include "stress/answers.h"
#include "stress/cases.h"
#include "tests/temporary_folder.h"

namespace portolan::detail::stress {
namespace {

/// Planes at every angle, ramps, terraces, noise; some with values missing.
HeightMap draw_map(Random& random) {
  HeightMap map;
  const std::uint32_t most = random.chance(10) ? 50 : random.chance(40) ? 16 : 6;
  map.width = 2 + random.below(most);
  map.height = 2 + random.below(random.chance(90) ? most : 50);
  static constexpr double kSlopes[] = {0.0, 0.57735, 1.0, 1.73205, 0.1, 100.0, 1e-6};
  const double slope = kSlopes[random.below(7)];
  const double turn = random.chance(50) ? std::numbers::pi / 4 * random.below(8)
                                        : std::numbers::pi / 180 * random.below(360);
  const std::uint32_t kind = random.below(4);
  const std::uint32_t missing = random.chance(20) ? random.below(20) : 0;
  for (std::uint32_t z = 0; z < map.height; ++z) {
    for (std::uint32_t x = 0; x < map.width; ++x) {
      const double along = std::cos(turn) * x + std::sin(turn) * z;
      double value = slope * along;
      if (kind == 1) value = slope * std::floor(along / 3);
      if (kind == 2) value = slope * random.below(1000) / 100.0;
      if (kind == 3) value = slope * std::abs(along - map.width / 2.0);
      map.values.push_back(random.chance(missing) ? kMissingHeight : static_cast<float>(value));
    }
  }
  return map;
}

/// Nothing but distance counts.
PriceSettings draw_settings(Random& random) {
  if (random.chance(20)) return PriceSettings::distance();
  PriceSettings settings = random.chance(30) ? PriceSettings{} : PriceSettings::plain();
  if (random.chance(40)) return settings;
  static constexpr double kFactors[] = {0.0, 0.0, 1.0, 1.0, 0.3, 5.0, 10.0, 1000.0};
  for (double* factor :
       {&settings.x.down, &settings.x.up, &settings.y.down, &settings.y.up, &settings.z.down,
        &settings.z.up, &settings.difficulty_respect, &settings.steepness_respect,
        &settings.difficulty_difference_respect, &settings.angle_respect, &settings.concave,
        &settings.convex, &settings.steepness_difference_respect})
    *factor = kFactors[random.below(8)];
  return settings;
}

PlainGraph graph_of(const TerrainSnapshot& snapshot) {
  const TriangleMesh& mesh = snapshot.mesh();
  PlainGraph graph(mesh.triangle_count());
  for (const TriangleId t : mesh.triangles()) {
    for (std::uint32_t k = 0; k < 3; ++k) {
      if (mesh.neighbours[t][k] != kNoTriangle)
        graph.add(index(t), index(mesh.neighbours[t][k]),
                  snapshot.prices().weighted[step_index(t, k)]);
    }
  }
  return graph;
}

void check_world(const TerrainSnapshot& snapshot, Random& random, Tally& tally) {
  std::vector<NodeId> ends;
  for (int k = 0; k < 5; ++k)
    ends.push_back(NodeId{random.below(snapshot.mesh().triangle_count())});
  const Oracle oracle = node_oracle(graph_of(snapshot), ends);
  check_answers<TerrainWorld>(
      {snapshot.world(), snapshot.hierarchy(), snapshot.tables(), ends, oracle}, random, tally);
  TerrainQuery query;
  TerrainPath path;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    for (std::size_t j = 0; j < ends.size(); ++j) {
      const Cost best = oracle.cost(i, j);
      const Cost bound = snapshot.world().distance_bound(ends[i], ends[j]);
      expect(bound <= best, "a bound of ", bound, " where the cost is ", best);
      const Status right = best == kInfinite ? Status::unreachable : Status::complete;
      expect(query.find_path_astar(snapshot, ends[i], ends[j], path) == right, "A*'s status");
      expect(path.cost == best, "A*: ", path.cost, ", optimal ", best);
      if (right == Status::complete) oracle.check_path(i, j, path.nodes, path.cost);
      ++tally.answers;
    }
  }
}

}  // namespace

void try_terrain(std::uint64_t seed, Tally& tally) {
  Random random(seed);
  ++tally.worlds;
  const HeightMap map = draw_map(random);
  HeightMap difficulty = map;
  for (float& value : difficulty.values) value = static_cast<float>(random.below(5));
  MapPlacement placement;
  placement.spacing = static_cast<float>(1 + random.below(20));
  placement.height_scale =
      random.chance(60) ? placement.spacing : static_cast<float>(1 + random.below(20));
  auto mesh = make_triangle_mesh(map, static_cast<Triangulation>(random.below(3)), placement,
                                 random.chance(30) ? &difficulty : nullptr);
  if (!mesh) return tally.refuse(mesh.error().message);
  TerrainBuildOptions build;
  build.cell_size = random.chance(30) ? 0 : 2 + random.below(random.chance(80) ? 6 : 63);
  build.group = random.chance(50) ? 0 : 2 + random.below(3);
  build.levels = random.below(4);
  build.store_steps = random.chance(80);
  const auto plain = TerrainSnapshot::build(std::move(*mesh), draw_settings(random), build);
  if (!plain) return tally.refuse(plain.error().message);
  TableOptions options = draw_table_options(random);
  options.paths.reset();
  const auto snapshot = plain->with_tables(options);
  expect(snapshot.ok(), "no tables");
  check_budget(snapshot->tables(), options);
  check_world(*snapshot, random, tally);
  const TemporaryFolder folder;
  const auto saved = save_terrain_world(folder.path() / "a.portolan", {*snapshot});
  expect(saved.ok(), "not saved: ", saved ? "" : saved.error().message);
  const auto loaded = load_terrain_world(folder.path() / "a.portolan");
  expect(loaded.ok(), "not loaded: ", loaded ? "" : loaded.error().message);
  check_world(loaded->world, random, tally);
  ++tally.files;
}

}  // namespace portolan::detail::stress
