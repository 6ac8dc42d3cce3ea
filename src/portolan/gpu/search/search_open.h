#pragma once

#include <cstdint>

#include "portolan/core/cost.h"
#include "portolan/core/host_device.h"

/// The open lists of agents. An entry is a row's number below the estimate of the whole path.
namespace portolan::detail {

PORTOLAN_HOST_DEVICE std::uint64_t open_entry(Cost estimate, std::uint32_t row) {
  return std::uint64_t{estimate} << 32 | row;
}
PORTOLAN_HOST_DEVICE Cost estimate_of(std::uint64_t entry) {
  return static_cast<Cost>(entry >> 32);
}

/// Where the entries of an open list lie.
struct OpenRoom {
  std::uint64_t* near;     ///< `most_near`; only GroupOpen has them.
  std::uint64_t* entries;  ///< `most_entries`.
  std::uint32_t most_near;
  std::uint32_t most_entries;
  Cost window;  ///< See GroupOpen.
};

/// A heap in which a node has four children, which lie in one sector of memory: the open list of
/// one lane.
class HeapOpen {
 public:
  static constexpr std::uint32_t kRows = 1;  ///< That are taken at once.

  PORTOLAN_HOST_DEVICE explicit HeapOpen(const OpenRoom& room)
      : heap_(room.entries + kRoot), most_(room.most_entries - kRoot) {}

  PORTOLAN_HOST_DEVICE void clear() {
    size_ = 0;
    full_ = false;
  }
  /// Whether an entry did not fit.
  PORTOLAN_HOST_DEVICE bool full() const { return full_; }

  template <class Lanes>
  PORTOLAN_HOST_DEVICE void push(const Lanes&, bool wanted, std::uint64_t entry) {
    if (!wanted) return;
    if (size_ == most_) {
      full_ = true;
      return;
    }
    std::uint32_t at = size_++;
    while (at > 0) {
      const std::uint32_t above = (at - 1) / 4;
      const std::uint64_t other = heap_[above];
      if (other <= entry) break;
      heap_[at] = other;
      at = above;
    }
    heap_[at] = entry;
  }

  /// Takes the best entry; false where none has an estimate below `best`.
  template <class Lanes>
  PORTOLAN_HOST_DEVICE bool take(const Lanes&, Cost best, std::uint64_t& entry, bool& taken) {
    if (size_ == 0) return false;
    entry = heap_[0];
    if (estimate_of(entry) >= best) return false;
    sink(heap_[--size_]);
    taken = true;
    return true;
  }

 private:
  /// Puts an entry in the place of the first.
  PORTOLAN_HOST_DEVICE void sink(std::uint64_t entry) {
    std::uint32_t at = 0;
    for (;;) {
      const std::uint32_t first = 4 * at + 1;
      if (first >= size_) break;
      std::uint32_t least = first;
      std::uint64_t value = heap_[first];
      for (std::uint32_t k = 1; k < 4; ++k) {
        const std::uint64_t other = first + k < size_ ? heap_[first + k] : ~std::uint64_t{0};
        least = other < value ? first + k : least;
        value = other < value ? other : value;
      }
      if (entry <= value) break;
      heap_[at] = value;
      at = least;
    }
    heap_[at] = entry;
  }

  static constexpr std::uint32_t kRoot = 3;  // so that children begin at multiples of four

  std::uint64_t* heap_;
  std::uint32_t most_;
  std::uint32_t size_ = 0;
  bool full_ = false;
};

}  // namespace portolan::detail
