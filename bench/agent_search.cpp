// Agents on navigation meshes, searched for on a GPU: A* on level 0 by threads and by groups of
// lanes, and over the hierarchy, each for itself or shared; beside them the tables, on the same
// agents.

#include "agent_draws.h"
#include "portolan/gpu/gpu_agents.h"
#include "portolan/gpu/mesh/snapshot_arrays.h"
#include "portolan/gpu/search/snapshot_search_arrays.h"
#include "portolan/gpu/shared/snapshot_shared_arrays.h"
#include "portolan/io.h"
#include "portolan/navmesh/nav_mesh_query.h"
#include "study.h"

namespace portolan::detail::bench {
namespace {

constexpr std::uint32_t kChecked = 20'000;

struct Arguments {
  std::vector<std::string> worlds;
  std::vector<std::uint32_t> counts{1 << 10, 1 << 14, 1 << 17, 1 << 20};
  std::vector<std::string> algorithms{"astar_thread", "astar_group", "hierarchy", "shared",
                                      "tables"};
  std::vector<std::uint32_t> lanes{32};
  std::vector<std::uint32_t> windows{4};
  std::uint32_t chunk = 1 << 20;
  unsigned levels = SnapshotSearchArrays::kMostLevels;
  unsigned rounds = 3;
};

GpuAlgorithm algorithm_of(const std::string& name) {
  if (name == "astar_thread") return GpuAlgorithm::astar_thread;
  if (name == "astar_group") return GpuAlgorithm::astar_group;
  if (name == "shared") return GpuAlgorithm::shared;
  return name == "hierarchy" ? GpuAlgorithm::hierarchy : GpuAlgorithm::tables;
}

/// Whether one may go from a polygon to another, through a portal or along a link.
bool joined(const NavMeshWorld& world, std::uint32_t from, std::uint32_t to) {
  const MeshLayout& layout = world.layout();
  for (const MeshLayout::Slot& slot : layout.slots(PolygonId{from})) {
    const NodeId partner = layout.partner(slot.node);
    const bool link = partner != kNoNode;
    const PolygonId beyond =
        link ? layout.sides(partner).of[0].polygon : layout.beyond(slot.node, PolygonId{from});
    const bool open = link ? world.link_cost(slot.node) != kInfinite : slot.leave != 0;
    if (open && index(beyond) == to) return true;
  }
  return false;
}

/// Agents whose status or cost is not that of a query on the CPU, or whose polygons do not lead
/// from the start's to the goal's.
std::size_t count_wrong(const NavMeshSnapshot& world, const Agents& agents,
                        const GpuAnswers& answers) {
  return count_wrong(world, agents, answers,
                     [&](std::size_t i, auto polygons, const NavMeshPath& path) {
                       if (polygons.empty() || path.polygons.empty())
                         return polygons.empty() == path.polygons.empty();
                       bool right = polygons.front() == agents.starts[i].polygon &&
                                    polygons.back() == agents.goals[i].polygon;
                       for (std::size_t k = 1; k < polygons.size(); ++k)
                         right = right && joined(world.world(), polygons[k - 1], polygons[k]);
                       return right;
                     });
}

/// What lies in the GPU's memory besides the agents, by algorithm.
struct Bytes {
  std::uint64_t tables;
  std::uint64_t search;
};

struct Measured {
  std::string world;
  const NavMeshSnapshot& snapshot;
  GpuAgents& gpu;
  const Arguments& arguments;
  Bytes bytes;
  Csv& rows;
};

void measure_one(const Measured& m, const std::string& algorithm, GpuOptions options,
                 std::size_t wrong, std::uint32_t count) {
  const GpuTimes best = best_times(m.gpu, options, m.arguments.rounds);
  const std::uint64_t expansions = algorithm == "tables" ? 0 : m.gpu.expansions();
  m.rows.add(m.world, algorithm, options.search_lanes, options.window, count, best.total, best.sort,
             expansions, m.gpu.polygon_count(), m.gpu.repeated(), kChecked, wrong,
             algorithm == "tables" ? m.bytes.tables : m.bytes.search);
  fmt::print(stderr,
             "{} {} lanes {} window {}: {} agents, {:.3f} ms, {:.2f} M agents/s, {:.1f} "
             "expansions each, {:.2f} G/s, {} again, {} wrong\n",
             m.world, algorithm, options.search_lanes, options.window, count, best.total,
             1e-3 * count / best.total, static_cast<double>(expansions) / count,
             1e-6 * static_cast<double>(expansions) / best.total, m.gpu.repeated(), wrong);
}

void measure_setting(const Measured& m, const std::string& algorithm, std::uint32_t lanes,
                     std::uint32_t window) {
  GpuOptions options;
  options.algorithm = algorithm_of(algorithm);
  options.search_lanes = lanes;
  options.window = window;
  const bool each = algorithm != "tables" && algorithm != "shared";
  if (each) options.chunk = m.arguments.chunk;
  const Agents checked = draw_agents(m.snapshot, kChecked);
  take(m.gpu.set_agents(checked.starts, checked.goals));
  take(m.gpu.find_paths(options));
  GpuAnswers answers;
  take(m.gpu.read_answers(answers));
  const std::size_t wrong = count_wrong(m.snapshot, checked, answers);
  for (const std::uint32_t count : m.arguments.counts) {
    const Agents agents = draw_agents(m.snapshot, count);
    take(m.gpu.set_agents(agents.starts, agents.goals));
    measure_one(m, algorithm, options, wrong, count);
  }
}

void measure(const std::string& file, const Arguments& arguments, Csv& rows) {
  const std::vector<portolan::NavMeshSnapshot> loaded = take(load_nav_mesh(file));
  const NavMeshSnapshot& world = loaded.front().inside();
  const SnapshotArrays arrays = take(SnapshotArrays::make(world));
  const SnapshotSearchArrays search = take(SnapshotSearchArrays::make(world, arguments.levels));
  GpuWorld on_gpu = take(GpuWorld::make(arrays.view()));
  take(on_gpu.set_search(search.view()));
  const SnapshotSharedArrays shared = take(SnapshotSharedArrays::make(world, arrays.view()));
  take(on_gpu.set_shared(shared.view()));
  GpuAgents gpu(on_gpu);
  const Measured m{std::filesystem::path(file).stem().string(),
                   world,
                   gpu,
                   arguments,
                   {arrays.bytes(), search.bytes()},
                   rows};
  fmt::print(stderr, "{}: {} polygons, {} nodes, {} levels, search arrays of {} bytes\n", m.world,
             world.mesh().polygon_count(), search.view().node_count, search.view().levels,
             search.bytes());
  for (const std::string& algorithm : arguments.algorithms) {
    const bool grouped = algorithm == "astar_group" || algorithm == "hierarchy";
    for (const std::uint32_t lanes : grouped ? arguments.lanes : std::vector<std::uint32_t>{32}) {
      for (const std::uint32_t window : grouped ? arguments.windows : std::vector<std::uint32_t>{4})
        measure_setting(m, algorithm, lanes, window);
    }
  }
}

int run(int argc, char** argv) {
  Arguments arguments;
  Study results("agent-search", argc, argv);
  CLI::App app{"Measures agents on meshes that are searched for on a GPU."};
  results.add_options(app);
  app.add_option("WORLD", arguments.worlds, "built meshes")->required();
  app.add_option("--page", results.page, "the folder of the results")->capture_default_str();
  app.add_option("--agents", arguments.counts, "how many, one after the other")->delimiter(',');
  app.add_option("--algorithms", arguments.algorithms)
      ->delimiter(',')
      ->check(CLI::IsMember({"astar_thread", "astar_group", "hierarchy", "shared", "tables"}));
  app.add_option("--lanes", arguments.lanes, "of a group")
      ->delimiter(',')
      ->check(CLI::IsMember({4u, 8u, 16u, 32u}));
  app.add_option("--windows", arguments.windows, "in quarters of a typical crossing")
      ->delimiter(',');
  app.add_option("--chunk", arguments.chunk, "agents that are searched for at once")
      ->capture_default_str();
  app.add_option("--levels", arguments.levels, "the highest that is searched")
      ->check(CLI::Range(1u, 64u))
      ->capture_default_str();
  add_rounds(app, arguments.rounds);
  CLI11_PARSE(app, argc, argv);
  return on_gpu([&](const GpuInfo& gpu) {
    Csv rows(
        "world,algorithm,lanes,window,agents,ms,sort_ms,expansions,polygons,repeated,checked,"
        "wrong,bytes");
    for (const std::string& world : arguments.worlds) measure(world, arguments, rows);
    results.write("searches.csv", rows);
    results.write_setting({{"gpu", gpu.name}, {"rounds", arguments.rounds}});
  });
}

}  // namespace
}  // namespace portolan::detail::bench

int main(int argc, char** argv) { return portolan::detail::bench::run(argc, argv); }
