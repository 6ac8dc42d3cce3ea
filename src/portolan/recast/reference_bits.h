#pragma once

#include <bit>
#include <cstdint>

namespace portolan::detail {

/// What a 32-bit dtPolyRef leaves for tile and polygon: Detour wants ten bits for its salt.
inline constexpr unsigned kReferenceBits = 22;

/// How many bits of a dtPolyRef name the tile and how many the polygon in it.
struct ReferenceBits {
  unsigned tile;
  unsigned polygon;

  bool fit() const { return tile + polygon <= kReferenceBits; }
};

/// As Detour computes them from the most tiles and the most polygons per tile; both at least 1.
inline ReferenceBits reference_bits(std::uint64_t tiles, std::uint64_t polygons) {
  return {static_cast<unsigned>(std::bit_width(tiles - 1)),
          static_cast<unsigned>(std::bit_width(polygons - 1))};
}

}  // namespace portolan::detail
