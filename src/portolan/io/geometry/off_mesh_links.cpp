#include "portolan/io/geometry/off_mesh_links.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "portolan/core/narrow.h"
#include "portolan/io/file.h"
#include "portolan/io/geometry/area_names.h"
#include "portolan/io/text/csv_rows.h"

namespace portolan::detail {
namespace {

constexpr std::uint64_t kMaxLinkBytes = std::uint64_t{1} << 28;
enum Column : std::size_t { kBothWays = 6, kArea = 7, kCost = 8 };
constexpr std::array<std::string_view, 7> kRequired{"from_x", "from_y", "from_z",   "to_x",
                                                    "to_y",   "to_z",   "both_ways"};
constexpr std::array<std::string_view, 2> kOptional{"area", "cost"};

Result<std::uint8_t> parse_area(const CsvRows& rows, const std::vector<std::string>& area_names) {
  const std::string_view field = rows.field(kArea);
  if (field.empty()) return std::uint8_t{0};
  const auto named = std::find(area_names.begin(), area_names.end(), field);
  if (named != area_names.end()) return narrow<std::uint8_t>(named - area_names.begin());
  const auto number = parse_number<unsigned>(field);
  if (number && *number <= kHighestArea) return narrow<std::uint8_t>(*number);
  return rows.bad_field(kArea, "give a number from 0 to 62, or a material of the geometry");
}

Result<OffMeshLink> parse_link(const CsvRows& rows, const std::vector<std::string>& area_names) {
  OffMeshLink link;
  float* const places[] = {&link.from.x, &link.from.y, &link.from.z,
                           &link.to.x,   &link.to.y,   &link.to.z};
  for (std::size_t i = 0; i < kBothWays; ++i) {
    const auto value = rows.number<float>(i);
    if (!value) return value.error();
    *places[i] = *value;
  }
  const std::string_view both = rows.field(kBothWays);
  if (both != "0" && both != "1") return rows.bad_field(kBothWays, "give 1 or 0");
  link.both_ways = both == "1";
  const auto area = parse_area(rows, area_names);
  if (!area) return area.error();
  link.area = *area;
  if (rows.field(kCost).empty()) return link;
  const auto cost = rows.number<float>(kCost);
  if (!cost) return cost.error();
  if (*cost < 0.0f) return rows.bad_field(kCost, "give metres from 0 up, or nothing");
  link.cost = *cost;
  return link;
}

}  // namespace

Result<std::vector<OffMeshLink>> parse_off_mesh_links(std::string_view text, std::string_view name,
                                                      const std::vector<std::string>& area_names,
                                                      std::vector<std::size_t>* lines) {
  auto rows = CsvRows::open(text, name, kRequired, kOptional);
  if (!rows) return rows.error();
  std::vector<OffMeshLink> links;
  for (;;) {
    const auto more = rows->next();
    if (!more) return more.error();
    if (!*more) return links;
    const auto link = parse_link(*rows, area_names);
    if (!link) return link.error();
    links.push_back(*link);
    if (lines != nullptr) lines->push_back(rows->line_number());
  }
}

Result<std::vector<OffMeshLink>> load_off_mesh_links(const std::filesystem::path& path,
                                                     const std::vector<std::string>& area_names,
                                                     std::vector<std::size_t>* lines) {
  const auto text = read_file(path, kMaxLinkBytes);
  if (!text) return text.error();
  return parse_off_mesh_links(*text, path.string(), area_names, lines);
}

}  // namespace portolan::detail
