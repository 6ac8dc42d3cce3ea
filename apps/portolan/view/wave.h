#pragma once

#include <cstdint>
#include <vector>

namespace portolan::detail::cli {

/// The costs from one place to all elements.
struct Wave {
  std::vector<float> costs;  ///< By element, in the units of reports; infinite where not reached.
  double microseconds = 0.0;
  std::uint64_t expansions = 0;
};

}  // namespace portolan::detail::cli
