#include "portolan/io/queries/queries.h"

#include <string>

#include "portolan/io/file.h"
#include "portolan/io/file_ending.h"
#include "portolan/io/maps/movingai.h"
#include "portolan/io/queries/query_rows.h"

namespace portolan::detail {
Result<std::vector<TileQuery>> parse_tile_queries(std::string_view text, std::string_view name) {
  constexpr std::array<std::string_view, 4> kColumns{"from_x", "from_y", "to_x", "to_y"};
  return parse_query_rows<TileQuery>(text, name, kColumns,
                                     "give a tile's coordinate, a whole number", [](TileQuery& q) {
                                       return std::array{&q.from.x, &q.from.y, &q.to.x, &q.to.y};
                                     });
}

Result<std::vector<TileQuery>> load_tile_queries(const std::filesystem::path& path) {
  if (file_ending(path) == ".scen") {
    const auto scenarios = load_scenarios(path);
    if (!scenarios) return scenarios.error();
    std::vector<TileQuery> queries;
    queries.reserve(scenarios->size());
    for (const Scenario& s : *scenarios) queries.push_back({s.start, s.goal, s.optimal});
    return queries;
  }
  if (file_ending(path) == ".map") {
    const std::string map = path.string();
    return Error{map + ": is a map; its queries are " + map + ".scen, or a CSV file"};
  }
  const auto text = read_file(path, kMaxQueryBytes);
  if (!text) return text.error();
  return parse_tile_queries(*text, path.string());
}

}  // namespace portolan::detail
