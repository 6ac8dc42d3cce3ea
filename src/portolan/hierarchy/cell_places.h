#pragma once

#include <cstdint>

/// What is numbered within one cell. Distinct types, so that one is never taken for another.
namespace portolan::detail {

/// A gate by its place among the gates of a cell.
enum class GatePlace : std::uint32_t {};

/// A row of a cell's connect costs: which node has it, if any, is the world's business.
enum class RowId : std::uint32_t {};

constexpr std::uint32_t index(GatePlace place) { return static_cast<std::uint32_t>(place); }
constexpr std::uint32_t index(RowId row) { return static_cast<std::uint32_t>(row); }

}  // namespace portolan::detail
