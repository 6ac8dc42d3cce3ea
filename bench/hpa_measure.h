#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "city_grid.h"
#include "measuring/timing.h"
#include "portolan/grid/grid_query.h"
#include "portolan/grid/grid_snapshot.h"
#include "portolan/io/maps/movingai.h"
#include "setting.h"

/// The measurements of the HPA* paper (Botea, Müller, Schaeffer 2004), map by map.
namespace portolan::detail::bench {

inline constexpr unsigned kLevels = 3;  // hierarchies of 1, 2 and 3 abstract levels
inline constexpr unsigned kAstar = 0;   // methods: A*, then the levels connected by A*
inline constexpr unsigned kMethods = 1 + 2 * kLevels;  // per gate, then by one Dijkstra
inline constexpr std::uint32_t kPaperCellSize = 10;

/// The method that searches at `level`, from 1.
constexpr unsigned method_of(unsigned level, ConnectMethod connect) {
  return (connect == ConnectMethod::astar ? 0 : kLevels) + level;
}

/// Section 4.1: diagonals cost 1.42 and do not pass between two blocked tiles.
inline GridMetric paper_metric() {
  GridMetric metric;
  metric.diagonals = DiagonalRule::not_between_blocked;
  metric.diagonal_length = 1.42;
  return metric;
}

/// Section 4.1: two transitions from a width of 6 on; groups of 2x2; intra-edges without moves.
inline GridBuildOptions paper_options(unsigned levels, std::uint32_t cell_size = kPaperCellSize) {
  GridBuildOptions options;
  options.cell_size = cell_size;
  options.group = 2;
  options.levels = levels;
  options.choose_transitions = false;
  options.transitions = {.kind = TransitionKind::ends, .spacing = 4, .threshold = 6};
  options.store_steps = false;
  return options;
}

inline GridQueryOptions paper_query(unsigned level, ConnectMethod connect,
                                    Smoothing smoothing = Smoothing::none) {
  return {.search = {.level = level, .connect = connect}, .smoothing = smoothing};
}

/// What one method did for one query.
struct Effort {
  QueryCounts counts;
  double microseconds = 0.0;  ///< Best of the rounds, without smoothing.
  std::uint64_t abstract() const { return counts.connect.expansions + counts.main.expansions; }
  std::uint64_t total() const { return abstract() + counts.refine.expansions; }
};

struct Sample {
  double length = 0.0;  ///< Of the optimal path.
  std::array<Effort, kMethods> efforts;
  double raw_error = 0.0;    ///< In percent, before smoothing; the same at every level.
  double paper_error = 0.0;  ///< After the paper's smoothing.
  double full_error = 0.0;   ///< After ours.
};

/// The effort of an abstract search at level 1, by cluster size.
struct SweepCounts {
  std::uint64_t connect_astar = 0;
  std::uint64_t connect_dijkstra = 0;
  std::uint64_t main = 0;
};

struct MapStudy {
  std::string name;
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;                                    ///< Undirected.
  std::array<std::array<LevelSize, kLevels>, kLevels> sizes;  ///< [abstract levels - 1][level - 1]
  std::vector<Sample> samples;
};

/// Measures one map: 1, 2 and 3 abstract levels over the same queries.
class MapMeasurement {
 public:
  MapMeasurement(const Grid& grid, std::size_t pairs, std::uint64_t seed, unsigned rounds) {
    for (unsigned level = 1; level <= kLevels; ++level) {
      worlds_.push_back(take(GridSnapshot::build(grid, paper_metric(), paper_options(level))));
    }
    pairs_ = draw_pairs(worlds_[0], pairs, seed);
    study_.samples.resize(pairs_.size());
    size_graphs();
    count();
    for (unsigned round = 0; round < rounds; ++round) time_round(round == 0);
  }

  const std::vector<TilePair>& pairs() const { return pairs_; }
  MapStudy& study() { return study_; }

