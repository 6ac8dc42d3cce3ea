#pragma once

#include <cstdint>
#include <memory>
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

 private:
  TriangleId find_on_raster(float x, float z) const;
  TriangleId find_in_bins(float x, float z) const;
  void fill_bins();
  std::uint32_t bin_column(float x) const;
  std::uint32_t bin_row(float z) const;

  std::shared_ptr<const TriangleMesh> mesh_;
  Vec3 low_;
  Vec3 high_;
  std::uint32_t side_ = 0;            // bins per row, and rows
  std::vector<std::uint32_t> begin_;  // by bin, and one more
  std::vector<TriangleId> triangles_;
};

}  // namespace portolan::detail
