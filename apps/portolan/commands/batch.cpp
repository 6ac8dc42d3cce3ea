#include "portolan/batch.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <memory>
#include <numeric>
#include <optional>
#include <thread>

#include "arguments/argument_parsing.h"
#include "arguments/batch_algorithm.h"
#include "arguments/output_file.h"
#include "arguments/world_arguments.h"
#include "commands/commands.h"
#include "grid/grid_queries.h"
#include "mesh/crowd_run.h"
#include "mesh/mesh_queries.h"
#include "portolan/batch/node_batch.h"
#include "portolan/core/narrow.h"
#include "portolan/core/to_whole.h"
#include "portolan/gpu/gpu_agents.h"
#include "portolan/io/file.h"
#include "report/document.h"
#include "report/failure_report.h"
#include "report/progress_bar.h"
#include "report/statistics.h"
#include "report/table.h"
#include "terrain/terrain_queries.h"
#include "world/gpu_batch.h"
#include "world/solver_batch.h"

namespace portolan::detail::cli {
namespace {

struct BatchArguments {
  WorldArguments world;
  QueryArguments query;
  std::optional<Algorithm> algorithm;  ///< None: tables, or a search where there are none.
  std::string queries;
  std::uint32_t agents = 0;  ///< In place of queries.
  unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  std::uint32_t first = 0;
  bool gpu = false;
  std::string csv;
  CrowdArguments crowd;  ///< With frames: agents walk, in place of one batch.

  /// Whether queries are answered as `run` does it, and not from tables.
  bool searches() const { return algorithm && *algorithm != Algorithm::tables; }
  std::string device() const { return counted(threads, "thread"); }
};

/// The answers, and what the reports say about them.
struct BatchOutcome {
  std::vector<Status> status;  ///< By query.
  std::vector<Cost> cost;
  std::vector<std::uint32_t> length;  ///< Of its path: nodes, on a GPU polygons.
  double seconds = 0.0;
  double units = 1.0;  ///< Of cost, in one of the world's.
  std::string device;
  std::optional<GpuMemory> memory;  ///< On a GPU.

