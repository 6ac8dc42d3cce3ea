#include "portolan/validation/validate_range.h"

#include "portolan/core/joined_text.h"

namespace portolan::detail {

Result<Done> validate_range(std::uint32_t value, std::uint32_t low, std::uint32_t high,
                            const char* what) {
  if (value >= low && value <= high) return Done{};
  return Error{joined_text(what, " ", value, " is out of range: give ", low, " to ", high)};
}

}  // namespace portolan::detail
