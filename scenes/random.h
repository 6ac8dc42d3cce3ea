#pragma once

#include <cstdint>

namespace portolan::detail::scenes {

/// Spreads the bits of a number (the finalizer of splitmix64).
constexpr std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

/// A random number that belongs to a place, for worlds computed tile by tile.
constexpr std::uint64_t hash_at(std::uint64_t key, std::int64_t x, std::int64_t y = 0) {
  return mix(mix(key + static_cast<std::uint64_t>(x) * 0x9E3779B97F4A7C15ull) +
             static_cast<std::uint64_t>(y) * 0xD6E8FEB86659FD93ull);
}

/// Random numbers that are the same on every machine, unlike those of the standard
/// distributions. The sequence is splitmix64.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() { return mix(state_ += 0x9E3779B97F4A7C15ull); }

  /// One of 0 … count-1; count must not be 0.
  std::uint32_t below(std::uint32_t count) {
    return static_cast<std::uint32_t>(((next() >> 32) * count) >> 32);
  }
  /// One of low … high, both included.
  std::int32_t between(std::int32_t low, std::int32_t high) {
    return low + static_cast<std::int32_t>(below(static_cast<std::uint32_t>(high - low + 1)));
  }
  bool chance(std::uint32_t percent) { return below(100) < percent; }

 private:
  std::uint64_t state_;
};

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
