#pragma once

#include <filesystem>
#include <limits>
#include <string_view>
#include <vector>

#include "portolan/grid.h"
#include "portolan/types.h"

namespace portolan::detail {

/// A path asked for on a grid. The tiles may lie outside of it: the answer will say so.
struct TileQuery {
  Tile from;
  Tile to;
  /// The cost to compare with, in tiles; NaN when the file has none.
  double reference_cost = std::numeric_limits<double>::quiet_NaN();
};

/// The queries of a `.scen` file (told by its name), else of a CSV file whose first line names
/// its columns: `from_x`, `from_y`, `to_x`, `to_y` and, if wanted, `reference_cost`, in any
/// order; others are left out of account.
Result<std::vector<TileQuery>> load_tile_queries(const std::filesystem::path& path);
/// The CSV from memory; `name` stands for the file in messages.
Result<std::vector<TileQuery>> parse_tile_queries(std::string_view text, std::string_view name);

}  // namespace portolan::detail
