#pragma once

#include <cstdint>

#include "portolan/core/cost.h"
#include "portolan/core/host_device.h"

namespace portolan::detail {

/// Search labels of one agent at a time, a word for each node that it may reach, so that a label is
/// lowered by one atomic operation. From the highest bit on: the number of the search, which counts
/// down, so that any label is below all of earlier searches and nothing has to be cleared; the
/// cost; the parent; the side of the node to go on with; whether the node waits to be expanded.
class SearchLabels {
 public:
  static constexpr std::uint64_t kUnset = ~std::uint64_t{0};

  /// Whether the words have room for a number of searches beside so many nodes.
  static constexpr bool fit(std::uint32_t nodes) { return nodes < (1u << 26); }

  /// `left`: how many searches may still begin before the words are cleared, kept by the owner of
  /// the words from agent to agent.
  PORTOLAN_HOST_DEVICE SearchLabels(std::uint64_t* words, std::uint32_t count,
                                    std::uint32_t node_count, std::uint32_t* left)
      : words_(words), left_(left), count_(count) {
    while ((node_count >> bits_) != 0) ++bits_;
  }

  /// Forgets everything.
  template <class Lanes>
  PORTOLAN_HOST_DEVICE void clear(const Lanes& lanes) {
    std::uint32_t left = *left_;
    lanes.sync();
    if (left == 0) {
      for (std::uint32_t n = lanes.lane(); n < count_; n += Lanes::kCount)
        lanes.store(words_ + n, kUnset);
      left = (1u << (30 - bits_)) - 1;
    }
    if (lanes.lane() == 0) *left_ = left - 1;
    lanes.sync();
    search_ = std::uint64_t{left - 1} << (34 + bits_);
  }

  /// Of a node that this search has reached.
  template <class Lanes>
  PORTOLAN_HOST_DEVICE std::uint64_t load(const Lanes& lanes, std::uint32_t place) const {
    return lanes.load(words_ + place);
  }
  PORTOLAN_HOST_DEVICE static bool open(std::uint64_t word) { return (word & 1) != 0; }
  PORTOLAN_HOST_DEVICE static std::uint32_t side(std::uint64_t word) { return (word >> 1) & 1; }
  PORTOLAN_HOST_DEVICE std::uint32_t parent(std::uint64_t word) const {
    return static_cast<std::uint32_t>(word >> 2) & ((1u << bits_) - 1);
  }
  PORTOLAN_HOST_DEVICE Cost cost(std::uint64_t word) const {
    return static_cast<Cost>(word >> (2 + bits_));
  }

  template <class Lanes>
  PORTOLAN_HOST_DEVICE void close(const Lanes& lanes, std::uint32_t place,
                                  std::uint64_t word) const {
    lanes.store(words_ + place, word & ~std::uint64_t{1});
  }
  /// Takes a path to the node of a row if it is cheaper than the known one; whether it was. Of
  /// paths that cost the same any one is kept.
  template <class Lanes>
  PORTOLAN_HOST_DEVICE bool improve(const Lanes& lanes, std::uint32_t place, std::uint32_t row,
                                    Cost cost, std::uint32_t parent) const {
    const std::uint64_t word = search_ | std::uint64_t{cost} << (2 + bits_) |
                               std::uint64_t{parent} << 2 | (row & 1) << 1 | 1;
    return lanes.lower_word(words_ + place, word) >> (2 + bits_) > word >> (2 + bits_);
  }

 private:
  std::uint64_t* words_;
  std::uint32_t* left_;
  std::uint32_t count_;
  std::uint32_t bits_ = 1;  ///< Of a node's number.
  std::uint64_t search_ = 0;
};

}  // namespace portolan::detail
