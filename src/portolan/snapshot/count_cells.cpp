#include "portolan/snapshot/count_cells.h"

#include <algorithm>
#include <string>
#include <vector>

namespace portolan::detail {

Result<std::uint32_t> count_cells(std::span<const CellId> cell_of_atom, const char* atom) {
  std::vector<bool> used(cell_of_atom.size(), false);
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < cell_of_atom.size(); ++i) {
    const std::uint32_t cell = index(cell_of_atom[i]);
    if (cell >= used.size()) {
      return Error{std::string(atom)
                       .append(" ")
                       .append(std::to_string(i))
                       .append(" lies in no cell: there can be no cell ")
                       .append(std::to_string(cell))
                       .append(", since they are numbered from 0 and at most as many as the ")
                       .append(atom)
                       .append("s")};
    }
    used[cell] = true;
    count = std::max(count, cell + 1);
  }
  const auto empty = std::find(used.begin(), used.begin() + count, false) - used.begin();
  if (empty == count) return count;
  return Error{std::string("cell ")
                   .append(std::to_string(empty))
                   .append(" holds no ")
                   .append(atom)
                   .append("s; number the cells without gaps")};
}

}  // namespace portolan::detail
