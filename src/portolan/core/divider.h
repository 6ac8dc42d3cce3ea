#pragma once

#include <cassert>
#include <cstdint>

#include "portolan/core/platform.h"

namespace portolan::detail {

/// Exact division of 32-bit numbers by a divisor known only at run time, in one multiplication.
class Divider {
 public:
  Divider() = default;
  /// `divisor` must be at least 2.
  explicit Divider(std::uint32_t divisor)
      : magic_(~std::uint64_t{0} / divisor + 1), divisor_(divisor) {
    assert(divisor >= 2);
  }
  std::uint32_t divide(std::uint32_t n) const { return multiply_high(magic_, n); }
  std::uint32_t divisor() const { return divisor_; }

 private:
  std::uint64_t magic_ = 0;
  std::uint32_t divisor_ = 0;
};

}  // namespace portolan::detail
