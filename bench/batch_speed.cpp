// Batches on 1 to 8 threads, and one end against many, on navigation meshes and a game map.

#include <CLI/CLI.hpp>

#include "batch_speed_measure.h"
#include "mesh_scene.h"
#include "numbers.h"
#include "portolan/grid/grid_snapshot.h"
#include "portolan/io/maps/movingai.h"
#include "table.h"

namespace portolan::detail::bench {
namespace {

struct Arguments {
  std::filesystem::path folder = std::filesystem::path(PORTOLAN_SOURCE_DIR) / "docs" / "results";
  std::size_t queries = 1'000'000;
  std::size_t many = 1000;
  std::size_t ones = 50;
  unsigned rounds = 3;
};

/// Its polygons equally likely, points anywhere in their first triangle.
TabledWorld<NavMeshWorld> tabled_mesh(const std::filesystem::path& data, const std::string& name) {
  const MeshScene scene = load_scene(data, name, 1);
  NavMeshBuildOptions options;
  options.cells.merge = {64, 8};
  const NavMeshSnapshot snapshot =
      take(take(NavMeshSnapshot::build(scene.mesh, NavMeshMetric{}, options)).with_tables({}));
  require(snapshot.tables().complete(), name + ": no tables");
  const auto draw = [mesh = scene.mesh](scenes::Random& random) {
    const PolygonMesh& polygons = mesh.polygons();
    const auto p = static_cast<std::uint32_t>(random.next() % polygons.polygon_count());
    const float u = static_cast<float>(random.next() >> 40) * 0x1p-25f;  // below 1/2
    const float v = static_cast<float>(random.next() >> 40) * 0x1p-25f;
    const Vec3& a = polygons.corner(p, 0);
    return MeshPlace{p, a + (polygons.corner(p, 1) - a) * u + (polygons.corner(p, 2) - a) * v};
  };
  return {name, snapshot.world(), snapshot.hierarchy(), snapshot.tables(), draw};
}

TabledWorld<GridWorld> tabled_map(const std::filesystem::path& file) {
  GridBuildOptions options;
  options.for_tables = true;
  const GridSnapshot snapshot =
      take(take(GridSnapshot::build(take(load_map(file)), GridMetric{}, options)).with_tables({}));
  require(snapshot.tables().complete(), file.string() + ": no tables");
  std::vector<NodeId> free;
  const Grid& grid = snapshot.grid();
  for (std::int32_t y = 0; y < static_cast<std::int32_t>(grid.height()); ++y)
    for (std::int32_t x = 0; x < static_cast<std::int32_t>(grid.width()); ++x)
      if (snapshot.graph().passable({x, y})) free.push_back(snapshot.graph().node({x, y}));
  const auto draw = [free](scenes::Random& random) { return free[random.next() % free.size()]; };
  return {file.stem().string(), snapshot.world(), snapshot.hierarchy(), snapshot.tables(), draw};
}

struct BatchStudy {
  std::vector<BatchSpeed> batches;
  std::vector<ManySpeed> many;

