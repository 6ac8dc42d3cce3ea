#pragma once

#include <cstdint>

#include "portolan/core/ids.h"

/// What is numbered in the elimination tree of the gates: see GateTree. Distinct types, so that a
/// gate is never taken for its node, its place in a cell, its supernode or its depth.
namespace portolan::detail {

/// A gate of the level that tables are about, parents before children.
enum class GateId : std::uint32_t {};

inline constexpr GateId kNoGate{0xFFFF'FFFFu};

/// A supernode, parents before children.
enum class SupernodeId : std::uint32_t {};

inline constexpr SupernodeId kNoSupernode{0xFFFF'FFFFu};

/// How many gates lie above a gate: all of them on one path from the root. So a gate and a depth
/// name one gate above it, a hub; labels are by depth.
enum class Depth : std::uint32_t {};

/// A gate of a GateGraph, and a supernode of its gates: before the tree numbers them anew.
enum class GraphGateId : std::uint32_t {};
enum class GraphSupernodeId : std::uint32_t {};

inline constexpr GraphGateId kNoGraphGate{0xFFFF'FFFFu};

}  // namespace portolan::detail
