#pragma once

#include <filesystem>
#include <string_view>

#include "portolan/grid/grid_sizes.h"
#include "portolan/grid/grid_snapshot.h"
#include "portolan/io/file.h"
#include "portolan/types.h"

/// Baked grid worlds: the grid, its metric, its partition, its hierarchy and its tables in one
/// file.
namespace portolan::detail {

/// Writes all sizes; the file appears under its name only when it is whole.
Result<Done> save_grid_sizes(const std::filesystem::path& path, const GridSizes& sizes);
/// Writes a world for units of one size.
Result<Done> save_grid_world(const std::filesystem::path& path, const GridSnapshot& snapshot);

/// Reads it back, ready to be queried: cells and tables are used where they lie in the file's
/// memory, which lives as long as any of them. The message of a refusal tells a foreign file,
/// another version's, a truncated, a damaged, another world's and an inconsistent one apart.
///
/// The file is untrusted: nothing in it can make this, or a query, edit or measure of
/// the world it gives, crash or run without end. See validate_grid_cells and validate_tables for
/// what a file made to deceive can still do: claim paths to be more expensive, or some of them
/// cheaper, than they are.
///
/// `extras`: whether what makes queries by shortcuts quicker is computed again.
Result<GridSizes> load_grid_sizes(BegunFile file, const ParallelFor& parallel = {},
                                  TableExtras extras = TableExtras::all);
/// The same from memory; `name` stands for the file in messages.
Result<GridSizes> parse_grid_sizes(SharedBytes bytes, std::string_view name);
/// Only the smallest size of these.
Result<GridSnapshot> load_grid_world(BegunFile file, const ParallelFor& parallel = {});
Result<GridSnapshot> parse_grid_world(SharedBytes bytes, std::string_view name);

}  // namespace portolan::detail
