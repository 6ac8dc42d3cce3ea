#pragma once

#include <string>
#include <vector>

#include "report/json.h"

namespace portolan::detail::cli {

/// NaN where there are no values.
double mean(const std::vector<double>& values);
/// The smallest of the sorted values that `share` of them do not exceed; NaN where there are none.
double quantile(const std::vector<double>& sorted, double share);

/// How values are spread; all NaN where there are none.
struct Quartiles {
  double least = 0, first = 0, median = 0, third = 0, most = 0;
  double mean = 0;
};
Quartiles quartiles(std::vector<double> values);

/// The columns that `ratio_cells` fills.
std::vector<std::string> ratio_heads();
/// Ratios in percent for a table: least, quartiles, most, mean.
std::vector<std::string> ratio_cells(const Quartiles& ratios);
Json quartiles_json(const Quartiles& quartiles);

}  // namespace portolan::detail::cli
