#include "portolan/navmesh/polygon_raster.h"

#include "portolan/core/id_range.h"
#include "portolan/core/narrow.h"
#include "portolan/navmesh/flat.h"

namespace portolan::detail {
namespace {

constexpr double kSquaresEach = 4.0;     // wanted, by polygon,
constexpr double kMostAlong = 8192.0;    // but no more than this along a side
constexpr std::size_t kListedEach = 16;  // at most, by polygon
constexpr float kRasterMargin = 0.1f;    // by a square's side
constexpr double kLineRounding = 1e-6;   // by the farthest coordinate

}  // namespace

PolygonRaster::PolygonRaster(const PolygonMesh& mesh) {
  const std::uint32_t count = mesh.polygon_count();
  if (count == 0) return;
  const IdVector<PolygonId, SpaceBox> boxes = wide_boxes(mesh);
  SpaceBox all = boxes.front();
  for (const SpaceBox& box : boxes) all = {lesser(all.low, box.low), greater(all.high, box.high)};
  const Vec3 far = greater(all.high, all.low * -1.0f);
  for (const PolygonId polygon : IdRange<PolygonId>(count))
    outlines_.push_back(
        make_outline(mesh, polygon, kLineRounding * double{std::max(far.x, far.z)}));
  const double x = double{all.high.x} - double{all.low.x};
  const double z = double{all.high.z} - double{all.low.z};
  double side =
      std::max({std::sqrt(x * z / (kSquaresEach * count)), std::max(x, z) / kMostAlong, 1e-3});
  while (!list(boxes, all, side)) side *= 2.0;
}

/// Seen from above a polygon lies on one side of each of its edges; where rounding made it bulge,
/// of a line beside the edge.
PolygonRaster::Outline PolygonRaster::make_outline(const PolygonMesh& mesh, PolygonId polygon,
                                                   double rounding) {
  const SpaceBox box = corner_box(mesh, polygon);
  Outline outline;
  outline.low = box.low.y - excess(box);
  outline.high = box.high.y + excess(box);
  const std::uint32_t corners = mesh.corner_count(index(polygon));
  for (std::uint32_t i = 0; i < std::min(corners, Outline::kLines); ++i) {
    const Vec3 out = inward_normal(mesh, polygon, i) * -1.0f;
    double most = -std::numeric_limits<double>::infinity();
    for (std::uint32_t k = 0; k < corners; ++k)
      most = std::max(most, dot(flat(out), flat(mesh.corner(index(polygon), k))));
    outline.x[i] = out.x;
    outline.z[i] = out.z;
    outline.most[i] = static_cast<float>(most + rounding + double{excess(box)});
  }
  return outline;
}

/// Lists polygons by squares of this side; false where there would be too many.
bool PolygonRaster::list(const IdVector<PolygonId, SpaceBox>& boxes, const SpaceBox& all,
                         double side) {
  low_x_ = all.low.x;
  low_z_ = all.low.z;
  per_metre_ = static_cast<float>(1.0 / side);
  margin_ = kRasterMargin * static_cast<float>(side);
  columns_ = rows_ = static_cast<std::uint32_t>(kMostAlong) + 2;
  columns_ = column(all.high.x) + 1;
  rows_ = row(all.high.z) + 1;
  begin_.assign(std::size_t{columns_} * rows_ + 1, 0);
  const auto for_each_square = [&](const SpaceBox& box, auto&& f) {
    const std::uint32_t last_row = row(box.high.z + margin_);
    const std::uint32_t last_column = column(box.high.x + margin_);
    for (std::uint32_t r = row(box.low.z - margin_); r <= last_row; ++r)
      for (std::uint32_t c = column(box.low.x - margin_); c <= last_column; ++c)
        f(std::size_t{r} * columns_ + c);
  };
  std::size_t listed = 0;
  for (const SpaceBox& box : boxes) {
    for_each_square(box, [&](std::size_t square) { ++begin_[square + 1], ++listed; });
    if (listed > kListedEach * boxes.size()) return false;
  }
  for (std::size_t square = 1; square < begin_.size(); ++square)
    begin_[square] += begin_[square - 1];
  polygons_.resize(listed);
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  for (const PolygonId polygon : IdRange<PolygonId>(narrow<std::uint32_t>(boxes.size())))
    for_each_square(boxes[polygon],
                    [&](std::size_t square) { polygons_[next[square]++] = polygon; });
  return true;
}

std::size_t PolygonRaster::bytes() const {
  return (begin_.capacity() + polygons_.capacity()) * sizeof(std::uint32_t) +
         outlines_.capacity() * sizeof(Outline);
}

}  // namespace portolan::detail
