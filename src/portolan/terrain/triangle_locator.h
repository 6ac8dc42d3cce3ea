#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "portolan/terrain/triangle_mesh.h"

namespace portolan::detail {

/// Finds the triangle under a point of the map. On the raster of a height map it needs no memory of
/// its own; other meshes are sorted into bins. Any number of threads may ask.
class TriangleLocator {
 public:
  TriangleLocator() = default;
  explicit TriangleLocator(std::shared_ptr<const TriangleMesh> mesh);

  /// The triangle that a point lies in seen from above, borders included: of several at their edge
  /// the first, of several above one another the highest. kNoTriangle where there is none.
  TriangleId find(float x, float z) const;

  /// The point of the `wanted` triangles nearest to another, seen from above, with its height.
  /// Going by `find` it lies on a wanted triangle: points at an edge are moved inwards by as little
  /// as that takes. Below unwanted ground a triangle counts by its centre at most. None where there
  /// is no such point. Looks around the point, row by row: unwanted triangles on the way take time.
  std::optional<Vec3> find_nearest(float x, float z,
                                   const std::function<bool(TriangleId)>& wanted) const;

  std::size_t bytes() const {
    return begin_.size() * sizeof(begin_[0]) + triangles_.size() * sizeof(triangles_[0]);
  }

 private:
  class Nearest;
  /// The squares of the raster, or the bins: columns and rows of boxes seen from above.
  struct Boxes {
    double low_x, low_z, step_x, step_z;
    std::uint32_t columns, rows;
  };
  Boxes boxes() const;
  std::uint64_t square_of(const Vec3& point) const;
  std::uint32_t first_from_square(std::uint64_t square) const;
  TriangleId find_on_raster(float x, float z) const;
  TriangleId find_in_bins(float x, float z) const;
  void fill_bins();
  std::uint32_t bin_column(float x) const;
  std::uint32_t bin_row(float z) const;

  std::shared_ptr<const TriangleMesh> mesh_;
  Vec3 low_;
  Vec3 high_;
  std::uint32_t side_ = 0;            // bins per row, and rows
  std::vector<std::uint64_t> begin_;  // by bin, and one more
  std::vector<TriangleId> triangles_;
};

}  // namespace portolan::detail
