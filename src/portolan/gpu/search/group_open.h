#pragma once

#include <cstdint>

#include "portolan/gpu/search/search_open.h"

namespace portolan::detail {

/// The open list of lanes that work on one agent, and take up to `Rows` entries at once: any of
/// those whose estimates are less than a window above the least. These wait in a short list, the
/// rest unsorted in a long one, out of which the short one is filled again when it is empty. Nodes
/// may be expanded at costs that are not final yet, and again later: the search goes on until no
/// estimate is below the cost of the goal, so that the answer is exact.
template <std::uint32_t Rows>
class GroupOpen {
 public:
  static constexpr std::uint32_t kRows = Rows;

  PORTOLAN_HOST_DEVICE explicit GroupOpen(const OpenRoom& room) : room_(room) {}

  PORTOLAN_HOST_DEVICE void clear() {
    near_ = far_ = 0;
    limit_ = 0;
    full_ = false;
  }
  PORTOLAN_HOST_DEVICE bool full() const { return full_; }

  /// All lanes call it, each for an entry of its own where `wanted`.
  template <class Lanes>
  PORTOLAN_HOST_DEVICE void push(const Lanes& lanes, bool wanted, std::uint64_t entry) {
    const bool near = wanted && estimate_of(entry) < limit_;
    const std::uint32_t place = near_ + lanes.rank(near);
    const bool fits = near && place < room_.most_near;
    if (fits) room_.near[place] = entry;
    near_ += lanes.count(fits);
    put_far(lanes, wanted && !fits, entry);
  }

  /// Takes entries, one for the lanes of each row, and tells these whether they have one. False
  /// where no estimate is below `best`.
  template <class Lanes>
  PORTOLAN_HOST_DEVICE bool take(const Lanes& lanes, Cost best, std::uint64_t& entry, bool& taken) {
    if (near_ == 0 && !fill(lanes, best)) return false;
    constexpr std::uint32_t kLanesOfRow = Lanes::kCount / Rows;
    const std::uint32_t row = lanes.lane() / kLanesOfRow;
    taken = row < near_;
    if (taken) entry = room_.near[near_ - 1 - row];
    taken = taken && estimate_of(entry) < best;
    near_ -= near_ < Rows ? near_ : Rows;
    lanes.sync();
    return true;
  }

 private:
  /// Moves the entries within a window of the best one to the short list.
  template <class Lanes>
  PORTOLAN_HOST_DEVICE bool fill(const Lanes& lanes, Cost best) {
    Cost least = kInfinite;
    for (std::uint32_t i = lanes.lane(); i < far_; i += Lanes::kCount) {
      const Cost estimate = estimate_of(room_.entries[i]);
      least = estimate < least ? estimate : least;
    }
    least = lanes.least(least);
    if (least >= best) return false;
    limit_ = least + room_.window;
    const std::uint32_t size = far_;
    far_ = 0;
    for (std::uint32_t first = 0; first < size; first += Lanes::kCount) {
      const std::uint32_t i = first + lanes.lane();
      const std::uint64_t entry = i < size ? room_.entries[i] : ~std::uint64_t{0};
      push(lanes, estimate_of(entry) < best, entry);
    }
    lanes.sync();
    return true;
  }

  /// A list that is being read may be written to, as far as it has been read.
  template <class Lanes>
  PORTOLAN_HOST_DEVICE void put_far(const Lanes& lanes, bool wanted, std::uint64_t entry) {
    const std::uint32_t place = far_ + lanes.rank(wanted);
    const std::uint32_t count = lanes.count(wanted);
    full_ = full_ || far_ + count > room_.most_entries;
    if (full_) return;
    if (wanted) room_.entries[place] = entry;
    far_ += count;
  }

  OpenRoom room_;
  std::uint32_t near_ = 0;
  std::uint32_t far_ = 0;
  Cost limit_ = 0;  // of the estimates in the short list
  bool full_ = false;
};

}  // namespace portolan::detail
