#include "report/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "portolan/core/to_whole.h"

namespace portolan::detail::cli {
namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

}  // namespace

double mean(const std::vector<double>& values) {
  if (values.empty()) return kNoValue;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double quantile(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return kNoValue;
  const double rank = std::ceil(share * static_cast<double>(sorted.size()));
  return sorted[std::clamp(to_whole<std::size_t>(rank), std::size_t{1}, sorted.size()) - 1];
}

Quartiles quartiles(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return {quantile(values, 0.0),  quantile(values, 0.25), quantile(values, 0.5),
          quantile(values, 0.75), quantile(values, 1.0),  mean(values)};
}

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

}  // namespace portolan::detail::cli
