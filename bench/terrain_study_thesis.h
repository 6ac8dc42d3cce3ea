#pragma once

#include <array>
#include <cstddef>

/// What the thesis' tables 9.1 to 9.8 say, in the order A*, full, 10 layers, 5 layers.
namespace portolan::detail::bench::thesis {

struct Single {
  std::array<double, 4> ms;
  std::array<int, 4> distance, xyz, xy, z;  ///< Percent of A*.
};
struct WaveTable {
  std::array<double, 4> ms;
  std::array<std::array<int, 5>, 4> quartiles_and_average;  ///< Percent of A*.
  double speedup(std::size_t column) const { return ms[0] / ms[column]; }
};

inline constexpr Single kConeLong{{20, 1, 1, 1},
                                  {100, 148, 195, 117},
                                  {100, 147, 194, 117},
                                  {100, 93, 142, 119},
                                  {100, 169, 217, 117}};
inline constexpr Single kConeMedium{{1, 1, 1, 1},
                                    {100, 111, 119, 263},
                                    {100, 111, 119, 263},
                                    {100, 100, 119, 275},
                                    {100, 113, 119, 258}};
inline constexpr Single kRealLong{{29, 4, 2, 3},
                                  {100, 214, 200, 176},
                                  {100, 208, 197, 173},
                                  {100, 215, 208, 179},
                                  {100, 206, 194, 172}};
inline constexpr Single kRealMedium{{8, 2, 1, 1},
                                    {100, 128, 109, 106},
                                    {100, 128, 112, 109},
                                    {100, 127, 121, 115},
                                    {100, 128, 109, 107}};

inline constexpr std::array<int, 5> kSame{100, 100, 100, 100, 100};
inline constexpr WaveTable kConeLowerLeft{
    {40020, 2585, 2378, 2354},
    {{kSame, {113, 143, 200, 327, 158}, {116, 146, 204, 577, 185}, {111, 119, 137, 280, 130}}}};
inline constexpr WaveTable kConeTip{
    {52927, 2273, 1837, 2656},
    {{kSame, {135, 160, 193, 819, 173}, {146, 172, 207, 757, 182}, {142, 167, 201, 503, 189}}}};
inline constexpr WaveTable kRealValley{
    {72457, 7094, 4029, 4733},
    {{kSame, {153, 211, 255, 906, 215}, {150, 202, 247, 921, 207}, {132, 175, 217, 707, 182}}}};
inline constexpr WaveTable kRealHill{
    {73761, 8150, 4690, 5953},
    {{kSame, {152, 223, 297, 1144, 239}, {132, 200, 266, 1110, 213}, {126, 192, 246, 677, 197}}}};

/// Of the first or second start on the cone, or on the realistic map.
inline constexpr const WaveTable& wave(bool cone, std::size_t start) {
  if (cone) return start == 0 ? kConeLowerLeft : kConeTip;
  return start == 0 ? kRealValley : kRealHill;
}

/// "Not worse than the thesis": its largest average and its least speed-up.
inline constexpr int kWorstAverage = 239;
inline constexpr double kLeastSpeedup = 9.0;

}  // namespace portolan::detail::bench::thesis
