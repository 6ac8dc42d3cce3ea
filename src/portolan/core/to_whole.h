#pragma once

#include <concepts>
#include <limits>

namespace portolan::detail {

/// A real number as a whole one, cut off towards 0. What a To cannot hold, infinities included,
/// becomes its largest or smallest; what is no number becomes 0. (A cast would be undefined.)
template <std::integral To, std::floating_point From>
constexpr To to_whole(From value) {
  constexpr auto kLeast = static_cast<From>(std::numeric_limits<To>::min());
  constexpr auto kMost = static_cast<From>(std::numeric_limits<To>::max());  // or the next above
  if (value >= kMost) return std::numeric_limits<To>::max();
  if (value > kLeast) return static_cast<To>(value);
  return value <= kLeast ? std::numeric_limits<To>::min() : To{0};
}

}  // namespace portolan::detail
