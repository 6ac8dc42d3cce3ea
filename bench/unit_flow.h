#pragma once

#include "unit_map.h"

/// Units that all go to one goal: costs and first moves by a flow field, beside as many paths by
/// tables, in one run.
namespace portolan::bench {

/// Tiles that can be walked on: all over the map, or in groups of 100 as an army stands.
inline std::vector<Tile> draw_units(const GridSnapshot& world, std::uint32_t count, bool grouped,
                                    TileDrawer& drawer) {
  constexpr std::int32_t kSpread = 12;
  std::vector<Tile> units;
  Tile middle{};
  while (units.size() < count) {
    if (!grouped || units.size() % 100 == 0) middle = drawer.draw(world);
    const Tile t{middle.x - kSpread / 2 + drawer.below(kSpread),
                 middle.y - kSpread / 2 + drawer.below(kSpread)};
    if (!grouped || world.passable(t)) units.push_back(grouped ? t : middle);
  }
  return units;
}

struct FlowTimes {
  double paths = 0.0;
  double flow = 0.0;
  double walked = 0.0;  ///< The flow followed to the goal by all.
};

/// Best of the rounds, added up over the goals, in milliseconds; costs must agree.
inline FlowTimes measure_flow(const GridSnapshot& world, const UnitArguments& common,
                              std::uint32_t goals, bool grouped) {
  TileDrawer drawer(common.seed);
  GridQuery query;
  GridPath path;
  GridFlow flow;
  FlowTimes sum;
  for (std::uint32_t g = 0; g < goals; ++g) {
    const Tile goal = drawer.draw(world);
    const std::vector<Tile> units = draw_units(world, common.units, grouped, drawer);
    FlowTimes best;
    for (unsigned round = 0; round < common.rounds; ++round) {
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

/// Both kinds of units on one map, milliseconds a goal.
inline void add_flow(const std::string& map, const GridSnapshot& world, const UnitArguments& common,
                     std::uint32_t goals, Csv& rows) {
  for (const bool grouped : {false, true}) {
    const FlowTimes times = measure_flow(world, common, goals, grouped);
    fmt::print(stderr, "{}: to one goal, {}: flow over paths {:.3f}\n", map,
               grouped ? "in groups" : "anywhere", times.flow / times.paths);
    rows.add(map, grouped ? "groups" : "anywhere", goals, times.paths / goals, times.flow / goals,
             times.walked / goals);
  }
}

}  // namespace portolan::bench
