// Goals that cannot be reached, on navigation meshes: Detour's partial path, ours through the
// adapter for Detour's programs and natively, and complete paths beside them.

#include "measuring/statistics.h"
#include "mesh_scene.h"
#include "mesh_speed_measure.h"
#include "portolan/detour.h"
#include "portolan/navmesh/place_drawer.h"
#include "study.h"

namespace portolan::detail::bench {
namespace {

struct Arguments {
  std::size_t pairs = 1000;
  unsigned rounds = 3;
};

/// Draws places, all spots of ground equally likely, until there are enough pairs with a path and
/// enough without; none of a kind where a hundred times as many had none of it.
void draw_pairs(const NavMeshSnapshot& snapshot, std::size_t count, std::vector<PlacePair>& with,
                std::vector<PlacePair>& without) {
  PlaceDrawer drawer(snapshot, 1);
  ReachedComponents scratch;
  for (std::size_t i = 0; i < 100 * count && (with.size() < count || without.size() < count); ++i) {
    const PlacePair pair{drawer.draw().value(), drawer.draw().value()};
    const bool reaches = snapshot.strong_components().reaches(polygon_of(pair.start),
                                                              polygon_of(pair.goal), scratch);
    auto& pairs = reaches ? with : without;
    if (pairs.size() < count) pairs.push_back(pair);
  }
}

/// The pairs with a path that are answered in place of those without one: to the reachable place
/// that is nearest to each goal.
std::vector<PlacePair> to_nearest(const NavMeshSnapshot& snapshot,
                                  const std::vector<PlacePair>& without) {
  NavMeshQuery query;
  std::vector<PlacePair> pairs;
  for (const PlacePair& pair : without) {
    const auto nearest =
        query.find_nearest_reachable(snapshot, pair.start, pair.goal.point, NavMesh::kAnywhere);
    pairs.push_back({pair.start, nearest.value()});
  }
  return pairs;
}

/// The mean of the best of the rounds for each pair, by method: Detour, the adapter, natively.
std::vector<double> time_methods(const MeshScene& scene, const portolan::NavMeshSnapshot& world,
                                 const DetourPathfinder& pathfinder,
                                 const std::vector<PlacePair>& pairs, unsigned rounds) {
  DetourSearch detour(scene);
  DetourQuery adapter(pathfinder);
  portolan::NavMeshQuery native;
  portolan::NavMeshPath path;
  portolan::NavMeshQueryOptions options;
  options.nearest = true;
  options.waypoints = false;
  const dtQueryFilter filter;
  std::vector<dtPolyRef> refs(65'536);
  const auto& names = scene.mesh.polygons().refs;
  const auto times = measuring::time_in_rounds<PlacePair>(
      pairs, rounds,
      {[&](const PlacePair& p) { detour.find_corridor(p); },
       [&](const PlacePair& p) {
         int count = 0;
         adapter.findPath(static_cast<dtPolyRef>(names[p.start.polygon]),
                          static_cast<dtPolyRef>(names[p.goal.polygon]), &p.start.point.x,
                          &p.goal.point.x, &filter, refs.data(), &count,
                          static_cast<int>(refs.size()));
       },
       [&](const PlacePair& p) {
         native.find_path(world, p.start.point, p.goal.point, path, options);
       }});
  return {mean(times[0]), mean(times[1]), mean(times[2])};
}

int run(int argc, char** argv) {
  Arguments arguments;
  Study results("unreachable", argc, argv);
  CLI::App app{"Measures goals that cannot be reached, on navigation meshes."};
  results.add_options(app);
  app.add_option("--pairs", arguments.pairs, "of each kind per scene")->capture_default_str();
  add_rounds(app, arguments.rounds);
  CLI11_PARSE(app, argc, argv);
  const auto data = find_data();
  const auto scenes = data ? present_scenes(*data, kLargeScenes) : std::vector<std::string>{};
  if (scenes.empty()) {
    fmt::print("skipped: there are no scenes; let PORTOLAN_DATA name a folder with scenes/mset\n");
    return 0;
  }
  Csv rows{
      "scene,polygons,parts,unreachable,detour_us,adapter_us,native_us,complete,"
      "detour_complete_us,adapter_complete_us,native_complete_us,adapter_nearest_us,"
      "native_nearest_us"};
  for (const std::string& name : scenes) {
    const MeshScene scene = load_scene(*data, name, 1);
    const auto pathfinder = take(DetourPathfinder::build(*scene.detour));
    const portolan::NavMeshSnapshot& world = *pathfinder.find_snapshot(dtQueryFilter());
    std::vector<PlacePair> with, without;
    draw_pairs(world.inside(), arguments.pairs, with, without);
    const auto none = time_methods(scene, world, pathfinder, without, arguments.rounds);
    const auto nearest = time_methods(scene, world, pathfinder, to_nearest(world.inside(), without),
                                      arguments.rounds);
    const auto whole = time_methods(scene, world, pathfinder, with, arguments.rounds);
    fmt::print(
        stderr,
        "{}: without a path {:.1f} times Detour, and {:.2f} times the path to the nearest place\n",
        name, none[0] / none[1], none[1] / nearest[1]);
    rows.add(name, scene.mesh.polygon_count(), world.inside().strong_components().count(),
             without.size(), none[0], none[1], none[2], with.size(), whole[0], whole[1], whole[2],
             nearest[1], nearest[2]);
  }
  results.write("scenes.csv", rows);
  results.write_setting({{"rounds", arguments.rounds}, {"detour_nodes", DetourSearch::kNodes}});
  return 0;
}

}  // namespace
}  // namespace portolan::detail::bench

int main(int argc, char** argv) { return portolan::detail::bench::run(argc, argv); }
