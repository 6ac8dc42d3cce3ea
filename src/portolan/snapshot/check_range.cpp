#include "portolan/snapshot/check_range.h"

#include <string>

namespace portolan::detail {

Result<Done> check_range(std::uint32_t value, std::uint32_t low, std::uint32_t high,
                         const char* what) {
  if (value >= low && value <= high) return Done{};
  return Error{std::string(what)
                   .append(" ")
                   .append(std::to_string(value))
                   .append(" is out of range: give ")
                   .append(std::to_string(low))
                   .append(" to ")
                   .append(std::to_string(high))};
}

}  // namespace portolan::detail