 private:
  void size_graphs() {
    const GridGraph& graph = worlds_[0].graph();
    for (std::uint32_t n = 0; n < graph.node_count(); ++n) {
      if (!graph.passable(NodeId{n})) continue;
      ++study_.nodes;
      study_.edges += static_cast<std::uint64_t>(std::popcount(graph.moves(n)));
    }
    study_.edges /= 2;
    for (unsigned abstract = 0; abstract < kLevels; ++abstract) {
      const Hierarchy& hierarchy = worlds_[abstract].hierarchy();
      for (unsigned level = 1; level <= hierarchy.levels(); ++level) {
        study_.sizes[abstract][level - 1] = hierarchy.level_size(level);
      }
    }
  }

  Status answer(GridQuery& query, unsigned method, const TilePair& pair) {
    if (method == kAstar) return query.find_path_astar(worlds_[0], pair.start, pair.goal, path_);
    const unsigned level = (method - 1) % kLevels + 1;
    const ConnectMethod connect =
        method <= kLevels ? ConnectMethod::astar : ConnectMethod::dijkstra;
    return query.find_path(worlds_[level - 1], pair.start, pair.goal, paper_query(level, connect),
                           path_);
  }

  void count() {
    for (std::size_t q = 0; q < pairs_.size(); ++q) {
      Sample& sample = study_.samples[q];
      Cost raw = kInfinite, optimal = kInfinite;
      for (unsigned method = 0; method < kMethods; ++method) {
        GridQuery query;  // a new one remembers no connections of the query before
        query.count_into(&sample.efforts[method].counts);
        require(answer(query, method, pairs_[q]) == Status::complete,
                "a query that has a path found none");
        const GridGraph& graph = worlds_[0].graph();
        require(graph.cost(path_.nodes) == path_.cost, "a path's cost is not that of its moves");
        if (method == kAstar) {
          optimal = path_.cost;
          sample.length = graph.length(path_.nodes);
        } else {
          require(raw == kInfinite || raw == path_.cost, "levels give different costs");
          raw = path_.cost;
        }
      }
      sample.raw_error = error(raw, optimal);
      sample.paper_error = error(smoothed(q, Smoothing::paper), optimal);
      sample.full_error = error(smoothed(q, Smoothing::full), optimal);
    }
  }

  Cost smoothed(std::size_t query, Smoothing how) {
    const unsigned method = method_of(1, ConnectMethod::astar);
    queries_[method].find_path(worlds_[0], pairs_[query].start, pairs_[query].goal,
                               paper_query(1, ConnectMethod::astar, how), path_);
    return path_.cost;
  }
  static double error(Cost cost, Cost optimal) {
    return 100.0 * (static_cast<double>(cost) - optimal) / optimal;
  }

  /// Each query by each method in turn. Every method has connections of its own to remember,
  /// and the next query needs others.
  void time_round(bool first) {
    for (std::size_t q = 0; q < pairs_.size(); ++q) {
      for (unsigned method = 0; method < kMethods; ++method) {
        const double taken = microseconds_of([&] { answer(queries_[method], method, pairs_[q]); });
        keep_best(study_.samples[q].efforts[method].microseconds, taken, first);
      }
    }
  }

  std::vector<GridSnapshot> worlds_;
  std::vector<TilePair> pairs_;
  std::array<GridQuery, kMethods> queries_;
  GridPath path_;
  MapStudy study_;
};

/// Adds the abstract effort of these queries with clusters of another size.
inline void sweep(const Grid& grid, const std::vector<TilePair>& pairs, std::uint32_t cell_size,
                  SweepCounts& sum) {
  const GridSnapshot world =
      take(GridSnapshot::build(grid, paper_metric(), paper_options(1, cell_size)));
  for (const ConnectMethod connect : {ConnectMethod::astar, ConnectMethod::dijkstra}) {
    QueryCounts counts;
    GridQuery query;
    query.count_into(&counts);
    Cost cost;
    for (const TilePair& pair : pairs) {
      query.find_cost(world, pair.start, pair.goal, paper_query(1, connect), cost);
    }
    if (connect == ConnectMethod::astar) {
      sum.connect_astar += counts.connect.expansions;
      sum.main += counts.main.expansions;
    } else {
      sum.connect_dijkstra += counts.connect.expansions;
    }
  }
}

}  // namespace portolan::detail::bench
