#pragma once

#include <cstdint>

#include "portolan/types.h"

namespace portolan::detail {

/// Fails, naming `what`, where an option is out of its range.
Result<Done> validate_range(std::uint32_t value, std::uint32_t low, std::uint32_t high,
                            const char* what);

}  // namespace portolan::detail
