#include "portolan/grid/grid_cell.h"

#include <algorithm>

namespace portolan::detail {

void GridCell::open(const GridGraph& graph, const TileRect& rect) {
  graph_ = &graph;
  rect_ = rect;
  origin_ = index(graph.node({rect.x - 1, rect.y - 1}));
  shift_ = static_cast<unsigned>(std::bit_width(static_cast<std::uint32_t>(rect.width + 1)));
  for (unsigned d = 0; d < 8; ++d) {
    local_offset_[d] = kDirections[d].y * (1 << shift_) + kDirections[d].x;
  }
  kinds_.assign(local_count() + 2 * std::size_t{pad()}, kOutside);
  for (std::int32_t y = 0; y < rect.height; ++y) {
    const auto row = kinds_.begin() + static_cast<std::ptrdiff_t>(pad()) + ((y + 1) << shift_) + 1;
    const bool edge = y == 0 || y + 1 == rect.height;
    std::fill(row, row + rect.width, edge ? kBorder : kInterior);
    row[0] = row[rect.width - 1] = kBorder;
  }
}

void GridCell::encode_steps(std::span<const std::uint32_t> locals,
                            std::vector<std::uint8_t>& bytes) const {
  GridRun run{8, 0};
  const auto flush = [&] {
    if (run.length > 0) bytes.push_back(run.byte());
  };
  for (std::size_t i = 1; i < locals.size(); ++i) {
    const auto offset = static_cast<std::int32_t>(locals[i] - locals[i - 1]);
    const auto d =
        static_cast<unsigned>(std::find(local_offset_, local_offset_ + 8, offset) - local_offset_);
    if (d != run.direction || run.length == GridRun::kLongest) {
      flush();
      run = {d, 0};
    }
    ++run.length;
  }
  flush();
}

}  // namespace portolan::detail
