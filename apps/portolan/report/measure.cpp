#include "report/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "failure.h"
#include "measuring/timing.h"
#include "report/progress_bar.h"
#include "report/statistics.h"

namespace portolan::detail::cli {
namespace {

/// An algorithm at work.
struct Contender {
  AlgorithmRun run;
  std::unique_ptr<Solver> solver;
};

void add_up(QueryCounts& sum, const QueryCounts& counts) {
  sum.connect += counts.connect;
  sum.main += counts.main;
  sum.refine += counts.refine;
}

void count_and_verify(Contender& c, std::size_t query) {
  QueryCounts counts;
  c.solver->count_into(&counts);
  c.solver->answer(query);
  c.solver->count_into(nullptr);
  c.solver->verify();
  c.run.outcomes.push_back(
      {c.solver->found(), std::numeric_limits<double>::infinity(), expansions(counts)});
  if (c.run.outcomes.back().answer.status == Status::complete) add_up(c.run.counts, counts);
}

void clock_once(Contender& c, std::size_t query) {
  const double taken = measuring::microseconds_of([&] { c.solver->answer(query); });
  Outcome& outcome = c.run.outcomes[query];
  outcome.microseconds = std::min(outcome.microseconds, taken);
  // No more than the status is asked for: what found() reads would be in the caches instead.
  if (c.solver->status() != outcome.answer.status) {
    throw Failure{ExitCode::internal,
                  fmt::format("fault: {} answered query {} in two ways; please report this with "
                              "the world and the command",
                              name(c.run.algorithm), query)};
  }
}

/// The cost that A* finds, by query, unclocked where A* takes no part; NaN where it finds no path.
std::vector<double> find_optima(const QuerySet& queries, const std::vector<Contender>& contenders) {
  const auto astar = std::find_if(contenders.begin(), contenders.end(), [](const Contender& c) {
    return c.run.algorithm == Algorithm::astar;
  });
  const auto solver = astar == contenders.end() ? queries.make_solver(Algorithm::astar) : nullptr;
  std::vector<double> optima(queries.size(), kNone);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (astar != contenders.end()) {
      optima[i] = astar->run.outcomes[i].answer.cost;
    } else if (queries.exact() || std::isnan(queries.reference_cost(i))) {
      solver->answer(i);
      optima[i] = solver->found().cost;
    }
  }
  return optima;
}

/// That nobody beats A*, and that hierarchy and tables find its very cost.
void compare_costs(const QuerySet& queries, const std::vector<Contender>& contenders,
                   const std::vector<double>& optima) {
  for (const Contender& c : contenders) {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const Answer& answer = c.run.outcomes[i].answer;
      const bool exact =
          c.run.algorithm == Algorithm::hierarchy || c.run.algorithm == Algorithm::tables;
      const bool found = answer.status == Status::complete;
      if (found ? answer.cost >= optima[i] && (!exact || answer.cost == optima[i])
                : !exact || std::isnan(optima[i])) {
        continue;
      }
      throw wrong_path(
          c.run.algorithm, queries, i,
          fmt::format("costs {:.6f} where astar finds {:.6f}", answer.cost, optima[i]));
    }
  }
}

bool found_path(const Outcome& outcome) { return outcome.answer.status == Status::complete; }
/// For a query that is one.
bool found_none(const Outcome& outcome) {
  const Status status = outcome.answer.status;
  return status == Status::unreachable || status == Status::partial;
}

template <class Counts>
double speed_up_where(const AlgorithmRun& run, const AlgorithmRun& over, Counts&& counts) {
  double own = 0.0, other = 0.0;
  for (std::size_t i = 0; i < run.outcomes.size(); ++i) {
    if (!counts(run.outcomes[i]) || !counts(over.outcomes[i])) continue;
    own += run.outcomes[i].microseconds;
    other += over.outcomes[i].microseconds;
  }
  return own > 0.0 ? other / own : kNone;
}

