#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/ids.h"
#include "portolan/geometry.h"
#include "portolan/recast/recast_options.h"
#include "portolan/types.h"

namespace portolan::detail {

/// A tile of a TriangleTiles, row by row.
enum class TileId : std::uint32_t {};

/// The grid of tiles over a geometry, seen from above, and the triangles that touch each tile or
/// the border around it, so that a tile is built from these alone.
class TriangleTiles {
 public:
  /// What a tile covers, without its border.
  struct Bounds {
    Vec3 low;
    Vec3 high;
  };

  /// The geometry must have passed `check_geometry`.
  static Result<TriangleTiles> make(const Geometry& geometry, const RecastOptions& options);

  std::uint32_t count() const { return columns_ * rows_; }
  std::uint32_t column(TileId tile) const { return index(tile) % columns_; }
  std::uint32_t row(TileId tile) const { return index(tile) / columns_; }
  const Bounds& bounds() const { return bounds_; }
  bool is_single() const { return single_; }
  /// Width and depth of a tile, in voxels, without its border.
  std::uint32_t width() const { return width_; }
  std::uint32_t depth() const { return depth_; }
  /// Voxels around a tile that are built and thrown away, so that neighbours fit together.
  std::uint32_t border() const { return border_; }
  Bounds tile_bounds(TileId tile) const;
  /// Indices of the geometry's triangles, ascending.
  std::span<const std::uint32_t> triangles(TileId tile) const {
    const std::uint64_t begin = begin_[index(tile)];
    return std::span(triangles_).subspan(begin, begin_[index(tile) + 1] - begin);
  }

 private:
  TriangleTiles() = default;
  Result<Done> measure(const Geometry& geometry, const RecastOptions& options);
  Result<Done> sort_triangles(const Geometry& geometry);
  /// Calls visit(tile) for every tile whose bordered square the triangle's bounding box touches.
  template <class Visit>
  void for_each_tile(const Geometry& geometry, std::uint32_t triangle, Visit visit) const;

  Bounds bounds_;
  float cell_size_ = 0.0f;
  bool single_ = true;
  std::uint32_t columns_ = 1;
  std::uint32_t rows_ = 1;
  std::uint32_t width_ = 0;
  std::uint32_t depth_ = 0;
  std::uint32_t border_ = 0;
  std::vector<std::uint64_t> begin_;  ///< By tile, and one more.
  std::vector<std::uint32_t> triangles_;
};

/// Checks that there are triangles and that all numbers are finite and in range.
Result<Done> check_geometry(const Geometry& geometry);

}  // namespace portolan::detail
