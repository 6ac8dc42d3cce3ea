#pragma once

#include <cstdint>

#include "portolan/core/cost.h"
#include "portolan/core/host_device.h"

namespace portolan::detail {

/// Who works on one agent: some lanes of a warp, or on a CPU this single one. What lanes do
/// together is asked of these, so that an agent's search is written once for both.
///
/// All lanes of a warp, whichever agents they work for, call these at the same time: so loops
/// around them run as often as the agent with the most work needs (`most`), and for the others in
/// vain.
struct OneLane {
  static constexpr std::uint32_t kCount = 1;

  PORTOLAN_HOST_DEVICE std::uint32_t lane() const { return 0; }
  PORTOLAN_HOST_DEVICE void sync() const {}  ///< What one lane wrote can be read by all.
  PORTOLAN_HOST_DEVICE std::uint32_t least(std::uint32_t value) const { return value; }
  /// The largest value of any lane that works on whichever agent.
  PORTOLAN_HOST_DEVICE std::uint32_t most(std::uint32_t value) const { return value; }
  PORTOLAN_HOST_DEVICE bool any(bool value) const { return value; }
  /// The first lane for which it holds; kCount for none.
  PORTOLAN_HOST_DEVICE std::uint32_t first(bool value) const { return value ? 0 : 1; }
  /// The value of another lane.
  template <class T>
  PORTOLAN_HOST_DEVICE T of(T value, std::uint32_t) const {
    return value;
  }
  /// All values of the lanes up to this one, joined by exclusive or.
  PORTOLAN_HOST_DEVICE std::uint32_t xor_up_to(std::uint32_t value) const { return value; }
  /// The sum of all values of the lanes up to this one.
  PORTOLAN_HOST_DEVICE std::uint32_t sum_up_to(std::uint32_t value) const { return value; }
  /// Lowers a value that other lanes may lower at the same time. True where it was higher.
  PORTOLAN_HOST_DEVICE bool lower(Cost* at, Cost value) const {
    if (*at <= value) return false;
    *at = value;
    return true;
  }
};

}  // namespace portolan::detail
