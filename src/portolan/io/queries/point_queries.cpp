#include "portolan/io/queries/point_queries.h"

#include "portolan/io/file.h"
#include "portolan/io/queries/query_rows.h"

namespace portolan::detail {
namespace {

constexpr const char* kGiveANumber = "give a number";

}  // namespace

Result<std::vector<PointQuery>> parse_point_queries(std::string_view text, std::string_view name) {
  constexpr std::array<std::string_view, 6> kColumns{"from_x", "from_y", "from_z",
                                                     "to_x",   "to_y",   "to_z"};
  return parse_query_rows<PointQuery>(text, name, kColumns, kGiveANumber, [](PointQuery& q) {
    return std::array{&q.from.x, &q.from.y, &q.from.z, &q.to.x, &q.to.y, &q.to.z};
  });
}

Result<std::vector<PointQuery>> parse_ground_queries(std::string_view text, std::string_view name) {
  constexpr std::array<std::string_view, 4> kColumns{"from_x", "from_z", "to_x", "to_z"};
  return parse_query_rows<PointQuery>(text, name, kColumns, kGiveANumber, [](PointQuery& q) {
    return std::array{&q.from.x, &q.from.z, &q.to.x, &q.to.z};
  });
}

Result<std::vector<MapQuery>> parse_map_queries(std::string_view text, std::string_view name) {
  constexpr std::array<std::string_view, 4> kColumns{"from_x", "from_y", "to_x", "to_y"};
  return parse_query_rows<MapQuery>(text, name, kColumns, kGiveANumber, [](MapQuery& q) {
    return std::array{&q.from.x, &q.from.y, &q.to.x, &q.to.y};
  });
}

Result<std::vector<PointQuery>> load_point_queries(const std::filesystem::path& path) {
  const auto text = read_file(path, kMaxQueryBytes);
  if (!text) return text.error();
  return parse_point_queries(*text, path.string());
}

Result<std::vector<PointQuery>> load_ground_queries(const std::filesystem::path& path) {
  const auto text = read_file(path, kMaxQueryBytes);
  if (!text) return text.error();
  return parse_ground_queries(*text, path.string());
}

Result<std::vector<MapQuery>> load_map_queries(const std::filesystem::path& path) {
  const auto text = read_file(path, kMaxQueryBytes);
  if (!text) return text.error();
  return parse_map_queries(*text, path.string());
}

}  // namespace portolan::detail
