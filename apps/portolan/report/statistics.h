#pragma once

#include <string>
#include <vector>

#include "measuring/statistics.h"
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

}  // namespace portolan::detail::cli
