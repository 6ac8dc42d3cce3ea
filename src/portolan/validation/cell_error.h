#pragma once

#include <string_view>

#include "portolan/core/joined_text.h"
#include "portolan/hierarchy/partition.h"
#include "portolan/types.h"

namespace portolan::detail {

/// "cell 3 of level 2: its gates do not ascend": how every check names a cell that is refused.
inline Error cell_error(const Partition& partition, CellHandle cell, std::string_view problem) {
  return Error{joined_text("cell ", index(partition.cell(cell)), " of level ",
                           partition.level(cell), ": ", problem)};
}

}  // namespace portolan::detail
