#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

namespace portolan::detail {

/// Sets that are joined over and over (union by smaller number, paths halved).
class DisjointSets {
 public:
  void reset(std::uint32_t count) {
    parent_.resize(count);
    std::iota(parent_.begin(), parent_.end(), 0u);
  }
  std::uint32_t find(std::uint32_t x) {
    while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
    return x;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    if (a != b) parent_[a < b ? b : a] = a < b ? a : b;
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace portolan::detail
