#include "portolan/terrain/triangle_locator.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace portolan::detail {
namespace {

/// Whether a point lies in a triangle seen from above; then also how high the triangle is there.
bool covers(const TriangleMesh& mesh, TriangleId triangle, float x, float z, float& height) {
  const auto& corners = mesh.corners[triangle];
  const Vec3 p{x, 0.0f, z};
  const Vec3& a = mesh.vertices[corners[0]];
  const Vec3& b = mesh.vertices[corners[1]];
  const Vec3& c = mesh.vertices[corners[2]];
  const float whole = area_from_above(a, b, c);
  if (whole <= 0.0f) return false;
  const float of_a = area_from_above(b, c, p);
  const float of_b = area_from_above(c, a, p);
  const float of_c = area_from_above(a, b, p);
  const float slack = -1e-5f * whole;  // so that no point falls between two triangles
  if (of_a < slack || of_b < slack || of_c < slack) return false;
  height = (of_a * a.y + of_b * b.y + of_c * c.y) / whole;
  return true;
}

std::uint32_t step_of(float from, float at, float step, std::uint32_t count) {
  const float steps = (at - from) / step;
  return steps > 0.0f ? static_cast<std::uint32_t>(std::min(steps, static_cast<float>(count - 1)))
                      : 0;
}

}  // namespace

TriangleLocator::TriangleLocator(std::shared_ptr<const TriangleMesh> mesh)
    : mesh_(std::move(mesh)) {
  if (mesh_->raster.columns == 0) fill_bins();
}

TriangleId TriangleLocator::find(float x, float z) const {
  if (!std::isfinite(x) || !std::isfinite(z)) return kNoTriangle;
  return mesh_->raster.columns > 0 ? find_on_raster(x, z) : find_in_bins(x, z);
}

/// Triangles lie in the order of their squares: those of one are found by halving.
TriangleId TriangleLocator::find_on_raster(float x, float z) const {
  const TriangleRaster& raster = mesh_->raster;
  const auto square_of = [&](float at_x, float at_z) {
    return std::uint64_t{step_of(raster.origin.z, at_z, raster.step_z, raster.rows)} *
               raster.columns +
           step_of(raster.origin.x, at_x, raster.step_x, raster.columns);
  };
  const std::uint64_t wanted = square_of(x, z);
  std::uint32_t low = 0;
  std::uint32_t high = mesh_->triangle_count();
  const auto square = [&](std::uint32_t triangle) {
    const Vec3 centre = centre_of(*mesh_, TriangleId{triangle});
    return square_of(centre.x, centre.z);
  };
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (square(middle) < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  float height = 0.0f;
  for (; low < mesh_->triangle_count() && square(low) == wanted; ++low) {
    if (covers(*mesh_, TriangleId{low}, x, z, height)) return TriangleId{low};
  }
  return kNoTriangle;
}

std::uint32_t TriangleLocator::bin_column(float x) const {
  return step_of(low_.x, x, std::max(high_.x - low_.x, 1e-30f) / static_cast<float>(side_), side_);
}
std::uint32_t TriangleLocator::bin_row(float z) const {
  return step_of(low_.z, z, std::max(high_.z - low_.z, 1e-30f) / static_cast<float>(side_), side_);
}

void TriangleLocator::fill_bins() {
  const TriangleMesh& mesh = *mesh_;
  low_ = {INFINITY, 0, INFINITY};
  high_ = {-INFINITY, 0, -INFINITY};
  for (const Vec3& v : mesh.vertices) {
    low_ = {std::min(low_.x, v.x), 0, std::min(low_.z, v.z)};
    high_ = {std::max(high_.x, v.x), 0, std::max(high_.z, v.z)};
  }
  side_ = static_cast<std::uint32_t>(std::sqrt(static_cast<double>(mesh.triangle_count()))) + 1;
  const auto for_each_bin = [&](TriangleId t, auto&& f) {
    const Vec3& a = mesh.vertices[mesh.corners[t][0]];
    const Vec3& b = mesh.vertices[mesh.corners[t][1]];
    const Vec3& c = mesh.vertices[mesh.corners[t][2]];
    const std::uint32_t last_column = bin_column(std::max({a.x, b.x, c.x}));
    const std::uint32_t last_row = bin_row(std::max({a.z, b.z, c.z}));
    for (std::uint32_t row = bin_row(std::min({a.z, b.z, c.z})); row <= last_row; ++row) {
      for (std::uint32_t x = bin_column(std::min({a.x, b.x, c.x})); x <= last_column; ++x)
        f(std::size_t{row} * side_ + x);
    }
  };
  begin_.assign(std::size_t{side_} * side_ + 1, 0);
  for (const TriangleId t : mesh.triangles())
    for_each_bin(t, [&](std::size_t bin) { ++begin_[bin + 1]; });
  for (std::size_t k = 1; k < begin_.size(); ++k) begin_[k] += begin_[k - 1];
  triangles_.resize(begin_.back());
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  for (const TriangleId t : mesh.triangles())
    for_each_bin(t, [&](std::size_t bin) { triangles_[next[bin]++] = t; });
}

TriangleId TriangleLocator::find_in_bins(float x, float z) const {
  const std::size_t bin = std::size_t{bin_row(z)} * side_ + bin_column(x);
  TriangleId best = kNoTriangle;
  float highest = -INFINITY;
  for (std::uint32_t k = begin_[bin]; k < begin_[bin + 1]; ++k) {
    float height = 0.0f;
    if (!covers(*mesh_, triangles_[k], x, z, height) || height <= highest) continue;
    highest = height;
    best = triangles_[k];
  }
  return best;
}

}  // namespace portolan::detail
