#include "portolan/picture/picture.h"

#include <cmath>

#include "portolan/core/to_whole.h"

namespace portolan::detail {

Colour mix_colours(Colour a, Colour b, double share_of_b) {
  const auto mix = [&](std::uint8_t from, std::uint8_t to) {
    return to_whole<std::uint8_t>(std::round(from + (to - from) * share_of_b));
  };
  return {mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue)};
}

}  // namespace portolan::detail
