#pragma once

#include <concepts>
#include <cstdio>
#include <cstdlib>
#include <source_location>
#include <utility>

namespace portolan {

/// Whether a To can hold `value`.
template <std::integral To, std::integral From>
constexpr bool fits(From value) {
  return std::in_range<To>(value);
}

/// Ends the program, naming the place: going on with another number would write out of bounds.
[[noreturn]] inline void refuse_to_narrow(const std::source_location& where) {
  std::fprintf(stderr, "%s:%u: a number does not fit its type\n", where.file_name(),
               static_cast<unsigned>(where.line()));
  std::abort();
}

/// `value` as a To, which must hold it; checked in every build. Where input alone can make a value
/// too large, the caller asks `fits` first and reports it.
template <std::integral To, std::integral From>
constexpr To narrow(From value,
                    const std::source_location& where = std::source_location::current()) {
  if (!fits<To>(value)) [[unlikely]]
    refuse_to_narrow(where);
  return static_cast<To>(value);
}

}  // namespace portolan
