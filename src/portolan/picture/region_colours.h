#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "portolan/picture/picture.h"

namespace portolan::detail {

/// Colours that are told apart well side by side.
inline constexpr std::array<Colour, 10> kRegionColours{{{86, 146, 202},
                                                        {240, 167, 74},
                                                        {112, 180, 104},
                                                        {216, 98, 96},
                                                        {152, 118, 188},
                                                        {236, 216, 96},
                                                        {88, 186, 180},
                                                        {158, 122, 98},
                                                        {226, 144, 190},
                                                        {150, 158, 168}}};
inline constexpr std::uint8_t kAnyColour = 255;

/// A colour for each of `count` regions, as its place in kRegionColours, such that neighbours
/// differ wherever regions lie side by side in a plane. `wanted`: by region, the colour to take if
/// no neighbour stands against it; kAnyColour for any.
std::vector<std::uint8_t> colour_regions(
    std::uint32_t count, std::vector<std::pair<std::uint32_t, std::uint32_t>> neighbours,
    std::span<const std::uint8_t> wanted);

}  // namespace portolan::detail
