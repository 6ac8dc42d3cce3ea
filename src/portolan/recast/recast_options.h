#pragma once

#include <cstdint>

#include "portolan/recast.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Checks every field against its limits; the message names the field.
Result<Done> validate(const RecastOptions& options);

}  // namespace portolan::detail
