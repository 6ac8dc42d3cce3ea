#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "portolan/core/divider.h"
#include "portolan/core/ids.h"
#include "portolan/grid.h"
#include "portolan/hierarchy/partition.h"
#include "portolan/types.h"

namespace portolan::detail {

/// A rectangle of tiles.
struct TileRect {
  std::int32_t x = 0;
  std::int32_t y = 0;
  std::int32_t width = 0;
  std::int32_t height = 0;
};

/// The squares that a grid is cut into: the clusters of HPA*. Those at the right and bottom
/// edge may be narrower.
class Squares {
 public:
  static constexpr std::uint32_t kMinSide = 2;
  static constexpr std::uint32_t kMaxSide = 256;

  Squares() = default;
  Squares(std::uint32_t width, std::uint32_t height, std::uint32_t side)
      : side_(side),
        width_(width),
        height_(height),
        columns_((width + side - 1) / side),
        rows_((height + side - 1) / side) {}

  std::uint32_t side() const { return side_.divisor(); }
  std::uint32_t columns() const { return columns_; }
  std::uint32_t rows() const { return rows_; }
  std::uint32_t count() const { return columns_ * rows_; }

  CellId at(Tile t) const {
    return CellId{side_.divide(static_cast<std::uint32_t>(t.y)) * columns_ +
                  side_.divide(static_cast<std::uint32_t>(t.x))};
  }
  TileRect rect(CellId cell) const {
    const auto side = static_cast<std::int32_t>(side_.divisor());
    const std::int32_t x = static_cast<std::int32_t>(index(cell) % columns_) * side;
    const std::int32_t y = static_cast<std::int32_t>(index(cell) / columns_) * side;
    return {x, y, std::min(side, static_cast<std::int32_t>(width_) - x),
            std::min(side, static_cast<std::int32_t>(height_) - y)};
  }

 private:
  Divider side_;
  std::uint32_t width_ = 0;
  std::uint32_t height_ = 0;
  std::uint32_t columns_ = 0;
  std::uint32_t rows_ = 0;
};

/// The nested cells of a grid: squares at level 1, then group x group of them make a cell of the
/// next, until `levels` are made or one cell holds everything.
Result<Partition> make_square_partition(const Squares& squares, std::uint32_t group,
                                        std::uint32_t levels);

}  // namespace portolan::detail
