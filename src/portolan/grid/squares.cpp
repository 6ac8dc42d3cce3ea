#include "portolan/grid/squares.h"

#include <vector>

namespace portolan::detail {

Result<Partition> make_square_partition(const Squares& squares, std::uint32_t group,
                                        std::uint32_t levels) {
  std::vector<std::vector<CellId>> parents;
  std::uint32_t columns = squares.columns();
  std::uint32_t rows = squares.rows();
  while (parents.size() + 1 < levels && columns * rows > 1) {
    const std::uint32_t wider = (columns + group - 1) / group;
    std::vector<CellId>& parent = parents.emplace_back();
    for (std::uint32_t y = 0; y < rows; ++y) {
      for (std::uint32_t x = 0; x < columns; ++x)
        parent.push_back(CellId{y / group * wider + x / group});
    }
    columns = wider;
    rows = (rows + group - 1) / group;
  }
  return Partition::make(squares.count(), parents);
}

}  // namespace portolan::detail
