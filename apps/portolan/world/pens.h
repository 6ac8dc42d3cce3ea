#pragma once

#include "arguments/query_arguments.h"
#include "portolan/picture/picture.h"

namespace portolan::detail::cli {

/// How the path of an algorithm is drawn, on worlds of all kinds: in a colour that nothing else in
/// the picture has.
struct Pen {
  Algorithm algorithm;
  Colour colour;
  double width;  ///< In shares of the thinnest.
};

/// In the order of drawing. A* lies wide below, so that each shows where they agree.
inline constexpr Pen kPens[] = {
    {Algorithm::astar, palette::kBlue, 4},   {Algorithm::detour, palette::kSky, 3},
    {Algorithm::merged, {110, 84, 44}, 1.5}, {Algorithm::guided, palette::kPurple, 1.5},
    {Algorithm::tables, {92, 45, 145}, 2},   {Algorithm::hierarchy, palette::kVermilion, 1}};

}  // namespace portolan::detail::cli
