#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "portolan/core/geometry.h"
#include "portolan/core/narrow.h"
#include "portolan/core/result.h"
#include "portolan/core/vec3.h"

namespace portolan {

inline constexpr std::uint32_t kAreaCount = 64;  ///< Area types are numbered below this.

inline constexpr std::uint32_t kMaxPolygons = 1u << 26;
inline constexpr std::uint32_t kMaxCorners = 1024;       ///< Of one polygon.
inline constexpr std::uint32_t kMaxDoorways = 2048;      ///< Portals and ends of links of one.
inline constexpr std::uint32_t kMaxPolygonsAtEdge = 32;  ///< As many sheets meet nowhere.

/// Whether a point is made of numbers, and near enough to the origin for its length to be one.
bool is_usable(const Vec3& point);

/// The border that two polygons share, or the part of it that can be crossed.
struct Portal {
  Vec3 ends[2];                 ///< As seen when going from polygons[0] to [1]: left, then right.
  std::uint32_t polygons[2];    ///< Different from each other.
  bool ways[2] = {true, true};  ///< Whether it may be crossed from polygons[0], from polygons[1].

  Vec3 middle() const { return (ends[0] + ends[1]) * 0.5f; }
};

/// An off-mesh link with the polygons that it begins and ends in.
struct PolygonLink {
  OffMeshLink link;
  std::uint32_t from_polygon;
  std::uint32_t to_polygon;
  std::uint64_t ref = 0;  ///< What the mesh's maker calls it (a dtPolyRef); 0 where unknown.
};

/// Convex polygons as plain arrays: what loaders make and a NavMesh is made from. Their surfaces
/// may lie above each other. Seen from above all go round the same way, whichever.
struct PolygonMesh {
  std::vector<Vec3> vertices;
  std::vector<std::uint32_t> corner_begin{0};  ///< By polygon, and one more.
  std::vector<std::uint32_t> corners;          ///< Indices of vertices, polygon by polygon.
  std::vector<std::uint8_t> areas;             ///< By polygon, below kAreaCount; empty: all 0.
  std::vector<std::uint16_t> flags;            ///< By polygon, bits of the user; empty: all 1.
  std::vector<std::uint64_t> refs;      ///< By polygon, the maker's name for it; may be empty.
  std::vector<std::string> area_names;  ///< By area; may be short.
  std::vector<Portal> portals;
  std::vector<PolygonLink> links;

  std::uint32_t polygon_count() const { return narrow<std::uint32_t>(corner_begin.size()) - 1; }
  std::uint32_t corner_count(std::uint32_t polygon) const {
    return corner_begin[polygon + 1] - corner_begin[polygon];
  }
  const Vec3& corner(std::uint32_t polygon, std::uint32_t i) const {
    return vertices[corners[corner_begin[polygon] + i]];
  }
};

/// Checks the arrays against each other: sizes, indices, numbers that are finite, polygons of at
/// least three corners, portals and links between polygons that exist, no more of them at one
/// polygon than kMaxDoorways: every two of these are a move. The message names the polygon, portal
/// or link.
Result<Done> validate(const PolygonMesh& mesh);

/// Fills in `portals`: one for every two polygons that share an edge, that is, two vertices by
/// index. An edge of three or more polygons gives one for each two of them; fails for one of more
/// than kMaxPolygonsAtEdge. The mesh must be valid.
Result<Done> find_portals(PolygonMesh& mesh);

/// By polygon: its portals and ends of links.
std::vector<std::uint32_t> count_doorways(const PolygonMesh& mesh);

/// "polygon 5, around (1, 0, 2)": for messages.
std::string place_of(const PolygonMesh& mesh, std::uint32_t polygon);

/// The mean of a polygon's corners.
Vec3 centre(const PolygonMesh& mesh, std::uint32_t polygon);

/// Puts the two ends of a portal into the order left, right, by where polygons[0] lies.
void orient(Portal& portal, const PolygonMesh& mesh);

}  // namespace portolan
