#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "portolan/types.h"

namespace portolan::detail {

struct Colour {
  std::uint8_t red, green, blue;
  friend bool operator==(const Colour&, const Colour&) = default;
};

/// Colours that people with any kind of colour vision can tell apart on a world's ground.
namespace palette {
inline constexpr Colour kBlue{0, 104, 172};
inline constexpr Colour kVermilion{214, 86, 0};
inline constexpr Colour kGreen{0, 150, 110};
inline constexpr Colour kPurple{176, 86, 144};
inline constexpr Colour kAmber{230, 159, 0};
inline constexpr Colour kSky{86, 180, 233};
inline constexpr Colour kBlack{20, 20, 24};
inline constexpr Colour kInk{40, 44, 54};       ///< Of text.
inline constexpr Colour kPaper{248, 245, 238};  ///< Where nothing is drawn.
inline constexpr Colour kRim{255, 255, 255};    ///< Around paths and markers.
}  // namespace palette

/// The colour of the i-th of several paths.
inline Colour path_colour(std::size_t i) {
  constexpr Colour kColours[] = {palette::kVermilion, palette::kBlue, palette::kGreen,
                                 palette::kPurple};
  return kColours[i % 4];
}

/// `share_of_b` in [0, 1].
Colour mix_colours(Colour a, Colour b, double share_of_b);

/// One line of a legend: a spot of colour and what it stands for.
struct LegendEntry {
  Colour colour;
  std::string text;              ///< ASCII; other characters are shown as a box.
  std::uint32_t bar_length = 0;  ///< In pixels; not 0: a bar of a scale instead of the spot.
  bool text_only = false;        ///< Without a spot.
};

}  // namespace portolan::detail
