#pragma once

#include <cstdint>
#include <vector>

#include "portolan/io/queries.h"
#include "query_arguments.h"

namespace portolan::cli {

/// How one algorithm answered one query.
struct Outcome {
  Status status = Status::unreachable;
  double cost = 0.0;          ///< In world units; NaN unless complete.
  double microseconds = 0.0;  ///< The least over the rounds.
  std::uint64_t expansions = 0;
  std::size_t nodes = 0;  ///< Tiles of the path; 0 with --cost-only.
};

/// How one algorithm answered all of them.
struct AlgorithmRun {
  Algorithm algorithm;
  std::vector<Outcome> outcomes;
  QueryCounts counts;  ///< Of all queries together.
};

struct Measurement {
  std::vector<AlgorithmRun> runs;
  std::vector<double> references;  ///< By query, the queries' own or A*'s; NaN where none.
};

/// Answers every query by every algorithm: once unclocked, when the effort is counted and every
/// path verified; then `rounds` times against the clock, the algorithms taking turns query by
/// query. The clock stops when every id is in the caller's buffer.
Measurement measure(const GridSnapshot& world, const std::vector<TileQuery>& queries,
                    const QueryArguments& arguments, unsigned rounds);

/// What the reports say about an algorithm; times, errors and effort are over the queries that
/// it answered completely. NaN where there are none.
struct Summary {
  std::uint64_t complete = 0, partial = 0, unreachable = 0, out_of_budget = 0, invalid = 0;
  double mean_us = 0, median_us = 0, p95_us = 0, p999_us = 0;
  double mean_error = 0, p95_error = 0, max_error = 0;
  double mean_expansions = 0;
};
Summary summarize(const AlgorithmRun& run, const std::vector<double>& references);

}  // namespace portolan::cli