  std::array<std::uint64_t, 6> count_statuses() const {
    std::array<std::uint64_t, 6> counts{};
    for (const Status s : status) ++counts[static_cast<std::size_t>(s)];
    return counts;
  }
  std::uint64_t total_length() const {
    return std::accumulate(length.begin(), length.end(), std::uint64_t{0});
  }
};

/// What came of ask(execution, answers), which is timed.
template <class Ask>
BatchOutcome answer_timed(const BatchArguments& arguments, Ask&& ask) {
  BatchOutcome outcome;
  ProgressBar bar("answering");
  const Execution execution{tbb_parallel(arguments.threads), bar.progress()};
  BatchAnswers answers;
  const auto begin = std::chrono::steady_clock::now();
  take(ask(execution, answers), ExitCode::internal);
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  outcome.status.assign(answers.status.begin(), answers.status.end());
  outcome.cost.assign(answers.cost.begin(), answers.cost.end());
  for (std::size_t i = 0; i < answers.paths.size(); ++i)
    outcome.length.push_back(narrow<std::uint32_t>(answers.path(i).size()));
  outcome.device = arguments.device();
  return outcome;
}

/// From the tables of the world, or by search where it has none.
template <QueryWorld W>
BatchOutcome answer(const SnapshotView<W>& snapshot, BatchRequest<W> request,
                    const BatchArguments& arguments) {
  request.wants = arguments.query.cost_only ? BatchWants::cost
                  : arguments.first > 0     ? BatchWants::first_nodes
                                            : BatchWants::nodes;
  request.most_nodes = arguments.first;
  NodeBatch<W> batch;
  return answer_timed(arguments, [&](const Execution& execution, BatchAnswers& answers) {
    return batch.answer(snapshot, request, execution.parallel, execution.progress, answers);
  });
}

/// By the level, connection and model asked for.
BatchOutcome answer_each(const QuerySet& queries, Algorithm algorithm,
                         const BatchArguments& arguments) {
  SolverBatch batch(queries, algorithm);
  const std::size_t most = arguments.first > 0 ? arguments.first : kAllNodes;
  return answer_timed(arguments, [&](const Execution& execution, BatchAnswers& answers) {
    return batch.answer(most, execution, answers);
  });
}

/// By tables, or by the search asked for. What it takes is told before it is there.
template <class World, class Place>
BatchOutcome answer_by_gpu(const World& world, const std::vector<Place>& starts,
                           const std::vector<Place>& goals, const BatchArguments& arguments) {
  BatchOutcome outcome;
  GpuBatchOptions options;
  if (arguments.searches()) {
    options.gpu.algorithm = *arguments.algorithm == Algorithm::astar ? GpuAlgorithm::astar_group
                                                                     : GpuAlgorithm::hierarchy;
  }
  if (arguments.query.cost_only) options.gpu.output = AgentOutput::costs;
  if (arguments.first == 1) options.gpu.output = AgentOutput::next;
  options.parallel = tbb_parallel(arguments.threads);
  options.tell = [&](const GpuMemory& memory) {
    outcome.memory = memory;
    if (!arguments.world.json) memory.print();
  };
  GpuBatchAnswers answers =
      answer_on_gpu(world, std::span<const Place>(starts), std::span<const Place>(goals), options);
  outcome.status = std::move(answers.status);
  outcome.cost = std::move(answers.cost);
  outcome.length = std::move(answers.length);
  outcome.seconds = answers.seconds;
  outcome.device = take(find_gpu()).name;
  return outcome;
}

BatchOutcome answer_grid_by_gpu(const GridQueries& queries, const BatchArguments& arguments) {
  const GridSnapshot& world = queries.world();
  const auto node_at = [&](Tile tile) {
    return world.graph().passable(tile) ? world.graph().node(tile) : kNoNode;
  };
  std::vector<NodeId> starts, goals;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    starts.push_back(node_at(queries.query(i).from));
    goals.push_back(node_at(queries.query(i).to));
  }
  return answer_by_gpu(world, starts, goals, arguments);
}

/// Each query as alone, also from tables: short paths are searched again.
BatchOutcome answer_grid(const GridQueries& queries, const BatchArguments& arguments) {
  const GridSnapshot& world = queries.world();
  const Algorithm usual = world.tables().answer() ? Algorithm::tables : Algorithm::hierarchy;
  BatchOutcome outcome = arguments.gpu
                             ? answer_grid_by_gpu(queries, arguments)
                             : answer_each(queries, arguments.algorithm.value_or(usual), arguments);
  outcome.units = world.graph().straight();
  return outcome;
}

BatchOutcome answer_mesh(const MeshQueries& queries, const BatchArguments& arguments) {
  const NavMeshSnapshot& world = queries.world();
  std::vector<MeshPlace> starts, goals;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    starts.push_back(queries.start(i));
    goals.push_back(queries.goal(i));
  }
  BatchRequest<NavMeshWorld> request{starts, goals};
  request.passable = [&](const MeshPlace& place) { return world.passable(place); };
  BatchOutcome outcome = arguments.gpu ? answer_by_gpu(world, starts, goals, arguments)
                         : arguments.searches()
                             ? answer_each(queries, *arguments.algorithm, arguments)
                             : answer<NavMeshWorld>(world, std::move(request), arguments);
  outcome.units = world.world().costs().units_per_metre;
  return outcome;
}

BatchOutcome answer_terrain(const TerrainQueries& queries, const BatchArguments& arguments) {
  const TerrainSnapshot& world = queries.world();
  std::vector<NodeId> starts, goals;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    starts.push_back(node_of(queries.query(i).start));
    goals.push_back(node_of(queries.query(i).goal));
  }
  BatchRequest<TerrainWorld> request{starts, goals};
  request.passable = [](NodeId node) { return triangle_of(node) != kNoTriangle; };
  BatchOutcome outcome = arguments.searches()
                             ? answer_each(queries, *arguments.algorithm, arguments)
                             : answer<TerrainWorld>(world, std::move(request), arguments);
  outcome.units = world.prices().units_per_metre;
  return outcome;
}

BatchOutcome answer(const QuerySet& queries, WorldKind kind, const BatchArguments& arguments) {
  switch (kind) {
    case WorldKind::grid: return answer_grid(static_cast<const GridQueries&>(queries), arguments);
    case WorldKind::navmesh:
      return answer_mesh(static_cast<const MeshQueries&>(queries), arguments);
    case WorldKind::terrain:
      return answer_terrain(static_cast<const TerrainQueries&>(queries), arguments);
  }
  return {};
}

std::string csv_text(const BatchOutcome& outcome) {
  std::string csv = "index,status,cost,nodes\n";
  for (std::size_t i = 0; i < outcome.status.size(); ++i) {
    const std::string cost =
        outcome.cost[i] == kInfinite ? "" : fmt::format("{:.6f}", outcome.cost[i] / outcome.units);
    fmt::format_to(std::back_inserter(csv), "{},{},{},{}\n", i, to_string(outcome.status[i]), cost,
                   outcome.length[i]);
  }
  return csv;
}

