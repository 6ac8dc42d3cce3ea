// How tables grow with the world: grids, navigation meshes and terrain of growing size, with so
// many bytes of tables for each node. Every case is measured in a process of its own, whose peak of
// memory is that of building it.

#include <malloc.h>

#include <functional>
#include <map>

#include "growth_rows.h"
#include "mirrored_mesh.h"
#include "own_process.h"
#include "portolan/io/maps/movingai.h"

namespace portolan::detail::bench {
namespace {

struct Arguments {
  std::vector<std::string> only{"grid", "mesh", "terrain", "optimal"};
  std::vector<std::uint32_t> sizes;
  std::vector<double> bytes_per_node{8, 16, 32, 64};
  bool large = false;
  double most_gb = 0.8e-9 * double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGESIZE));
};

/// A world of one size, or of one map, with each of its budgets.
struct Grown {
  std::string world;
  std::string size;
  std::vector<double> bytes_per_node;
  std::function<void(const Grown&, const std::string& version, GrowthRows&)> measure;
};

/// A world is made once, and each of its cases begins with a copy of it.
template <class World>
void measure_budgets(World world, const Grown& grown, const std::string& version,
                     GrowthRows& rows) {
  malloc_trim(0);  // what making it took is not to count
  for (const double bytes : grown.bytes_per_node) {
    const GrowthCase c{grown.world, grown.size, bytes};
    fmt::print(stderr, "{}\n", c.text());
    if (const auto row = in_own_process([&] { return measure_case(world, c, version).text(); })) {
      rows.merge(*row);
      continue;
    }
    rows.leave_out(c, version);
    fmt::print(stderr, "  left out: it ended early, for lack of memory as a rule\n");
  }
}

template <class Make>
Grown make_grown(const std::string& world, const std::string& size,
                 const std::vector<double>& bytes_per_node, const Make& make) {
  return {world, size, bytes_per_node,
          [make](const Grown& grown, const std::string& version, GrowthRows& rows) {
            measure_budgets(make(), grown, version, rows);
          }};
}

/// A town of about so many polygons: a million cover a square of 2,450 m.
NavMesh make_built_town(std::uint32_t polygons) {
  scenes::MeshSceneOptions options;
  options.size = 2450.0f * std::sqrt(float(polygons) / 1e6f);
  return make_generated_scene("town", "city", options, true).mesh;
}

/// Of more polygons than Detour's references can name it is mirror images of one of fewer.
NavMesh make_town(std::uint32_t polygons) {
  constexpr std::uint32_t kMostBuilt = 1'000'000;
  unsigned mirrors = 0;
  while (polygons >> mirrors > kMostBuilt) ++mirrors;
  if (mirrors == 0) return make_built_town(polygons);
  PolygonMesh mesh = make_built_town(polygons >> mirrors).polygons();
  for (unsigned i = 0; i < mirrors; ++i) mirror(mesh, i % 2 == 0 ? &Vec3::x : &Vec3::z);
  return take(NavMesh::make(std::move(mesh)));
}

/// The sizes of one kind of world, and the memory that tables of some should do with, in bytes per
/// node.
struct Sizes {
  std::vector<std::uint32_t> usual;
  std::vector<std::uint32_t> large;
  std::map<std::uint32_t, double> goals;

  std::vector<std::uint32_t> wanted(const Arguments& arguments) const {
    if (!arguments.sizes.empty()) return arguments.sizes;
    std::vector<std::uint32_t> all = usual;
    if (arguments.large) all.insert(all.end(), large.begin(), large.end());
    return all;
  }
};
const Sizes kSides{{64, 128, 256, 512, 1024, 2048, 4096}, {8192}, {{4096, 35.7}, {8192, 37.2}}};
const Sizes kPolygons{{1'000, 3'000, 10'000, 30'000, 100'000, 300'000, 1'000'000},
                      {3'000'000, 10'000'000},
                      {{1'000'000, 114}}};
const Sizes kSquares{{64, 128, 256, 512}, {1024, 2048}, {{2048, 59.6}}};

