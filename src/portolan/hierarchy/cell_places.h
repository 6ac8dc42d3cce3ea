#pragma once

#include <cstdint>

#include "portolan/core/ids.h"

/// What is numbered within one cell. Distinct types, so that one is never taken for another.
namespace portolan::detail {

/// A gate by its place among the gates of a cell.
enum class GatePlace : std::uint32_t {};

inline constexpr GatePlace kNoPlace{0xFFFF'FFFFu};

/// A row of a cell's connect costs: which node has it, if any, is the world's business.
enum class RowId : std::uint32_t {};

}  // namespace portolan::detail
