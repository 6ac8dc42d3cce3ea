#pragma once

#include <cstdint>

namespace portolan::detail {

/// A gate of level 1 by its number in the elimination tree, where parents come before children. A
/// type of its own, so that it is never taken for the gate's node, its place in a cell or its
/// depth.
enum class GateId : std::uint32_t {};

constexpr std::uint32_t index(GateId gate) { return static_cast<std::uint32_t>(gate); }

}  // namespace portolan::detail
