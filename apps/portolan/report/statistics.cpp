#include "report/statistics.h"

#include <fmt/format.h>

#include <cmath>

namespace portolan::detail::cli {

std::vector<std::string> ratio_heads() {
  return {"least", "quartile 1", "median", "quartile 3", "most", "mean"};
}

std::vector<std::string> ratio_cells(const Quartiles& ratios) {
  std::vector<std::string> cells;
  for (const double ratio :
       {ratios.least, ratios.first, ratios.median, ratios.third, ratios.most, ratios.mean}) {
    cells.push_back(std::isnan(ratio) ? "-" : fmt::format("{:.2f} %", 100.0 * ratio));
  }
  return cells;
}

Json quartiles_json(const Quartiles& q) {
  return {{"least", q.least},      {"quartile_1", q.first}, {"median", q.median},
          {"quartile_3", q.third}, {"most", q.most},        {"mean", q.mean}};
}

void StatusCounts::add(Status status) {
  switch (status) {
    case Status::complete: ++complete; break;
    case Status::partial: ++partial; break;
    case Status::unreachable: ++unreachable; break;
    case Status::out_of_budget: ++out_of_budget; break;
    case Status::invalid_start:
    case Status::invalid_goal: ++invalid; break;
  }
}

Json statuses_json(const StatusCounts& counts) {
  return {{"complete", counts.complete},
          {"partial", counts.partial},
          {"unreachable", counts.unreachable},
          {"out_of_budget", counts.out_of_budget},
          {"invalid", counts.invalid}};
}

}  // namespace portolan::detail::cli
