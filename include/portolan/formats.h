/// How files are to be read, where they do not say it themselves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "portolan/grid.h"
#include "portolan/types.h"

namespace portolan {

/// How a file's coordinates lie in the world, which is right-handed, y up, in metres. Applied
/// once, at loading. Both kinds are right-handed: triangles keep the side they face.
struct SourceAxes {
  enum class Up { y, z };
  static constexpr float kMaxUnit = 1e6f;

  Up up = Up::y;
  float unit = 1.0f;  ///< Metres that one unit of the file is long, above 0, up to kMaxUnit.
};

/// One query of a `.scen` file.
struct Scenario {
  std::uint32_t bucket = 0;  ///< Groups scenarios by length.
  std::string map;           ///< The map's name, as the file spells it.
  std::uint32_t width = 0;   ///< Of the map, in tiles.
  std::uint32_t height = 0;  ///< Of the map, in tiles.
  Tile start;                ///< Inside width x height.
  Tile goal;                 ///< Inside width x height.
  double optimal = 0.0;      ///< Length of the shortest path, diagonals the square root of 2.
};

/// What the colours of a height map's picture mean.
enum class HeightColours : std::uint8_t {
  gray,         ///< The value itself, as the file holds it: 0 to 255, or 65535 with 16 bits.
  terrain_rgb,  ///< Metres: -10000 + 0.1 * (65536 red + 256 green + blue), as web maps have it.
  magnitudes,   ///< red + green / 256 + blue / 65536, as the thesis' function printer writes it.
};

/// What the coordinates of a map count.
enum class MapUnits : std::uint8_t { metres, degrees };

struct HeightMapFormat {
  HeightColours colours = HeightColours::gray;
  std::optional<float> missing{};  ///< The value that stands for "nothing is known here".
  /// What a file counts that does not say it, as no ESRI ASCII grid does without a `.prj` file
  /// beside it. Without either that is metres, and files that look like degrees are refused: their
  /// values would lie a few tenths of a millimetre apart. Not used where the file says it itself.
  std::optional<MapUnits> units{};
};

enum class RawType : std::uint8_t { u8, u16_little, u16_big, f32_little };

/// Heights one after the other, row by row, without a header.
struct RawFormat {
  std::uint32_t width = 0;   ///< [1, 16384]
  std::uint32_t height = 0;  ///< [1, 16384]
  RawType type = RawType::u16_little;
  std::optional<float> missing{};  ///< As above; NaN is missing anyway.
};

}  // namespace portolan
