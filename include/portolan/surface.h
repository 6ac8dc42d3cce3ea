/// What a program asks of a navigation mesh beside paths: lines of sight, moves along the surface,
/// the nearest wall, polygons around a place, random places. All for the agent type of the
/// snapshot: what its metric forbids is a wall. The nearest place to a point is
/// NavMeshSnapshot::find_nearest, which gives the places that everything here begins at. Component
/// Portolan::navmesh.
///
///     portolan::SurfaceQuery surface;  // one for each thread
///     const auto from = world->find_nearest({5, 0, 5});
///     const portolan::RayHit seen = surface.cast_ray(*world, *from, {20, 0, 5});
///     if (seen.hit) std::printf("a wall after %.0f %% of it\n", 100 * seen.share);
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "portolan/navmesh.h"
#include "portolan/types.h"

namespace portolan {

/// How far a straight line, seen from above, stays on the surface.
struct RayHit {
  bool hit = false;    ///< Whether a wall ends it.
  float share = 1.0f;  ///< Of the line up to there. [0, 1]
  MeshPlace end;       ///< The place at the wall, or at the line's end, on the surface.
  Vec3 normal;         ///< Of the wall, level, towards the surface; (0, 0, 0) without one.
  std::vector<std::uint32_t> polygons;  ///< From the start's to the end's, each beside the next.
};

/// Where one gets to who walks straight at a point and slides along the walls in between.
struct SurfaceMove {
  MeshPlace end;
  std::vector<std::uint32_t> polygons;  ///< From the start's to the end's, each beside the next.
};

/// The nearest wall.
struct WallHit {
  float distance = 0.0f;      ///< Seen from above, in metres.
  Vec3 point;                 ///< On the wall,
  std::uint32_t polygon = 0;  ///< which is an edge of this polygon.
  Vec3 normal;                ///< Level, from the wall to the place that was asked for.
};

/// Answers them; make one for each thread. Allocates nothing after warm-up, results apart. Starts
/// must be places that the agent type can stand on; from others nothing is seen, reached or found.
class SurfaceQuery {
 public:
  SurfaceQuery();
  ~SurfaceQuery();
  SurfaceQuery(SurfaceQuery&&) noexcept;
  SurfaceQuery& operator=(SurfaceQuery&&) noexcept;

  /// The line of sight from a place towards a point, whose height does not count. Off-mesh links
  /// are not followed.
  RayHit cast_ray(const NavMeshSnapshot& snapshot, const MeshPlace& start, const Vec3& to);
  void cast_ray(const NavMeshSnapshot& snapshot, const MeshPlace& start, const Vec3& to,
                RayHit& hit);

  /// The place nearest to a point, seen from above, that is reached without leaving the circle
  /// around both. For short moves, such as those of a frame; off-mesh links are not followed.
  SurfaceMove move_along(const NavMeshSnapshot& snapshot, const MeshPlace& start, const Vec3& to);
  void move_along(const NavMeshSnapshot& snapshot, const MeshPlace& start, const Vec3& to,
                  SurfaceMove& move);

  /// The wall nearest to a place, seen from above; nothing where none is within `radius` metres.
  std::optional<WallHit> find_wall(const NavMeshSnapshot& snapshot, const MeshPlace& place,
                                   float radius);

  /// The polygons that come within `radius` metres of a place, seen from above, and are reached
  /// from it without leaving that circle, over off-mesh links too; the place's own first.
  void find_polygons_around(const NavMeshSnapshot& snapshot, const MeshPlace& place, float radius,
                            std::vector<std::uint32_t>& polygons);

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

/// Draws places to stand on, all spots of ground, seen from above, equally likely. The same seed
/// gives the same places on every machine. Making one looks at every polygon; one for each thread.
/// It keeps the snapshot alive.
class PlaceDrawer {
 public:
  PlaceDrawer(const NavMeshSnapshot& snapshot, std::uint64_t seed);
  ~PlaceDrawer();
  PlaceDrawer(PlaceDrawer&&) noexcept;
  PlaceDrawer& operator=(PlaceDrawer&&) noexcept;

  /// Nothing where there is no ground.
  std::optional<MeshPlace> draw();
  /// Of the ground that can be reached from a place.
  std::optional<MeshPlace> draw_reachable(const MeshPlace& from);

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace portolan
