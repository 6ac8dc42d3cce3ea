// Batches on 1 to 8 threads, and one end against many, on navigation meshes and a game map.

#include "batch_speed_measure.h"
#include "mesh_scene.h"
#include "portolan/grid/grid_snapshot.h"
#include "portolan/io/maps/movingai.h"
#include "study.h"

namespace portolan::detail::bench {
namespace {

struct Arguments {
  std::size_t queries = 500'000;
  std::size_t many = 1000;
  std::size_t ones = 50;
  unsigned rounds = 5;
};

/// Its polygons equally likely, points anywhere in their first triangle.
TabledWorld<portolan::NavMeshSnapshot> tabled_mesh(const std::filesystem::path& data,
                                                   const std::string& name) {
  const MeshScene scene = load_scene(data, name, 1);
  const auto snapshot = take(portolan::NavMeshSnapshot::build(scene.mesh));
  require(snapshot.info().tables, name + ": no tables");
  const auto draw = [mesh = scene.mesh](scenes::Random& random) {
    const PolygonMesh& polygons = mesh.polygons();
    const auto p = static_cast<std::uint32_t>(random.next() % polygons.polygon_count());
    const float u = static_cast<float>(random.next() >> 40) * 0x1p-25f;  // below 1/2
    const float v = static_cast<float>(random.next() >> 40) * 0x1p-25f;
    const Vec3& a = polygons.corner(p, 0);
    return a + (polygons.corner(p, 1) - a) * u + (polygons.corner(p, 2) - a) * v;
  };
  return {name, snapshot, draw};
}

TabledWorld<portolan::GridSnapshot> tabled_map(const std::filesystem::path& file) {
  const auto snapshot = take(portolan::GridSnapshot::build(take(load_map(file))));
  require(snapshot.info().tables, file.string() + ": no tables");
  std::vector<Tile> free;
  const Grid& grid = snapshot.grid();
  for (std::int32_t y = 0; y < static_cast<std::int32_t>(grid.height()); ++y)
    for (std::int32_t x = 0; x < static_cast<std::int32_t>(grid.width()); ++x)
      if (snapshot.passable({x, y})) free.push_back({x, y});
  const auto draw = [free](scenes::Random& random) { return free[random.next() % free.size()]; };
  return {file.stem().string(), snapshot, draw};
}

/// One end against many between the places that a world's ends lie on.
ManySpeed measure_many_ends(const TabledWorld<portolan::NavMeshSnapshot>& w,
                            const Arguments& arguments) {
  const auto draw = [&](scenes::Random& random) {
    return *w.snapshot.find_nearest(w.draw(random));
  };
  return measure_many<NavMeshWorld>(w.name, w.snapshot.inside(), draw, arguments.many,
                                    arguments.ones, arguments.rounds);
}
ManySpeed measure_many_ends(const TabledWorld<portolan::GridSnapshot>& w,
                            const Arguments& arguments) {
  const auto draw = [&](scenes::Random& random) {
    return w.snapshot.inside().graph().node(w.draw(random));
  };
  return measure_many<GridWorld>(w.name, w.snapshot.inside(), draw, arguments.many, arguments.ones,
                                 arguments.rounds);
}

struct BatchStudy {
  Csv worlds{
      "world,queries,nodes,single_paths_s,kept_paths_s,single_costs_s,cells,ends_paths_us,ends_"
      "costs_us,"
      "from_one_us,to_one_us,nearest_us,matrix_row_us"};
  Csv threads{"world,threads,paths_s,costs_s,first_s,hash"};
  bool empty = true;

  template <class Snapshot>
  void add(const TabledWorld<Snapshot>& world, const Arguments& arguments) {
    const BatchSpeed batch = measure_batch(world, arguments.queries, arguments.rounds);
    const ManySpeed many = measure_many_ends(world, arguments);
    worlds.add(world.name, batch.queries, batch.nodes, batch.single_paths_s, batch.kept_paths_s,
               batch.single_costs_s, many.cells, many.single_paths_us, many.single_costs_us,
               many.from_one_us, many.to_one_us, many.nearest_us, many.matrix_row_us);
    for (const ThreadSpeed& t : batch.threads)
      threads.add(world.name, t.threads, t.paths_s, t.costs_s, t.first_s,
                  fmt::format("{:#018x}", t.hash));
    empty = false;
    fmt::print(stderr, "{} done\n", world.name);
  }
};

int run(int argc, char** argv) {
  Arguments arguments;
  Study results("batch", argc, argv);
  CLI::App app{"Measures batches on several threads and one end against many."};
  results.add_options(app);
  app.add_option("--queries", arguments.queries, "a batch")->capture_default_str();
  app.add_option("--many", arguments.many, "goals of one start")->capture_default_str();
  app.add_option("--ones", arguments.ones, "starts")->capture_default_str();
  add_rounds(app, arguments.rounds);
  CLI11_PARSE(app, argc, argv);
  BatchStudy study;
  if (const auto data = find_data()) {
    for (const std::string& name : present_scenes(*data, {"medieval", "islands"}))
      study.add(tabled_mesh(*data, name), arguments);
    const auto map = *data / "grid" / "dao" / "brc100d.map";
    if (std::filesystem::exists(map)) study.add(tabled_map(map), arguments);
  }
  if (study.empty) {
    fmt::print("skipped: there is no data; let PORTOLAN_DATA name a folder with scenes and maps\n");
    return 0;
  }
  results.write("worlds.csv", study.worlds);
  results.write("threads.csv", study.threads);
  results.write_setting(
      {{"rounds", arguments.rounds}, {"many", arguments.many}, {"ones", arguments.ones}});
  return 0;
}

}  // namespace
}  // namespace portolan::detail::bench

int main(int argc, char** argv) { return portolan::detail::bench::run(argc, argv); }
