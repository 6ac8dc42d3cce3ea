#pragma once

#include <span>
#include <string>

#include "portolan/types.h"

namespace portolan::detail::scenes {

/// An option of a scene and the range it must lie in.
struct OptionLimit {
  OptionLimit(const char* name, auto given, int least, int most)
      : option(name), value(static_cast<double>(given)), low(least), high(most) {}
  const char* option;
  double value;
  int low, high;
};

inline Result<Done> check_limits(std::span<const OptionLimit> limits) {
  for (const OptionLimit& limit : limits) {
    if (limit.value >= limit.low && limit.value <= limit.high) continue;
    std::string value = std::to_string(limit.value);
    value.erase(value.find_last_not_of('0') + 1);  // such as 2.500000
    if (value.back() == '.') value.pop_back();
    return Error{std::string("scene option ") + limit.option + " is " + value + "; choose " +
                 std::to_string(limit.low) + " to " + std::to_string(limit.high)};
  }
  return Done{};
}

}  // namespace portolan::detail::scenes
