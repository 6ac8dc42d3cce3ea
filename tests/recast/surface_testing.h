#pragma once

#include <DetourNavMeshQuery.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "portolan/navmesh/place_drawer.h"
#include "portolan/navmesh/surface_queries.h"
#include "portolan/recast/mset.h"
#include "tests/recast/recast_testing.h"

namespace portolan::detail {

/// A mesh as Portolan and as Detour have it, side by side, for one agent type.
class TwoSides {
 public:
  static constexpr std::uint8_t kMud = 5;

  /// Mud is forbidden where `dry` is set.
  explicit TwoSides(const DetourMesh& mesh, bool dry = false) : mesh_(mesh) {
    NavMeshMetric metric;
    const DetourPolygons polygons = polygons_of(*mesh);
    if (dry) {
      for (std::uint32_t p = 0; p < polygons.mesh.polygon_count(); ++p) {
        if (polygons.mesh.areas[p] == kMud)
          mesh_->setPolyFlags(static_cast<dtPolyRef>(polygons.mesh.refs[p]), 2);
      }
      metric.exclude_flags = 2;
      filter.setExcludeFlags(2);
    }
    auto nav_mesh = NavMesh::make(polygons_of(*mesh).mesh);
    snapshot = *NavMeshSnapshot::build(*nav_mesh, metric);
    index = polygons.index;
    detour.reset(dtAllocNavMeshQuery());
    if (dtStatusFailed(detour->init(mesh_.get(), 4096))) throw std::runtime_error("no query");
  }

  const PolygonMesh& polygons() const { return snapshot.mesh().polygons(); }
  dtPolyRef ref(std::uint32_t polygon) const {
    return static_cast<dtPolyRef>(polygons().refs[polygon]);
  }
  std::vector<std::uint32_t> polygons_of_refs(const dtPolyRef* refs, int count) const {
    std::vector<std::uint32_t> found;
    for (int i = 0; i < count; ++i) {
      if (const auto polygon = index.find(refs[i]))
        found.push_back(portolan::detail::index(*polygon));
    }
    return found;
  }

  NavMeshSnapshot snapshot;
  dtQueryFilter filter;
  RefIndex index;
  struct Free {
    void operator()(dtNavMeshQuery* query) const { dtFreeNavMeshQuery(query); }
  };
  std::unique_ptr<dtNavMeshQuery, Free> detour;

 private:
  DetourMesh mesh_;
};

/// A hilly yard with walls, mud, an island and links.
inline Geometry make_park() {
  Geometry park;
  add_floor(park, 0, 0, 14, 24);
  add_floor(park, 14, 0, 18, 18, 0, TwoSides::kMud);
  add_floor(park, 14, 18, 18, 24);
  add_floor(park, 18, 0, 40, 24);
  add_ramp(park, 40, 0, 50, 3, 0, 24);
  add_floor(park, 50, 0, 60, 24, 3);
  add_floor(park, 64, 0, 74, 24, 3);
  add_wall(park, 10, 0, 16);
  add_wall(park, 20, 8, 24);
  add_wall(park, 30, 0, 16);
  park.links.push_back({{58, 3, 12}, {66, 3, 12}, false});
  return park;
}

/// A case to compare on. In tiled meshes edges are open in parts.
struct SurfaceCase {
  std::string name;
  DetourMesh mesh;
  bool tiled;
  bool dry;
};

/// Generated ones, and real ones where they are there.
inline std::vector<SurfaceCase> surface_cases() {
  std::vector<SurfaceCase> cases;
  for (const bool dry : {false, true}) {
    cases.push_back({dry ? "park, dry" : "park", built(make_park()), false, dry});
    RecastOptions tiled;
    tiled.tile_size = 32;
    cases.push_back({dry ? "tiled park, dry" : "tiled park", built(make_park(), tiled), true, dry});
  }
  for (const char* scene : {"nav_test.bin", "dungeon.bin", "fd_e1m5.bin", "city.bin"}) {
    if (mset_folder().empty()) continue;
    auto mesh = parse_mset(bytes_of_file(mset_folder() / scene), scene);
    if (mesh) cases.push_back({scene, *mesh, false, false});
  }
  return cases;
}

inline Vec3 vec3_of(const float* v) { return {v[0], v[1], v[2]}; }
inline double level_distance(const Vec3& a, const Vec3& b) { return length(flat(a) - flat(b)); }

/// Calls compare(sides, start, goal, case) for random places and points up to `reach` metres away.
inline void for_random_pairs(int count, double reach,
                             const std::function<void(const TwoSides&, const MeshPlace&,
                                                      const Vec3&, const SurfaceCase&)>& compare) {
  for (const SurfaceCase& c : surface_cases()) {
    SCOPED_TRACE(c.name);
    const TwoSides sides(c.mesh, c.dry);
    PlaceDrawer drawer(sides.snapshot, 5);
    Random random(9);
    for (int i = 0; i < count; ++i) {
      const auto start = drawer.draw();
      ASSERT_TRUE(start);
      const double angle = random.unit() * 6.2831853;
      const double away = random.unit() * reach;
      const Vec3 goal = start->point + Vec3{static_cast<float>(away * std::cos(angle)), 0.0f,
                                            static_cast<float>(away * std::sin(angle))};
      compare(sides, *start, goal, c);
    }
  }
}

/// How often two answers agreed; a few may differ where a ray grazes a corner.
struct Agreement {
  int all = 0;
  int same = 0;
  void add(bool agrees) {
    ++all;
    same += agrees;
  }
  double share() const { return static_cast<double>(same) / all; }
};

}  // namespace portolan::detail
