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

struct Arguments {
  std::vector<std::string> worlds;
  std::vector<std::uint32_t> counts{1 << 10, 1 << 14, 1 << 17, 1 << 20, 1 << 24};
  std::uint32_t checked = 1 << 20;
  double seconds = 5.0;  ///< That a batch may take, as the one before foretells.
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

/// Whether polygons lead from one end to the other.
bool leads(const NavMeshWorld& world, std::span<const std::uint32_t> polygons,
           const MeshPlace& start, const MeshPlace& goal) {
  if (polygons.front() != start.polygon || polygons.back() != goal.polygon) return false;
  for (std::size_t k = 1; k < polygons.size(); ++k)
    if (!joined(world, polygons[k - 1], polygons[k])) return false;
  return true;
}

/// What the CPU answers to agents of a batch: costs on all cores.
BatchAnswers answer_on_cpu(const NavMeshSnapshot& world, const Agents& agents) {
  NodeBatch<NavMeshWorld> batch;
  BatchAnswers expected;
  const BatchRequest<NavMeshWorld> request{agents.starts, agents.goals, BatchWants::cost};
  take(batch.answer(world, request, tbb_parallel(), {}, expected));
  return expected;
}

/// Agents whose status or cost is not that of the CPU, or whose polygons do not lead from the
/// start's to the goal's; or have any where there is no path.
std::size_t count_wrong(const NavMeshSnapshot& world, const Agents& agents,
                        const BatchAnswers& expected, const GpuAnswers& answers) {
  return count_on_all_cores(agents.starts.size(), [&] {
    return [&](std::size_t i) {
      const Cost cost = expected.cost.data()[i];
      if (answers.status(i) != expected.status.data()[i] || answers.cost(i) != cost) return true;
      const auto polygons = answers.path(i);
      if (polygons.empty() || cost == kInfinite) return polygons.empty() != (cost == kInfinite);
      return !leads(world.world(), polygons, agents.starts[i], agents.goals[i]);
    };
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
  bool stored;  ///< Whether there are paths between all gates for tables.
  Csv& rows;
};

/// A way to answer agents, and how long its largest batch took so far.
struct Setting {
  std::string algorithm;
  GpuOptions options;
  std::uint32_t agents = 0;
  double ms = 0.0;

  /// Of a batch of `count`, in seconds.
  double foretold(std::uint32_t count) const {
    return agents == 0 ? 1e-3 * ms : 1e-3 * ms * static_cast<double>(count) / agents;
  }
};

/// Every algorithm; those that several lanes search by, with each number of these and each window.
std::vector<Setting> list_settings(const Arguments& arguments) {
  std::vector<Setting> settings;
  for (const std::string& algorithm : arguments.algorithms) {
    const bool grouped = algorithm == "astar_group" || algorithm == "hierarchy";
    for (const std::uint32_t lanes : grouped ? arguments.lanes : std::vector<std::uint32_t>{32}) {
      for (const std::uint32_t window :
           grouped ? arguments.windows : std::vector<std::uint32_t>{4}) {
        Setting setting{algorithm, {}};
        setting.options.algorithm = algorithm_of(algorithm);
        setting.options.search_lanes = lanes;
        setting.options.window = window;
        if (algorithm != "tables" && algorithm != "shared") setting.options.chunk = arguments.chunk;
        settings.push_back(std::move(setting));
      }
    }
  }
  return settings;
}

/// What came of the batch that the GPU has answered last.
void add_row(const Measured& m, const Setting& setting, const GpuTimes& best, std::size_t checked,
             std::size_t wrong) {
  const bool tables = setting.algorithm == "tables";
  const std::uint64_t expansions = tables ? 0 : m.gpu.expansions();
  m.rows.add(m.world, setting.algorithm, setting.options.search_lanes, setting.options.window,
             setting.agents, best.total, best.sort, expansions, m.gpu.polygon_count(),
             m.gpu.repeated(), checked, wrong, tables ? m.bytes.tables : m.bytes.search,
             m.stored ? 1 : 0);
  fmt::print(stderr,
             "{} {} lanes {} window {}: {} agents, {:.3f} ms, {:.2f} M agents/s, {:.1f} "
             "expansions each, {:.2f} G/s, {} again, {} of {} wrong\n",
             m.world, setting.algorithm, setting.options.search_lanes, setting.options.window,
             setting.agents, best.total, 1e-3 * setting.agents / best.total,
             static_cast<double>(expansions) / setting.agents,
             1e-6 * static_cast<double>(expansions) / best.total, m.gpu.repeated(), wrong, checked);
}

/// All settings for one number of agents, but for those that would take too long or cannot be.
void measure_count(const Measured& m, std::vector<Setting>& settings, std::uint32_t count) {
  const Agents agents = draw_agents(m.snapshot, count);
  take(m.gpu.set_agents(agents.starts, agents.goals));
  const bool checks = count <= m.arguments.checked;
  BatchAnswers expected;
  if (checks) expected = answer_on_cpu(m.snapshot, agents);
  GpuAnswers answers;
  for (Setting& setting : settings) {
    if (setting.foretold(count) > m.arguments.seconds) continue;
    if (const auto tried = m.gpu.find_paths(setting.options); !tried) {
      fmt::print(stderr, "{} {}: left out: {}\n", m.world, setting.algorithm,
                 tried.error().message);
      setting.ms = 1e9;  // larger batches, too
      continue;
    }
    const unsigned rounds = setting.foretold(count) > 0.5 ? 1 : m.arguments.rounds;
    const GpuTimes best = best_of_rounds(m.gpu, setting.options, rounds);
    setting.agents = count;
    setting.ms = best.total;
    std::size_t wrong = 0;
    if (checks) {
      take(m.gpu.read_answers(answers));
      wrong = count_wrong(m.snapshot, agents, expected, answers);
    }
    add_row(m, setting, best, checks ? count : 0, wrong);
  }
}

void measure(const std::string& file, const Arguments& arguments, Csv& rows) {
  const std::vector<portolan::NavMeshSnapshot> loaded = take(load_nav_mesh(file));
  const NavMeshSnapshot& world = loaded.front().inside();
  const SnapshotArrays arrays = take(SnapshotArrays::make(world, tbb_parallel()));
  const SnapshotSearchArrays search = take(SnapshotSearchArrays::make(world, arguments.levels));
  GpuWorld on_gpu = take(GpuWorld::make(arrays.view()));
  take(on_gpu.set_search(search.view()));
  const auto shared = SnapshotSharedArrays::make(world, arrays.view());
  if (shared) take(on_gpu.set_shared(shared->view()));
  GpuAgents gpu(on_gpu);
  const Measured m{std::filesystem::path(file).stem().string(),
                   world,
                   gpu,
                   arguments,
                   {arrays.bytes(), search.bytes()},
                   arrays.view().pairs.size != 0,
                   rows};
  fmt::print(stderr, "{}: {} polygons, {} nodes, {} levels, search arrays of {} bytes\n", m.world,
             world.mesh().polygon_count(), search.view().node_count, search.view().levels,
             search.bytes());
  std::vector<Setting> settings = list_settings(arguments);
  if (!shared) std::erase_if(settings, [](const Setting& s) { return s.algorithm == "shared"; });
  for (const std::uint32_t count : arguments.counts) measure_count(m, settings, count);
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
  app.add_option("--checked", arguments.checked,
                 "all answers of batches with up to so many agents are compared with the CPU's")
      ->capture_default_str();
  app.add_option("--seconds", arguments.seconds,
                 "no batch that would take longer, as the one before foretells")
      ->capture_default_str();
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
        "wrong,bytes,stored");
    for (const std::string& world : arguments.worlds) {
      measure(world, arguments, rows);
      results.write("searches.csv", rows);  // what there is, should a later world fail
      results.write_setting({{"gpu", gpu.name}, {"rounds", arguments.rounds}});
    }
  });
}

}  // namespace
}  // namespace portolan::detail::bench

int main(int argc, char** argv) { return portolan::detail::bench::run(argc, argv); }