/// Worlds of one kind; `make` makes one of a size.
template <class Make>
std::vector<Grown> grow(const Arguments& arguments, const std::string& world, const Sizes& sizes,
                        const Make& make) {
  std::vector<Grown> all;
  for (const std::uint32_t size : sizes.wanted(arguments)) {
    std::vector<double> bytes_per_node = arguments.bytes_per_node;
    if (const auto goal = sizes.goals.find(size); goal != sizes.goals.end())
      bytes_per_node.push_back(goal->second);
    all.push_back(make_grown(world, std::to_string(size), bytes_per_node,
                             [make, size] { return make(size); }));
  }
  return all;
}

/// Game maps and cities with the transitions that make every path optimal, within the memory that
/// such tables should do with, and without a limit.
std::vector<Grown> optimal_maps() {
  constexpr double kGameMap = 20e6 / (512 * 512), kCity = 100e6 / (1024 * 1024);
  const auto data = find_data();
  std::vector<Grown> all;
  for (const auto& [map, bytes] : {std::pair{"bg512/AR0011SR", kGameMap},
                                   {"bg512/AR0042SR", kGameMap},
                                   {"bg512/AR0404SR", kGameMap},
                                   {"cities/Berlin_0_1024", kCity},
                                   {"cities/NewYork_0_1024", kCity}}) {
    const auto file = data.value_or("") / "grid" / fmt::format("{}.map", map);
    if (std::filesystem::exists(file)) {
      all.push_back(make_grown("optimal", map, {bytes, kNoLimit},
                               [file] { return GrowingGrid(take(load_map(file)), true); }));
    } else {
      fmt::print(stderr, "{}: no such map, left out\n", map);
    }
  }
  return all;
}

std::vector<Grown> worlds_of(const Arguments& arguments, const std::string& kind) {
  if (kind == "grid") {
    return grow(arguments, kind, kSides,
                [](std::uint32_t side) { return GrowingGrid(make_city(side), false); });
  }
  if (kind == "mesh") {
    return grow(arguments, kind, kPolygons,
                [](std::uint32_t polygons) { return GrowingMesh(make_town(polygons)); });
  }
  if (kind == "terrain") {
    return grow(arguments, kind, kSquares, [](std::uint32_t side) {
      return GrowingTerrain(make_mesh(generated_map("fractal", side), Triangulation::four));
    });
  }
  return optimal_maps();
}

int run(int argc, char** argv) {
  Arguments arguments;
  Study results("growth", argc, argv);
  CLI::App app{"Measures how tables grow with the world, each case in a process of its own."};
  results.add_options(app);
  app.add_option("--only", arguments.only, "kinds of worlds to measure")
      ->check(CLI::IsMember({"grid", "mesh", "terrain", "optimal"}))
      ->capture_default_str();
  app.add_option("--sizes", arguments.sizes,
                 "tiles a side, polygons or squares a side, in place of the usual ones");
  app.add_option("--bytes", arguments.bytes_per_node, "budgets, per node; 0 = no limit")
      ->capture_default_str();
  app.add_flag("--large", arguments.large,
               "grids of 8192x8192 tiles, 10 million polygons, terrain of 2048x2048 squares too");
  app.add_option("--most-gb", arguments.most_gb, "of memory for a process")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  limit_memory(std::uint64_t(1e9 * arguments.most_gb));
  GrowthRows all;
  all.load(results.folder() / "growth.csv");
  for (const std::string& kind : arguments.only) {
    for (const Grown& grown : worlds_of(arguments, kind)) {
      const auto measured = in_own_process([&] {
        GrowthRows rows;
        grown.measure(grown, results.version, rows);
        return rows.rows().text();
      });
      if (measured) {
        all.merge(*measured);
        results.write("growth.csv", all.rows());
      } else {
        fmt::print(stderr, "{} {}: left out, it could not be made\n", grown.world, grown.size);
      }
    }
  }
  results.write_setting({{"most_gb", arguments.most_gb}});
  return all.right() ? 0 : 1;
}

}  // namespace
}  // namespace portolan::detail::bench

int main(int argc, char** argv) { return portolan::detail::bench::run(argc, argv); }