/// Refuses what contradicts itself, or is not for this world or device.
void check(const BatchArguments& arguments, const World& world) {
  if (arguments.query.cost_only && arguments.first > 0)
    refuse("--first", "--cost-only asks for no nodes; leave one of them out");
  arguments.query.check_against(world);
  if (world.kind() == WorldKind::terrain && arguments.gpu)
    refuse("--device", "a GPU answers on navigation meshes and grids only; leave it out");
  if (arguments.gpu && arguments.first > 1)
    refuse("--first", "a GPU gives whole paths or their first step; leave it out, or give 1");
  if (!arguments.gpu || !arguments.searches()) return;
  if (world.kind() == WorldKind::grid)
    refuse("--device",
           "on grids a GPU answers by tables; leave it out, or give --algorithm tables");
  arguments.query.of_hierarchy().refuse("the CPU", "leave it out, or give --device cpu");
  if (arguments.query.paper_model)
    refuse("--model", "a GPU finds exact paths only; leave it out, or give --device cpu");
}

/// How paths are found, for people.
std::string method_text(const BatchArguments& arguments, const Tables& tables) {
  if (!arguments.searches()) return name(tables.choice().far);
  return fmt::format("{}{}", name(*arguments.algorithm),
                     arguments.query.paper_model ? " of the paper's model" : "");
}

double speed(const BatchOutcome& outcome) {
  return static_cast<double>(outcome.status.size()) / std::max(outcome.seconds, 1e-9);
}

void print_json(const BatchArguments& arguments, const World& world, const QuerySet& queries,
                const BatchOutcome& outcome) {
  const Tables& tables = world.tables(arguments.query.whose());
  StatusCounts statuses;
  for (const Status status : outcome.status) statuses.add(status);
  Json answers = statuses_json(statuses);
  answers.update(
      {{"paths_between_cells", arguments.searches() ? "search" : method_text(arguments, tables)},
       {"seconds", outcome.seconds},
       {"queries_per_second", speed(outcome)},
       {"nodes", outcome.total_length()}});
  Json document = begin_document("batch", arguments.world.world);
  add_agent(document, world, arguments.query);
  document["queries"] = queries.size();
  document["threads"] = arguments.threads;
  document["device"] = arguments.gpu ? outcome.device : "cpu";
  if (outcome.memory) document["memory"] = outcome.memory->json();
  const Algorithm algorithm =
      arguments.algorithm.value_or(tables.answer() ? Algorithm::tables : Algorithm::hierarchy);
  document["algorithms"] = Json::object();
  document["algorithms"][name(algorithm)] = std::move(answers);
  FailureList failures(queries);
  for (std::size_t i = 0; i < outcome.status.size(); ++i) {
    const bool as_asked = arguments.first > 0 && outcome.status[i] == Status::partial;
    if (!as_asked) failures.add(i, algorithm, outcome.status[i]);
  }
  document["failures"] = failures.json();
  print_document(document);
}

/// Agents begin at the starts of the queries.
void walk(const QuerySet& queries, WorldKind kind, const BatchArguments& arguments) {
  if (kind != WorldKind::navmesh) refuse("--frames", "is for navigation meshes; leave it out");
  if (arguments.algorithm || arguments.first > 0 || arguments.query.cost_only ||
      !arguments.csv.empty()) {
    refuse("--frames",
           "agents that walk need whole paths from tables; leave --algorithm, --first, "
           "--cost-only and -o out");
  }
  const auto& mesh = static_cast<const MeshQueries&>(queries);
  std::vector<MeshPlace> places;
  for (std::size_t i = 0; i < mesh.size(); ++i) places.push_back(mesh.start(i));
  CrowdArguments crowd = arguments.crowd;
  crowd.gpu = arguments.gpu;
  crowd.threads = arguments.threads;
  crowd.json = arguments.world.json;
  run_crowd(arguments.world.world, mesh.world(), places, crowd);
}

