#include "measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>

#include "answer.h"
#include "failure.h"
#include "progress_bar.h"

namespace portolan::cli {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// An algorithm with its scratch.
struct Contender {
  AlgorithmRun run;
  GridQuery query;
  GridPath path;
};

void add_up(QueryCounts& sum, const QueryCounts& counts) {
  sum.connect += counts.connect;
  sum.main += counts.main;
  sum.refine += counts.refine;
}

void count_and_verify(const GridSnapshot& world, const TileQuery& query,
                      const QueryArguments& arguments, Contender& c) {
  QueryCounts counts;
  c.query.count_into(&counts);
  const Algorithm algorithm = c.run.algorithm;
  answer(c.query, world, query.from, query.to, algorithm, arguments, c.path);
  c.query.count_into(nullptr);
  verify(world, query.from, query.to, algorithm, arguments, c.path);
  c.run.outcomes.push_back({c.path.status, world_cost(world, c.path),
                            std::numeric_limits<double>::infinity(), expansions(counts),
                            c.path.nodes.size()});
  if (c.path.status == Status::complete) add_up(c.run.counts, counts);
}

void clock_once(const GridSnapshot& world, const TileQuery& query, const QueryArguments& arguments,
                Contender& c, std::size_t index) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  answer(c.query, world, query.from, query.to, c.run.algorithm, arguments, c.path);
  const auto end = Clock::now();
  Outcome& outcome = c.run.outcomes[index];
  outcome.microseconds = std::min(outcome.microseconds,
                                  std::chrono::duration<double, std::micro>(end - begin).count());
  if (c.path.status != outcome.status || c.path.nodes.size() != outcome.nodes) {
    throw Failure{ExitCode::internal,
                  fmt::format("fault: {} answered query {} in two ways; please report this with "
                              "the world and the command",
                              name(c.run.algorithm), index)};
  }
}

/// The queries' own references; where one is missing, the cost that A* finds, unclocked.
std::vector<double> find_references(const GridSnapshot& world,
                                    const std::vector<TileQuery>& queries,
                                    const std::vector<Contender>& contenders) {
  const auto astar = std::find_if(contenders.begin(), contenders.end(), [](const Contender& c) {
    return c.run.algorithm == Algorithm::astar;
  });
  GridQuery query;
  GridPath path;
  std::vector<double> references;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    double reference = queries[i].reference_cost;
    if (std::isnan(reference) && astar != contenders.end()) {
      reference = astar->run.outcomes[i].cost;
    } else if (std::isnan(reference)) {
      query.find_path_astar(world, queries[i].from, queries[i].to, path);
      reference = world_cost(world, path);
    }
    references.push_back(reference);
  }
  return references;
}

double mean(const std::vector<double>& values) {
  if (values.empty()) return kNone;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The smallest of the sorted values that `share` of them do not exceed.
double quantile(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return kNone;
  const double rank = std::ceil(share * static_cast<double>(sorted.size()));
  return sorted[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

double error_of(double cost, double reference) {
  return reference > 0.0 ? cost / reference - 1.0 : (cost > 0.0 ? kNone : 0.0);
}

}  // namespace

Measurement measure(const GridSnapshot& world, const std::vector<TileQuery>& queries,
                    const QueryArguments& arguments, unsigned rounds) {
  std::vector<Contender> contenders;
  for (const Algorithm a : arguments.algorithms)
    contenders.push_back({{a, {}, {}}, GridQuery{}, {}});
  ProgressBar bar("answering");
  const std::uint64_t total = std::uint64_t{queries.size()} * (rounds + 1);
  std::uint64_t done = 0;
  for (const TileQuery& query : queries) {
    for (Contender& c : contenders) count_and_verify(world, query, arguments, c);
    bar.show(++done, total, "queries");
  }
  for (unsigned round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      for (Contender& c : contenders) clock_once(world, queries[i], arguments, c, i);
      bar.show(++done, total, "queries");
    }
  }
  Measurement measurement;
  measurement.references = find_references(world, queries, contenders);
  for (Contender& c : contenders) measurement.runs.push_back(std::move(c.run));
  return measurement;
}

Summary summarize(const AlgorithmRun& run, const std::vector<double>& references) {
  Summary summary;
  std::vector<double> times, errors, efforts;
  for (std::size_t i = 0; i < run.outcomes.size(); ++i) {
    const Outcome& outcome = run.outcomes[i];
    switch (outcome.status) {
      case Status::complete: ++summary.complete; break;
      case Status::partial: ++summary.partial; break;
      case Status::unreachable: ++summary.unreachable; break;
      case Status::out_of_budget: ++summary.out_of_budget; break;
      case Status::invalid_start:
      case Status::invalid_goal: ++summary.invalid; break;
    }
    if (outcome.status != Status::complete) continue;
    times.push_back(outcome.microseconds);
    efforts.push_back(static_cast<double>(outcome.expansions));
    const double error = error_of(outcome.cost, references[i]);
    if (!std::isnan(error)) errors.push_back(error);
  }
  std::sort(times.begin(), times.end());
  std::sort(errors.begin(), errors.end());
  summary.mean_us = mean(times);
  summary.median_us = quantile(times, 0.5);
  summary.p95_us = quantile(times, 0.95);
  summary.p999_us = quantile(times, 0.999);
  summary.mean_error = mean(errors);
  summary.p95_error = quantile(errors, 0.95);
  summary.max_error = quantile(errors, 1.0);
  summary.mean_expansions = mean(efforts);
  return summary;
}

}  // namespace portolan::cli
