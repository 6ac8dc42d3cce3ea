#pragma once

#include <cstdint>

#include "portolan/gpu/device/lanes.h"

namespace portolan::detail {

/// One lane that searches for an agent of its own: a thread of a CPU or a GPU. What several lanes
/// do together (GroupLanes) is here what one does.
struct SearchLane : OneLane {
  PORTOLAN_HOST_DEVICE std::uint32_t count(bool value) const { return value ? 1 : 0; }
  /// How many lanes before this one it holds for.
  PORTOLAN_HOST_DEVICE std::uint32_t rank(bool) const { return 0; }

  /// Words that other lanes of the agent may change.
  PORTOLAN_HOST_DEVICE std::uint64_t load(std::uint64_t* at) const { return *at; }
  PORTOLAN_HOST_DEVICE void store(std::uint64_t* at, std::uint64_t value) const { *at = value; }
  /// Lowers a word to a value, unless it is lower already. What it was before.
  PORTOLAN_HOST_DEVICE std::uint64_t lower_word(std::uint64_t* at, std::uint64_t value) const {
    const std::uint64_t before = *at;
    if (value < before) *at = value;
    return before;
  }
};

}  // namespace portolan::detail
