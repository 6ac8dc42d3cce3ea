// Agents on grids, answered from tables on a GPU and on the CPU's cores beside it.

#include <thread>

#include "agent_measure.h"
#include "portolan/batch/node_batch.h"
#include "portolan/gpu/device/gpu_resources.h"
#include "portolan/gpu/gpu_grid_agents.h"
#include "portolan/gpu/grid/grid_route.h"
#include "portolan/gpu/grid/snapshot_grid_arrays.h"
#include "portolan/grid/grid_snapshot.h"
#include "portolan/io.h"
#include "study.h"

namespace portolan::detail::bench {
namespace {

struct Arguments {
  std::vector<std::string> worlds;
  std::uint32_t least = 1 << 10;
  std::uint32_t most = 1 << 24;
  std::uint32_t most_on_cpu = 1 << 20;
  std::uint32_t checked = 1 << 20;
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

/// What the CPU answers to agents of a batch: costs on all cores.
BatchAnswers answer_on_cpu(const GridSnapshot& world, const Agents& agents) {
  NodeBatch<GridWorld> batch;
  BatchAnswers expected;
  const BatchRequest<GridWorld> request{agents.starts, agents.goals, BatchWants::cost};
  take(batch.answer(world, request, tbb_parallel(), {}, expected));
  return expected;
}

/// Agents whose cost or status is not that of the CPU, or whose path does not lead there for that.
std::size_t count_wrong(const GridSnapshot& world, const Agents& agents,
                        const BatchAnswers& expected, const GpuAnswers& answers) {
  return count_on_all_cores(agents.starts.size(), [&] {
    return [&, nodes = std::vector<NodeId>()](std::size_t i) mutable {
      const Cost cost = expected.cost.data()[i];
      if (answers.status(i) != expected.status.data()[i] || answers.cost(i) != cost) return true;
      if (cost == kInfinite) return !answers.path(i).empty();
      return !is_path(world, answers.path(i), agents.starts[i], agents.goals[i], cost, nodes);
    };
  });
}

struct Measured {
  std::string name;
  const GridSnapshot& world;
  GpuGridAgents& gpu;
  const Arguments& arguments;
  Csv& speeds;
  Csv& phases;
};

GpuOptions options_of(const Arguments& arguments, std::uint32_t lanes, AgentOutput output) {
  GpuOptions options;
  options.lanes = lanes;
  options.chunk = arguments.chunk;
  options.output = output;
  return options;
}

/// By the best number of lanes.
void measure_phases(const Measured& m, std::uint32_t lanes, std::uint64_t count) {
  const GpuTimes times =
      best_phases(m.gpu, options_of(m.arguments, lanes, AgentOutput::paths), m.arguments.rounds);
  add_phases(m.phases, m.name, count, times,
             bytes_of_phases(count, sizeof(NodeId), sizeof(GridRoute), m.gpu.node_count()));
}

void measure_count(const Measured& m, std::uint64_t count) {
  const Agents agents = draw_agents(m.world, static_cast<std::uint32_t>(count));
  take(m.gpu.set_agents(agents.starts, agents.goals));
  const bool checks = count <= m.arguments.checked;
  const bool on_cpu = count <= m.arguments.most_on_cpu;
  const double cpu = on_cpu ? best_on_cpu<GridWorld>(m.world, agents, 3) : 0.0;
  BatchAnswers expected;
  if (checks) expected = answer_on_cpu(m.world, agents);
  GpuAnswers answers;
  double best = 0.0;
  std::uint32_t best_lanes = 0;
  for (const std::uint32_t lanes : m.arguments.lanes) {
    const auto time = [&](AgentOutput output) {
      return best_times(m.gpu, options_of(m.arguments, lanes, output), m.arguments.rounds);
    };
    const GpuTimes paths = time(AgentOutput::paths);
    const std::uint64_t nodes = m.gpu.node_count();
    const std::uint64_t repeated = m.gpu.repeated();
    std::size_t wrong = 0;
    if (checks) {
      take(m.gpu.read_answers(answers));
      wrong = count_wrong(m.world, agents, expected, answers);
    }
    const GpuTimes costs = time(AgentOutput::costs);
    const GpuTimes next = time(AgentOutput::next);
    m.speeds.add(m.name, count, lanes, paths.total, costs.total, next.total, paths.sort, cpu, nodes,
                 repeated, checks ? count : 0, wrong);
    fmt::print(stderr, "{}: {} agents, {} lanes: {:.3f} ms, costs {:.3f} ms, {} nodes, {} wrong\n",
               m.name, count, lanes, paths.total, costs.total, nodes, wrong);
    if (best_lanes != 0 && paths.total >= best) continue;
    best = paths.total;
    best_lanes = lanes;
  }
  if (count == m.arguments.most) measure_phases(m, best_lanes, count);
}

void measure(const std::string& file, const Arguments& arguments, Csv& speeds, Csv& phases) {
  const portolan::GridSnapshot loaded = take(load_grid(file));
  const GridSnapshot& world = loaded.inside();
  const SnapshotGridArrays arrays = take(SnapshotGridArrays::make(world, tbb_parallel()));
  const GpuGridWorld on_gpu = take(GpuGridWorld::make(arrays.view()));
  GpuGridAgents gpu(on_gpu);
  const Measured m{
      std::filesystem::path(file).stem().string(), world, gpu, arguments, speeds, phases};
  fmt::print(stderr, "{}: {} bytes\n", m.name, arrays.bytes());
  for (std::uint64_t count = arguments.least; count <= arguments.most; count *= 4)
    measure_count(m, count);
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
  app.add_option("--checked", arguments.checked,
                 "all answers of batches with up to so many agents are compared with the CPU's")
      ->capture_default_str();
  app.add_option("--chunk", arguments.chunk, "agents answered at once; 0: chosen");
  app.add_option("--lanes", arguments.lanes, "that work on one agent")
      ->delimiter(',')
      ->capture_default_str();
  add_rounds(app, arguments.rounds);
  CLI11_PARSE(app, argc, argv);
  return on_gpu([&](const GpuInfo& gpu) {
    Csv speeds(
        "world,agents,lanes,paths_ms,costs_ms,next_ms,sort_ms,cpu_ms,nodes,repeated,checked,wrong");
    Csv phases(kPhaseColumns);
    const double bandwidth = take(measure_bandwidth());
    for (const std::string& world : arguments.worlds) {
      measure(world, arguments, speeds, phases);
      results.write("speeds.csv", speeds);  // what there is, should a later world fail
      results.write("phases.csv", phases);
      results.write_setting({{"gpu", gpu.name},
                             {"bandwidth", bandwidth},
                             {"threads", std::thread::hardware_concurrency()},
                             {"rounds", arguments.rounds}});
    }
  });
}

}  // namespace
}  // namespace portolan::detail::bench

int main(int argc, char** argv) { return portolan::detail::bench::run(argc, argv); }
