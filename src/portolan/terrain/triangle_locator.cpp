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

double square_from_above(const Vec3& point, float x, float z) {
  const double dx = double{point.x} - x;
  const double dz = double{point.z} - z;
  return dx * dx + dz * dz;
}

std::uint32_t step_of(float from, float at, float step, std::uint32_t count) {
  const float steps = (at - from) / step;
  return steps > 0.0f ? static_cast<std::uint32_t>(std::min(steps, static_cast<float>(count - 1)))
                      : 0;
}

/// The point of a triangle nearest to another, seen from above, with its height.
Vec3 nearest_point_of(const TriangleMesh& mesh, TriangleId triangle, float x, float z) {
  Vec3 best{x, 0.0f, z};
  if (covers(mesh, triangle, x, z, best.y)) return best;
  const auto& corners = mesh.corners[triangle];
  double least = INFINITY;
  for (unsigned k = 0; k < 3; ++k) {
    const Vec3& a = mesh.vertices[corners[k]];
    const Vec3 along = mesh.vertices[corners[(k + 1) % 3]] - a;
    const double square = double{along.x} * along.x + double{along.z} * along.z;
    const double dot = (double{x} - a.x) * along.x + (double{z} - a.z) * along.z;
    const double share = square > 0.0 ? std::clamp(dot / square, 0.0, 1.0) : 0.0;
    const Vec3 point = a + along * static_cast<float>(share);
    if (const double distance = square_from_above(point, x, z); distance < least) {
      least = distance;
      best = point;
    }
  }
  return best;
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

std::uint64_t TriangleLocator::square_of(const Vec3& point) const {
  const TriangleRaster& raster = mesh_->raster;
  return std::uint64_t{step_of(raster.origin.z, point.z, raster.step_z, raster.rows)} *
             raster.columns +
         step_of(raster.origin.x, point.x, raster.step_x, raster.columns);
}

/// Triangles lie in the order of their squares: the first of a square, or of those behind it, is
/// found by halving.
std::uint32_t TriangleLocator::first_from_square(std::uint64_t square) const {
  std::uint32_t low = 0;
  std::uint32_t high = mesh_->triangle_count();
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (square_of(centre_of(*mesh_, TriangleId{middle})) < square) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

TriangleId TriangleLocator::find_on_raster(float x, float z) const {
  const std::uint64_t square = square_of({x, 0.0f, z});
  float height = 0.0f;
  for (std::uint32_t t = first_from_square(square);
       t < mesh_->triangle_count() && square_of(centre_of(*mesh_, TriangleId{t})) == square; ++t) {
    if (covers(*mesh_, TriangleId{t}, x, z, height)) return TriangleId{t};
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
  struct Bins {
    std::uint32_t first_column, last_column, first_row, last_row;
  };
  const auto bins_of = [&](TriangleId t) {
    const Vec3& a = mesh.vertices[mesh.corners[t][0]];
    const Vec3& b = mesh.vertices[mesh.corners[t][1]];
    const Vec3& c = mesh.vertices[mesh.corners[t][2]];
    return Bins{bin_column(std::min({a.x, b.x, c.x})), bin_column(std::max({a.x, b.x, c.x})),
                bin_row(std::min({a.z, b.z, c.z})), bin_row(std::max({a.z, b.z, c.z}))};
  };
  const auto listed = [&] {
    std::uint64_t sum = 0;
    for (const TriangleId t : mesh.triangles()) {
      const Bins bins = bins_of(t);
      sum += std::uint64_t{bins.last_column - bins.first_column + 1} *
             (bins.last_row - bins.first_row + 1);
    }
    return sum;
  };
  // Triangles that lie on top of each other, as files may have them, take fewer and larger bins.
  constexpr std::uint64_t kListedEach = 16;
  while (side_ > 1 && listed() > kListedEach * mesh.triangle_count()) side_ = (side_ + 1) / 2;
  const auto for_each_bin = [&](TriangleId t, auto&& f) {
    const Bins bins = bins_of(t);
    for (std::uint32_t row = bins.first_row; row <= bins.last_row; ++row) {
      for (std::uint32_t x = bins.first_column; x <= bins.last_column; ++x)
        f(std::size_t{row} * side_ + x);
    }
  };
  begin_.assign(std::size_t{side_} * side_ + 1, 0);
  for (const TriangleId t : mesh.triangles())
    for_each_bin(t, [&](std::size_t bin) { ++begin_[bin + 1]; });
  for (std::size_t k = 1; k < begin_.size(); ++k) begin_[k] += begin_[k - 1];
  triangles_.resize(begin_.back());
  std::vector<std::uint64_t> next(begin_.begin(), begin_.end() - 1);
  for (const TriangleId t : mesh.triangles())
    for_each_bin(t, [&](std::size_t bin) { triangles_[next[bin]++] = t; });
}

TriangleId TriangleLocator::find_in_bins(float x, float z) const {
  const std::size_t bin = std::size_t{bin_row(z)} * side_ + bin_column(x);
  TriangleId best = kNoTriangle;
  float highest = -INFINITY;
  for (std::uint64_t k = begin_[bin]; k < begin_[bin + 1]; ++k) {
    float height = 0.0f;
    if (!covers(*mesh_, triangles_[k], x, z, height) || height <= highest) continue;
    highest = height;
    best = triangles_[k];
  }
  return best;
}

TriangleLocator::Boxes TriangleLocator::boxes() const {
  const TriangleRaster& raster = mesh_->raster;
  if (raster.columns > 0)
    return {raster.origin.x, raster.origin.z, raster.step_x,
            raster.step_z,   raster.columns,  raster.rows};
  return {low_.x, low_.z, (double{high_.x} - low_.x) / side_, (double{high_.z} - low_.z) / side_,
          side_,  side_};
}

/// One search for the nearest point: rows of boxes from the point's own outwards, and each from the
/// point's column outwards, as long as something nearer may lie there.
class TriangleLocator::Nearest {
 public:
  Nearest(const TriangleLocator& locator, float x, float z,
          const std::function<bool(TriangleId)>& wanted)
      : locator_(locator), mesh_(*locator.mesh_), boxes_(locator.boxes()), wanted_(wanted) {
    x_ = x, z_ = z;
    column_ = box_of(x - boxes_.low_x, boxes_.step_x, boxes_.columns);
  }

  std::optional<Vec3> find() {
    const std::uint32_t middle = box_of(z_ - boxes_.low_z, boxes_.step_z, boxes_.rows);
    for (row_ = middle; row_ < boxes_.rows && row_gap(row_) < least_; ++row_) look_along_row();
    for (row_ = middle; row_-- > 0 && row_gap(row_) < least_;) look_along_row();
    return best_;
  }

 private:
  static std::uint32_t box_of(double from_low, double step, std::uint32_t count) {
    return from_low > 0.0 && step > 0.0
               ? static_cast<std::uint32_t>(std::min(from_low / step, double(count - 1)))
               : 0;
  }
  /// The square of how far a box is at least, a little less for what rounding does to its sides.
  static double gap(double at, double low, double step, std::uint32_t box) {
    const double begin = low + box * step;
    const double aside = std::max({0.0, begin - at, at - (begin + step)}) - 1e-3 * step;
    return aside > 0.0 ? aside * aside : 0.0;
  }
  double row_gap(std::uint32_t row) const { return gap(z_, boxes_.low_z, boxes_.step_z, row); }
  bool may_be_nearer(std::uint32_t column) const {
    return gap(x_, boxes_.low_x, boxes_.step_x, column) + row_gap(row_) < least_;
  }

  void look_along_row() {
    if (mesh_.raster.columns > 0) return look_along_raster();
    for (std::uint32_t c = column_; c < boxes_.columns && may_be_nearer(c); ++c) look_into_bin(c);
    for (std::uint32_t c = column_; c-- > 0 && may_be_nearer(c);) look_into_bin(c);
  }
  void look_into_bin(std::uint32_t column) {
    const std::size_t bin = std::size_t{row_} * boxes_.columns + column;
    for (std::uint64_t k = locator_.begin_[bin]; k < locator_.begin_[bin + 1]; ++k)
      offer(locator_.triangles_[k]);
  }
  /// Squares without triangles take no time.
  void look_along_raster() {
    const std::uint64_t first = std::uint64_t{row_} * boxes_.columns;
    const std::uint32_t begin = locator_.first_from_square(first);
    const std::uint32_t at = locator_.first_from_square(first + column_);
    const std::uint32_t end = locator_.first_from_square(first + boxes_.columns);
    const auto column = [&](std::uint32_t t) {
      const Vec3 centre = centre_of(mesh_, TriangleId{t});
      return static_cast<std::uint32_t>(locator_.square_of(centre) - first);
    };
    for (std::uint32_t t = at; t < end && may_be_nearer(column(t)); ++t) offer(TriangleId{t});
    for (std::uint32_t t = at; t-- > begin && may_be_nearer(column(t));) offer(TriangleId{t});
  }

  void offer(TriangleId triangle) {
    if (!wanted_(triangle)) return;
    const Vec3 edge = nearest_point_of(mesh_, triangle, x_, z_);
    const Vec3 inwards = centre_of(mesh_, triangle) - edge;
    constexpr float kLeast = 1.0f / (1 << 20);  // of the line to the centre; the last is all of it
    for (float share = 0.0f; share <= 1.0f; share = std::max(kLeast, 4.0f * share)) {
      Vec3 point = edge + inwards * share;
      const double distance = square_from_above(point, x_, z_);
      if (distance >= least_) return;
      const TriangleId found = locator_.find(point.x, point.z);
      if (found == kNoTriangle || !wanted_(found)) continue;
      covers(mesh_, found, point.x, point.z, point.y);
      least_ = distance;
      best_ = point;
      return;
    }
  }

  const TriangleLocator& locator_;
  const TriangleMesh& mesh_;
  Boxes boxes_;
  const std::function<bool(TriangleId)>& wanted_;
  float x_ = 0.0f;
  float z_ = 0.0f;
  std::uint32_t column_ = 0;
  std::uint32_t row_ = 0;
  double least_ = INFINITY;
  std::optional<Vec3> best_;
};

std::optional<Vec3> TriangleLocator::find_nearest(
    float x, float z, const std::function<bool(TriangleId)>& wanted) const {
  if (!std::isfinite(x) || !std::isfinite(z)) return std::nullopt;
  return Nearest(*this, x, z, wanted).find();
}

}  // namespace portolan::detail
