#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <type_traits>

/// Ids are distinct types, so that a node is never taken for a cell. Those of a single module, as
/// polygons and triangles, are declared there in the same manner.
namespace portolan::detail {

/// A node of the base graph (level 0): a walkable tile, a portal, a triangle.
/// Which number stands for which place is the world's business.
enum class NodeId : std::uint32_t {};

/// A cell of one level. Cells of level 1 and of level 2 are numbered separately.
enum class CellId : std::uint32_t {};

inline constexpr NodeId kNoNode{0xFFFF'FFFFu};
inline constexpr CellId kNoCell{0xFFFF'FFFFu};

/// The plain number behind an id, for use as an array index.
template <class Id>
requires std::same_as<std::underlying_type_t<Id>, std::uint32_t>
constexpr std::uint32_t index(Id id) { return static_cast<std::uint32_t>(id); }

}  // namespace portolan::detail
