#include "portolan/navmesh/polygon_mesh.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <tuple>
#include <utility>

#include "portolan/core/narrow.h"

namespace portolan::detail {
namespace {

std::string numbered(const char* what, std::size_t number) {
  return std::string(what).append(" ").append(std::to_string(number));
}

std::string shown(const Vec3& point) {
  char text[64];
  std::snprintf(text, sizeof text, "(%g, %g, %g)", double{point.x}, double{point.y},
                double{point.z});
  return text;
}

template <class T>
Result<Done> check_size(const std::vector<T>& values, std::uint32_t polygons, const char* what) {
  if (values.empty() || values.size() == polygons) return Done{};
  return Error{numbered(what, values.size())
                   .append(" are given for ")
                   .append(std::to_string(polygons))
                   .append(" polygons: give one for each, or none")};
}

Result<Done> check_polygons(const PolygonMesh& mesh) {
  const auto& begin = mesh.corner_begin;
  if (begin.empty() || begin.front() != 0 || begin.back() != mesh.corners.size())
    return Error{"corner_begin must go from 0 to the number of corners"};
  if (begin.size() - 1 > kMaxPolygons) {
    return Error{
        numbered("a mesh holds at most", kMaxPolygons).append(" polygons: split the world")};
  }
  for (std::size_t p = 0; p + 1 < begin.size(); ++p) {
    if (begin[p + 1] < begin[p] || begin[p + 1] > mesh.corners.size())
      return Error{numbered("polygon", p).append(" has corners that do not exist")};
    if (begin[p + 1] - begin[p] < 3)
      return Error{numbered("polygon", p).append(" has fewer than three corners: remove it")};
    if (begin[p + 1] - begin[p] > kMaxCorners)
      return Error{numbered("polygon", p).append(" has more than 1024 corners: cut it")};
    for (std::uint32_t k = begin[p]; k < begin[p + 1]; ++k) {
      if (mesh.corners[k] >= mesh.vertices.size()) {
        return Error{numbered("polygon", p)
                         .append(numbered(" names vertex", mesh.corners[k]))
                         .append(numbered(", but there are only", mesh.vertices.size()))};
      }
    }
  }
  for (std::size_t p = 0; p < mesh.areas.size(); ++p) {
    if (mesh.areas[p] >= kAreaCount)
      return Error{numbered("polygon", p).append(" has an area type above 63")};
  }
  return Done{};
}

Result<Done> check_joints(const PolygonMesh& mesh) {
  constexpr std::size_t kMostDoorways = std::size_t{1} << 30;
  if (mesh.portals.size() > kMostDoorways ||
      mesh.links.size() > (kMostDoorways - mesh.portals.size()) / 2) {
    return Error{numbered("a mesh holds at most", kMostDoorways)
                     .append(" portals and ends of links: split the world")};
  }
  const std::uint32_t count = mesh.polygon_count();
  for (std::size_t i = 0; i < mesh.portals.size(); ++i) {
    const Portal& portal = mesh.portals[i];
    if (portal.polygons[0] >= count || portal.polygons[1] >= count)
      return Error{numbered("portal", i).append(" names a polygon that does not exist")};
    if (portal.polygons[0] == portal.polygons[1])
      return Error{numbered("portal", i).append(" joins a polygon with itself: remove it")};
    if (!is_usable(portal.ends[0]) || !is_usable(portal.ends[1]))
      return Error{numbered("portal", i).append(" has an end that is no point within 1e7 m")};
  }
  for (std::size_t i = 0; i < mesh.links.size(); ++i) {
    const PolygonLink& l = mesh.links[i];
    if (l.from_polygon >= count || l.to_polygon >= count)
      return Error{numbered("link", i).append(" names a polygon that does not exist")};
    if (!is_usable(l.link.from) || !is_usable(l.link.to))
      return Error{numbered("link", i).append(" has an end that is no point within 1e7 m")};
    if (std::isnan(l.link.cost) || l.link.cost > 1e7f)
      return Error{numbered("link", i).append(" has a cost that is no number up to 1e7")};
    if (l.link.area >= kAreaCount)
      return Error{numbered("link", i).append(" has an area type above 63")};
  }
  return Done{};
}

Result<Done> check_doorways(const PolygonMesh& mesh) {
  const std::vector<std::uint32_t> doorways = count_doorways(mesh);
  const auto most = std::max_element(doorways.begin(), doorways.end());
  if (most == doorways.end() || *most <= kMaxDoorways) return Done{};
  return Error{place_of(mesh, PolygonId{narrow<std::uint32_t>(most - doorways.begin())})
                   .append(numbered(", has too many doorways:", *most))
                   .append(" portals and ends of links")
                   .append(numbered(", and at most", kMaxDoorways))
                   .append(" can be: cut it, or remove some")};
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

Result<Done> validate(const PolygonMesh& mesh) {
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    if (!is_usable(mesh.vertices[v]))
      return Error{numbered("vertex", v).append(" is no point within 1e7 m of the origin")};
  }
  const auto polygons = check_polygons(mesh);
  if (!polygons) return polygons.error();
  const std::uint32_t count = mesh.polygon_count();
  for (const auto& checked :
       {check_size(mesh.areas, count, "areas:"), check_size(mesh.flags, count, "flags:"),
        check_size(mesh.refs, count, "refs:")}) {
    if (!checked) return checked.error();
  }
  if (auto joints = check_joints(mesh); !joints) return joints;
  return check_doorways(mesh);
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
  return numbered("polygon", index(polygon))
      .append(", around ")
      .append(shown(centre(mesh, polygon)));
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
      return Error{numbered("the edge between vertex", low)
                       .append(" at ")
                       .append(shown(mesh.vertices[low]))
                       .append(numbered(" and vertex", high))
                       .append(" at ")
                       .append(shown(mesh.vertices[high]))
                       .append(numbered(" is that of", end - first))
                       .append(numbered(" polygons, polygon", index(polygon)))
                       .append(numbered(" first; at most", kMaxPolygonsAtEdge))
                       .append(" may share one: remove those that lie on each other")};
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
