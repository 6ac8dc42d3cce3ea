#include <fmt/format.h>

#include <memory>

#include "arguments/argument_parsing.h"
#include "arguments/output_file.h"
#include "arguments/world_arguments.h"
#include "commands/commands.h"
#include "portolan/io/file.h"
#include "report/document.h"
#include "report/failure_report.h"
#include "report/measure.h"
#include "report/run_report.h"
#include "report/table.h"
#include "world/random_queries.h"

namespace portolan::detail::cli {
namespace {

struct RunArguments {
  AskingArguments asking;
  std::string queries;
  unsigned rounds = 3;
  std::size_t limit = ~std::size_t{0};
  bool cold = false;
  std::string csv;

  Turns turns() const { return cold ? Turns::cold : Turns::warm; }
};

/// Says on standard error how many queries begin or end nowhere, and why the first of them does.
void warn_of_invalid(const QuerySet& queries, const AlgorithmRun& run) {
  std::size_t count = 0;
  std::size_t first = 0;
  for (std::size_t i = run.outcomes.size(); i-- > 0;) {
    const Status status = run.outcomes[i].answer.status;
    if (status != Status::invalid_start && status != Status::invalid_goal) continue;
    ++count;
    first = i;
  }
  if (count == 0) return;
  const Status status = run.outcomes[first].answer.status;
  fmt::print(stderr, "{} of {} {} invalid; the first, number {} ({}): {}: {}\n", grouped(count),
             counted(queries.size(), "query", "queries"), count == 1 ? "is" : "are", first + 1,
             queries.ends_text(first), to_string(status), failure_text(queries, first, status));
}

void run(RunArguments& arguments) {
  QueryArguments& query = arguments.asking.query;
  check_output(arguments.csv);
  const bool named = !query.algorithms.empty();
  const std::string& world_name = arguments.asking.world.world;
  const auto world = arguments.asking.open();
  if (!named) query.algorithms.insert(query.algorithms.begin(), Algorithm::astar);
  if (query.any_pair && !parse_random_queries(arguments.queries))
    refuse("--any-pair", "it is for random:COUNT; leave it out");
  query.world_file = world_name;
  const auto queries = world->load_queries(arguments.queries, arguments.limit, query);
  const Measurement measurement =
      measure(*queries, query.algorithms, arguments.rounds, arguments.turns());
  warn_of_invalid(*queries, measurement.runs.front());
  if (!arguments.csv.empty()) take(save_file_atomically(arguments.csv, report_csv(measurement)));
  if (arguments.asking.world.json) {
    Json document = begin_document("run", world_name);
    add_agent(document, *world, query);
    document.update(report_json(*world, measurement, query));
    document["rounds"] = arguments.rounds;
    document["timing"] = name(arguments.turns());
    document["failures"] = failures_json(*queries, measurement);
    print_document(document);
    return;
  }
  const WorldBytes bytes = world->bytes_of(query.whose());
  fmt::print("{} on {} ({}, hierarchy {}, tables {}, built in {:.1f} ms), best of {}, {}\n\n{}",
             counted(queries->size(), "query", "queries"), world_name, world->size_text(),
             memory(static_cast<double>(bytes.hierarchy)),
             memory(static_cast<double>(bytes.tables)), world->build_ms(),
             counted(arguments.rounds, "round"), name(arguments.turns()), report_text(measurement));
  if (!arguments.csv.empty()) fmt::print("\ndetails: {}\n", arguments.csv);
}

}  // namespace

void add_run(Command& app) {
  Command* command = app.add_subcommand("run", "Answer many queries and measure");
  auto arguments = std::make_shared<RunArguments>();
  RunArguments& a = *arguments;
  a.asking.add_to(*command, "Print JSON");
  command
      ->add_option("QUERIES", a.queries,
                   "A .scen file; a CSV file with the columns from_x, from_y, to_x, to_y (meshes: "
                   "from_z and "
                   "to_z too, terrain: in place of the y, unless --coordinates map); or "
                   "random:COUNT[:SEED]")
      ->required()
      ->type_name("");
  command
      ->add_option_function(
          "--rounds",
          [&a](const std::string& text) { a.rounds = parse_whole32("--rounds", text, 1, 1000); },
          "Times that each query is answered; the fastest counts [1, 1000], 3 if left out")
      ->type_name("N");
  command
      ->add_option_function(
          "--limit",
          [&a](const std::string& text) {
            a.limit = parse_whole("--limit", text, 1, ~std::uint64_t{0});
          },
          "Only the first N queries")
      ->type_name("N");
  command->add_flag("--cold", a.cold, "Ask the algorithms in turn for each query, as a game does");
  command->add_flag(
      "--any-pair", a.asking.query.any_pair,
      "Draw random pairs with or without a path; on meshes without one, time the path "
      "to the nearest place that can be reached");
  command->add_option("--csv", a.csv, "Write a row per query and algorithm")->type_name("FILE");
  command->footer(
      "Without --algorithm: astar, and tables where the world has them, else hierarchy. A* takes "
      "most of\n"
      "the time: --algorithm tables or --limit N. Each answers all queries before the next, unless "
      "--cold.\n"
      "Untimed: checking paths, finding ends on meshes. Times, errors and effort are of complete "
      "answers,\n"
      "errors relative to the file's lengths where the world has its map's name and rules, else to "
      "A*.\n"
      "Examples:\n"
      "  portolan run city.portolan random:1000 --algorithm astar,hierarchy,tables --cold\n"
      "  portolan run arena.map arena.map.scen --csv arena.csv\n"
      "  portolan run sea.map sea.map.scen --metric ship.json   # {\"terrain\": {\"W\": 1, ...}}\n"
      "  portolan run city.portolan random:500:7 --algorithm hierarchy --level 2 --json\n"
      "  portolan run town.portolan pairs.csv --algorithm astar,hierarchy,detour --waypoints\n"
      "  portolan run hills.portolan random:200 --algorithm astar,tables,merged,guided --layers "
      "10");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace portolan::detail::cli
