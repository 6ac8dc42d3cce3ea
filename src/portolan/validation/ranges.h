#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

namespace portolan::detail {

/// Whether `count` entries from `begin` on lie inside an array of `size`; no sum overflows.
constexpr bool lies_inside(std::uint64_t begin, std::uint64_t count, std::uint64_t size) {
  return begin <= size && count <= size - begin;
}

/// Whether `begins`, where each list begins and the last one ends, ascends from 0 to `total`.
template <class Number>
bool ascends_to(std::span<const Number> begins, std::uint64_t total) {
  return !begins.empty() && begins.front() == 0 && begins.back() == total &&
         std::is_sorted(begins.begin(), begins.end());
}

}  // namespace portolan::detail
