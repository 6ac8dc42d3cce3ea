#include "portolan/navmesh/polygon_locator.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "portolan/core/id_range.h"
#include "portolan/core/narrow.h"
#include "portolan/core/platform.h"
#include "portolan/navmesh/nearest_place.h"
#include "portolan/navmesh/polygon_raster.h"

namespace portolan::detail {
namespace {

using Floats = Lanes<float, 4>;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

float coordinate(const Vec3& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

/// How far a coordinate lies outside of each of four ranges.
Floats gaps(const float* low, const float* high, float place) {
  const Floats at{place, place, place, place};
  Floats lows, highs;
  std::memcpy(&lows, low, sizeof lows);
  std::memcpy(&highs, high, sizeof highs);
  Floats gap = lows - at;
  take_greater(gap, at - highs);
  take_greater(gap, Floats{});
  return gap;
}

/// The point of a-b nearest to `point`.
Vec3 nearest_on_segment(const Vec3& a, const Vec3& b, const Vec3& point) {
  const Vec3 along = b - a;
  const float square = dot(along, along);
  const float t = square == 0.0f ? 0.0f : std::clamp(dot(point - a, along) / square, 0.0f, 1.0f);
  return a + along * t;
}

/// The height of the triangle straight above or below a point; false where it is not over it.
bool height_at(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& point, float& height) {
  const float whole = area_from_above(a, b, c);
  if (whole == 0.0f) return false;
  const float u = area_from_above(b, c, point) / whole;
  const float v = area_from_above(c, a, point) / whole;
  const float w = 1.0f - u - v;
  if (u < -kOnEdge || v < -kOnEdge || w < -kOnEdge) return false;
  height = u * a.y + v * b.y + w * c.y;
  return true;
}

/// For a point that is not over the polygon.
Vec3 nearest_on_border(const PolygonMesh& mesh, PolygonId polygon, const Vec3& point) {
  const std::uint32_t begin = mesh.corner_begin[index(polygon)];
  const std::uint32_t end = mesh.corner_begin[index(polygon) + 1];
  const auto vertex = [&](std::uint32_t i) -> const Vec3& {
    return mesh.vertices[mesh.corners[i]];
  };
  Vec3 best;
  float nearest = kInfinity;
  for (std::uint32_t i = begin; i < end; ++i) {
    const Vec3 on_edge = nearest_on_segment(vertex(i), vertex(i + 1 == end ? begin : i + 1), point);
    const float d = dot(on_edge - point, on_edge - point);
    if (d < nearest) {
      nearest = d;
      best = on_edge;
    }
  }
  return best;
}

std::vector<PolygonId> all_polygons(const PolygonMesh& mesh) {
  std::vector<PolygonId> polygons;
  polygons.reserve(mesh.polygon_count());
  for (const PolygonId polygon : IdRange<PolygonId>(mesh.polygon_count()))
    polygons.push_back(polygon);
  return polygons;
}

}  // namespace

Vec3 nearest_point(const PolygonMesh& mesh, PolygonId polygon, const Vec3& point) {
  const std::uint32_t count = mesh.corner_count(index(polygon));
  const auto corner = [&](std::uint32_t i) { return mesh.corner(index(polygon), i); };
  const Vec3 first = corner(0);
  for (std::uint32_t i = 1; i + 1 < count; ++i) {
    float height = 0.0f;
    if (height_at(first, corner(i), corner(i + 1), point, height))
      return {point.x, height, point.z};
  }
  return nearest_on_border(mesh, polygon, point);
}

PolygonLocator::PolygonLocator(const PolygonMesh& mesh)
    : PolygonLocator(mesh, all_polygons(mesh), std::array{0u, mesh.polygon_count()}) {
  raster_ = std::make_shared<const PolygonRaster>(mesh);
}

PolygonLocator::PolygonLocator(const PolygonMesh& mesh, std::vector<PolygonId> polygons,
                               std::span<const std::uint32_t> begin) {
  const IdVector<PolygonId, SpaceBox> boxes = wide_boxes(mesh);
  nodes_.reserve(polygons.size() / 2 + begin.size());
  for (std::size_t k = 0; k + 1 < begin.size(); ++k) {
    const std::size_t count = begin[k + 1] - begin[k];
    if (count > 0) roots_.push_back(build(boxes, std::span(polygons).subspan(begin[k], count)));
  }
}

/// Makes the node of some polygons: they are halved along the longest side of their box, and the
/// halves again.
std::uint32_t PolygonLocator::build(const IdVector<PolygonId, SpaceBox>& boxes,
                                    std::span<PolygonId> polygons) {
  const auto box_of = [&](std::span<const PolygonId> part) {
    SpaceBox box{{kInfinity, kInfinity, kInfinity}, {-kInfinity, -kInfinity, -kInfinity}};
    for (const PolygonId polygon : part) {
      box.low = lesser(box.low, boxes[polygon].low);
      box.high = greater(box.high, boxes[polygon].high);
    }
    return box;
  };
  const auto halve = [&](std::span<PolygonId> part) {
    const SpaceBox box = box_of(part);
    const Vec3 size = box.high - box.low;
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.z >= size.y ? 2 : 1;
    const auto twice_the_middle = [&](PolygonId polygon) {
      return coordinate(boxes[polygon].low + boxes[polygon].high, axis);
    };
    const std::size_t half = part.size() / 2;
    std::nth_element(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(half), part.end(),
                     [&](PolygonId a, PolygonId b) {
                       const float at_a = twice_the_middle(a);
                       const float at_b = twice_the_middle(b);
                       return at_a != at_b ? at_a < at_b : a < b;
                     });
    return std::array{part.first(half), part.subspan(half)};
  };
  const auto at = narrow<std::uint32_t>(nodes_.size());
  nodes_.emplace_back();
  std::size_t lane = 0;
  for (const std::span<PolygonId> side : halve(polygons)) {
    for (const std::span<PolygonId> part : halve(side)) {
      const SpaceBox box = box_of(part);
      const std::uint32_t child = part.empty()       ? 0
                                  : part.size() == 1 ? kLeaf | index(part.front())
                                                     : build(boxes, part);
      Node& node = nodes_[at];
      node.at[lane] = child;
      for (int axis = 0; axis < 3; ++axis) {
        node.low[axis][lane] = coordinate(box.low, axis);
        node.high[axis][lane] = coordinate(box.high, axis);
      }
      ++lane;
    }
  }
  return at;
}

/// Offers what may be nearer than what was found before; `bound` limits the square of the distance
/// to a polygon from below.
template <class Bound, class Wanted>
void PolygonLocator::search(const PolygonMesh& mesh, const Vec3& point, const Vec3& extent,
                            std::uint32_t root, NearestPlace& nearest, Bound&& bound,
                            Wanted&& wanted) const {
  struct Waiting {
    std::uint32_t at;  // as in Node
    float square;      // of its distance
    bool over;         // whether the point may be over polygons of it
  };
  Waiting stack[64];  // three of each level wait, and quarters have few levels
  std::size_t waiting = 0;
  stack[waiting++] = {root, 0.0f, true};
  while (waiting > 0) {
    const Waiting at = stack[--waiting];
    if (at.square > nearest.square) continue;
    if ((at.at & kLeaf) == 0) {
      const Node& node = nodes_[at.at];
      const Floats x = gaps(node.low[0], node.high[0], point.x);
      const Floats y = gaps(node.low[1], node.high[1], point.y);
      const Floats z = gaps(node.low[2], node.high[2], point.z);
      const Floats squares = x * x + y * y + z * z;
      const std::uint32_t over = bits_of(x + z == 0.0f);
      const std::size_t before = waiting;
      for (std::uint32_t near = bits_of((x <= extent.x) & (y <= extent.y) & (z <= extent.z) &
                                        (squares <= nearest.square));
           near != 0; near &= near - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(near));
        std::size_t place = waiting++;  // the nearest on top
        for (; place > before && stack[place - 1].square < squares[lane]; --place)
          stack[place] = stack[place - 1];
        stack[place] = {node.at[lane], squares[lane], (over >> lane & 1) != 0};
      }
      continue;
    }
    const PolygonId polygon{at.at & ~kLeaf};
    if (bound(polygon) > nearest.square) continue;
    const Vec3 on =
        at.over ? nearest_point(mesh, polygon, point) : nearest_on_border(mesh, polygon, point);
    nearest.offer(polygon, on, point, extent, wanted);
  }
}

template <class Wanted>
std::optional<MeshPlace> PolygonLocator::find(const PolygonMesh& mesh, const Vec3& point,
                                              const Vec3& extent, Wanted&& wanted) const {
  if (roots_.empty() || !is_usable(point)) return std::nullopt;
  NearestPlace nearest;
  if (!raster_->find(mesh, point, extent, nearest, wanted)) {
    const auto bound = [&](PolygonId polygon) { return raster_->bound(polygon, point); };
    search(mesh, point, extent, roots_.front(), nearest, bound, wanted);
  }
  return nearest.place;
}

std::optional<MeshPlace> PolygonLocator::find_nearest(
    const PolygonMesh& mesh, const Vec3& point, const Vec3& extent,
    const std::function<bool(std::uint32_t polygon)>& wanted) const {
  if (!wanted) return find(mesh, point, extent, [](PolygonId) { return true; });
  return find(mesh, point, extent, [&](PolygonId polygon) { return wanted(index(polygon)); });
}

std::optional<MeshPlace> PolygonLocator::find_nearer(const PolygonMesh& mesh,
                                                     const PolygonLocator& all, const Vec3& point,
                                                     const Vec3& extent,
                                                     StrongComponentId component,
                                                     const std::optional<MeshPlace>& best) const {
  if (!is_usable(point)) return std::nullopt;
  NearestPlace nearest;
  if (best) nearest = {dot(best->point - point, best->point - point), best};
  const auto bound = [&](PolygonId polygon) { return all.raster_->bound(polygon, point); };
  const auto any = [](PolygonId) { return true; };
  search(mesh, point, extent, roots_[component], nearest, bound, any);
  return nearest.place;
}

std::size_t PolygonLocator::bytes() const {
  return nodes_.capacity() * sizeof(Node) + roots_.capacity() * sizeof(std::uint32_t) +
         (raster_ ? raster_->bytes() : 0);
}

}  // namespace portolan::detail