void run(BatchArguments& arguments) {
  if (arguments.queries.empty() == (arguments.agents == 0))
    refuse("QUERIES", "give a file, random:COUNT, or --agents N in its place");
  if (arguments.agents > 0) arguments.queries = "random:" + std::to_string(arguments.agents);
  if (arguments.crowd.frames == 0 && !arguments.crowd.plot.empty())
    refuse("--plot", "is the picture of frame times; give --frames, too");
  check_output(arguments.csv);
  check_output(arguments.crowd.plot);
  arguments.algorithm = choose_batch_algorithm(arguments.query);
  const auto world = arguments.world.open();
  check(arguments, *world);
  tell_agent(*world, arguments.query);
  arguments.query.world_file = arguments.world.world;
  const auto queries = world->load_queries(arguments.queries, ~std::size_t{0}, arguments.query);
  if (arguments.crowd.frames > 0) return walk(*queries, world->kind(), arguments);
  if (arguments.gpu && !arguments.algorithm && world->kind() == WorldKind::navmesh &&
      world->tables(arguments.query.agent).choice().far != FarMethod::labels) {
    arguments.algorithm = Algorithm::hierarchy;
  }
  const BatchOutcome outcome = answer(*queries, world->kind(), arguments);
  if (!arguments.csv.empty()) take(save_file_atomically(arguments.csv, csv_text(outcome)));
  const Tables& tables = world->tables(arguments.query.whose());
  const std::string method = method_text(arguments, tables);
  if (arguments.world.json) return print_json(arguments, *world, *queries, outcome);
  fmt::print("{} on {} ({}, by {}), {}\n", counted(queries->size(), "query", "queries"),
             arguments.world.world, world->size_text(), method, outcome.device);
  fmt::print("  time        {}, {} per second\n", duration(outcome.seconds * 1e6),
             counted(to_whole<std::uint64_t>(speed(outcome)), "query", "queries"));
  const auto statuses = outcome.count_statuses();
  for (std::size_t s = 0; s < statuses.size(); ++s) {
    if (statuses[s] > 0)
      fmt::print("  {:<11} {}\n", to_string(static_cast<Status>(s)), grouped(statuses[s]));
  }
  fmt::print("  {:<11} {}\n",
             arguments.gpu && world->kind() == WorldKind::navmesh ? "polygons" : "nodes",
             grouped(outcome.total_length()));
  if (!arguments.csv.empty()) fmt::print("  details     {}\n", arguments.csv);
}

}  // namespace

void add_batch(Command& app) {
  Command* command = app.add_subcommand("batch", "Answer many queries at once, on all cores");
  auto arguments = std::make_shared<BatchArguments>();
  BatchArguments& a = *arguments;
  a.query.smoothing = Smoothing::none;
  command
      ->add_option("WORLD", a.world.world,
                   "A built world, or what one is made of, with all build options left out")
      ->required()
      ->type_name("");
  command->add_flag("--json", a.world.json, "Print JSON");
  command->add_option("QUERIES", a.queries, "A file as for `run`, or random:COUNT[:SEED]")
      ->type_name("");
  const auto add_number = [&](const char* option, auto& number, std::uint32_t most,
                              const char* help) {
    command
        ->add_option_function(
            option,
            [&number, option, most](const std::string& text) {
              number = parse_whole32(option, text, 1, most);
            },
            help)
        ->type_name("N");
  };
  add_number("--threads", a.threads, 1024, "Threads [1, 1024]; as many as cores if left out");
  add_number("--agents", a.agents, 1u << 30, "In place of QUERIES: random:N");
  add_number("--frames", a.crowd.frames, 1'000'000,
             "Meshes: let agents walk for N frames, each from the start of a query [1, 1000000]");
  add_number("--plan-every", a.crowd.plan_every, 1'000'000,
             "With --frames: each agent finds a new path every N frames (10)");
  command->add_option("--plot", a.crowd.plot, "With --frames: a picture of what frames took")
      ->type_name("FILE.svg");
  add_number("--first", a.first, 1'000'000,
             "Only the first N nodes of each path [1, 1000000]; of a GPU 1, the polygon or tile to "
             "enter next");
  a.query.add_search_to(*command);
  a.query.add_size_to(*command);
  command
      ->add_option_function(
          "--device",
          [&a](const std::string& text) {
            if (text != "cpu" && text != "gpu")
              refuse("--device", "'" + text + "' is unknown; give cpu or gpu");
            a.gpu = text == "gpu";
          },
          "Meshes and grids: cpu (the default), or gpu for the first one that CUDA finds")
      ->type_name("cpu|gpu");
  command->add_option("-o", a.csv, "Write index,status,cost,nodes of every query")
      ->type_name("FILE.csv");
  command->footer(
      "All queries are answered in one go by the tables of the world, or by search where it has\n"
      "none; --algorithm astar, hierarchy or tables, --level, --connect and --model choose as in\n"
      "`run`. The answers are those of `run` before smoothing, for any number of threads. A GPU\n"
      "searches meshes, too, by astar or hierarchy; on grids it does not search short paths "
      "again,\n"
      "so that some are longer. On meshes the nodes are doorways.\n"
      "Examples:\n"
      "  portolan batch city.portolan random:1000000\n"
      "  portolan batch city.portolan random:1000000:7 --threads 4 --cost-only --json\n"
      "  portolan batch town.portolan pairs.csv --first 4 -o answers.csv\n"
      "  portolan batch town.portolan random:10000 --algorithm astar --threads 1\n"
      "  portolan batch town.portolan random:10000 --model paper --level 1 --connect table\n"
      "  portolan batch town.portolan random:1000000 --device gpu\n"
      "  portolan batch town.portolan --agents 1000000 --device gpu --frames 200 --plot "
      "frames.svg");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace portolan::detail::cli
