#include "portolan/io/maps/height_map_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

#include "portolan/core/to_whole.h"
#include "portolan/grid.h"
#include "portolan/io/file_error.h"
#include "portolan/io/images/png.h"
#include "portolan/io/images/pnm.h"
#include "portolan/io/maps/add_height.h"
#include "portolan/io/maps/ascii_grid.h"
#include "portolan/io/maps/coordinate_system.h"
#include "portolan/io/maps/geotiff.h"
#include "portolan/io/maps/npy.h"
#include "portolan/terrain/map_frame.h"

namespace portolan::detail {
namespace {

constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 31;

/// The units of what does not say them itself.
Result<HeightMap> with_units(Result<HeightMap> map, std::string_view name,
                             std::optional<MapUnits> units) {
  if (!map || !map->frame || !map->frame->system.empty() || map->frame->degrees) return map;
  if (units) {
    map->frame->degrees = *units == MapUnits::degrees;
  } else if (looks_like_degrees(*map->frame)) {
    return error_in(name,
                    "its values lie so close together that its coordinates look like degrees; say "
                    "in HeightMapFormat::units whether they are degrees or metres");
  }
  return map;
}

/// A grid whose coordinate system the file beside it says.
Result<HeightMap> place_ascii_grid(HeightMap map, const std::filesystem::path& path,
                                   std::optional<MapUnits> units) {
  const auto system = load_system_beside(path);
  if (!system) return system.error();
  if (*system) set_system(*map.frame, **system);
  return with_units(std::move(map), path.string(), units);
}

Result<Samples> parse_samples(std::string_view bytes, std::string_view name) {
  if (is_png(bytes)) return parse_png_samples(bytes, name);
  if (is_pnm(bytes)) return parse_pnm(bytes, name);
  return error_in(
      name,
      "is no height map: not a PNG, PGM or PPM picture, GeoTIFF, ESRI ASCII grid or "
      "NumPy array; convert it to one of these, or give its size and type if it is raw");
}

bool has_alpha(const Samples& samples) { return samples.channels % 2 == 0; }

/// Whether a pixel has the same value in all its colours.
bool is_gray(const Samples& samples, const std::uint16_t* pixel) {
  return samples.channels < 3 || (pixel[0] == pixel[1] && pixel[1] == pixel[2]);
}

float value_of(const std::uint16_t* pixel, HeightColours colours) {
  if (colours == HeightColours::gray) return pixel[0];
  const std::uint32_t whole = pixel[0] * 65536u + pixel[1] * 256u + pixel[2];
  return colours == HeightColours::terrain_rgb ? static_cast<float>(-10000.0 + 0.1 * whole)
                                               : static_cast<float>(whole) / 65536.0f;
}

Result<HeightMap> make_map(const Samples& samples, std::string_view name,
                           const HeightMapFormat& format) {
  if (format.colours != HeightColours::gray && (samples.channels < 3 || samples.white != 255)) {
    return error_in(name,
                    "has no three colours of 8 bits, which its heights should be in; read it as "
                    "gray");
  }
  HeightMap map{samples.width, samples.height, {}};
  const std::size_t pixels = std::size_t{samples.width} * samples.height;
  map.values.reserve(pixels);
  for (std::size_t k = 0; k < pixels; ++k) {
    const std::uint16_t* pixel = samples.values.data() + k * samples.channels;
    if (format.colours == HeightColours::gray && !is_gray(samples, pixel)) {
      return error_in(name, "is coloured at " + place_text(k, samples.width) +
                                ", but was to be read as gray; say what its colours mean: "
                                "terrain-rgb or magnitudes");
    }
    const float value = value_of(pixel, format.colours);
    const bool missing = (has_alpha(samples) && pixel[samples.channels - 1] == 0) ||
                         (format.missing && value == *format.missing);
    map.values.push_back(missing ? kMissingHeight : value);
  }
  return map;
}

std::string size_text(const HeightMap& map) {
  return std::to_string(map.width) + "x" + std::to_string(map.height);
}

/// Where the first value of a raster lies, with all digits.
std::string first_place(const MapFrame& frame) {
  std::array<char, 64> digits;
  char* const middle = std::to_chars(digits.begin(), digits.end(), frame.x).ptr;
  *middle = ',';
  return {digits.begin(), std::to_chars(middle + 1, digits.end(), frame.y).ptr};
}

Result<Done> check_place(const HeightMap& map, std::string_view name, const HeightMap& heights) {
  if (map.width != heights.width || map.height != heights.height) {
    return error_in(name, "the difficulty map is " + size_text(map) + ", but the height map is " +
                              size_text(heights) + "; give one of the same size");
  }
  if (!map.frame || !heights.frame ||
      lie_together(*map.frame, *heights.frame, map.width, map.height))
    return Done{};
  return error_in(name,
                  "the difficulty map lies elsewhere than the height map, its first value at " +
                      first_place(*map.frame) + " of the map and that of heights at " +
                      first_place(*heights.frame) +
                      "; cut out the same piece, with gdalwarp -te and -ts");
}

/// A difficulty map whose values are to be multiplied by `factor`.
Result<HeightMap> fit_difficulty(Result<HeightMap> map, std::string_view name,
                                 const HeightMap& heights, float factor) {
  if (!map) return map;
  if (!std::isfinite(factor) || factor < 0.0f)
    return error_in(name, "the most difficult must be a number from 0 up");
  if (auto good = check_place(*map, name, heights); !good) return good.error();
  for (std::size_t k = 0; k < map->values.size(); ++k) {
    float& value = map->values[k];
    value *= factor;
    if (std::isnan(heights.values[k]) || (std::isfinite(value) && value >= 0.0f)) continue;
    return error_in(name, "the difficulty at " + place_text(k, map->width) +
                              " is missing, infinite or below 0; give a number from 0 up wherever "
                              "there is a height");
  }
  return map;
}

std::size_t size_of(RawType type) {
  return type == RawType::u8 ? 1 : type == RawType::f32_little ? 4 : 2;
}

float raw_value(const char* at, RawType type) {
  const auto byte = [&](unsigned k) -> std::uint32_t { return static_cast<std::uint8_t>(at[k]); };
  switch (type) {
    case RawType::u8: return static_cast<float>(byte(0));
    case RawType::u16_little: return static_cast<float>(byte(0) | byte(1) << 8);
    case RawType::u16_big: return static_cast<float>(byte(1) | byte(0) << 8);
    case RawType::f32_little: break;
  }
  return std::bit_cast<float>(byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24);
}

}  // namespace

Result<HeightMap> parse_height_map(std::string_view bytes, std::string_view name,
                                   const HeightMapFormat& format) {
  if (is_npy(bytes)) return parse_npy(bytes, name, format.missing);
  if (is_ascii_grid(bytes))
    return with_units(parse_ascii_grid(bytes, name, format.missing), name, format.units);
  const auto samples = parse_samples(bytes, name);
  if (!samples) return samples.error();
  return make_map(*samples, name, format);
}

Result<HeightMap> load_height_map(BegunFile file, const HeightMapFormat& format) {
  const std::filesystem::path path = file.path();
  const std::string name = file.name();
  if (is_tiff(file.read_start(4)))
    return with_units(load_geotiff(path, format.missing), name, format.units);
  const auto bytes = read_file(std::move(file), kMaxBytes);
  if (!bytes) return bytes.error();
  if (!is_ascii_grid(*bytes)) return parse_height_map(*bytes, name, format);
  auto grid = parse_ascii_grid(*bytes, name, format.missing);
  if (!grid) return grid.error();
  return place_ascii_grid(*std::move(grid), path, format.units);
}

Result<RawType> parse_raw_type(std::string_view text) {
  if (text == "u8") return RawType::u8;
  if (text == "u16le") return RawType::u16_little;
  if (text == "u16be") return RawType::u16_big;
  if (text == "f32le") return RawType::f32_little;
  return Error{std::string("\"").append(text).append(
      "\" is no type of raw values: give u8, u16le, u16be or f32le")};
}

Result<HeightMap> parse_raw_height_map(std::string_view bytes, std::string_view name,
                                       const RawFormat& format) {
  const auto good = [](std::uint32_t side) { return side >= 1 && side <= Grid::kMaxSide; };
  if (!good(format.width) || !good(format.height)) {
    return error_in(name, "raw values need a size: give a width and a height from 1 to " +
                              std::to_string(Grid::kMaxSide));
  }
  const std::size_t count = std::size_t{format.width} * format.height;
  const std::size_t size = size_of(format.type);
  if (bytes.size() != count * size) {
    return error_in(name, "has " + std::to_string(bytes.size()) + " bytes, but " +
                              std::to_string(format.width) + "x" + std::to_string(format.height) +
                              " values of " + std::to_string(size) + " bytes each need " +
                              std::to_string(count * size) + "; correct the size or the type");
  }
  HeightMap map{format.width, format.height, {}};
  map.values.reserve(count);
  for (std::size_t k = 0; k < count; ++k) {
    const float value = raw_value(bytes.data() + k * size, format.type);
    if (auto added = add_height(map, value, format.missing, name); !added) return added.error();
  }
  return map;
}

Result<HeightMap> load_raw_height_map(BegunFile file, const RawFormat& format) {
  const std::string name = file.name();
  const auto bytes = read_file(std::move(file), kMaxBytes);
  if (!bytes) return bytes.error();
  return parse_raw_height_map(*bytes, name, format);
}

Result<HeightMap> parse_difficulty_map(std::string_view bytes, std::string_view name,
                                       const HeightMap& heights, float most) {
  if (is_npy(bytes)) return fit_difficulty(parse_npy(bytes, name), name, heights, most);
  if (is_ascii_grid(bytes))
    return fit_difficulty(parse_ascii_grid(bytes, name), name, heights, most);
  if (!is_png(bytes) && !is_pnm(bytes))
    return error_in(name,
                    "is no difficulty map: that is a PNG, PGM or PPM picture, a GeoTIFF, an ESRI "
                    "ASCII grid or a NumPy array; convert it to one of these");
  const auto samples = parse_samples(bytes, name);
  if (!samples) return samples.error();
  return fit_difficulty(make_map(*samples, name, {}), name, heights,
                        most / static_cast<float>(samples->white));
}

Result<HeightMap> load_difficulty_map(const std::filesystem::path& path, const HeightMap& heights,
                                      float most) {
  BegunFile file(path);
  const std::string name = file.name();
  if (is_tiff(file.read_start(4))) return fit_difficulty(load_geotiff(path), name, heights, most);
  const auto bytes = read_file(std::move(file), kMaxBytes);
  if (!bytes) return bytes.error();
  return parse_difficulty_map(*bytes, name, heights, most);
}

Result<std::string> write_pgm(const HeightMap& map, float step) {
  if (!std::isfinite(step) || step <= 0.0f) return Error{"the step of a PGM must be above 0"};
  std::string bytes =
      "P5\n" + std::to_string(map.width) + " " + std::to_string(map.height) + "\n65535\n";
  bytes.reserve(bytes.size() + 2 * map.values.size());
  for (std::size_t k = 0; k < map.values.size(); ++k) {
    const float value = std::round(map.values[k] / step);
    if (value < 0.0f || value >= 65535.0f) {
      return Error{"the height at " + place_text(k, map.width) +
                   " does not fit into 16 bits; choose a larger step, and heights from 0 up"};
    }
    const auto sample = to_whole<std::uint32_t>(std::isnan(value) ? 65535.0f : value);
    bytes.push_back(static_cast<char>(sample >> 8));  // byte by byte
    bytes.push_back(static_cast<char>(sample & 0xFF));
  }
  return bytes;
}

Result<Done> save_pgm(const std::filesystem::path& path, const HeightMap& map, float step) {
  const auto bytes = write_pgm(map, step);
  if (!bytes) return error_in(path.string(), bytes.error().message);
  return save_file_atomically(path, *bytes);
}

Result<std::string> write_magnitudes_png(const HeightMap& map) {
  Image image{map.width, map.height, 3, {}};
  image.pixels.reserve(3 * map.values.size());
  for (std::size_t k = 0; k < map.values.size(); ++k) {
    const float value = map.values[k];
    if (!(value >= 0.0f && value < 256.0f)) {
      return Error{"the height at " + place_text(k, map.width) +
                   " is missing or not from 0 to below 256; scale the map"};
    }
    const auto whole = to_whole<std::uint32_t>(value * 65536.0f);
    for (const unsigned shift : {16u, 8u, 0u})
      image.pixels.push_back(static_cast<std::uint8_t>(whole >> shift));  // its low byte
  }
  return write_png(image);
}

Result<Done> save_magnitudes_png(const std::filesystem::path& path, const HeightMap& map) {
  const auto bytes = write_magnitudes_png(map);
  if (!bytes) return error_in(path.string(), bytes.error().message);
  return save_file_atomically(path, *bytes);
}

Result<Done> save_raw_height_map(const std::filesystem::path& path, const HeightMap& map) {
  static_assert(std::endian::native == std::endian::little);
  return save_file_atomically(path, std::as_bytes(std::span(map.values)));
}

}  // namespace portolan::detail
