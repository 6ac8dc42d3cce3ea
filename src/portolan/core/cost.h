#pragma once

#include "portolan/types.h"

namespace portolan::detail {

/// a + b, where no path plus anything is still no path. A world whose real costs could add up
/// to more than fits is refused when it is built, so finite sums never wrap.
constexpr Cost add(Cost a, Cost b) { return a == kInfinite || b == kInfinite ? kInfinite : a + b; }

}  // namespace portolan::detail
