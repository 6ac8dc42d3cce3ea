#include "grid/loaded_grid.h"

#include <fmt/format.h>

#include "arguments/argument_parsing.h"
#include "failure.h"
#include "grid/grid_queries.h"
#include "grid/grid_query_source.h"
#include "grid/grid_report.h"
#include "portolan/io/baked/grid_world_file.h"
#include "report/json.h"

namespace portolan::detail::cli {

void LoadedGrid::save(const std::string& path) const { take(save_grid_world(path, snapshot_)); }

std::string LoadedGrid::text(const std::string& name) const { return grid_text(name, snapshot_); }

Json LoadedGrid::json(const std::string& name) const { return grid_json(name, snapshot_); }

std::string LoadedGrid::size_text() const {
  return fmt::format("{}x{} tiles", snapshot_.grid().width(), snapshot_.grid().height());
}

std::unique_ptr<QuerySet> LoadedGrid::load_queries(const std::string& text, std::size_t limit,
                                                   const QueryArguments& arguments) const {
  return std::make_unique<GridQueries>(
      snapshot_, load_grid_queries(text, snapshot_, limit, arguments.any_pair), arguments);
}

std::unique_ptr<QuerySet> LoadedGrid::make_query(const std::string& from, const std::string& to,
                                                 const QueryArguments& arguments) const {
  TileQuery query;
  query.from = parse_tile("--from", from);
  query.to = parse_tile("--to", to);
  return std::make_unique<GridQueries>(snapshot_, std::vector{query}, arguments, pool_);
}

}  // namespace portolan::detail::cli
