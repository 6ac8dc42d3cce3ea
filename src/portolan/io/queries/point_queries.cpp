#include "portolan/io/queries/point_queries.h"

#include <array>
#include <cstdint>
#include <span>

#include "portolan/io/file.h"
#include "portolan/io/text/csv_rows.h"

namespace portolan::detail {
namespace {

constexpr std::uint64_t kMaxPointQueryBytes = std::uint64_t{1} << 30;
constexpr std::array<std::string_view, 6> kSpaceCoordinates{"from_x", "from_y", "from_z",
                                                            "to_x",   "to_y",   "to_z"};
constexpr std::array<std::string_view, 4> kGroundCoordinates{"from_x", "from_z", "to_x", "to_z"};
constexpr std::array<std::string_view, 1> kReferenceColumns{"reference_cost"};

/// `columns` are those of the coordinates; `place(query, i)` is where the i-th belongs.
template <class F>
Result<std::vector<PointQuery>> parse(std::string_view text, std::string_view name,
                                      std::span<const std::string_view> columns, F&& place) {
  auto rows = CsvRows::open(text, name, columns, kReferenceColumns);
  if (!rows) return rows.error();
  std::vector<PointQuery> queries;
  for (;;) {
    const auto more = rows->next();
    if (!more) return more.error();
    if (!*more) return queries;
    PointQuery& query = queries.emplace_back();
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto value = rows->number(i);
      if (!value) return value.error();
      place(query, i) = *value;
    }
    if (rows->field(columns.size()).empty()) continue;
    const auto cost = rows->number(columns.size());
    if (!cost) return cost.error();
    if (*cost < 0.0f) return rows->bad_field(columns.size(), "give a number from 0 up, or nothing");
    query.reference_cost = double{*cost};
  }
}

}  // namespace

Result<std::vector<PointQuery>> parse_point_queries(std::string_view text, std::string_view name) {
  return parse(text, name, kSpaceCoordinates, [](PointQuery& query, std::size_t i) -> float& {
    float* const places[] = {&query.from.x, &query.from.y, &query.from.z,
                             &query.to.x,   &query.to.y,   &query.to.z};
    return *places[i];
  });
}

Result<std::vector<PointQuery>> parse_ground_queries(std::string_view text, std::string_view name) {
  return parse(text, name, kGroundCoordinates, [](PointQuery& query, std::size_t i) -> float& {
    float* const places[] = {&query.from.x, &query.from.z, &query.to.x, &query.to.z};
    return *places[i];
  });
}

Result<std::vector<PointQuery>> load_point_queries(const std::filesystem::path& path) {
  const auto text = read_file(path, kMaxPointQueryBytes);
  if (!text) return text.error();
  return parse_point_queries(*text, path.string());
}

Result<std::vector<PointQuery>> load_ground_queries(const std::filesystem::path& path) {
  const auto text = read_file(path, kMaxPointQueryBytes);
  if (!text) return text.error();
  return parse_ground_queries(*text, path.string());
}

}  // namespace portolan::detail
