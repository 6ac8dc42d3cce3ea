#pragma once

#include <cstdint>
#include <vector>

#include "report/statistics.h"
#include "world/world.h"

namespace portolan::detail::cli {

/// How one algorithm answered one query.
struct Outcome {
  Answer answer;
  double microseconds = 0.0;  ///< The least over the rounds.
  std::uint64_t expansions = 0;
};

/// How one algorithm answered all of them.
struct AlgorithmRun {
  Algorithm algorithm;
  std::vector<Outcome> outcomes;
  QueryCounts counts;  ///< Of all complete queries together.
};

struct Measurement {
  std::vector<AlgorithmRun> runs;
  std::vector<double> references;  ///< By query, the queries' own or A*'s; NaN where none.

  /// The run of an algorithm; null where it took no part.
  const AlgorithmRun* find(Algorithm algorithm) const;
};

/// Expansions of all phases.
std::uint64_t expansions(const QueryCounts& counts);

/// Who is asked next, in a round against the clock.
enum class Turns : std::uint8_t {
  warm,  ///< One algorithm answers all queries, then the next: caches stay its own, as in a batch.
  cold,  ///< All algorithms answer a query, then the next: as a game asks now and then.
};
const char* name(Turns turns);

/// Answers every query by every algorithm: once unclocked, when the effort is counted and every
/// path verified, and the costs held against each other where the world says that they must
/// agree; then `rounds` times against the clock. The clock stops when every id is in the caller's
/// buffer.
Measurement measure(const QuerySet& queries, const std::vector<Algorithm>& algorithms,
                    unsigned rounds, Turns turns);

/// What the reports say about an algorithm; times, errors, lengths and effort are over the queries
/// that it answered completely. NaN where there are none.
struct Summary {
  StatusCounts statuses;
  std::size_t without_path() const { return statuses.unreachable + statuses.partial; }
  double mean_us = 0, median_us = 0, p95_us = 0, p999_us = 0;
  double mean_error = 0, p95_error = 0, max_error = 0;
  double mean_expansions = 0;
  double mean_length = 0;
  Quartiles ratio;  ///< Of cost over reference.
  /// Over those that it found no complete path for; invalid ones apart.
  double mean_no_path_us = 0;
};
Summary summarize(const AlgorithmRun& run, const std::vector<double>& references);

/// How many times the time of `run` the other one took, over the queries that both answered
/// completely; NaN where there are none.
double speed_up(const AlgorithmRun& run, const AlgorithmRun& over);
/// The same over the queries that neither found a complete path for.
double speed_up_without_path(const AlgorithmRun& run, const AlgorithmRun& over);

}  // namespace portolan::detail::cli
