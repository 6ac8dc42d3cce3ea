#include "grid/loaded_grid.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arguments/argument_parsing.h"
#include "failure.h"
#include "grid/grid_queries.h"
#include "grid/grid_query_source.h"
#include "grid/grid_report.h"
#include "portolan/io/baked/grid_world_file.h"
#include "report/json.h"
#include "report/table_report.h"

namespace portolan::detail::cli {

const GridSnapshot& LoadedGrid::of_size(const std::string& size) const {
  if (size.empty()) return snapshot();
  for (const GridSnapshot& snapshot : sizes_.all()) {
    if (std::to_string(snapshot.unit_size()) == size) return snapshot;
  }
  throw Failure{
      ExitCode::usage,
      fmt::format("--size: the world is built for units of size {}, not {}; build it with "
                  "--sizes",
                  fmt::join(sizes_.widths(), ", "), size)};
}

void LoadedGrid::save(const std::string& path) const { take(save_grid_sizes(path, sizes_)); }

std::optional<MoreMemory> LoadedGrid::more_memory() const { return find_more_memory(snapshot()); }

std::string LoadedGrid::text(const std::string& name) const { return grid_text(name, sizes_); }

Json LoadedGrid::json(const std::string& name) const { return grid_json(name, sizes_); }

double LoadedGrid::build_ms() const { return build_ms_of(sizes_); }

WorldBytes LoadedGrid::bytes_of(const std::string& size) const {
  const GridSnapshot& snapshot = of_size(size);
  const std::size_t tables = snapshot.tables().bytes();
  return {sizes_.bytes(snapshot) - tables, tables};
}

std::string LoadedGrid::size_text() const {
  return fmt::format("{}x{} tiles", snapshot().grid().width(), snapshot().grid().height());
}

std::unique_ptr<QuerySet> LoadedGrid::load_queries(const std::string& text, std::size_t limit,
                                                   const QueryArguments& arguments) const {
  const GridSnapshot& snapshot = of_size(arguments.whose());
  return std::make_unique<GridQueries>(
      snapshot, load_grid_queries(text, snapshot, limit, arguments.any_pair, arguments.world_file),
      arguments);
}

std::unique_ptr<QuerySet> LoadedGrid::make_query(const std::string& from, const std::string& to,
                                                 const QueryArguments& arguments) const {
  TileQuery query;
  query.from = parse_tile("--from", from);
  query.to = parse_tile("--to", to);
  return std::make_unique<GridQueries>(of_size(arguments.whose()), std::vector{query}, arguments,
                                       pool_);
}

}  // namespace portolan::detail::cli
