#pragma once

#include <cstdint>

#include "portolan/core/cost.h"
#include "portolan/core/host_device.h"

namespace portolan::detail {

/// One agent's answer as it lies in a GPU's memory, written at once.
class alignas(16) AgentRecord {
 public:
  AgentRecord() = default;
  PORTOLAN_HOST_DEVICE AgentRecord(std::uint64_t begin, std::uint32_t count, Cost cost,
                                   std::uint8_t status)
      : begin_and_status_(begin << 8 | status), count_(count), cost_(cost) {}

  /// Where its polygons begin among those of all agents.
  PORTOLAN_HOST_DEVICE std::uint64_t begin() const { return begin_and_status_ >> 8; }
  PORTOLAN_HOST_DEVICE std::uint8_t status() const {
    return static_cast<std::uint8_t>(begin_and_status_ & 0xFF);
  }
  PORTOLAN_HOST_DEVICE std::uint32_t count() const { return count_; }
  PORTOLAN_HOST_DEVICE Cost cost() const { return cost_; }

 private:
  std::uint64_t begin_and_status_;
  std::uint32_t count_;
  Cost cost_;
};
static_assert(sizeof(AgentRecord) == 16);

}  // namespace portolan::detail
