#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "measuring/statistics.h"
#include "portolan/types.h"
#include "report/json.h"

namespace portolan::detail::cli {

using measuring::mean;
using measuring::quantile;
using measuring::Quartiles;
using measuring::quartiles;

/// The columns that `ratio_cells` fills.
std::vector<std::string> ratio_heads();
/// Ratios in percent for a table: least, quartiles, most, mean.
std::vector<std::string> ratio_cells(const Quartiles& ratios);
Json quartiles_json(const Quartiles& quartiles);

/// How many queries ended how.
struct StatusCounts {
  std::uint64_t complete = 0, partial = 0, unreachable = 0, out_of_budget = 0;
  std::uint64_t invalid = 0;  ///< Start or goal.
  void add(Status status);
};
Json statuses_json(const StatusCounts& counts);

}  // namespace portolan::detail::cli
