#include "portolan/navmesh/validate_polygon_mesh.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "portolan/core/joined_text.h"
#include "portolan/core/narrow.h"

namespace portolan::detail {
namespace {

template <class T>
Result<Done> check_size(const std::vector<T>& values, std::uint32_t polygons, const char* what) {
  if (values.empty() || values.size() == polygons) return Done{};
  return Error{joined_text(what, " ", values.size(), " are given for ", polygons,
                           " polygons: give one for each, or none")};
}

Result<Done> check_polygons(const PolygonMesh& mesh) {
  const auto& begin = mesh.corner_begin;
  if (begin.empty() || begin.front() != 0 || begin.back() != mesh.corners.size())
    return Error{"corner_begin must go from 0 to the number of corners"};
  if (begin.size() - 1 > kMaxPolygons) {
    return Error{joined_text("a mesh holds at most ", kMaxPolygons, " polygons: split the world")};
  }
  for (std::size_t p = 0; p + 1 < begin.size(); ++p) {
    if (begin[p + 1] < begin[p] || begin[p + 1] > mesh.corners.size())
      return Error{joined_text("polygon ", p, " has corners that do not exist")};
    if (begin[p + 1] - begin[p] < 3)
      return Error{joined_text("polygon ", p, " has fewer than three corners: remove it")};
    if (begin[p + 1] - begin[p] > kMaxCorners)
      return Error{joined_text("polygon ", p, " has more than 1024 corners: cut it")};
    for (std::uint32_t k = begin[p]; k < begin[p + 1]; ++k) {
      if (mesh.corners[k] >= mesh.vertices.size()) {
        return Error{joined_text("polygon ", p, " names vertex ", mesh.corners[k],
                                 ", but there are only ", mesh.vertices.size())};
      }
    }
  }
  for (std::size_t p = 0; p < mesh.areas.size(); ++p) {
    if (mesh.areas[p] >= kAreaCount)
      return Error{joined_text("polygon ", p, " has an area type above 63")};
  }
  return Done{};
}

Result<Done> check_joints(const PolygonMesh& mesh) {
  constexpr std::size_t kMostDoorways = std::size_t{1} << 30;
  if (mesh.portals.size() > kMostDoorways ||
      mesh.links.size() > (kMostDoorways - mesh.portals.size()) / 2) {
    return Error{joined_text("a mesh holds at most ", kMostDoorways,
                             " portals and ends of links: split the world")};
  }
  const std::uint32_t count = mesh.polygon_count();
  for (std::size_t i = 0; i < mesh.portals.size(); ++i) {
    const Portal& portal = mesh.portals[i];
    if (portal.polygons[0] >= count || portal.polygons[1] >= count)
      return Error{joined_text("portal ", i, " names a polygon that does not exist")};
    if (portal.polygons[0] == portal.polygons[1])
      return Error{joined_text("portal ", i, " joins a polygon with itself: remove it")};
    if (!is_usable(portal.ends[0]) || !is_usable(portal.ends[1]))
      return Error{joined_text("portal ", i, " has an end that is no point within 1e7 m")};
  }
  for (std::size_t i = 0; i < mesh.links.size(); ++i) {
    const PolygonLink& l = mesh.links[i];
    if (l.from_polygon >= count || l.to_polygon >= count)
      return Error{joined_text("link ", i, " names a polygon that does not exist")};
    if (!is_usable(l.link.from) || !is_usable(l.link.to))
      return Error{joined_text("link ", i, " has an end that is no point within 1e7 m")};
    if (std::isnan(l.link.cost) || l.link.cost > 1e7f)
      return Error{joined_text("link ", i, " has a cost that is no number up to 1e7")};
    if (l.link.area >= kAreaCount)
      return Error{joined_text("link ", i, " has an area type above 63")};
  }
  return Done{};
}

Result<Done> check_doorways(const PolygonMesh& mesh) {
  const std::vector<std::uint32_t> doorways = count_doorways(mesh);
  const auto most = std::max_element(doorways.begin(), doorways.end());
  if (most == doorways.end() || *most <= kMaxDoorways) return Done{};
  return Error{
      joined_text(place_of(mesh, PolygonId{narrow<std::uint32_t>(most - doorways.begin())}),
                  ", has too many doorways: ", *most, " portals and ends of links, and at most ",
                  kMaxDoorways, " can be: cut it, or remove some")};
}

}  // namespace

Result<Done> validate(const PolygonMesh& mesh) {
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    if (!is_usable(mesh.vertices[v]))
      return Error{joined_text("vertex ", v, " is no point within 1e7 m of the origin")};
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

}  // namespace portolan::detail
