#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "portolan/grid.h"
#include "portolan/types.h"

namespace portolan::detail {

/// A grid metric from a JSON file. All keys may be missing; what is not named keeps its default:
///
///     {"terrain": {".": 1, "S": 2.5, "T": null},
///      "diagonals": "both_free",
///      "diagonal_length": 1.42}
///
/// `terrain` gives costs by letter, null or 0 for blocked; a letter above 127 is written as the
/// character of that number. `diagonals` is the name of a DiagonalRule. `diagonal_length` is in
/// tiles, null or 0 for the square root of 2.
Result<GridMetric> load_metric(const std::filesystem::path& path);
/// The same from memory; `name` stands for the file in messages.
Result<GridMetric> parse_metric(std::string_view text, std::string_view name);

/// The text of such a file: read back, it gives the same metric.
std::string metric_to_json(const GridMetric& metric);

}  // namespace portolan::detail
