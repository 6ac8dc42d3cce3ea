#pragma once

#include <DetourNavMeshQuery.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <random>
#include <vector>

#include "portolan/detour.h"
#include "tests/recast/recast_testing.h"

namespace portolan::detail {

inline constexpr std::uint8_t kMud = 5;
inline constexpr std::uint16_t kMudFlag = 2;
inline constexpr Vec3 kWest{2, 0, 2}, kEast{38, 0, 2}, kInMud{16, 0, 10};

inline RecastOptions tiles_of(std::uint32_t size) {
  RecastOptions options;
  options.tile_size = size;
  return options;
}

/// A floor with three walls to walk around and a strip of mud that one may go around too.
inline Geometry make_yard() {
  Geometry yard;
  add_floor(yard, 0, 0, 14, 24);
  add_floor(yard, 14, 0, 18, 18, 0, kMud);
  add_floor(yard, 14, 18, 18, 24);
  add_floor(yard, 18, 0, 40, 24);
  add_wall(yard, 10, 0, 16);
  add_wall(yard, 20, 8, 24);
  add_wall(yard, 30, 0, 16);
  return yard;
}

/// Two floors of 12 x 12 m with a gap between them.
inline Geometry make_islands() {
  Geometry islands;
  add_floor(islands, 0, 0, 11, 12);
  add_floor(islands, 13, 0, 24, 12);
  return islands;
}

/// Tells mud from the rest by flags.
inline void give_flags(dtNavMesh& mesh) {
  const DetourPolygons polygons = polygons_of(mesh);
  for (std::uint32_t i = 0; i < polygons.mesh.polygon_count(); ++i) {
    if (polygons.mesh.areas[i] == kMud)
      mesh.setPolyFlags(static_cast<dtPolyRef>(polygons.mesh.refs[i]), kMudFlag);
  }
}

struct Spot {
  dtPolyRef ref = 0;
  std::array<float, 3> point{};
};

struct Found {
  dtStatus status = 0;
  std::vector<dtPolyRef> refs;
};

/// Its first `limit` references.
Found path_of(DetourQuery& query, const dtQueryFilter& filter, const Spot& from, const Spot& to,
              int limit = 4096);

struct Straight {
  dtStatus status = 0;
  std::vector<std::array<float, 3>> points;
  std::vector<unsigned char> flags;
};

/// A mesh with Detour's own query and Portolan's side by side.
class Planned {
 public:
  Planned(const Geometry& geometry, std::uint32_t tile_size)
      : Planned(built(geometry, tiles_of(tile_size)), dtQueryFilter()) {}
  Planned(DetourMesh mesh, const dtQueryFilter& filter);

  dtNavMesh& mesh() const { return *mesh_; }
  const DetourPathfinder& pathfinder() const { return pathfinder_; }
  DetourQuery& query() const { return query_; }
  /// The place nearest to a point that the filter takes, or any.
  Spot spot(const Vec3& at) const { return spot(at, filter_); }
  Spot spot_anywhere(const Vec3& at) const { return spot(at, dtQueryFilter()); }
  Spot random_spot(std::mt19937& random) const;

  Found path(const Spot& from, const Spot& to, int limit = 4096) const;
  Found path(const Vec3& from, const Vec3& to) const { return path(spot(from), spot(to)); }
  Found detour_path(const Spot& from, const Spot& to) const;
  Straight straight_path(const Spot& from, const Spot& to,
                         const std::vector<dtPolyRef>& refs) const;
  bool straight_path_has_link(const Spot& from, const Spot& to,
                              const std::vector<dtPolyRef>& refs) const;

  std::uint8_t area(dtPolyRef ref) const;
  bool is_link(dtPolyRef ref) const { return !index_.find(ref); }
  /// From doorway to doorway along a path, in metres times area costs.
  double cost_of(const Spot& from, const Spot& to, const std::vector<dtPolyRef>& refs) const;
  /// Holds Portolan's answer for a random pair against Detour's; returns whether that was complete.
  bool compare(std::mt19937& random) const;

 private:
  Spot spot(const Vec3& at, const dtQueryFilter& filter) const;
  const PolygonMesh& polygons() const {
    return pathfinder_.find_snapshot(filter_)->mesh().polygons();
  }

  struct Free {
    void operator()(dtNavMeshQuery* query) const { dtFreeNavMeshQuery(query); }
  };
  DetourMesh mesh_;
  dtQueryFilter filter_;
  DetourPathfinder pathfinder_;
  mutable DetourQuery query_;
  RefIndex index_;
  std::unique_ptr<dtNavMeshQuery, Free> detour_;
};

}  // namespace portolan::detail
