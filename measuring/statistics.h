#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <vector>

/// What benchmarks and the tool say about many values.
namespace portolan::detail::measuring {

/// NaN where there are no values.
inline double mean(const std::vector<double>& values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The smallest of the values that `share` of them do not exceed; NaN where there are none.
inline double quantile(std::vector<double> values, double share) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const double rank = std::ceil(share * static_cast<double>(values.size()));
  const auto at =
      static_cast<std::ptrdiff_t>(std::clamp(rank, 1.0, static_cast<double>(values.size())) - 1.0);
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

/// How values are spread; all NaN where there are none.
struct Quartiles {
  double least = 0, first = 0, median = 0, third = 0, most = 0;
  double mean = 0;
};
inline Quartiles quartiles(const std::vector<double>& values) {
  return {quantile(values, 0.0),  quantile(values, 0.25), quantile(values, 0.5),
          quantile(values, 0.75), quantile(values, 1.0),  mean(values)};
}

}  // namespace portolan::detail::measuring
