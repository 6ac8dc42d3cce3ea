#include "portolan/validation/validate_cell_numbers.h"

#include <algorithm>
#include <vector>

#include "portolan/core/joined_text.h"

namespace portolan::detail {

Result<std::uint32_t> validate_cell_numbers(std::span<const CellId> cell_of_atom,
                                            const char* atom) {
  std::vector<bool> used(cell_of_atom.size(), false);
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < cell_of_atom.size(); ++i) {
    const std::uint32_t cell = index(cell_of_atom[i]);
    if (cell >= used.size()) {
      return Error{joined_text(atom, " ", i, " lies in no cell: there can be no cell ", cell,
                               ", since they are numbered from 0 and at most as many as the ", atom,
                               "s")};
    }
    used[cell] = true;
    count = std::max(count, cell + 1);
  }
  const auto empty = std::find(used.begin(), used.begin() + count, false) - used.begin();
  if (empty == count) return count;
  return Error{joined_text("cell ", empty, " holds no ", atom, "s; number the cells without gaps")};
}

}  // namespace portolan::detail