  template <QueryWorld W>
  void add(const TabledWorld<W>& world, const Arguments& arguments) {
    batches.push_back(measure_batch(world, arguments.queries, arguments.rounds));
    many.push_back(measure_many(world, arguments.many, arguments.ones, arguments.rounds));
    fmt::print(stderr, "{} done\n", world.name);
  }
};

std::string batch_table(const BatchSpeed& speed) {
  Table table{{"threads", "paths", "queries a second", "over 1 thread", "costs only",
               "over 1 thread", "first batch", "hash of the answers"},
              {}};
  const ThreadSpeed& one = speed.threads.front();
  for (const ThreadSpeed& t : speed.threads) {
    table.add({fmt::format("{}", t.threads), fmt::format("{:.3f} s", t.paths_s),
               grouped(static_cast<double>(speed.queries) / t.paths_s),
               times(one.paths_s / t.paths_s), fmt::format("{:.3f} s", t.costs_s),
               times(one.costs_s / t.costs_s), fmt::format("{:.3f} s", t.first_s),
               fmt::format("{:016x}", t.hash)});
  }
  return fmt::format("### {}\n\n{} queries, {} nodes; one by one without a batch {:.3f} s.\n\n{}\n",
                     speed.name, grouped(static_cast<double>(speed.queries)),
                     grouped(static_cast<double>(speed.nodes)), speed.single_paths_s,
                     table.markdown());
}

std::string micros(double value) { return fmt::format("{:.1f} us", value); }

std::string many_table(const std::vector<ManySpeed>& all) {
  Table table{
      {"world", "cells", "one-to-many", "many-to-one", "nearest with path", "a row of a matrix"},
      {}};
  for (const ManySpeed& s : all) {
    table.add({s.name, grouped(s.cells), micros(s.from_one_us), micros(s.to_one_us),
               micros(s.nearest_us), micros(s.matrix_row_us)});
  }
  return table.markdown();
}

/// One-to-many, and a row of a matrix, beside as many single queries.
std::string share_table(const BatchStudy& study) {
  Table table{{"world", "as many single queries", "time", "one-to-many", "a row of a matrix"}, {}};
  for (std::size_t i = 0; i < study.many.size(); ++i) {
    const ManySpeed& s = study.many[i];
    const BatchSpeed& random = study.batches[i];
    const double scale = 1e6 * static_cast<double>(s.many) / static_cast<double>(random.queries);
    const auto add = [&](const char* what, double us) {
      table.add({s.name, what, micros(us), fmt::format("{:.1f} %", 100.0 * s.from_one_us / us),
                 fmt::format("{:.1f} %", 100.0 * s.matrix_row_us / us)});
    };
    add("paths, random pairs", random.single_paths_s * scale);
    add("paths, the same ends", s.single_paths_us);
    add("costs, random pairs", random.single_costs_s * scale);
    add("costs, the same ends", s.single_costs_us);
  }
  return table.markdown();
}

std::string report(const BatchStudy& study, const Arguments& arguments, const StudyHeader& header) {
  std::string text = fmt::format(
      "# Batches\n\nDistinct random pairs with a path between them, answered from tables (labels) "
      "in one call of `Batch::answer`, on oneTBB with as many threads as the table says; best of "
      "{} rounds, thread counts taking turns. Meshes are built with merge 64, 8. \"First batch\" "
      "is one for which all memory is allocated anew. The hash is over all bytes of the "
      "answers.\n\n{}## Threads\n\n",
      arguments.rounds, header.markdown());
  for (const BatchSpeed& speed : study.batches) text += batch_table(speed);
  text += fmt::format(
      "## One against many\n\n{} random goals with a way to them from one start, on one thread, "
      "mean over {} starts with goals of their own; the matrix has these starts and the goals of "
      "the last. All costs were compared with single ones by `==`.\n\n{}\nIn shares of what as "
      "many calls of `TableQuery::find_path` and `find_cost` take, in the same run; on the same "
      "ends all that they read is at hand:\n\n{}",
      grouped(static_cast<double>(arguments.many)), arguments.ones, many_table(study.many),
      share_table(study));
  return text;
}

int run(int argc, char** argv) {
  Arguments arguments;
  StudyHeader header{command_line(argc, argv), "unknown", false};
  CLI::App app{"Measures batches on several threads and one end against many."};
  app.add_option("--folder", arguments.folder, "where batch.md goes (default: docs/results)");
  app.add_option("--queries", arguments.queries, "a batch")->capture_default_str();
  app.add_option("--many", arguments.many, "goals of one start")->capture_default_str();
  app.add_option("--ones", arguments.ones, "starts")->capture_default_str();
  app.add_option("--rounds", arguments.rounds, "of timing")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--commit", header.commit, "which version this is, for the record");
  app.add_flag("--provisional", header.provisional, "say that the machine was busy");
  CLI11_PARSE(app, argc, argv);
  BatchStudy study;
  if (const auto data = find_data()) {
    for (const std::string& name : present_scenes(*data, {"medieval", "islands"}))
      study.add(tabled_mesh(*data, name), arguments);
    const auto map = *data / "grid" / "dao" / "brc100d.map";
    if (std::filesystem::exists(map)) study.add(tabled_map(map), arguments);
  }
  if (study.batches.empty()) {
    fmt::print("skipped: there is no data; let PORTOLAN_DATA name a folder with scenes and maps\n");
    return 0;
  }
  const std::string page = report(study, arguments, header);
  write_text(arguments.folder / "batch.md", page);
  fmt::print("{}", page);
  return 0;
}

}  // namespace
}  // namespace portolan::detail::bench

int main(int argc, char** argv) { return portolan::detail::bench::run(argc, argv); }
