#include "portolan/navmesh/polygon_mesh.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <tuple>
#include <utility>

#include "portolan/core/joined_text.h"
#include "portolan/navmesh/validate_polygon_mesh.h"

namespace portolan::detail {
namespace {

std::string shown(const Vec3& point) {
  char text[64];
  std::snprintf(text, sizeof text, "(%g, %g, %g)", double{point.x}, double{point.y},
                double{point.z});
  return text;
}

/// One side of an edge, the lower vertex first so that the two sides of an edge are equal.
struct Side {
  std::uint32_t low, high;
  PolygonId polygon;
  bool same_edge(const Side& other) const { return low == other.low && high == other.high; }
};

std::vector<Side> sorted_sides(const PolygonMesh& mesh) {
  std::vector<Side> sides;
  sides.reserve(mesh.corners.size());
  for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
    const std::uint32_t begin = mesh.corner_begin[p];
    const std::uint32_t count = mesh.corner_count(p);
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto [low, high] =
          std::minmax(mesh.corners[begin + i], mesh.corners[begin + (i + 1) % count]);
      if (low != high) sides.push_back({low, high, PolygonId{p}});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return std::tie(a.low, a.high, a.polygon) < std::tie(b.low, b.high, b.polygon);
  });
  return sides;
}

}  // namespace

bool is_usable(const Vec3& point) {
  constexpr float kFar = 1e7f;
  return std::abs(point.x) <= kFar && std::abs(point.y) <= kFar && std::abs(point.z) <= kFar;
}

std::vector<std::uint32_t> count_doorways(const PolygonMesh& mesh) {
  std::vector<std::uint32_t> doorways(mesh.polygon_count(), 0);
  for (const Portal& portal : mesh.portals) {
    for (const std::uint32_t polygon : portal.polygons) ++doorways[polygon];
  }
  for (const PolygonLink& link : mesh.links) {
    ++doorways[link.from_polygon];
    ++doorways[link.to_polygon];
  }
  return doorways;
}

std::string place_of(const PolygonMesh& mesh, PolygonId polygon) {
  return joined_text("polygon ", index(polygon), ", around ", shown(centre(mesh, polygon)));
}

Vec3 centre(const PolygonMesh& mesh, PolygonId polygon) {
  const std::uint32_t count = mesh.corner_count(index(polygon));
  Vec3 sum;
  for (std::uint32_t i = 0; i < count; ++i) sum = sum + mesh.corner(index(polygon), i);
  return sum * (1.0f / static_cast<float>(count));
}

void orient(Portal& portal, const PolygonMesh& mesh) {
  const Vec3 from = centre(mesh, PolygonId{portal.polygons[0]});
  if (area_from_above(from, portal.middle(), portal.ends[0]) < 0.0f)
    std::swap(portal.ends[0], portal.ends[1]);
}

std::string area_name(const PolygonMesh& mesh, std::uint32_t area) {
  if (area < mesh.area_names.size() && !mesh.area_names[area].empty()) return mesh.area_names[area];
  return joined_text("area ", area);
}

}  // namespace portolan::detail

namespace portolan {

Result<Done> find_portals(PolygonMesh& mesh) {
  using namespace detail;
  if (auto valid = validate(mesh); !valid) return valid;
  const std::vector<Side> sides = sorted_sides(mesh);
  mesh.portals.clear();
  for (std::size_t first = 0; first < sides.size();) {
    std::size_t end = first + 1;
    while (end < sides.size() && sides[end].same_edge(sides[first])) ++end;
    if (end - first > kMaxPolygonsAtEdge) {
      const auto& [low, high, polygon] = sides[first];
      return Error{joined_text("the edge between vertex ", low, " at ", shown(mesh.vertices[low]),
                               " and vertex ", high, " at ", shown(mesh.vertices[high]),
                               " is that of ", end - first, " polygons, polygon ", index(polygon),
                               " first; at most ", kMaxPolygonsAtEdge,
                               " may share one: remove those that lie on each other")};
    }
    for (std::size_t a = first; a < end; ++a) {
      for (std::size_t b = a + 1; b < end; ++b) {
        if (sides[a].polygon == sides[b].polygon) continue;
        Portal portal{{mesh.vertices[sides[a].low], mesh.vertices[sides[a].high]},
                      {index(sides[a].polygon), index(sides[b].polygon)}};
        detail::orient(portal, mesh);
        mesh.portals.push_back(portal);
      }
    }
    first = end;
  }
  return Done{};
}

}  // namespace portolan
