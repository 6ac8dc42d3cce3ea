// Agents on navigation meshes, answered from tables on a GPU and on the CPU's cores beside it.

#include <thread>

#include "mesh_agents.h"
#include "portolan/batch/batch.h"
#include "portolan/gpu/gpu_agents.h"
#include "portolan/gpu/snapshot_arrays.h"
#include "portolan/io.h"
#include "portolan/navmesh/nav_mesh_query.h"
#include "study.h"

namespace portolan::detail::bench {
namespace {

struct Arguments {
  std::vector<std::string> worlds;
  std::uint32_t most = 1 << 24;
  std::uint32_t most_on_cpu = 1 << 20;
  unsigned rounds = 5;
};

GpuTimes best_times(GpuAgents& agents, bool paths, unsigned rounds) {
  GpuOptions options;
  options.paths = paths;
  GpuTimes best = take(agents.find_paths(options));
  for (unsigned round = 0; round < rounds; ++round) {
    const GpuTimes times = take(agents.find_paths(options));
    if (times.total < best.total) best = times;
  }
  return best;
}

double best_on_cpu(const NavMeshSnapshot& world, const Agents& agents, unsigned rounds) {
  const ParallelFor parallel = tbb_parallel();
  Batch<NavMeshWorld> batch;
  BatchAnswers answers;
  BatchRequest<NavMeshWorld> request{agents.starts, agents.goals};
  double best = 0.0;
  for (unsigned round = 0; round < rounds; ++round) {
    const double ms =
        1e-3 * microseconds_of([&] { take(batch.answer(world, request, parallel, {}, answers)); });
    if (round == 0 || ms < best) best = ms;
  }
  return best;
}

/// Agents whose cost, status or polygons are not those of a query on the CPU.
std::size_t count_wrong(const NavMeshSnapshot& world, const Agents& agents,
                        const GpuAnswers& answers) {
  NavMeshQuery query;
  NavMeshPath path;
  NavMeshQueryOptions options;
  options.waypoints = false;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < agents.starts.size(); ++i) {
    query.find_path(world, agents.starts[i], agents.goals[i], options, path);
    const auto polygons = std::span(answers.polygons).subspan(answers.begin[i], answers.count[i]);
    wrong += answers.status[i] != static_cast<std::uint8_t>(path.status) ||
             answers.cost[i] != path.cost || !std::ranges::equal(polygons, path.polygons);
  }
  return wrong;
}

void measure(const std::string& file, const Arguments& arguments, Csv& worlds, Csv& speeds) {
  const std::vector<portolan::NavMeshSnapshot> loaded = take(load_nav_mesh(file));
  const NavMeshSnapshot& world = loaded.front().inside();
  const SnapshotArrays arrays = take(SnapshotArrays::make(world));
  GpuAgents gpu = take(GpuAgents::make(arrays.view()));
  const std::string name = std::filesystem::path(file).stem().string();
  const auto answer = [&](const Agents& agents) {
    take(gpu.set_agents(agents.starts, agents.goals));
    return best_times(gpu, true, arguments.rounds);
  };
  constexpr std::uint32_t kChecked = 100'000;
  const Agents checked = draw_agents(world, kChecked);
  answer(checked);
  GpuAnswers answers;
  take(gpu.read_answers(answers));
  worlds.add(name, world.mesh().polygon_count(), world.tables().links().cell_count(),
             world.tables().links().gate_count(), arrays.bytes(), kChecked,
             count_wrong(world, checked, answers));
  for (std::uint32_t count = 1 << 10; count <= arguments.most; count *= 4) {
    const Agents agents = draw_agents(world, count);
    const GpuTimes paths = answer(agents);
    const std::uint64_t polygons = gpu.polygon_count();
    const std::uint64_t repeated = gpu.repeated();
    const GpuTimes costs = best_times(gpu, false, arguments.rounds);
    const double cpu = count <= arguments.most_on_cpu ? best_on_cpu(world, agents, 3) : 0.0;
    speeds.add(name, count, paths.total, paths.sort, costs.total, cpu, polygons, repeated);
    fmt::print(stderr, "{}: {} agents, {:.3f} ms\n", name, count, paths.total);
  }
}

int run(int argc, char** argv) {
  Arguments arguments;
  Study results("agents", argc, argv);
  CLI::App app{"Measures agents on meshes, on a GPU and on the CPU beside it."};
  results.add_options(app);
  app.add_option("WORLD", arguments.worlds, "built meshes")->required();
  app.add_option("--most", arguments.most, "agents")->capture_default_str();
  app.add_option("--most-on-cpu", arguments.most_on_cpu, "agents")->capture_default_str();
  add_rounds(app, arguments.rounds);
  CLI11_PARSE(app, argc, argv);
  const auto gpu = find_gpu();
  if (!gpu) {
    fmt::print("skipped: {}\n", gpu.error().message);
    return 0;
  }
  Csv worlds("world,polygons,cells,gates,bytes,checked,wrong");
  Csv speeds("world,agents,paths_ms,sort_ms,costs_ms,cpu_ms,polygons,repeated");
  for (const std::string& world : arguments.worlds) measure(world, arguments, worlds, speeds);
  results.write("worlds.csv", worlds);
  results.write("speeds.csv", speeds);
  results.write_setting({{"gpu", gpu->name},
                         {"threads", std::thread::hardware_concurrency()},
                         {"rounds", arguments.rounds}});
  return 0;
}

}  // namespace
}  // namespace portolan::detail::bench

int main(int argc, char** argv) { return portolan::detail::bench::run(argc, argv); }
