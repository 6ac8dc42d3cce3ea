#pragma once

#include <string>
#include <vector>

namespace portolan::detail::cli {

/// What the frames of a crowd took, in milliseconds.
struct FrameTimes {
  std::vector<double> plan;
  std::vector<double> move;
};

/// A picture of them as SVG: a bar for each frame, its two parts one on the other.
std::string plot_frames(const FrameTimes& times, const std::string& title);

}  // namespace portolan::detail::cli
