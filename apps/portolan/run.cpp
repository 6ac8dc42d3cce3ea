#include <fmt/format.h>

#include <memory>

#include "argument_parsing.h"
#include "build_arguments.h"
#include "commands.h"
#include "measure.h"
#include "portolan/io/file.h"
#include "query_set.h"
#include "run_report.h"
#include "table.h"
#include "world_input.h"

namespace portolan::cli {
namespace {

struct Arguments {
  std::string world;
  std::string queries;
  unsigned rounds = 3;
  std::size_t limit = ~std::size_t{0};
  std::string csv;
  bool json = false;
  BuildArguments build;
  QueryArguments query;
};

void run(const Arguments& arguments) {
  const GridSnapshot world = open_world(arguments.world, arguments.build);
  arguments.query.check_against(world);
  const auto queries = load_queries(arguments.queries, world, arguments.limit);
  const Measurement measurement = measure(world, queries, arguments.query, arguments.rounds);
  if (!arguments.csv.empty()) take(save_file_atomically(arguments.csv, report_csv(measurement)));
  if (arguments.json) {
    fmt::print("{}\n", report_json(arguments.world, world, measurement).dump(2));
    return;
  }
  fmt::print(
      "{} queries on {} ({}x{} tiles, hierarchy {}, built in {:.1f} ms), best of {} "
      "round{}\n\n{}",
      grouped(queries.size()), arguments.world, world.grid().width(), world.grid().height(),
      memory(static_cast<double>(world.hierarchy().bytes())), world.build_ms(), arguments.rounds,
      arguments.rounds == 1 ? "" : "s", report_text(measurement));
  if (!arguments.csv.empty()) fmt::print("\ndetails: {}\n", arguments.csv);
}

}  // namespace

void add_run(CLI::App& app) {
  CLI::App* command = app.add_subcommand("run", "Answer many queries and measure");
  auto arguments = std::make_shared<Arguments>();
  Arguments& a = *arguments;
  a.query.algorithms = {Algorithm::astar, Algorithm::hierarchy};
  command->add_option("WORLD", a.world, "A built world, or a map to build in memory")
      ->required()
      ->type_name("");
  command
      ->add_option("QUERIES", a.queries,
                   "A .scen file; a CSV file with the columns from_x, "
                   "from_y, to_x, to_y; or random:COUNT[:SEED]")
      ->required()
      ->type_name("");
  command
      ->add_option_function<std::string>(
          "--rounds",
          [&a](const std::string& text) {
            a.rounds = static_cast<unsigned>(parse_whole("--rounds", text, 1, 1000));
          },
          "Times that each query is answered; the fastest counts [1, 1000], 3 if left out")
      ->type_name("N");
  command
      ->add_option_function<std::string>(
          "--limit",
          [&a](const std::string& text) {
            a.limit = parse_whole("--limit", text, 1, ~std::uint64_t{0});
          },
          "Only the first N queries")
      ->type_name("N");
  command->add_option("--csv", a.csv, "Write a row a query and algorithm")->type_name("FILE");
  command->add_flag("--json", a.json, "Print JSON");
  a.query.add_to(*command);
  a.build.add_to(*command);
  command->footer(
      "Each query is answered by each algorithm in turn (both if left out), round after round.\n"
      "Every path is checked outside of the timed part. Times, errors and effort are over the\n"
      "queries answered completely; errors are relative to the file's lengths where the world\n"
      "moves by the file's rules, else to A*.\n"
      "Examples:\n"
      "  portolan run city.portolan random:1000\n"
      "  portolan run arena.map arena.map.scen --csv arena.csv\n"
      "  portolan run city.portolan random:500:7 --algorithm hierarchy --level 2 --json");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace portolan::cli
