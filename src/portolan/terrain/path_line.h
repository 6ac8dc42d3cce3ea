#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/funnel.h"
#include "portolan/terrain.h"
#include "portolan/terrain/triangle_mesh.h"

/// Paths over triangles as lines on the ground. A strip is a path from triangle to neighbouring
/// triangle; its start lies in the first one and its goal in the last, seen from above.
namespace portolan::detail {

/// A point moved up or down onto the plane of a triangle.
Vec3 on_ground(const TriangleMesh& mesh, TriangleId triangle, const Vec3& point);

/// Appends the start, the middles of the triangles between, and the goal. Nothing for no strip.
void append_middles(const TriangleMesh& mesh, std::span<const std::uint32_t> strip,
                    const Vec3& start, const Vec3& goal, std::vector<Vec3>& points);

/// How long a line from point to point is.
LineLengths measure_line(std::span<const Vec3> points);

/// Pulls paths straight. Keeps its memory from path to path; one for each thread.
class StripStraightener {
 public:
  /// The shortest line through a strip, seen from above: its start, its turns, which are vertices
  /// of the mesh, and its goal. Nothing for no strip.
  void append_waypoints(const TriangleMesh& mesh, std::span<const std::uint32_t> strip,
                        const Vec3& start, const Vec3& goal, std::vector<Vec3>& waypoints);
  /// The same line on the ground: the start, a point on each edge that it crosses, and the goal.
  void append_crossings(const TriangleMesh& mesh, std::span<const std::uint32_t> strip,
                        const Vec3& start, const Vec3& goal, std::vector<Vec3>& points);

 private:
  /// The vertices at the left and the right end of an edge that is crossed.
  struct Edge {
    std::uint32_t ends[2];
  };
  void pull(const TriangleMesh& mesh, std::span<const std::uint32_t> strip, const Vec3& start,
            const Vec3& goal);
  const Vec3& place_of(const TriangleMesh& mesh, const Turn& turn) const {
    return mesh.vertices[edges_[turn.gap].ends[turn.end]];
  }

  std::vector<Edge> edges_;
  TraceScratch trace_;
};

}  // namespace portolan::detail
