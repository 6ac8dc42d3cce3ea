#include "portolan/io/point_queries.h"

#include <array>
#include <cstdint>

#include "portolan/io/csv_rows.h"
#include "portolan/io/file.h"

namespace portolan {
namespace {

constexpr std::uint64_t kMaxQueryBytes = std::uint64_t{1} << 30;
constexpr std::array<std::string_view, 6> kCoordinates{"from_x", "from_y", "from_z",
                                                       "to_x",   "to_y",   "to_z"};
constexpr std::array<std::string_view, 1> kReference{"reference_cost"};

}  // namespace

Result<std::vector<PointQuery>> parse_point_queries(std::string_view text, std::string_view name) {
  auto rows = CsvRows::open(text, name, kCoordinates, kReference);
  if (!rows) return rows.error();
  std::vector<PointQuery> queries;
  for (;;) {
    const auto more = rows->next();
    if (!more) return more.error();
    if (!*more) return queries;
    PointQuery& query = queries.emplace_back();
    float* const places[] = {&query.from.x, &query.from.y, &query.from.z,
                             &query.to.x,   &query.to.y,   &query.to.z};
    for (std::size_t i = 0; i < kCoordinates.size(); ++i) {
      const auto value = rows->number(i);
      if (!value) return value.error();
      *places[i] = *value;
    }
    if (rows->field(kCoordinates.size()).empty()) continue;
    const auto cost = rows->number(kCoordinates.size());
    if (!cost) return cost.error();
    if (*cost < 0.0f)
      return rows->bad_field(kCoordinates.size(), "give a number from 0 up, or nothing");
    query.reference_cost = double{*cost};
  }
}

Result<std::vector<PointQuery>> load_point_queries(const std::filesystem::path& path) {
  const auto text = read_file(path, kMaxQueryBytes);
  if (!text) return text.error();
  return parse_point_queries(*text, path.string());
}

}  // namespace portolan
