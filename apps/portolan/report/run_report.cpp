#include "report/run_report.h"

#include <fmt/format.h>

#include <cmath>

#include "report/failure_report.h"
#include "report/json.h"
#include "report/table.h"

namespace portolan::detail::cli {
namespace {

std::string text_or(double value, std::string (*show)(double)) {
  return std::isnan(value) ? "-" : show(value);
}

std::string times_faster(double value) { return fmt::format("{:.1f}x", value); }

std::string fixed(double value) { return fmt::format("{:.1f}", value); }

std::string csv_number(double value) {
  return std::isnan(value) ? "" : fmt::format("{:.6f}", value);
}

/// JSON has no NaN: null stands for it.
Json summary_json(const Summary& s) {
  Json json = statuses_json(s.statuses);
  json.update({{"mean_us", s.mean_us},
               {"median_us", s.median_us},
               {"p95_us", s.p95_us},
               {"p999_us", s.p999_us},
               {"mean_error", s.mean_error},
               {"p95_error", s.p95_error},
               {"max_error", s.max_error},
               {"mean_expansions", s.mean_expansions}});
  return json;
}

/// How much more expensive paths are than the best, where some may be much; empty where none are.
std::string ratio_text(const Measurement& measurement) {
  if (!measurement.find(Algorithm::merged) && !measurement.find(Algorithm::guided)) return "";
  std::vector<std::string> heads = ratio_heads();
  heads.insert(heads.begin(), "cost over the best");
  heads.push_back("mean metres");
  Table table(heads);
  for (const AlgorithmRun& run : measurement.runs) {
    const Summary s = summarize(run, measurement.references);
    std::vector<std::string> row = ratio_cells(s.ratio);
    row.insert(row.begin(), name(run.algorithm));
    row.push_back(text_or(s.mean_length, fixed));
    table.add(row);
  }
  return table.text() + "\n";
}

/// What answers without a path took; empty where all queries have one.
std::string no_path_text(const Measurement& measurement) {
  const AlgorithmRun* detour = measurement.find(Algorithm::detour);
  std::vector<std::string> heads{"no path", "queries", "mean"};
  if (detour != nullptr) heads.push_back("over detour");
  Table table(heads);
  bool any = false;
  for (const AlgorithmRun& run : measurement.runs) {
    const Summary s = summarize(run, measurement.references);
    any = any || s.without_path() > 0;
    std::vector<std::string> row{name(run.algorithm), grouped(s.without_path()),
                                 text_or(s.mean_no_path_us, duration)};
    if (detour != nullptr)
      row.push_back(text_or(speed_up_without_path(run, *detour), times_faster));
    table.add(row);
  }
  return any ? table.text() + "\n" : "";
}

}  // namespace

std::string report_csv(const Measurement& measurement) {
  std::string csv = "index,algorithm,status,cost,reference_cost,microseconds,expansions,nodes\n";
  for (std::size_t i = 0; i < measurement.references.size(); ++i) {
    for (const AlgorithmRun& run : measurement.runs) {
      const Outcome& outcome = run.outcomes[i];
      csv += fmt::format("{},{},{},{},{},{:.3f},{},{}\n", i, name(run.algorithm),
                         to_string(outcome.answer.status), csv_number(outcome.answer.cost),
                         csv_number(measurement.references[i]), outcome.microseconds,
                         outcome.expansions, outcome.answer.nodes);
    }
  }
  return csv;
}

Json report_json(const World& world, const Measurement& measurement, const QueryArguments& asked) {
  Json algorithms = Json::object();
  for (const AlgorithmRun& run : measurement.runs) {
    const Summary summary = summarize(run, measurement.references);
    Json& json = algorithms[name(run.algorithm)] = summary_json(summary);
    if (summary.without_path() > 0) json["mean_no_path_us"] = summary.mean_no_path_us;
    if (asked.waypoints) json["mean_waypoint_length"] = summary.mean_length;
    if (world.kind() != WorldKind::terrain) continue;
    json["cost_ratio"] = quartiles_json(summary.ratio);
    json["mean_xyz_length"] = summary.mean_length;
  }
  const WorldBytes bytes = world.bytes_of(asked.whose());
  return {{"queries", measurement.references.size()},
          {"build_ms", world.build_ms()},
          {"hierarchy_bytes", bytes.hierarchy},
          {"table_bytes", bytes.tables},
          {"algorithms", std::move(algorithms)}};
}

Json failures_json(const QuerySet& queries, const Measurement& measurement) {
  FailureList failures(queries);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    for (const AlgorithmRun& run : measurement.runs)
      failures.add(i, run.algorithm, run.outcomes[i].answer.status);
  }
  return failures.json();
}

std::string report_text(const Measurement& measurement) {
  const AlgorithmRun* astar = measurement.find(Algorithm::astar);
  const AlgorithmRun* detour = measurement.find(Algorithm::detour);
  std::vector<std::string> time_heads{"time", "mean", "median", "p95", "p99.9", "speed-up"};
  if (detour != nullptr) time_heads.push_back("over detour");
  Table times(time_heads);
  Table answers(
      {"answers", "complete", "partial", "unreachable", "invalid", "error: mean", "p95", "max"});
  Table effort({"effort per query", "expansions", "connect", "main", "refine", "open list: connect",
                "main", "refine"});
  for (const AlgorithmRun& run : measurement.runs) {
    const Summary s = summarize(run, measurement.references);
    const QueryCounts& counts = run.counts;
    const std::string who = name(run.algorithm);
    const auto each = [&](const SearchCounts& phase) {
      return s.statuses.complete == 0 ? "-"
                                      : fixed(static_cast<double>(phase.expansions) /
                                              static_cast<double>(s.statuses.complete));
    };
    const auto faster_than = [&](const AlgorithmRun* other) {
      return text_or(other == nullptr ? kNone : speed_up(run, *other), times_faster);
    };
    std::vector<std::string> time_row{who,
                                      text_or(s.mean_us, duration),
                                      text_or(s.median_us, duration),
                                      text_or(s.p95_us, duration),
                                      text_or(s.p999_us, duration),
                                      faster_than(astar)};
    if (detour != nullptr) time_row.push_back(faster_than(detour));
    times.add(time_row);
    answers.add({who, grouped(s.statuses.complete), grouped(s.statuses.partial),
                 grouped(s.statuses.unreachable), grouped(s.statuses.invalid),
                 text_or(s.mean_error, percent), text_or(s.p95_error, percent),
                 text_or(s.max_error, percent)});
    effort.add({who, text_or(s.mean_expansions, fixed), each(counts.connect), each(counts.main),
                each(counts.refine), fixed(counts.connect.mean_open_size()),
                fixed(counts.main.mean_open_size()), fixed(counts.refine.mean_open_size())});
  }
  return times.text() + "\n" + answers.text() + "\n" + no_path_text(measurement) +
         ratio_text(measurement) + effort.text();
}

}  // namespace portolan::detail::cli
