#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "growth_worlds.h"
#include "measuring/timing.h"
#include "study.h"

/// One world of one size with tables within one budget: what it takes, and how fast it answers.
namespace portolan::detail::bench {

inline constexpr double kNoLimit = 0.0;  ///< As bytes per node.

struct GrowthCase {
  std::string world;
  std::string size;
  double bytes_per_node = kNoLimit;

  std::string text() const {
    return fmt::format("{} {}, {}", world, size,
                       bytes_per_node == kNoLimit
                           ? std::string("no limit")
                           : fmt::format("{:.3g} bytes a node", bytes_per_node));
  }
};

inline Csv growth_rows() {
  return Csv(
      "world,size,bytes_per_node,version,method,level_alone,nodes,polygons,hierarchy_s,tables_s,"
      "table_bytes,label_bytes,world_bytes,peak_bytes,before_bytes,cost_us,path_us,path_nodes,"
      "searched,checked,"
      "error_percent,over_astar,wrong");
}

/// Answers compared with those of searches.
struct GrowthCheck {
  std::size_t searched = 0;    ///< Pairs asked of the hierarchy's search, too.
  std::size_t checked = 0;     ///< Pairs asked of A*, too.
  std::size_t wrong = 0;       ///< Where one of them says that the tables are wrong.
  double error_percent = 0.0;  ///< Of the paths over those of A*, in the mean.
  double over_astar = 0.0;     ///< How many times longer A* takes for a path.
};

/// Calls f with one query after the other, until all had their turn or some seconds are over;
/// returns how many had it.
template <class Query, class F>
std::size_t for_a_while(const std::vector<Query>& queries, double seconds, F&& f) {
  const auto start = std::chrono::steady_clock::now();
  std::size_t count = 0;
  while (count < queries.size() && microseconds_since(start) < 1e6 * seconds) f(queries[count++]);
  return count;
}

/// What a call takes of a core, in milliseconds.
template <class F>
double core_ms(F&& f) {
  const double start = thread_ms();
  f();
  return thread_ms() - start;
}

/// Passes over all queries, at most 20, until a second is over; the best one's microseconds per
/// query. A first pass that takes ten seconds ends there.
template <class Query, class F>
double best_pass_in_time(const std::vector<Query>& queries, F&& answer) {
  std::size_t answered = 0;
  double sum = core_ms([&] { answered = for_a_while(queries, 10.0, answer); });
  double best = sum / double(answered);
  for (int pass = 1; pass < 20 && sum < 1e3; ++pass) {
    const double ms = core_ms([&] {
      for (const Query& q : queries) answer(q);
    });
    best = std::min(best, ms / double(queries.size()));
    sum += ms;
  }
  return 1e3 * best;
}

template <class World>
GrowthCheck check_growth(World& asked, const typename World::Snapshot& world,
                         std::vector<typename World::Pair> pairs) {
  constexpr double kSeconds = 2.0;
  using Pair = typename World::Pair;
  GrowthCheck check;
  check.searched = for_a_while(pairs, kSeconds, [&](const Pair& p) {
    check.wrong += asked.cost(world, p, true) != asked.cost(world, p, false);
  });
  double errors = 0.0, astar_ms = 0.0;
  check.checked = for_a_while(pairs, kSeconds, [&](const Pair& p) {
    Cost best = kInfinite;
    astar_ms += core_ms([&] { best = asked.astar(world, p); });
    const Cost cost = asked.path(world, p).cost;
    check.wrong += asked.optimal() ? cost != best : cost < best;
    if (best > 0) errors += 100.0 * (double(cost) / double(best) - 1.0);
  });
  pairs.resize(check.checked);
  check.error_percent = errors / double(check.checked);
  check.over_astar = 1e3 * astar_ms / double(check.checked) /
                     best_pass_in_time(pairs, [&](const Pair& p) { asked.path(world, p); });
  return check;
}

/// Builds the world and asks it; returns the row.
template <class World>
Csv measure_case(World& asked, const GrowthCase& c, const std::string& version) {
  constexpr std::size_t kPairs = 300;
  using Pair = typename World::Pair;
  const double before = peak_bytes();
  typename World::Snapshot world;
  const double hierarchy_ms = core_ms([&] { world = asked.build(); });
  const std::size_t nodes = World::nodes(world);
  TableOptions options;
  if (c.bytes_per_node != kNoLimit)
    options.max_bytes = std::uint64_t(c.bytes_per_node * double(nodes));
  const double tables_ms = core_ms([&] { world = take(world.with_tables(options)); });
  const double peak = peak_bytes();
  const Tables& tables = world.tables();
  const std::vector<Pair> pairs = World::draw(world, kPairs);
  const GrowthCheck check = check_growth(asked, world, pairs);
  const double cost_us =
      best_pass_in_time(pairs, [&](const Pair& p) { asked.cost(world, p, true); });
  std::size_t paths = 0, path_nodes = 0;
  const double path_us = best_pass_in_time(pairs, [&](const Pair& p) {
    path_nodes += asked.path(world, p).nodes;
    ++paths;
  });
  const bool alone = tables.answer() && !tables.choice().connect;
  Csv rows = growth_rows();
  rows.add(c.world, c.size, c.bytes_per_node, version, name(tables.choice().far),
           alone ? tables.level() : 0, nodes, asked.polygons(), hierarchy_ms / 1e3, tables_ms / 1e3,
           tables.bytes(), tables.labels().bytes() + tables.shortcuts().top.bytes(),
           World::bytes(world) + tables.bytes(), peak, before, cost_us, path_us,
           double(path_nodes) / double(paths), check.searched, check.checked, check.error_percent,
           check.over_astar, check.wrong);
  fmt::print(stderr, "  {:.1f} s, {:.0f} MB of {:.0f}, cost {:.1f} us, path {:.1f} us{}\n",
             (hierarchy_ms + tables_ms) / 1e3, double(tables.bytes()) / 1e6, peak / 1e6, cost_us,
             path_us, check.wrong > 0 ? ", WRONG" : "");
  return rows;
}

}  // namespace portolan::detail::bench
