/// A level as triangles: what navigation meshes and terrain are made from.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "portolan/types.h"

namespace portolan {

/// A connection that no surface shows: a jump, a ladder, a lift, a teleporter.
struct OffMeshLink {
  Vec3 from;
  Vec3 to;
  bool both_ways = true;
  std::uint8_t area = 0;
  std::uint16_t flags = 1;
  float cost = -1.0f;    ///< In metres, before the area's cost; negative: its length.
  float radius = -1.0f;  ///< How far off the mesh it may end, in metres; negative: as built.
};

/// A column over a convex outline: what can be walked on in it becomes of an area type.
struct AreaVolume {
  std::vector<Vec3> outline;  ///< At least three corners seen from above, going round.
  float low = 0.0f;           ///< Where the column begins, in metres,
  float high = 0.0f;          ///< and where it ends.
  std::uint8_t area = 0;      ///< [0, 62]
};

/// A level as its makers drew it: triangles, each of one area type. Plain data; whoever uses it
/// checks it.
struct Geometry {
  using Triangle = std::array<std::uint32_t, 3>;

  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;      ///< Indices of vertices; seen from above counterclockwise.
  std::vector<std::uint8_t> areas;      ///< By triangle [0, 62]; empty: all 0.
  std::vector<std::string> area_names;  ///< By area; may be shorter than the highest area.
  std::vector<OffMeshLink> links;
  std::vector<AreaVolume> volumes;  ///< Of those that overlap the last one counts.
};

/// The area of a name; nothing where there is none.
inline std::optional<std::uint8_t> find_area(std::span<const std::string> area_names,
                                             std::string_view name) {
  for (std::size_t i = 0; i < area_names.size(); ++i) {
    if (area_names[i] == name) return static_cast<std::uint8_t>(i);
  }
  return std::nullopt;
}

}  // namespace portolan
