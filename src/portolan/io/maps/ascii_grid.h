#pragma once

#include <optional>
#include <string_view>

#include "portolan/terrain.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Whether a text begins like an ESRI ASCII grid: with the number of its columns.
bool is_ascii_grid(std::string_view text);

/// An ESRI ASCII grid (.asc): a header of names and numbers in any order (ncols, nrows, xllcorner
/// or xllcenter, yllcorner or yllcenter, cellsize or dx and dy, nodata_value), then the values row
/// by row from the top. Where it lies on the map is kept; its own nodata_value and `missing` are
/// missing heights. `name` stands for the file in messages.
Result<HeightMap> parse_ascii_grid(std::string_view text, std::string_view name,
                                   std::optional<float> missing = {});

}  // namespace portolan::detail
