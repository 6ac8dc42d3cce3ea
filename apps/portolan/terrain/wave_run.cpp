#include "terrain/wave_run.h"

#include <fmt/format.h>

#include "measuring/timing.h"
#include "report/progress_bar.h"
#include "terrain/terrain_solvers.h"

namespace portolan::detail::cli {
namespace {

double clock_once(Solver& solver, std::size_t query) {
  return measuring::microseconds_of([&] { solver.answer(query); });
}

void add(MeanLengths& sum, const PathLengths& one) {
  sum.weighted += one.weighted;
  sum.xyz += one.xyz;
  sum.xz += one.xz;
  sum.y += one.y;
  sum.ground += one.points.ground;
}

void divide(MeanLengths& sum, std::size_t count) {
  const double n = count == 0 ? kNone : static_cast<double>(count);
  sum = {sum.weighted / n, sum.xyz / n, sum.xz / n, sum.y / n, sum.ground / n};
}

double ratio_of(Cost cost, Cost optimum) {
  return optimum == 0 ? 1.0 : static_cast<double>(cost) / static_cast<double>(optimum);
}

}  // namespace

WaveResult measure_astar(const WaveQueries& wave) {
  WaveResult result{"astar", wave.sample.size()};
  const auto solver = make_terrain_solver(wave.queries, Algorithm::astar);
  ProgressBar bar("astar");
  std::vector<double> times, ratios;
  for (const std::size_t i : wave.sample) {
    times.push_back(clock_once(*solver, i));
    solver->verify();
    if (solver->status() != Status::complete || solver->cost() != wave.optima[i]) {
      throw wrong_path(Algorithm::astar, wave.queries, i,
                       fmt::format("costs {} units where Dijkstra's algorithm finds {}",
                                   solver->cost(), wave.optima[i]));
    }
    ratios.push_back(1.0);
    add(result.lengths, solver->lengths());
    bar.show(times.size(), wave.sample.size(), "paths");
  }
  divide(result.lengths, times.size());
  result.mean_us = result.sample_us = mean(times);
  result.ratio = quartiles(ratios);
  return result;
}

WaveResult measure_wave(const WaveQueries& wave, Algorithm algorithm) {
  const std::size_t count = wave.queries.size();
  WaveResult result{name(algorithm), count};
  result.costs.assign(count, kInfinite);
  const auto solver = make_terrain_solver(wave.queries, algorithm);
  solver->answer(0);  // memory is taken before the clock runs
  ProgressBar bar(name(algorithm));
  std::vector<double> ratios;
  double sum_us = 0.0;
  std::size_t measured = 0, next_sample = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double us = clock_once(*solver, i);
    sum_us += us;
    const bool in_sample = next_sample < wave.sample.size() && wave.sample[next_sample] == i;
    if (in_sample) {
      ++next_sample;
      result.sample_us += us;
    }
    if (i % 1024 == 0) bar.show(i, count, "paths");
    if (solver->status() != Status::complete) {
      ++result.missed;
      continue;
    }
    solver->verify();
    result.costs[i] = solver->cost();
    ratios.push_back(ratio_of(result.costs[i], wave.optima[i]));
    if (!in_sample || wave.queries.arguments().cost_only) continue;
    add(result.lengths, solver->lengths());
    ++measured;
  }
  bar.show(count, count, "paths");
  divide(result.lengths, measured);
  result.mean_us = sum_us / static_cast<double>(count);
  result.sample_us /= static_cast<double>(std::max<std::size_t>(wave.sample.size(), 1));
  result.ratio = quartiles(ratios);
  return result;
}

}  // namespace portolan::detail::cli
