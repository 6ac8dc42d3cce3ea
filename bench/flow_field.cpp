// A thousand units to one goal on a city map: costs and first moves by a flow field, beside as many
// paths by tables, in one run. Public headers only.

#include <cmath>
#include <random>

#include "portolan/grid.h"
#include "portolan/io.h"
#include "study.h"

namespace portolan {
namespace {

using namespace detail::bench;

struct Arguments {
  std::string map = "Berlin_0_1024";
  std::uint32_t units = 1000;
  std::uint32_t goals = 20;
  unsigned rounds = 5;
};

/// Tiles that can be walked on: all over the map, or in groups of 100 as an army stands.
class Drawer {
 public:
  explicit Drawer(const GridSnapshot& world) : world_(world) {}

  Tile draw() {
    for (;;) {
      const Tile t{below(world_.grid().width()), below(world_.grid().height())};
      if (world_.passable(t)) return t;
    }
  }
  std::vector<Tile> draw_units(std::uint32_t count, bool grouped) {
    constexpr std::int32_t kSpread = 12;
    std::vector<Tile> units;
    Tile middle{};
    while (units.size() < count) {
      if (!grouped || units.size() % 100 == 0) middle = draw();
      const Tile t{middle.x - kSpread / 2 + below(kSpread),
                   middle.y - kSpread / 2 + below(kSpread)};
      if (!grouped || world_.passable(t)) units.push_back(grouped ? t : middle);
    }
    return units;
  }

 private:
  std::int32_t below(std::uint32_t limit) { return static_cast<std::int32_t>(random_() % limit); }

  const GridSnapshot& world_;
  std::mt19937_64 random_{1};
};

struct Times {
  double paths = 0.0;
  double flow = 0.0;
  double walked = 0.0;  ///< The flow followed to the goal by all.
};

/// Best of the rounds, added up over the goals, in milliseconds; costs must agree.
Times measure(const GridSnapshot& world, const Arguments& arguments, bool grouped) {
  Drawer drawer(world);
  GridQuery query;
  GridPath path;
  GridFlow flow;
  Times sum;
  for (std::uint32_t g = 0; g < arguments.goals; ++g) {
    const Tile goal = drawer.draw();
    const std::vector<Tile> units = drawer.draw_units(arguments.units, grouped);
    Times best;
    for (unsigned round = 0; round < arguments.rounds; ++round) {
      keep_best(best.paths, microseconds_of([&] {
                  for (const Tile unit : units) query.find_path(world, unit, goal, path);
                }),
                round == 0);
      std::vector<double> costs(units.size());
      std::vector<std::optional<Tile>> moves(units.size());
      keep_best(best.flow, microseconds_of([&] {
                  flow.begin(world, goal);
                  for (std::size_t i = 0; i < units.size(); ++i) {
                    costs[i] = flow.cost(units[i]);
                    moves[i] = flow.next(units[i]);
                  }
                }),
                round == 0);
      if (round > 0) continue;
      for (std::size_t i = 0; i < units.size(); ++i)
        require(costs[i] == query.find_cost(world, units[i], goal), "the costs differ");
      best.walked = microseconds_of([&] {
        for (std::size_t i = 0; i < units.size(); ++i) {
          for (auto at = moves[i]; at; at = flow.next(*at)) continue;
        }
      });
    }
    sum.paths += best.paths / 1000.0;
    sum.flow += best.flow / 1000.0;
    sum.walked += best.walked / 1000.0;
  }
  return sum;
}

int run(int argc, char** argv) {
  Arguments arguments;
  CLI::App app{"Measures a flow field against single paths, many units to one goal."};
  app.add_option("--map", arguments.map, "of grid/cities")->capture_default_str();
  app.add_option("--units", arguments.units)->capture_default_str();
  app.add_option("--goals", arguments.goals)->capture_default_str();
  add_rounds(app, arguments.rounds);
  CLI11_PARSE(app, argc, argv);
  const auto data = find_data();
  if (!data) {
    fmt::print("skipped: there are no maps; let PORTOLAN_DATA name a folder with grid/\n");
    return 0;
  }
  const GridSnapshot world = take(
      GridSnapshot::build(take(load_map(*data / "grid" / "cities" / (arguments.map + ".map")))));
  require(world.info().tables, "the tables do not fit");
  for (const bool grouped : {false, true}) {
    const Times times = measure(world, arguments, grouped);
    fmt::print(
        "{} units {}, a goal: paths {:.2f} ms, flow {:.2f} ms, ratio {:.3f}; all followed "
        "to the goal {:.2f} ms\n",
        arguments.units, grouped ? "in groups" : "anywhere", times.paths / arguments.goals,
        times.flow / arguments.goals, times.flow / times.paths, times.walked / arguments.goals);
  }
  return 0;
}

}  // namespace
}  // namespace portolan

int main(int argc, char** argv) { return portolan::run(argc, argv); }
