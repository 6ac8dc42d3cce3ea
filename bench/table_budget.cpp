// What memory buys: queries by tables on cities of growing size, within budgets of so many bytes
// per tile, and by the hierarchy's search beside them.

#include <random>

#include "city_grid.h"
#include "study.h"

namespace portolan::detail::bench {
namespace {

struct Arguments {
  std::vector<std::uint32_t> sides{256, 512, 1024, 2048, 4096};
  std::vector<double> bytes_per_tile{0, 8, 16, 24, 32, 40, 48, 64, 88, 128};
  std::size_t pairs = 300;
  unsigned rounds = 3;
  double most_gb = 2.0;  ///< For all labels, however many bytes per tile that is.
  unsigned level_alone = 0;
};

std::vector<TilePair> draw_any_pairs(const GridSnapshot& world, std::size_t count) {
  std::mt19937 random(1);
  const auto draw = [&] {
    for (;;) {
      const Tile tile{static_cast<std::int32_t>(random() % world.grid().width()),
                      static_cast<std::int32_t>(random() % world.grid().height())};
      if (world.passable(tile)) return tile;
    }
  };
  return draw_pairs<TilePair>(count, draw, [](const TilePair&) { return true; });
}

/// Microseconds of a cost and of a path, and the sum of all costs.
struct Answers {
  double cost_us = 0.0, path_us = 0.0;
  std::uint64_t sum = 0;
};

Answers measure(const GridSnapshot& world, const std::vector<TilePair>& pairs, unsigned rounds) {
  GridQuery query;
  GridQueryOptions options;
  options.smoothing = Smoothing::none;
  options.exact_near = false;
  GridPath path;
  Answers answers;
  for (const TilePair& p : pairs) {
    if (query.find_path(world, p.start, p.goal, options, path) == Status::complete)
      answers.sum += path.cost;
  }
  const auto times = time_in_rounds<TilePair>(
      pairs, rounds,
      {[&](const TilePair& p) {
         Cost cost = 0;
         query.find_cost(world, p.start, p.goal, options, cost);
       },
       [&](const TilePair& p) { query.find_path(world, p.start, p.goal, options, path); }});
  answers.cost_us = mean(times[0]);
  answers.path_us = mean(times[1]);
  return answers;
}

/// One map; false where an answer by some tables is not that of the search over the same gates.
bool measure_city(const Arguments& arguments, std::uint32_t side, Csv& rows) {
  GridBuildOptions options;
  options.for_tables = true;
  const GridSnapshot plain = take(GridSnapshot::build(make_city(side), GridMetric{}, options));
  const auto pairs = draw_any_pairs(plain, arguments.pairs);
  const double tiles = static_cast<double>(side) * side;
  const Answers searched = measure(plain, pairs, arguments.rounds);
  bool right = true;
  const auto add = [&](double allowed, const TableOptions& budget) {
    const GridSnapshot world = take(plain.with_tables(budget));
    const Tables& tables = world.tables();
    const Answers answers = measure(world, pairs, arguments.rounds);
    right = right && (!tables.answer() || answers.sum == searched.sum);
    const bool alone = tables.answer() && !tables.choice().connect;
    rows.add(side, allowed, name(tables.choice().far), alone ? tables.level() : 0, tables.bytes(),
             tables.labels().bytes() + tables.shortcuts().top.bytes(), plain.build_ms(),
             tables.build_ms(), answers.cost_us, answers.path_us);
    fmt::print(stderr, "{0}x{0}, {1} bytes per tile: {2} of level {3}, {4:.1f} us, {5:.1f} us\n",
               side, allowed, name(tables.choice().far), tables.level(), answers.cost_us,
               answers.path_us);
    return tables.choice().far;
  };
  for (const double bytes : arguments.bytes_per_tile) {
    TableOptions budget;
    budget.max_bytes = static_cast<std::uint64_t>(bytes * tiles);
    budget.level_alone = arguments.level_alone;
    if (add(bytes, budget) == FarMethod::labels) return right;
  }
  TableOptions all;
  all.max_bytes = static_cast<std::uint64_t>(arguments.most_gb * 1e9);
  if (static_cast<double>(all.max_bytes) > arguments.bytes_per_tile.back() * tiles)
    add(static_cast<double>(all.max_bytes) / tiles, all);
  return right;
}

int run(int argc, char** argv) {
  Arguments arguments;
  Study results("table-budget", argc, argv);
  CLI::App app{"Measures queries by tables within budgets, on cities of growing size."};
  results.add_options(app);
  app.add_option("--sides", arguments.sides, "of the maps, in tiles")->capture_default_str();
  app.add_option("--bytes", arguments.bytes_per_tile, "budgets")->capture_default_str();
  app.add_option("--pairs", arguments.pairs, "a map")->capture_default_str();
  app.add_option("--most-gb", arguments.most_gb, "for all labels")->capture_default_str();
  app.add_option("--level-alone", arguments.level_alone, "shortcuts alone, of this level");
  add_rounds(app, arguments.rounds);
  CLI11_PARSE(app, argc, argv);
  Csv rows{
      "side,bytes_per_tile,method,level_alone,table_bytes,label_bytes,hierarchy_ms,tables_ms,cost_"
      "us,path_us"};
  bool right = true;
  for (const std::uint32_t side : arguments.sides)
    right = measure_city(arguments, side, rows) && right;
  results.write("cities.csv", rows);
  results.write_setting({{"pairs", arguments.pairs}, {"rounds", arguments.rounds}});
  if (!right) fmt::print(stderr, "some tables tell other costs than the search\n");
  return right ? 0 : 1;
}

}  // namespace
}  // namespace portolan::detail::bench

int main(int argc, char** argv) { return portolan::detail::bench::run(argc, argv); }
