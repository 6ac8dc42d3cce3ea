// Agents on grids, answered from tables on a GPU and on the CPU's cores beside it.

#include <thread>

#include "agent_measure.h"
#include "portolan/batch/batch.h"
#include "portolan/gpu/gpu_grid_agents.h"
#include "portolan/gpu/grid/snapshot_grid_arrays.h"
#include "portolan/grid/grid_snapshot.h"
#include "portolan/io.h"
#include "study.h"

namespace portolan::detail::bench {
namespace {

struct Arguments {
  std::vector<std::string> worlds;
  std::uint32_t least = 1 << 20;
  std::uint32_t most = 1 << 24;
  std::uint32_t most_on_cpu = 1 << 20;
  std::uint32_t checked = 100'000;
  std::uint32_t chunk = 0;
  std::vector<std::uint32_t> lanes{8, 16, 32};
  unsigned rounds = 5;
};

using Agents = AgentsAt<NodeId>;

/// Pairs of tiles drawn at random, all alike, that have a path between them.
Agents draw_agents(const GridSnapshot& world, std::uint32_t count) {
  const GridGraph& graph = world.graph();
  const auto component = [&](NodeId node) {
    return world.hierarchy().component(world.world().home_cell(node),
                                       world.world().home_index(node));
  };
  return draw_each<NodeId>(count, [&](std::minstd_rand& random) {
    const auto draw = [&] {
      for (;;) {
        const Tile tile{static_cast<std::int32_t>(random() % graph.width()),
                        static_cast<std::int32_t>(random() % graph.height())};
        if (graph.passable(tile)) return graph.node(tile);
      }
    };
    NodeId start = draw();
    NodeId goal = draw();
    while (component(start) != component(goal)) {
      start = draw();
      goal = draw();
    }
    return std::pair(start, goal);
  });
}

/// Whether the nodes lead from an agent's start to its goal by moves that cost so much.
bool is_path(const GridSnapshot& world, std::span<const std::uint32_t> numbers, NodeId start,
             NodeId goal, Cost cost, std::vector<NodeId>& nodes) {
  nodes.clear();
  for (const std::uint32_t number : numbers) nodes.push_back(NodeId{number});
  return !nodes.empty() && nodes.front() == start && nodes.back() == goal &&
         world.graph().cost(nodes) == cost;
}

/// Agents whose cost or status is not that of a query on the CPU, or whose path does not lead
/// there for that.
std::size_t count_wrong(const GridSnapshot& world, const Agents& agents,
                        const GpuAnswers& answers) {
  Batch<GridWorld> batch;
  BatchAnswers expected;
  const BatchRequest<GridWorld> request{agents.starts, agents.goals, BatchWants::cost};
  take(batch.answer(world, request, tbb_parallel(), {}, expected));
  std::vector<NodeId> nodes;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < agents.starts.size(); ++i) {
    const Cost cost = expected.cost.data()[i];
    const bool same = answers.status(i) == expected.status.data()[i] && answers.cost(i) == cost &&
                      (cost == kInfinite ? answers.path(i).empty()
                                         : is_path(world, answers.path(i), agents.starts[i],
                                                   agents.goals[i], cost, nodes));
    wrong += same ? 0 : 1;
  }
  return wrong;
}

/// Agents of a batch that was not timed, for every number of lanes.
std::size_t check_answers(const GridSnapshot& world, GpuGridAgents& gpu,
                          const Arguments& arguments) {
  const Agents agents = draw_agents(world, arguments.checked);
  take(gpu.set_agents(agents.starts, agents.goals));
  std::size_t wrong = 0;
  for (const std::uint32_t lanes : arguments.lanes) {
    GpuOptions options;
    options.lanes = lanes;
    take(gpu.find_paths(options));
    GpuAnswers answers;
    take(gpu.read_answers(answers));
    wrong += count_wrong(world, agents, answers);
  }
  return wrong;
}

void measure(const std::string& file, const Arguments& arguments, Csv& speeds) {
  const portolan::GridSnapshot loaded = take(load_grid(file));
  const GridSnapshot& world = loaded.inside();
  const SnapshotGridArrays arrays = take(SnapshotGridArrays::make(world, tbb_parallel()));
  const GpuGridWorld on_gpu = take(GpuGridWorld::make(arrays.view()));
  GpuGridAgents gpu(on_gpu);
  const std::string name = std::filesystem::path(file).stem().string();
  const std::size_t wrong = check_answers(world, gpu, arguments);
  fmt::print(stderr, "{}: {} bytes, {} of {} wrong\n", name, arrays.bytes(), wrong,
             arguments.checked);
  for (std::uint64_t count = arguments.least; count <= arguments.most; count *= 2) {
    const Agents agents = draw_agents(world, static_cast<std::uint32_t>(count));
    take(gpu.set_agents(agents.starts, agents.goals));
    const double cpu =
        count <= arguments.most_on_cpu ? best_on_cpu<GridWorld>(world, agents, 3) : 0.0;
    for (const std::uint32_t lanes : arguments.lanes) {
      GpuOptions options;
      options.lanes = lanes;
      options.chunk = arguments.chunk;
      const GpuTimes paths = best_times(gpu, options, arguments.rounds);
      const std::uint64_t nodes = gpu.node_count();
      const std::uint64_t repeated = gpu.repeated();
      options.output = AgentOutput::costs;
      const GpuTimes costs = best_times(gpu, options, arguments.rounds);
      speeds.add(name, count, lanes, paths.total, costs.total, paths.sort, cpu, nodes, repeated,
                 arguments.checked, wrong);
      fmt::print(stderr, "{}: {} agents, {} lanes: {:.3f} ms, costs {:.3f} ms, {} nodes\n", name,
                 count, lanes, paths.total, costs.total, nodes);
    }
  }
}

int run(int argc, char** argv) {
  Arguments arguments;
  Study results("agent-grid", argc, argv);
  CLI::App app{"Measures agents on grids, on a GPU and on the CPU beside it."};
  results.add_options(app);
  app.add_option("WORLD", arguments.worlds, "built grids with tables")->required();
  app.add_option("--least", arguments.least, "agents")->capture_default_str();
  app.add_option("--most", arguments.most, "agents")->capture_default_str();
  app.add_option("--most-on-cpu", arguments.most_on_cpu, "agents")->capture_default_str();
  app.add_option("--checked", arguments.checked, "agents")->capture_default_str();
  app.add_option("--chunk", arguments.chunk, "agents answered at once; 0: chosen");
  app.add_option("--lanes", arguments.lanes, "that work on one agent")->capture_default_str();
  add_rounds(app, arguments.rounds);
  CLI11_PARSE(app, argc, argv);
  return on_gpu([&](const GpuInfo& gpu) {
    Csv speeds("world,agents,lanes,paths_ms,costs_ms,sort_ms,cpu_ms,nodes,repeated,checked,wrong");
    for (const std::string& world : arguments.worlds) measure(world, arguments, speeds);
    results.write("speeds.csv", speeds);
    results.write_setting({{"gpu", gpu.name},
                           {"threads", std::thread::hardware_concurrency()},
                           {"rounds", arguments.rounds}});
  });
}

}  // namespace
}  // namespace portolan::detail::bench

int main(int argc, char** argv) { return portolan::detail::bench::run(argc, argv); }
