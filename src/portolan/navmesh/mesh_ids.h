#pragma once

#include <cstdint>

#include "portolan/core/ids.h"
#include "portolan/navmesh.h"

/// Public types name polygons by plain numbers, which index the user's own arrays; inside they are
/// ids of their own, since nearly everything else about a mesh is numbered as well.
namespace portolan::detail {

/// A polygon of a PolygonMesh: the index of its arrays by polygon.
enum class PolygonId : std::uint32_t {};

/// A doorway in the order of a PolygonMesh: its portals first, then for each link its beginning and
/// its end. The base graph has the same doorways as nodes, numbered cell by cell.
enum class DoorwayId : std::uint32_t {};

/// Polygons of which each can be reached from each other. Steps from one component to another go to
/// smaller numbers, one way.
enum class StrongComponentId : std::uint32_t {};

inline constexpr PolygonId kNoPolygon{0xFFFF'FFFFu};
inline constexpr StrongComponentId kNoStrongComponent{0xFFFF'FFFFu};

inline PolygonId polygon_of(const MeshPlace& place) { return PolygonId{place.polygon}; }

}  // namespace portolan::detail
