#pragma once

#include <cstdint>

#include "portolan/core/random.h"

namespace portolan::detail::scenes {

using detail::mix;
using detail::Random;

/// A random number that belongs to a place, for worlds computed tile by tile.
constexpr std::uint64_t hash_at(std::uint64_t key, std::int64_t x, std::int64_t y = 0) {
  return mix(mix(key + static_cast<std::uint64_t>(x) * 0x9E3779B97F4A7C15ull) +
             static_cast<std::uint64_t>(y) * 0xD6E8FEB86659FD93ull);
}

/// Smooth random hills: 0 … 1023, with about one hill every `wavelength` units. x, y >= 0.
inline std::int32_t noise_at(std::uint64_t key, std::int32_t x, std::int32_t y,
                             std::int32_t wavelength) {
  const auto corner = [&](std::int32_t cx, std::int32_t cy) {
    return static_cast<std::int64_t>(hash_at(key, cx, cy) >> 54);
  };
  // 3t² - 2t³ with t in 1/1024: flat at the lattice points, so no creases show.
  const auto ease = [&](std::int32_t rest) {
    const std::int64_t t = std::int64_t{rest} * 1024 / wavelength;
    return (t * t * (3 * 1024 - 2 * t)) >> 20;
  };
  const std::int32_t cx = x / wavelength, cy = y / wavelength;
  const std::int64_t tx = ease(x % wavelength), ty = ease(y % wavelength);
  const std::int64_t top = corner(cx, cy) * (1024 - tx) + corner(cx + 1, cy) * tx;
  const std::int64_t low = corner(cx, cy + 1) * (1024 - tx) + corner(cx + 1, cy + 1) * tx;
  return static_cast<std::int32_t>((top * (1024 - ty) + low * ty) >> 20);
}

}  // namespace portolan::detail::scenes
