#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "portolan/core/result.h"
#include "portolan/terrain/height_map.h"

/// Height maps and difficulty maps in and out of files.
namespace portolan {

/// What the colours of a picture mean.
enum class HeightColours : std::uint8_t {
  gray,         ///< The value itself, as the file holds it: 0 to 255, or 65535 with 16 bits.
  terrain_rgb,  ///< Metres: -10000 + 0.1 * (65536 red + 256 green + blue), as web maps have it.
  magnitudes,   ///< red + green / 256 + blue / 65536, as the thesis' function printer writes it.
};

struct HeightMapFormat {
  HeightColours colours = HeightColours::gray;
  std::optional<float> missing;  ///< The value that stands for "nothing is known here".
};

/// A picture as a height map: PNG with 8 or 16 bits, PGM or PPM (see parse_pnm). What is fully
/// transparent is missing. A coloured picture that is read as gray must be gray all the same.
Result<HeightMap> load_height_map(const std::filesystem::path& path,
                                  const HeightMapFormat& format = {});
/// The same from memory; `name` stands for the file in messages.
Result<HeightMap> parse_height_map(std::string_view bytes, std::string_view name,
                                   const HeightMapFormat& format = {});

enum class RawType : std::uint8_t { u8, u16_little, u16_big, f32_little };
/// "u8", "u16le", "u16be", "f32le"; fails for others.
Result<RawType> parse_raw_type(std::string_view text);

/// Values one after the other, row by row, without a header.
struct RawFormat {
  std::uint32_t width = 0;   ///< [1, 16384]
  std::uint32_t height = 0;  ///< [1, 16384]
  RawType type = RawType::u16_little;
  std::optional<float> missing;  ///< As above; NaN is missing anyway.
};
Result<HeightMap> load_raw_height_map(const std::filesystem::path& path, const RawFormat& format);
Result<HeightMap> parse_raw_height_map(std::string_view bytes, std::string_view name,
                                       const RawFormat& format);

/// A gray picture as the difficulty of the ground of a height map, of the same size as that: black
/// is 0, white is `most`.
Result<HeightMap> load_difficulty_map(const std::filesystem::path& path, const HeightMap& heights,
                                      float most = 1.0f);
Result<HeightMap> parse_difficulty_map(std::string_view bytes, std::string_view name,
                                       const HeightMap& heights, float most = 1.0f);

/// Writes a map as PGM with 16 bits: `step` is what one of its values stands for. Missing values
/// become 65535. Fails where a value is below 0 or 65535 steps and more.
Result<Done> save_pgm(const std::filesystem::path& path, const HeightMap& map, float step = 1.0f);
Result<std::string> write_pgm(const HeightMap& map, float step = 1.0f);

/// Writes a map as a PNG of magnitudes. Values must be in [0, 256), none missing.
Result<Done> save_magnitudes_png(const std::filesystem::path& path, const HeightMap& map);
Result<std::string> write_magnitudes_png(const HeightMap& map);

/// Writes the values of a map as RawType::f32_little, all of them exactly.
Result<Done> save_raw_height_map(const std::filesystem::path& path, const HeightMap& map);

}  // namespace portolan
