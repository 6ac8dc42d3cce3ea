#pragma once

#include <cstdint>
#include <span>

#include "portolan/core/ids.h"
#include "portolan/types.h"

namespace portolan::detail {

/// The number of cells of level 1, given the cell of each atom. Fails, calling atoms by their name,
/// unless the cells are numbered from 0 and none is empty.
Result<std::uint32_t> validate_cell_numbers(std::span<const CellId> cell_of_atom, const char* atom);

}  // namespace portolan::detail
