#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "portolan/grid.h"
#include "table_speed_grids.h"

/// Paths on grids through the public classes, with default tables: what writing them takes, and
/// pairs that are near each other or see each other.
namespace portolan::detail::bench {

/// Paths between pairs of one kind, by tables and by A*: sums of the maps' means, in microseconds.
struct PairTimes {
  std::size_t pairs = 0, maps = 0;
  double us = 0.0, astar_us = 0.0, cells = 0.0;

  void add(const PairTimes& one) {
    if (one.pairs == 0) return;
    pairs += one.pairs;
    maps += one.maps;
    us += one.us;
    astar_us += one.astar_us;
    cells += one.cells;
  }
};

/// One map of a set, or sums over all.
struct GridWholeSpeed {
  std::string name;
  std::size_t maps = 0, queries = 0;
  /// Sums of the maps' means: costs, paths as numbers of nodes, paths as tiles, and their cells.
  double cost_us = 0.0, nodes_us = 0.0, path_us = 0.0, cells = 0.0;
  PairTimes near;   ///< Fewer than 24 moves apart.
  PairTimes sight;  ///< With nothing in the straight line between them.

  void add(const GridWholeSpeed& one) {
    maps += one.maps;
    queries += one.queries;
    cost_us += one.cost_us;
    nodes_us += one.nodes_us;
    path_us += one.path_us;
    cells += one.cells;
    near.add(one.near);
    sight.add(one.sight);
  }
};

class GridWholeMeasurement {
 public:
  GridWholeMeasurement(const std::filesystem::path& file, const ParallelFor& parallel)
      : world_(take(portolan::GridSnapshot::build(take(load_map(file)), {}, {}, {parallel, {}}))) {
    astar_.method = Method::astar;
    as_nodes_.smoothing = Smoothing::none;
  }

  GridWholeSpeed run(const std::vector<TilePair>& given, std::size_t drawn, unsigned rounds) {
    GridWholeSpeed speed;
    speed.maps = 1;
    speed.queries = given.size();
    speed.cells = count_cells(given);
    for (unsigned round = 0; round < rounds; ++round) {
      const auto keep = [&](double& best, auto&& answer) {
        keep_best(best, time_pass(given, answer), round == 0);
      };
      keep(speed.cost_us, [&](const TilePair& p) { query_.find_cost(world_, p.start, p.goal); });
      keep(speed.nodes_us, [&](const TilePair& p) {
        query_.inside().find_path(world_.inside(), p.start, p.goal, as_nodes_, nodes_);
      });
      keep(speed.path_us, [&](const TilePair& p) { path(p); });
    }
    speed.near = time_pairs(draw_near(drawn), rounds);
    speed.sight = time_pairs(draw_in_sight(drawn), rounds);
    return speed;
  }

 private:
  static constexpr std::int32_t kNearMoves = 24;

  void path(const TilePair& p) { query_.find_path(world_, p.start, p.goal, path_); }
  void astar(const TilePair& p) { query_.find_path(world_, p.start, p.goal, path_, astar_); }

  double count_cells(const std::vector<TilePair>& pairs) {
    double cells = 0.0;
    for (const TilePair& p : pairs) {
      path(p);
      require(path_.status == Status::complete, "a path on a grid is missing");
      cells += double(path_.tiles.size());
    }
    return cells / double(pairs.size());
  }

  PairTimes time_pairs(const std::vector<TilePair>& pairs, unsigned rounds) {
    if (pairs.empty()) return {};
    PairTimes times{pairs.size(), 1};
    times.cells = count_cells(pairs);
    times.us = best_pass(pairs, rounds, [&](const TilePair& p) { path(p); });
    times.astar_us = best_pass(pairs, rounds, [&](const TilePair& p) { astar(p); });
    return times;
  }

  std::int32_t below(std::uint32_t limit) {
    return static_cast<std::int32_t>(random_.below(limit));
  }
  Tile draw_tile() {
    for (;;) {
      const Tile t{below(world_.grid().width()), below(world_.grid().height())};
      if (world_.passable(t)) return t;
    }
  }

  /// So many pairs that are wanted, or those that ten million tries give.
  template <class Goal, class Wanted>
  std::vector<TilePair> draw(std::size_t count, Goal&& goal_for, Wanted&& wanted) {
    constexpr std::size_t kTries = 10'000'000;
    std::vector<TilePair> pairs;
    for (std::size_t i = 0; pairs.size() < count && i < kTries; ++i) {
      const Tile start = draw_tile();
      const TilePair pair{start, goal_for(start)};
      if (world_.passable(pair.goal) && pair.start != pair.goal && wanted(pair))
        pairs.push_back(pair);
    }
    return pairs;
  }

  /// Goals from the square around the start, with a shortest path of fewer moves.
  std::vector<TilePair> draw_near(std::size_t count) {
    const auto around = [&](Tile t) {
      return Tile{t.x + below(2 * kNearMoves + 1) - kNearMoves,
                  t.y + below(2 * kNearMoves + 1) - kNearMoves};
    };
    return draw(count, around, [&](const TilePair& p) {
      astar(p);
      return path_.status == Status::complete && path_.tiles.size() <= kNearMoves;
    });
  }

  /// Goals from all of the map.
  std::vector<TilePair> draw_in_sight(std::size_t count) {
    return draw(
        count, [&](Tile) { return draw_tile(); }, [&](const TilePair& p) { return in_sight(p); });
  }

  /// Whether the path of fewest moves along the straight line between two tiles is free.
  bool in_sight(const TilePair& p) const {
    const std::int32_t dx = p.goal.x - p.start.x, dy = p.goal.y - p.start.y;
    const std::int32_t moves = std::max(std::abs(dx), std::abs(dy));
    Tile last = p.start;
    for (std::int32_t i = 1; i <= moves; ++i) {
      const Tile next{p.start.x + rounded(dx * i, moves), p.start.y + rounded(dy * i, moves)};
      if (!world_.passable(next) || !world_.passable({last.x, next.y}) ||
          !world_.passable({next.x, last.y}))
        return false;
      last = next;
    }
    return true;
  }
  static std::int32_t rounded(std::int32_t a, std::int32_t b) {
    return static_cast<std::int32_t>(std::lround(double(a) / b));
  }

  portolan::GridSnapshot world_;
  portolan::GridQuery query_;
  portolan::GridQueryOptions astar_;
  portolan::GridPath path_;
  GridQueryOptions as_nodes_;
  GridPath nodes_;
  scenes::Random random_{5};
};

/// All maps of a set; given queries spread evenly over each map's file.
inline GridWholeSpeed measure_whole_grids(const std::filesystem::path& folder, std::size_t per_map,
                                          std::size_t drawn, unsigned rounds,
                                          const ParallelFor& parallel) {
  GridWholeSpeed sum;
  sum.name = folder.filename().string();
  for (const std::filesystem::path& map : list_maps(folder)) {
    sum.add(GridWholeMeasurement(map, parallel).run(load_given_pairs(map, per_map), drawn, rounds));
  }
  return sum;
}

}  // namespace portolan::detail::bench
