#pragma once

#include <cstddef>
#include <cstdint>

#include "portolan/types.h"

namespace portolan::detail {

/// Checks that an untrusted block of `available` words is laid out as `pack` lays out an
/// OverlayCell: counts and offsets inside the block, gates and lists ascending, component numbers
/// below their count, no cost from a gate to itself. After that every member may be called; what
/// ids mean outside the cell is for validate_cells.
Result<Done> validate_block(const std::uint32_t* words, std::size_t available);

}  // namespace portolan::detail
