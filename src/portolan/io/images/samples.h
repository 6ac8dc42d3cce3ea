#pragma once

#include <cstdint>
#include <vector>

namespace portolan::detail {

/// A picture as its file holds it: whole numbers, nothing scaled away.
struct Samples {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t channels = 1;         ///< Gray, gray and alpha, three colours, three and alpha.
  std::uint32_t white = 255;          ///< The value that stands for the lightest. [1, 65535]
  std::vector<std::uint16_t> values;  ///< width x height x channels, rows from the top.
};

}  // namespace portolan::detail
