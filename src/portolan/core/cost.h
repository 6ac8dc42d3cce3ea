#pragma once

#include <cstdint>

namespace portolan {

/// A path cost in the metric's unit. Whole numbers: addition is associative, so every level,
/// thread count and machine gives the same answer, to be compared with `==`.
using Cost = std::uint32_t;

/// "There is no way." Larger than every real cost.
inline constexpr Cost kInfinite = 0xFFFF'FFFFu;

/// a + b, where no way plus anything is still no way. A world whose real costs could add up
/// to more than fits is refused when it is built, so finite sums never wrap.
constexpr Cost add(Cost a, Cost b) { return a == kInfinite || b == kInfinite ? kInfinite : a + b; }

}  // namespace portolan