double error_of(double cost, double reference) {
  return reference > 0.0 ? cost / reference - 1.0 : (cost > 0.0 ? kNone : 0.0);
}

}  // namespace

const AlgorithmRun* Measurement::find(Algorithm algorithm) const {
  for (const AlgorithmRun& run : runs) {
    if (run.algorithm == algorithm) return &run;
  }
  return nullptr;
}

std::uint64_t expansions(const QueryCounts& counts) {
  return counts.connect.expansions + counts.main.expansions + counts.refine.expansions;
}

const char* name(Turns turns) { return turns == Turns::warm ? "warm" : "cold"; }

Measurement measure(const QuerySet& queries, const std::vector<Algorithm>& algorithms,
                    unsigned rounds, Turns turns) {
  std::vector<Contender> contenders;
  for (const Algorithm a : algorithms) {
    contenders.push_back({{a, {}, {}}, queries.make_solver(a)});
  }
  ProgressBar bar("answering");
  const std::uint64_t total = queries.size() * contenders.size() * (rounds + 1);
  std::uint64_t done = 0;
  const auto show = [&] { bar.show(++done, total, "answers"); };
  for (std::size_t i = 0; i < queries.size(); ++i) {
    for (Contender& c : contenders) {
      count_and_verify(c, i);
      show();
    }
  }
  const std::vector<double> optima = find_optima(queries, contenders);
  if (queries.exact()) compare_costs(queries, contenders, optima);
  const auto clock = [&](Contender& c, std::size_t query) {
    clock_once(c, query);
    show();
  };
  for (unsigned round = 0; round < rounds; ++round) {
    if (turns == Turns::warm) {
      for (Contender& c : contenders)
        for (std::size_t i = 0; i < queries.size(); ++i) clock(c, i);
    } else {
      for (std::size_t i = 0; i < queries.size(); ++i)
        for (Contender& c : contenders) clock(c, i);
    }
  }
  Measurement measurement;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const double own = queries.reference_cost(i);
    measurement.references.push_back(std::isnan(own) ? optima[i] : own);
  }
  for (Contender& c : contenders) measurement.runs.push_back(std::move(c.run));
  return measurement;
}

double speed_up(const AlgorithmRun& run, const AlgorithmRun& over) {
  return speed_up_where(run, over, found_path);
}

double speed_up_without_path(const AlgorithmRun& run, const AlgorithmRun& over) {
  return speed_up_where(run, over, found_none);
}

Summary summarize(const AlgorithmRun& run, const std::vector<double>& references) {
  Summary summary;
  std::vector<double> times, times_without, errors, efforts, lengths;
  for (std::size_t i = 0; i < run.outcomes.size(); ++i) {
    const Outcome& outcome = run.outcomes[i];
    summary.statuses.add(outcome.answer.status);
    if (found_none(outcome)) times_without.push_back(outcome.microseconds);
    if (!found_path(outcome)) continue;
    times.push_back(outcome.microseconds);
    efforts.push_back(static_cast<double>(outcome.expansions));
    if (!std::isnan(outcome.answer.length)) lengths.push_back(outcome.answer.length);
    const double error = error_of(outcome.answer.cost, references[i]);
    if (!std::isnan(error)) errors.push_back(error);
  }
  summary.mean_us = mean(times);
  summary.mean_no_path_us = mean(times_without);
  summary.median_us = quantile(times, 0.5);
  summary.p95_us = quantile(times, 0.95);
  summary.p999_us = quantile(times, 0.999);
  summary.mean_error = mean(errors);
  summary.p95_error = quantile(errors, 0.95);
  summary.max_error = quantile(errors, 1.0);
  summary.mean_expansions = mean(efforts);
  summary.mean_length = mean(lengths);
  for (double& error : errors) error += 1.0;
  summary.ratio = quartiles(errors);
  return summary;
}

}  // namespace portolan::detail::cli
