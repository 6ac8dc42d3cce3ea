#include "portolan/io/queries/queries.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "portolan/io/file.h"
#include "portolan/io/maps/movingai.h"
#include "portolan/io/text/text_lines.h"

namespace portolan::detail {
namespace {

constexpr std::uint64_t kMaxQueryBytes = std::uint64_t{1} << 30;
constexpr std::array<std::string_view, 4> kTileCoordinates{"from_x", "from_y", "to_x", "to_y"};
constexpr std::string_view kReference = "reference_cost";

/// Where in a line the fields stand.
struct Columns {
  std::array<std::size_t, kTileCoordinates.size()> coordinates{};
  std::optional<std::size_t> reference;
  std::size_t count = 0;
};

Result<Columns> parse_columns(const LineReader& lines) {
  const auto names = split_fields(lines.line(), ',');
  const auto place_of = [&](std::string_view name) -> std::optional<std::size_t> {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names.begin());
  };
  Columns columns;
  columns.count = names.size();
  columns.reference = place_of(kReference);
  for (std::size_t i = 0; i < kTileCoordinates.size(); ++i) {
    const auto place = place_of(kTileCoordinates[i]);
    if (!place) {
      return lines.error("there is no column '" + std::string(kTileCoordinates[i]) +
                         "'; the first "
                         "line must name the columns from_x, from_y, to_x and to_y");
    }
    columns.coordinates[i] = *place;
  }
  return columns;
}

Result<TileQuery> parse_query(const LineReader& lines, const Columns& columns) {
  const auto fields = split_fields(lines.line(), ',');
  if (fields.size() != columns.count) {
    return lines.error("found " + std::to_string(fields.size()) + " fields; the first line names " +
                       std::to_string(columns.count) + " columns, give as many");
  }
  TileQuery query;
  const std::array<std::int32_t*, kTileCoordinates.size()> places{&query.from.x, &query.from.y,
                                                                  &query.to.x, &query.to.y};
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::string_view field = fields[columns.coordinates[i]];
    const auto number = parse_number<std::int32_t>(field);
    if (!number) {
      return lines.error(std::string(kTileCoordinates[i]) + " is " + excerpt(field) +
                         "; give a tile's coordinate, a whole number");
    }
    *places[i] = *number;
  }
  if (columns.reference && !fields[*columns.reference].empty()) {
    const std::string_view field = fields[*columns.reference];
    const auto cost = parse_number<double>(field);
    if (!cost || !std::isfinite(*cost) || *cost < 0.0) {
      return lines.error("reference_cost is " + excerpt(field) +
                         "; give a number from 0 up, or nothing");
    }
    query.reference_cost = *cost;
  }
  return query;
}

}  // namespace

Result<std::vector<TileQuery>> parse_tile_queries(std::string_view text, std::string_view name) {
  LineReader lines(text, name);
  if (!lines.next_with_text()) {
    return Error{std::string(name) +
                 ": is empty; the first line must name the columns from_x, "
                 "from_y, to_x and to_y"};
  }
  const auto columns = parse_columns(lines);
  if (!columns) return columns.error();
  std::vector<TileQuery> queries;
  while (lines.next_with_text()) {
    const auto query = parse_query(lines, *columns);
    if (!query) return query.error();
    queries.push_back(*query);
  }
  return queries;
}

Result<std::vector<TileQuery>> load_tile_queries(const std::filesystem::path& path) {
  if (path.extension() == ".scen") {
    const auto scenarios = load_scenarios(path);
    if (!scenarios) return scenarios.error();
    std::vector<TileQuery> queries;
    queries.reserve(scenarios->size());
    for (const Scenario& s : *scenarios) queries.push_back({s.start, s.goal, s.optimal});
    return queries;
  }
  const auto text = read_file(path, kMaxQueryBytes);
  if (!text) return text.error();
  return parse_tile_queries(*text, path.string());
}

}  // namespace portolan::detail
