#include "portolan/io/maps/coordinate_system.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <system_error>

#include "portolan/io/file.h"
#include "portolan/io/file_error.h"
#include "portolan/io/text/text_lines.h"
#include "portolan/io/text/well_known_text.h"

namespace portolan::detail {
namespace {

constexpr std::uint64_t kMostBytes = 1 << 16;

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array<std::string_view, 5> kGeographic{"GEOGCS", "GEOGCRS", "GEOGRAPHICCRS",
                                                      "GEODCRS", "GEODETICCRS"};
constexpr std::array<std::string_view, 6> kPlane{"PROJCS",   "PROJCRS", "PROJECTEDCRS",
                                                 "LOCAL_CS", "ENGCRS",  "ENGINEERINGCRS"};
constexpr std::array<std::string_view, 3> kUnit{"UNIT", "LENGTHUNIT", "ANGLEUNIT"};

/// The outermost part that is a system of the ground: one with heights beside it holds such a part.
const WktPart* find_ground_system(const WktPart& part) {
  if (is_one_of(kGeographic, part.keyword) || is_one_of(kPlane, part.keyword)) return &part;
  for (const WktPart& inner : part.parts) {
    if (const WktPart* found = find_ground_system(inner)) return found;
  }
  return nullptr;
}

/// Metres or radians of one unit of a system, which stands in it or in its axes.
std::optional<double> unit_of(const WktPart& system) {
  for (const WktPart& part : system.parts) {
    if (is_one_of(kUnit, part.keyword) && part.values.size() >= 2)
      return parse_number<double>(part.values[1]);
  }
  for (const WktPart& part : system.parts) {
    if (part.keyword == "AXIS") {
      if (const auto unit = unit_of(part)) return unit;
    }
  }
  return std::nullopt;
}

std::string name_of(const WktPart& system) {
  std::string name = system.values.empty() ? "" : system.values[0];
  if (names_web_mercator(name)) return "EPSG:3857";
  for (const WktPart& part : system.parts) {
    if ((part.keyword == "AUTHORITY" || part.keyword == "ID") && part.values.size() >= 2)
      name = part.values[0] + ":" + part.values[1];
  }
  if (name.empty()) return system.keyword;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return name;
}

}  // namespace

bool names_web_mercator(std::string_view name) {
  for (const std::string_view part : {"Pseudo-Mercator", "Web_Mercator", "Google Maps Global"}) {
    if (name.find(part) != std::string_view::npos) return true;
  }
  return false;
}

void set_system(MapFrame& frame, const CoordinateSystem& system) {
  frame.system = system.name;
  frame.degrees = system.degrees;
  frame.metres_per_unit = system.metres_per_unit;
}

Result<CoordinateSystem> parse_coordinate_system(std::string_view text, std::string_view name) {
  const auto whole = parse_well_known_text(text);
  if (!whole) {
    return error_in(name,
                    "is no coordinate system as well-known text (WKT); write it again with "
                    "gdalsrsinfo -o wkt_esri, or move it away and say what the map counts");
  }
  const WktPart* ground = find_ground_system(*whole);
  if (ground == nullptr) {
    return error_in(name, "its coordinate system, " + excerpt(whole->keyword) +
                              ", is neither geographic nor projected; make a map of one that is, "
                              "with gdalwarp -t_srs");
  }
  const std::optional<double> unit = unit_of(*ground);
  if (!unit || !std::isfinite(*unit) || *unit <= 0.0) {
    return error_in(name, "its " + ground->keyword +
                              " has no unit; add one, such as UNIT[\"Meter\",1.0], or write it "
                              "again with gdalsrsinfo -o wkt_esri");
  }
  CoordinateSystem system{name_of(*ground), is_one_of(kGeographic, ground->keyword), *unit};
  if (!system.degrees) return system;
  system.metres_per_unit = 1.0;
  if (std::abs(*unit * 180.0 / std::numbers::pi - 1.0) < 1e-3) return system;
  return error_in(name,
                  "its coordinates are geographic but count no degrees; make a map in degrees or "
                  "metres, with gdalwarp -t_srs");
}

Result<std::optional<CoordinateSystem>> load_system_beside(const std::filesystem::path& map) {
  for (const char* ending : {".prj", ".PRJ"}) {
    std::filesystem::path path = map;
    path.replace_extension(ending);
    std::error_code unreadable;
    if (!std::filesystem::is_regular_file(path, unreadable)) continue;
    const auto text = read_file(path, kMostBytes);
    if (!text) return text.error();
    auto system = parse_coordinate_system(*text, path.string());
    if (!system) return system.error();
    return std::optional(*std::move(system));
  }
  return std::optional<CoordinateSystem>();
}

}  // namespace portolan::detail
