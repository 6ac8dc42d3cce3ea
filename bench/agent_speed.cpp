// Agents on navigation meshes, answered from tables on a GPU and on the CPU's cores beside it.

#include <thread>

#include "agent_draws.h"
#include "portolan/batch.h"
#include "portolan/batch/node_batch.h"
#include "portolan/gpu.h"
#include "portolan/gpu/crowd/gpu_crowd.h"
#include "portolan/gpu/crowd/host_crowd.h"
#include "portolan/gpu/device/gpu_resources.h"
#include "portolan/gpu/gpu_agents.h"
#include "portolan/gpu/mesh/pair_agent.h"
#include "portolan/gpu/mesh/snapshot_arrays.h"
#include "portolan/gpu/search/snapshot_search_arrays.h"
#include "portolan/io.h"
#include "portolan/navmesh/nav_mesh_query.h"
#include "study.h"

namespace portolan::detail::bench {
namespace {

struct Arguments {
  std::vector<std::string> worlds;
  std::uint32_t most = 1 << 26;
  std::uint32_t most_on_cpu = 1 << 20;
  std::uint32_t checked = 1 << 20;
  std::uint32_t crowd = 1'000'000;
  std::uint32_t frames = 200;
  unsigned rounds = 5;
};

/// Tables of results.
struct Results {
  Csv worlds{"world,polygons,cells,gates,bytes,checked,wrong"};
  Csv speeds{"world,agents,paths_ms,labels_ms,sort_ms,costs_ms,next_ms,cpu_ms,polygons,repeated"};
  Csv phases{kPhaseColumns};
  Csv frames{"world,device,agents,frame,plan_ms,move_ms,wall_ms,planned,arrived,stuck"};
  Csv copies{"world,agents,part,ms"};
  Csv single{"world,answered,cpu_us,gpu_us,gpu_with_copies_us"};
};

/// Agents whose cost, status or any polygon is not that of a query on the CPU.
std::size_t count_wrong(const NavMeshSnapshot& world, const Agents& agents,
                        const GpuAnswers& answers) {
  return count_wrong(world, agents, answers,
                     [](std::size_t, auto polygons, const NavMeshPath& path) {
                       return std::ranges::equal(polygons, path.polygons);
                     });
}

GpuOptions by_labels() {
  GpuOptions options;
  options.pairs = false;
  return options;
}
GpuOptions only(AgentOutput output) {
  GpuOptions options;
  options.output = output;
  return options;
}

/// Of the agents that were just timed.
std::size_t check_answers(const NavMeshSnapshot& world, const GpuAgents& gpu,
                          const Agents& agents) {
  GpuAnswers answers;
  take(gpu.read_answers(answers));
  return count_wrong(world, agents, answers);
}

/// What came of comparing answers with those of the CPU.
struct Checked {
  std::size_t agents = 0;
  std::size_t wrong = 0;
};

/// Compares the answers of all agents of one of the batches, too.
Checked measure_speeds(const std::string& name, const NavMeshSnapshot& world, GpuAgents& gpu,
                       const Arguments& arguments, Results& results) {
  constexpr std::uint32_t kPhased = 1 << 24;
  Checked checked;
  for (std::uint64_t count = 1 << 10; count <= arguments.most; count *= 4) {
    const Agents agents = draw_agents(world, static_cast<std::uint32_t>(count));
    take(gpu.set_agents(agents.starts, agents.goals));
    const GpuTimes paths = best_times(gpu, {}, arguments.rounds);
    const std::uint64_t polygons = gpu.polygon_count();
    const std::uint64_t repeated = gpu.repeated();
    if (count == arguments.checked) checked = {count, check_answers(world, gpu, agents)};
    if (count == std::min(arguments.most, kPhased)) {
      add_phases(results.phases, name, count, best_phases(gpu, {}, arguments.rounds),
                 bytes_of_phases(count, sizeof(MeshPlace), sizeof(PairRoute), polygons));
    }
    const GpuTimes labels = best_times(gpu, by_labels(), arguments.rounds);
    const GpuTimes costs = best_times(gpu, only(AgentOutput::costs), arguments.rounds);
    const GpuTimes next = best_times(gpu, only(AgentOutput::next), arguments.rounds);
    const double cpu =
        count <= arguments.most_on_cpu ? best_on_cpu<NavMeshWorld>(world, agents, 3) : 0.0;
    results.speeds.add(name, count, paths.total, labels.total, paths.sort, costs.total, next.total,
                       cpu, polygons, repeated);
    fmt::print(stderr, "{}: {} agents, {:.3f} ms\n", name, count, paths.total);
  }
  fmt::print(stderr, "{}: {} of {} agents wrong\n", name, checked.wrong, checked.agents);
  return checked;
}

/// A tenth of the crowd chooses new goals in each frame.
void measure_crowd(const std::string& name, const SnapshotArrays& arrays, const GpuWorld& on_gpu,
                   const Arguments& arguments, Csv& frames) {
  const Agents places = draw_agents(arrays.snapshot(), 1 << 16);
  CrowdOptions options;
  options.agents = arguments.crowd;
  const auto add = [&](const char* device, std::uint32_t frame, auto&& advance) {
    CrowdFrame counts;
    const double wall_ms = 1e-3 * microseconds_of([&] { counts = advance(); });
    frames.add(name, device, options.agents, frame, counts.plan_ms, counts.move_ms, wall_ms,
               counts.planned, counts.arrived, counts.stuck);
  };
  GpuCrowd gpu = take(GpuCrowd::make(on_gpu, places.starts, options));
  HostCrowd host = take(HostCrowd::make(arrays, places.starts, options, tbb_parallel()));
  for (std::uint32_t frame = 0; frame < arguments.frames; ++frame)
    add("gpu", frame, [&] { return take(gpu.advance()); });
  for (std::uint32_t frame = 0; frame < std::min(arguments.frames, 30u); ++frame)
    add("cpu", frame, [&] { return host.advance(); });
}

/// Answers copied to the CPU's memory, all at once and part by part.
void measure_copies(const std::string& name, const portolan::NavMeshSnapshot& world,
                    std::uint32_t count, unsigned rounds, Csv& copies) {
  GpuNavMesh mesh = take(GpuNavMesh::make(world, {tbb_parallel(), {}}));
  const Agents agents = draw_agents(world.inside(), count);
  NavMeshPaths paths;
  for (const std::uint32_t part : {count, count / 4, count / 16}) {
    mesh.set_part_size(part);
    double best = 0.0;
    for (unsigned round = 0; round < rounds; ++round) {
      const double ms = 1e-3 * microseconds_of([&] {
                          take(mesh.find_paths(agents.starts, agents.goals, paths));
                        });
      if (round == 0 || ms < best) best = ms;
    }
    copies.add(name, count, part, best);
  }
}

/// One query by itself, as the paper of 2017 has a GPU connect the ends of one path.
void measure_single(const std::string& name, const NavMeshSnapshot& world, GpuAgents& gpu,
                    Csv& single) {
  constexpr std::size_t kQueries = 200;
  const Agents agents = draw_agents(world, kQueries);
  for (const bool tables : {true, false}) {
    GpuOptions options;
    options.algorithm = tables ? GpuAlgorithm::tables : GpuAlgorithm::hierarchy;
    NavMeshQueryOptions on_cpu;
    on_cpu.waypoints = false;
    on_cpu.tables = tables;
    NavMeshQuery query;
    NavMeshPath path;
    double kernels_ms = 0.0;
    GpuAnswers answers;
    const double with_copies = microseconds_of([&] {
      for (std::size_t i = 0; i < kQueries; ++i) {
        take(gpu.set_agents(std::span(agents.starts).subspan(i, 1),
                            std::span(agents.goals).subspan(i, 1)));
        kernels_ms += take(gpu.find_paths(options)).total;
        take(gpu.read_answers(answers));
      }
    });
    const double cpu = microseconds_of([&] {
      for (std::size_t i = 0; i < kQueries; ++i)
        query.find_path(world, agents.starts[i], agents.goals[i], on_cpu, path);
    });
    single.add(name, tables ? "tables" : "hierarchy", cpu / kQueries, 1e3 * kernels_ms / kQueries,
               with_copies / kQueries);
  }
}

void measure(const std::string& file, const Arguments& arguments, Results& results) {
  const std::vector<portolan::NavMeshSnapshot> loaded = take(load_nav_mesh(file));
  const NavMeshSnapshot& world = loaded.front().inside();
  const SnapshotArrays arrays = take(SnapshotArrays::make(world, tbb_parallel()));
  GpuWorld on_gpu = take(GpuWorld::make(arrays.view()));
  GpuAgents gpu(on_gpu);
  const std::string name = std::filesystem::path(file).stem().string();
  const Checked checked = measure_speeds(name, world, gpu, arguments, results);
  results.worlds.add(name, world.mesh().polygon_count(), world.tables().links().cell_count(),
                     world.tables().links().gate_count(), arrays.bytes(), checked.agents,
                     checked.wrong);
  const SnapshotSearchArrays search = take(SnapshotSearchArrays::make(world));
  take(on_gpu.set_search(search.view()));
  measure_single(name, world, gpu, results.single);
  measure_copies(name, loaded.front(), std::min(arguments.most, 1u << 24), arguments.rounds,
                 results.copies);
  measure_crowd(name, arrays, on_gpu, arguments, results.frames);
}

Csv list_kernels() {
  Csv kernels("kernel,registers,shared,local,threads,blocks");
  for (const KernelResources& k : take(kernel_resources()))
    kernels.add(k.name, k.registers, k.shared, k.local, k.threads_per_block, k.blocks);
  return kernels;
}

void write(const Results& all, const Study& results) {
  results.write("worlds.csv", all.worlds);
  results.write("speeds.csv", all.speeds);
  results.write("phases.csv", all.phases);
  results.write("frames.csv", all.frames);
  results.write("copies.csv", all.copies);
  results.write("single.csv", all.single);
}

int run(int argc, char** argv) {
  Arguments arguments;
  Study results("agents", argc, argv);
  CLI::App app{"Measures agents on meshes, on a GPU and on the CPU beside it."};
  results.add_options(app);
  app.add_option("WORLD", arguments.worlds, "built meshes")->required();
  app.add_option("--most", arguments.most, "agents")->capture_default_str();
  app.add_option("--most-on-cpu", arguments.most_on_cpu, "agents")->capture_default_str();
  app.add_option("--checked", arguments.checked, "the batch of which all answers are compared")
      ->capture_default_str();
  app.add_option("--crowd", arguments.crowd, "agents that walk about")->capture_default_str();
  app.add_option("--frames", arguments.frames, "that they walk for")->capture_default_str();
  add_rounds(app, arguments.rounds);
  CLI11_PARSE(app, argc, argv);
  return on_gpu([&](const GpuInfo& gpu) {
    results.write("kernels.csv", list_kernels());
    const double bandwidth = take(measure_bandwidth());
    const double copy_bandwidth = take(measure_copy_bandwidth());
    Results all;
    for (const std::string& world : arguments.worlds) {
      measure(world, arguments, all);
      write(all, results);  // what there is, should a later world fail
      results.write_setting({{"gpu", gpu.name},
                             {"bandwidth", bandwidth},
                             {"copy_bandwidth", copy_bandwidth},
                             {"threads", std::thread::hardware_concurrency()},
                             {"rounds", arguments.rounds}});
    }
  });
}

}  // namespace
}  // namespace portolan::detail::bench

int main(int argc, char** argv) { return portolan::detail::bench::run(argc, argv); }
