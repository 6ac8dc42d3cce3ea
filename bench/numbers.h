#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace portolan::detail::bench {

/// 1234567 as 1,234,567.
inline std::string grouped(double value, int decimals = 0) {
  std::string digits = fmt::format("{:.{}f}", value, decimals);
  for (std::size_t at = std::min(digits.find('.'), digits.size()); at > 3;) {
    digits.insert(at -= 3, 1, ',');
  }
  return digits;
}

/// A ratio of times as 12.34x.
inline std::string times(double ratio) { return fmt::format("{:.2f}x", ratio); }

inline double mean(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return values.empty() ? 0.0 : sum / static_cast<double>(values.size());
}

/// The value that a share of the others do not exceed; reorders `values`.
inline double quantile(std::vector<double>& values, double share) {
  if (values.empty()) return 0.0;
  const auto at = static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5);
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(at), values.end());
  return values[at];
}

}  // namespace portolan::detail::bench
