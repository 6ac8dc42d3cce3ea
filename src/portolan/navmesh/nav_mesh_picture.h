#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/funnel.h"
#include "portolan/core/vec3.h"
#include "portolan/navmesh/nav_mesh_snapshot.h"
#include "portolan/picture/canvas.h"

/// Pictures of navigation meshes with cells, gates and paths, in memory; io saves them.
namespace portolan::detail {

struct NavMeshPictureOptions {
  std::uint32_t width = 1600;  ///< Side of a square that the mesh fits into, in pixels. [64, 16384]
  unsigned level = 1;  ///< Whose cells are told apart. [1, levels], else the nearest of these.
};

/// A mesh seen from above (x to the right, z down), on which more is drawn in the order of the
/// calls. What lies outside the mesh's bounds is cut off. Not for use by several threads at once.
class NavMeshPicture {
 public:
  static constexpr Colour kGate = palette::kGreen;
  static constexpr Colour kLink = palette::kPurple;

  /// Polygons pale, in a colour for each cell that its neighbours do not have, those of areas with
  /// other costs in the colours of choose_area_colours; the lower the darker, upper storeys over
  /// lower ones; walls dark; gates, the portals between cells, in kGate;
  /// off-mesh links in kLink. Polygons that the metric blocks are grey. Edges between polygons of
  /// one cell are shown where polygons are large enough for it.
  NavMeshPicture(const NavMeshSnapshot& snapshot, const NavMeshPictureOptions& options = {});

  /// A line from point to point with a light rim; `thickness` in pixels, 0 = by the size.
  void draw_path(std::span<const Vec3> path, Colour colour, std::uint32_t thickness = 0);
  void draw_path(std::span<const Waypoint> path, Colour colour, std::uint32_t thickness = 0);
  /// A disc with a light rim, for a start or a goal.
  void draw_marker(const Vec3& point, Colour colour);
  /// A strip below the mesh, with a scale bar after the entries.
  void draw_legend(std::span<const LegendEntry> entries);

  const Picture& picture() const { return canvas_.picture(); }
  double pixels_per_metre() const { return pixels_per_metre_; }
  /// Where a point of the mesh is in the picture.
  Canvas::Point at(const Vec3& point) const;

 private:
  struct Plan;  // which polygon gets which colour

  void draw_mesh(const Plan& plan);
  void draw_surface(const Plan& plan, PolygonId polygon, float height);
  void draw_walls(const Plan& plan, PolygonId polygon);
  void draw_portal(const Plan& plan, const Portal& portal);
  std::vector<Canvas::Point> outline(const PolygonMesh& mesh, PolygonId polygon) const;

  Canvas canvas_;
  Vec3 low_;
  Vec3 high_;
  double pixels_per_metre_ = 1.0;
  double margin_ = 0.0;  ///< Around the mesh, in pixels.
  double thin_ = 0.5;    ///< Half the thickness of walls, in pixels.
};

/// A mesh to draw on: see NavMeshPicture.
NavMeshPicture draw_nav_mesh(const NavMeshSnapshot& snapshot,
                             const NavMeshPictureOptions& options = {});

}  // namespace portolan::detail
