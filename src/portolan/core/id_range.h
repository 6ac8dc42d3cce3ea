#pragma once

#include <cstdint>

#include "portolan/core/ids.h"

namespace portolan::detail {

/// Ids one after the other, for loops.
template <class Id>
class IdRange {
 public:
  class Iterator {
   public:
    explicit constexpr Iterator(std::uint32_t at) : at_(at) {}
    constexpr Id operator*() const { return Id{at_}; }
    constexpr Iterator& operator++() {
      ++at_;
      return *this;
    }
    friend constexpr bool operator==(const Iterator&, const Iterator&) = default;

   private:
    std::uint32_t at_;
  };

  /// All below `end`, from `begin` on.
  explicit constexpr IdRange(std::uint32_t end) : end_(end) {}
  constexpr IdRange(std::uint32_t begin, std::uint32_t end) : begin_(begin), end_(end) {}

  constexpr Iterator begin() const { return Iterator(begin_); }
  constexpr Iterator end() const { return Iterator(end_); }

 private:
  std::uint32_t begin_ = 0;
  std::uint32_t end_;
};

}  // namespace portolan::detail
