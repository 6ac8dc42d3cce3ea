#pragma once

#include <cstdint>

namespace portolan::detail {

/// A number that looks random, from one that need not: the same on every machine.
constexpr std::uint64_t mixed_bits(std::uint64_t x) {
  x += 0x9E37'79B9'7F4A'7C15u;
  x = (x ^ (x >> 30)) * 0xBF58'476D'1CE4'E5B9u;
  x = (x ^ (x >> 27)) * 0x94D0'49BB'1331'11EBu;
  return x ^ (x >> 31);
}

}  // namespace portolan::detail
