#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "portolan/core/platform.h"

namespace portolan::detail {

/// Whether a To can hold `value`.
template <std::integral To, std::integral From>
constexpr bool fits(From value) {
  return std::in_range<To>(value);
}

/// Ends the program, naming the place: going on with another number would write out of bounds.
[[noreturn]] inline void refuse_to_narrow(const char* file, int line) {
  std::fprintf(stderr, "%s:%d: a number does not fit its type\n", file, line);
  std::abort();
}

/// `value` as a To, which must hold it; checked in every build. Where input alone can make a value
/// too large, the caller asks `fits` first and reports it.
template <std::integral To, std::integral From>
constexpr To narrow(From value, const char* file = PORTOLAN_CALLERS_FILE,
                    int line = PORTOLAN_CALLERS_LINE) {
  if (!fits<To>(value)) [[unlikely]]
    refuse_to_narrow(file, line);
  return static_cast<To>(value);
}

/// A count or an index in 32 bits, which must hold it.
constexpr std::uint32_t size32(std::size_t size, const char* file = PORTOLAN_CALLERS_FILE,
                               int line = PORTOLAN_CALLERS_LINE) {
  return narrow<std::uint32_t>(size, file, line);
}

}  // namespace portolan::detail
