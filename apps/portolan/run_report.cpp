#include "run_report.h"

#include <fmt/format.h>

#include <cmath>

#include "table.h"

namespace portolan::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string text_or(double value, std::string (*show)(double)) {
  return std::isnan(value) ? "-" : show(value);
}

std::string fixed(double value) { return fmt::format("{:.1f}", value); }

std::string csv_number(double value) {
  return std::isnan(value) ? "" : fmt::format("{:.6f}", value);
}

/// JSON has no NaN: the library writes null for it.
Json summary_json(const Summary& s) {
  return {{"complete", s.complete},
          {"partial", s.partial},
          {"unreachable", s.unreachable},
          {"out_of_budget", s.out_of_budget},
          {"invalid", s.invalid},
          {"mean_us", s.mean_us},
          {"median_us", s.median_us},
          {"p95_us", s.p95_us},
          {"p999_us", s.p999_us},
          {"mean_error", s.mean_error},
          {"p95_error", s.p95_error},
          {"max_error", s.max_error},
          {"mean_expansions", s.mean_expansions}};
}

/// How much less time than A* in the mean; a dash without A*, or when they completed others.
std::string speed_up(const Summary& summary, const Summary* astar) {
  if (astar == nullptr || astar->complete != summary.complete || summary.complete == 0) return "-";
  return fmt::format("{:.1f}x", astar->mean_us / summary.mean_us);
}

}  // namespace

std::string report_csv(const Measurement& measurement) {
  std::string csv = "index,algorithm,status,cost,reference_cost,microseconds,expansions,nodes\n";
  for (std::size_t i = 0; i < measurement.references.size(); ++i) {
    for (const AlgorithmRun& run : measurement.runs) {
      const Outcome& outcome = run.outcomes[i];
      csv +=
          fmt::format("{},{},{},{},{},{:.3f},{},{}\n", i, name(run.algorithm), name(outcome.status),
                      csv_number(outcome.cost), csv_number(measurement.references[i]),
                      outcome.microseconds, outcome.expansions, outcome.nodes);
    }
  }
  return csv;
}

Json report_json(const std::string& world_name, const GridSnapshot& world,
                 const Measurement& measurement) {
  Json algorithms = Json::object();
  for (const AlgorithmRun& run : measurement.runs) {
    algorithms[name(run.algorithm)] = summary_json(summarize(run, measurement.references));
  }
  return {{"world", world_name},
          {"queries", measurement.references.size()},
          {"build_ms", world.build_ms()},
          {"hierarchy_bytes", world.hierarchy().bytes()},
          {"table_bytes", 0},
          {"algorithms", std::move(algorithms)}};
}

std::string report_text(const Measurement& measurement) {
  std::vector<Summary> summaries;
  const Summary* astar = nullptr;
  summaries.reserve(measurement.runs.size());
  for (const AlgorithmRun& run : measurement.runs) {
    summaries.push_back(summarize(run, measurement.references));
    if (run.algorithm == Algorithm::astar) astar = &summaries.back();
  }
  Table answers({"answers", "complete", "unreachable", "invalid", "error: mean", "p95", "max"});
  Table times({"time", "mean", "median", "p95", "p99.9", "speed-up"});
  Table effort({"effort a query", "expansions", "connect", "main", "refine", "open list: connect",
                "main", "refine"});
  for (std::size_t i = 0; i < summaries.size(); ++i) {
    const Summary& s = summaries[i];
    const QueryCounts& counts = measurement.runs[i].counts;
    const std::string who = name(measurement.runs[i].algorithm);
    const auto each = [&](const SearchCounts& phase) {
      return s.complete == 0
                 ? "-"
                 : fixed(static_cast<double>(phase.expansions) / static_cast<double>(s.complete));
    };
    answers.add({who, grouped(s.complete), grouped(s.unreachable), grouped(s.invalid),
                 text_or(s.mean_error, percent), text_or(s.p95_error, percent),
                 text_or(s.max_error, percent)});
    times.add({who, text_or(s.mean_us, duration), text_or(s.median_us, duration),
               text_or(s.p95_us, duration), text_or(s.p999_us, duration), speed_up(s, astar)});
    effort.add({who, text_or(s.mean_expansions, fixed), each(counts.connect), each(counts.main),
                each(counts.refine), fixed(counts.connect.mean_open_size()),
                fixed(counts.main.mean_open_size()), fixed(counts.refine.mean_open_size())});
  }
  return times.text() + "\n" + answers.text() + "\n" + effort.text();
}

}  // namespace portolan::cli
