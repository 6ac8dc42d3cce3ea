#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "portolan/picture/canvas.h"
#include "portolan/terrain.h"
#include "portolan/terrain/triangle_locator.h"
#include "portolan/terrain/triangle_mesh.h"

/// Pictures of terrain, in memory; io saves them.
namespace portolan::detail {

/// The largest of 1, 2 and 5 times a power of ten that is no more than this, which is above 0: for
/// scales that people read.
double round_below(double value);
/// The smallest that is no less.
double round_above(double value);

/// The ground seen from above (x to the right, z down) and lit from the top left, on which more is
/// drawn in the order of the calls. Mesh and locator must outlive it. Not for use by several
/// threads at once.
class TerrainPicture {
 public:
  /// `side`: of a square that the ground fits into, in pixels. [64, 16384]
  TerrainPicture(const TriangleMesh& mesh, const TriangleLocator& locator,
                 std::uint32_t side = 1200);

  /// All ground, tinted by height, the darker the more difficult it is, with contour lines: so
  /// roads, which are easy, are light. The legend then explains it.
  void draw_relief();
  /// A thin line wherever the height passes a multiple of so many metres; every fifth is darker.
  void draw_contours(double metres);
  /// All ground in the colours of its triangles, shaded as the relief is by `shading`. [0, 1]
  void draw_ground(const std::function<Colour(TriangleId triangle)>& colour_of,
                   double shading = 1.0);
  /// A thin line wherever ground of another number begins.
  void draw_borders(const std::function<std::uint32_t(TriangleId triangle)>& number_of,
                    Colour colour, double share);
  /// A line through the middles of triangles with a light rim, `width` times the thinnest.
  void draw_path(std::span<const std::uint32_t> triangles, Colour colour, double width = 1.0);
  /// The same through points.
  void draw_line(std::span<const Vec3> points, Colour colour, double width = 1.0);
  /// A disc with a light rim, for a start or a goal.
  void draw_marker(float x, float z, Colour colour);
  /// A strip below the ground, with a scale bar after the entries; a second one after a relief: a
  /// scale of heights, and of difficulties where there are any.
  void draw_legend(std::span<const LegendEntry> entries);

  const Picture& picture() const { return canvas_.picture(); }
  double pixels_per_metre() const { return pixels_per_metre_; }

 private:
  Canvas::Point at(double x, double z) const;
  double height_at(std::size_t pixel) const;
  std::vector<LegendEntry> relief_legend() const;
  double shade(TriangleId triangle) const;

  const TriangleMesh& mesh_;
  Box bounds_;
  double pixels_per_metre_ = 1.0;
  double thin_ = 1.0;          // radius of the thinnest path, in pixels
  double exaggeration_ = 1.0;  // of slopes, in the shading
  double most_difficult_ = 0.0;
  double contour_metres_ = 0.0;  // from line to line; 0: no relief was drawn, or it is flat
  bool relief_ = false;
  std::vector<TriangleId> triangle_at_;  // by pixel; kNoTriangle where there is no ground
  Canvas canvas_;
};

/// The colour of a share of the path from near to far, for distances: dark to light. [0, 1]
Colour distance_colour(double share);

}  // namespace portolan::detail
