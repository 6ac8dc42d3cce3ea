#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "portolan/core/vec3.h"
#include "portolan/navmesh.h"
#include "portolan/navmesh/mesh_ids.h"
#include "portolan/types.h"

namespace portolan::detail {

inline constexpr std::uint32_t kMaxPolygons = 1u << 26;
inline constexpr std::uint32_t kMaxCorners = 1024;       ///< Of one polygon.
inline constexpr std::uint32_t kMaxDoorways = 2048;      ///< Portals and ends of links of one.
inline constexpr std::uint32_t kMaxPolygonsAtEdge = 32;  ///< As many sheets meet nowhere.

/// Whether a point is made of numbers, and near enough to the origin for its length to be one.
bool is_usable(const Vec3& point);

/// By polygon: its portals and ends of links.
std::vector<std::uint32_t> count_doorways(const PolygonMesh& mesh);

/// "polygon 5, around (1, 0, 2)": for messages.
std::string place_of(const PolygonMesh& mesh, PolygonId polygon);

/// What the mesh calls an area; "area 7" where it has no name for it.
std::string area_name(const PolygonMesh& mesh, std::uint32_t area);

/// The mean of a polygon's corners.
Vec3 centre(const PolygonMesh& mesh, PolygonId polygon);

/// Puts the two ends of a portal into the order left, right, by where polygons[0] lies.
void orient(Portal& portal, const PolygonMesh& mesh);

}  // namespace portolan::detail
