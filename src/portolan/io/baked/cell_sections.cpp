#include "portolan/io/baked/cell_sections.h"

#include <cstdint>
#include <span>
#include <string>

namespace portolan::detail {

void write_parents(const Partition& partition, ByteWriter& out) {
  out.u32(partition.levels());
  for (unsigned level = 1; level < partition.levels(); ++level) {
    std::vector<CellId> parents(partition.cell_count(level));
    for (std::uint32_t c = 0; c < parents.size(); ++c) {
      parents[c] = partition.cell(partition.parent(partition.handle(level, CellId{c})));
    }
    out.array(parents);
  }
}

void write_cells(const std::vector<CellWords>& cells, ByteWriter& out) {
  std::vector<std::uint64_t> begins{0};
  for (const CellWords& cell : cells)
    begins.push_back(begins.back() + OverlayCell(cell.get()).word_count());
  out.array(begins);
  out.begin_array(begins.back());
  for (const CellWords& cell : cells)
    out.borrow(std::as_bytes(std::span(cell.get(), OverlayCell(cell.get()).word_count())));
}

PiecedBytes cell_bytes(const std::vector<CellWords>& cells) {
  ByteWriter out;
  write_cells(cells, out);
  return out.take_pieces();
}

std::vector<CellWords> read_cells(ByteReader& in, const SharedBytes& file) {
  const auto begins = in.view<std::uint64_t>();
  const auto words = in.view<std::uint32_t>();
  std::vector<CellWords> cells;
  if (in.ok() && (begins.empty() || begins.front() != 0 || begins.back() != words.size())) {
    in.fail("the cells do not fill their section");
  }
  for (std::size_t c = 0; in.ok() && c + 1 < begins.size(); ++c) {
    if (begins[c] >= begins[c + 1] || begins[c + 1] > words.size() ||
        words[begins[c]] != begins[c + 1] - begins[c]) {
      in.fail("cell " + std::to_string(c) + " is not as long as it says");
      break;
    }
    cells.emplace_back(file.data, words.data() + begins[c]);
  }
  if (!in.ok()) cells.clear();
  return cells;
}

}  // namespace portolan::detail
