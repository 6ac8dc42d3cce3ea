// Agents of the multi-agent HNA* paper on the CPU, on one core and on all: A*, HNA* and PCCP under
// the paper's model, and what stands in their places here.

#include <thread>

#include "agent_cpu_measure.h"
#include "portolan/io.h"
#include "studies/gate_bound.h"
#include "study.h"

namespace portolan::detail::bench {
namespace {

struct Arguments {
  std::vector<std::string> worlds;
  AgentLimits limits;
};

struct Rows {
  Csv worlds{"world,polygons,sides,agents,table_bytes"};
  Csv cells{"world,level,merge,cells,gates,mean_gates,most_gates,bound,hierarchy_bytes,pccp_bytes"};
  Csv speeds{"world,model,method,level,merge,threads,agents,ms,foreseen_ms"};
  Csv frames{"world,model,method,level,merge,threads,agents,ms,all"};

  void write(const Study& results) const {
    results.write("worlds.csv", worlds);
    results.write("cells.csv", cells);
    results.write("speeds.csv", speeds);
    results.write("frames.csv", frames);
  }
};

/// The threads that are measured: one, and as many as the machine has.
std::vector<unsigned> thread_counts() {
  const unsigned all = std::max(1u, std::thread::hardware_concurrency());
  return all == 1 ? std::vector{1u} : std::vector{1u, all};
}

void describe_cells(const std::string& name, const AgentMethods& methods, std::uint32_t sides,
                    Csv& rows) {
  for (const PaperCells& cells : kPaperCells) {
    const PaperWorld& paper = *methods.find(cells.merge);
    if (cells.level > paper.model.levels()) continue;
    const Hierarchy& hierarchy = paper.snapshot.hierarchy();
    const std::uint32_t count = hierarchy.partition().cell_count(cells.level);
    std::uint64_t sum = 0;
    std::uint32_t most = 0;
    for (std::uint32_t c = 0; c < count; ++c) {
      const std::uint32_t gates =
          hierarchy.cell(hierarchy.partition().handle(cells.level, CellId{c})).gate_count();
      sum += gates;
      most = std::max(most, gates);
    }
    rows.add(name, cells.level, cells.merge, count, hierarchy.level_size(cells.level).gates,
             double(sum) / count, most, gate_bound(std::vector{cells.merge}, cells.level, sides),
             hierarchy.bytes(), paper.tables[cells.level - 1].bytes());
  }
}

void measure_method(const std::string& name, const KnownAgents& known, const AgentMethod& method,
                    const AgentLimits& limits, AgentAnswers& answers, Rows& rows) {
  for (const unsigned threads : thread_counts()) {
    AgentClock clock(known, method, threads, limits, answers);
    const auto [level, merge] = method.cells;
    for (const BatchTime& time : clock.measure_all()) {
      rows.speeds.add(name, method.model, method.name, level, merge, threads, time.agents,
                      time.ms ? fmt::format("{:.6g}", *time.ms) : "", time.foreseen_ms);
    }
    const FrameFit fit = clock.fit_frame();
    rows.frames.add(name, method.model, method.name, level, merge, threads, fit.agents, fit.ms,
                    int{fit.all});
    fmt::print(stderr, "{}: {} {} L{} merge {}, {} threads: {} agents in {:.1f} ms\n", name,
               method.model, method.name, level, merge, threads, fit.agents, fit.ms);
  }
}

void measure(const std::string& file, const AgentLimits& limits, Rows& rows) {
  const std::vector<portolan::NavMeshSnapshot> loaded = take(load_nav_mesh(file));
  const NavMeshSnapshot& world = loaded.front().inside();
  require(world.tables().complete(), file + ": its tables are not complete; build it with them");
  const std::string name = std::filesystem::path(file).stem().string();
  const std::uint32_t sides = most_sides(world.mesh().polygons());
  const KnownAgents known = draw_known_agents(world, 2 * limits.most);
  rows.worlds.add(name, world.mesh().polygon_count(), sides, known.costs.size(),
                  world.tables().bytes());
  const AgentMethods methods(world);
  describe_cells(name, methods, sides, rows.cells);
  AgentAnswers answers;
  for (const AgentMethod& method : methods.all())
    measure_method(name, known, method, limits, answers, rows);
}

int run(int argc, char** argv) {
  Arguments arguments;
  Study results("multi-agent", argc, argv);
  CLI::App app{"Measures the agents of the multi-agent HNA* paper on the CPU."};
  results.add_options(app);
  app.add_option("WORLD", arguments.worlds, "built meshes with tables")->required();
  app.add_option("--most", arguments.limits.most, "agents in a batch")
      ->check(CLI::Range(140u, 1u << 24))
      ->capture_default_str();
  app.add_option("--seconds", arguments.limits.seconds,
                 "a batch may take; longer ones, as far as is foreseen, are left out")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  add_rounds(app, arguments.limits.rounds);
  CLI11_PARSE(app, argc, argv);
  Rows rows;
  for (const std::string& world : arguments.worlds) measure(world, arguments.limits, rows);
  rows.write(results);
  results.write_setting({{"threads", thread_counts().back()},
                         {"seconds", arguments.limits.seconds},
                         {"rounds", arguments.limits.rounds}});
  return 0;
}

}  // namespace
}  // namespace portolan::detail::bench

int main(int argc, char** argv) { return portolan::detail::bench::run(argc, argv); }
