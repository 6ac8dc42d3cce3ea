// What connecting the ends of one query takes on a GPU, and on a core: an A* for each gate of the
// cells that start and goal lie in, as the HNA* papers connect.

#include "agent_draws.h"
#include "portolan/gpu/gpu_agents.h"
#include "portolan/gpu/mesh/snapshot_arrays.h"
#include "portolan/gpu/search/snapshot_search_arrays.h"
#include "portolan/io.h"
#include "study.h"

namespace portolan::detail::bench {
namespace {

struct Arguments {
  std::vector<std::string> worlds;
  std::size_t queries = 50;
  unsigned rounds = 3;
};

/// The cell of a level that a place lies in.
CellHandle cell_of(const NavMeshSnapshot& world, PolygonId polygon, unsigned level) {
  return world.hierarchy().partition().ancestor(world.world().layout().cell(polygon), level);
}

/// A gate as a place in one of its polygons that belong to a cell.
MeshPlace place_of(const NavMeshSnapshot& world, NodeId gate, CellHandle cell, unsigned level) {
  const MeshLayout& layout = world.world().layout();
  const MeshLayout::Sides& sides = layout.sides(gate);
  const bool first = cell_of(world, sides.of[0].polygon, level) == cell;
  return {index(sides.of[first ? 0 : 1].polygon), layout.place(gate)};
}

/// One agent for each gate: from the start to those of its cell, and from those of the goal's cell
/// to the goal. None where both lie in one cell.
Agents connect_agents(const NavMeshSnapshot& world, const MeshPlace& start, const MeshPlace& goal,
                      unsigned level) {
  Agents agents;
  const CellHandle from = cell_of(world, polygon_of(start), level);
  const CellHandle to = cell_of(world, polygon_of(goal), level);
  if (from == to) return agents;
  const OverlayCell first = world.hierarchy().cell(from);
  for (const GatePlace gate : first.places()) {
    agents.starts.push_back(start);
    agents.goals.push_back(place_of(world, first.gate(gate), from, level));
  }
  const OverlayCell last = world.hierarchy().cell(to);
  for (const GatePlace gate : last.places()) {
    agents.starts.push_back(place_of(world, last.gate(gate), to, level));
    agents.goals.push_back(goal);
  }
  return agents;
}

/// Of all queries of a level.
std::vector<Agents> list_queries(const NavMeshSnapshot& world, unsigned level, std::size_t count) {
  constexpr std::uint32_t kDrawn = 4096;  // of which many have both ends in one cell
  const Agents drawn = draw_agents(world, kDrawn);
  std::vector<Agents> queries;
  for (std::size_t i = 0; i < kDrawn && queries.size() < count; ++i) {
    Agents agents = connect_agents(world, drawn.starts[i], drawn.goals[i], level);
    if (!agents.starts.empty()) queries.push_back(std::move(agents));
  }
  return queries;
}

/// Microseconds of one round over all queries.
struct Times {
  double core = 0.0;
  double gpu = 0.0;
  double with_copies = 0.0;
};

double time_on_core(const NavMeshSnapshot& world, const std::vector<Agents>& queries,
                    std::vector<Cost>& costs) {
  NavMeshQueryOptions options;
  options.waypoints = false;
  NavMeshQuery query;
  NavMeshPath path;
  costs.clear();
  return microseconds_of([&] {
    for (const Agents& agents : queries)
      for (std::size_t i = 0; i < agents.starts.size(); ++i) {
        query.find_path_astar(world, agents.starts[i], agents.goals[i], options, path);
        costs.push_back(path.cost);
      }
  });
}

/// Counts the costs that are not those of the CPU.
std::size_t time_on_gpu(GpuAgents& gpu, const std::vector<Agents>& queries,
                        const std::vector<Cost>& costs, Times& times) {
  GpuOptions options;
  options.algorithm = GpuAlgorithm::astar_group;
  options.output = AgentOutput::costs;
  GpuAnswers answers;
  double kernels_ms = 0.0;
  std::vector<Cost> found;
  times.with_copies = microseconds_of([&] {
    for (const Agents& agents : queries) {
      take(gpu.set_agents(agents.starts, agents.goals));
      kernels_ms += take(gpu.find_paths(options)).total;
      take(gpu.read_answers(answers));
      for (std::size_t i = 0; i < answers.size(); ++i) found.push_back(answers.cost(i));
    }
  });
  times.gpu = 1e3 * kernels_ms;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < costs.size(); ++i) wrong += found[i] != costs[i] ? 1 : 0;
  return wrong;
}

void measure_level(const std::string& name, const NavMeshSnapshot& world, GpuAgents& gpu,
                   unsigned level, const Arguments& arguments, Csv& rows) {
  const std::vector<Agents> queries = list_queries(world, level, arguments.queries);
  if (queries.empty()) return;
  std::vector<Cost> costs;
  Times best;
  std::size_t wrong = 0;
  for (unsigned round = 0; round <= arguments.rounds; ++round) {  // the first to warm up
    Times times;
    times.core = time_on_core(world, queries, costs);
    wrong = time_on_gpu(gpu, queries, costs, times);
    if (round <= 1) best = times;
    best = {std::min(best.core, times.core), std::min(best.gpu, times.gpu),
            std::min(best.with_copies, times.with_copies)};
  }
  const auto count = static_cast<double>(queries.size());
  const double gates = static_cast<double>(costs.size()) / count;
  rows.add(name, level, queries.size(), gates, best.core / count, best.gpu / count,
           best.with_copies / count, wrong);
  fmt::print(stderr,
             "{} L{}: {:.0f} gates, {:.0f} us on a core, {:.0f} on the GPU, {:.0f} with "
             "copies, {} wrong\n",
             name, level, gates, best.core / count, best.gpu / count, best.with_copies / count,
             wrong);
}

void measure(const std::string& file, const Arguments& arguments, Csv& rows) {
  const std::vector<portolan::NavMeshSnapshot> loaded = take(load_nav_mesh(file));
  const NavMeshSnapshot& world = loaded.front().inside();
  const SnapshotArrays arrays = SnapshotArrays::for_searches(world);
  const SnapshotSearchArrays search = take(SnapshotSearchArrays::make(world));
  GpuWorld on_gpu = take(GpuWorld::make(arrays.view()));
  take(on_gpu.set_search(search.view()));
  GpuAgents gpu(on_gpu);
  const std::string name = std::filesystem::path(file).stem().string();
  for (unsigned level = 1; level <= world.hierarchy().levels(); ++level)
    measure_level(name, world, gpu, level, arguments, rows);
}

int run(int argc, char** argv) {
  Arguments arguments;
  Study results("agent-connect", argc, argv);
  CLI::App app{"Measures connecting the ends of one query on a GPU."};
  results.add_options(app);
  app.add_option("WORLD", arguments.worlds, "built meshes")->required();
  app.add_option("--queries", arguments.queries, "of each level")->capture_default_str();
  add_rounds(app, arguments.rounds);
  CLI11_PARSE(app, argc, argv);
  return on_gpu([&](const GpuInfo& gpu) {
    Csv rows("world,level,queries,gates,core_us,gpu_us,gpu_with_copies_us,wrong");
    for (const std::string& world : arguments.worlds) measure(world, arguments, rows);
    results.write("connecting.csv", rows);
    results.write_setting({{"gpu", gpu.name}, {"rounds", arguments.rounds}});
  });
}

}  // namespace
}  // namespace portolan::detail::bench

int main(int argc, char** argv) { return portolan::detail::bench::run(argc, argv); }
