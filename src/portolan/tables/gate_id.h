#pragma once

#include <cstdint>

#include "portolan/core/ids.h"

namespace portolan::detail {

/// A gate of level 1 by its number in the elimination tree, where parents come before children. A
/// type of its own, so that it is never taken for the gate's node, its place in a cell or its
/// depth.
enum class GateId : std::uint32_t {};

}  // namespace portolan::detail
