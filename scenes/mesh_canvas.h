#pragma once

#include <array>
#include <cstdint>

#include "portolan/geometry.h"
#include "scenes/random.h"

namespace portolan::detail::scenes {

/// Lengths of a level while it is being made are whole centimetres.
using Cm = std::int32_t;

struct Spot {
  Cm x, y, z;
  friend constexpr bool operator==(const Spot&, const Spot&) = default;
};

/// A rectangle seen from above.
struct Plot {
  Cm x0, z0, x1, z1;
  Cm width() const { return x1 - x0; }
  Cm depth() const { return z1 - z0; }
  Plot shrunk(Cm by) const { return {x0 + by, z0 + by, x1 - by, z1 - by}; }
};

/// Where a square of half side `half` around a point lies.
constexpr Plot plot_around(Cm x, Cm z, Cm half) { return {x - half, z - half, x + half, z + half}; }

/// Where a slope goes up; for other directions, turn the patch.
enum class Uphill : std::uint8_t { kPlusX, kMinusX };

enum class MeshArea : std::uint8_t { kGround, kRoad, kPavement, kLawn };

/// floor(sqrt(n)), n >= 0.
std::int64_t whole_root(std::int64_t n);

/// Geometry while it is being made: simple shapes as triangles. Heights `y0` are the lower and
/// `y1` the upper ones. Triangles without area are left out.
class MeshCanvas {
 public:
  /// From now on a plan drawn in [0, width] x [0, depth] is laid into a quadrangle of the world,
  /// heights on top of its own. The corners of the quadrangle belong to those of the plan at
  /// (0, 0), (0, depth), (width, depth), (width, 0). Straight lines along the edges stay straight,
  /// so what neighbours draw up to a common edge meets.
  void set_patch(Cm width, Cm depth, const std::array<Spot, 4>& corners);

  void triangle(Spot a, Spot b, Spot c, MeshArea area = MeshArea::kGround);
  /// Four corners, counterclockwise seen from the side it faces.
  void quad(Spot a, Spot b, Spot c, Spot d, MeshArea area = MeshArea::kGround);
  /// An upright wall from `a` to `b`; it faces to the right of who walks so, seen from above.
  void wall(Spot a, Spot b, Cm height);

  void floor(Plot plot, Cm y, MeshArea area = MeshArea::kGround);
  /// A floor with a hole, which lies inside `plot`.
  void floor_around(Plot plot, Plot hole, Cm y, MeshArea area = MeshArea::kGround);
  /// The four walls of a box, facing outwards.
  void walls(Plot plot, Cm y0, Cm y1);
  /// Walls and a flat top.
  void box(Plot plot, Cm y0, Cm y1);
  /// A floor in the air, with an underside and edges.
  void deck(Plot plot, Cm y);
  void deck_around(Plot plot, Plot hole, Cm y);
  /// A pyramid, for trees and rocks; too steep to walk on when higher than `half`.
  void spike(Cm x, Cm z, Cm half, Cm y0, Cm height);
  /// Walls with a hip roof too steep to walk on. It has no floor.
  void house(Plot plot, Cm y0, Cm height);
  void ramp(Plot plot, Uphill uphill, Cm y0, Cm y1);
  /// Steps of at most 20 cm; the last one is at `y1`, level with the floor it leads to.
  void stairs(Plot plot, Uphill uphill, Cm y0, Cm y1);
  /// A bridge of straight edges between two points, in coordinates of the patch.
  void bridge(Spot from, Spot to, Cm half_width, MeshArea area = MeshArea::kGround);

  /// The level, in metres.
  Geometry take() &&;

 private:
  Spot lay(Spot spot) const;

  std::array<Spot, 4> corners_{};
  std::int64_t width_ = 0;  ///< 0: no patch, plans are drawn where they say.
  std::int64_t depth_ = 0;
  Geometry geometry_;
};

/// Calls `place(x, z)` for about `percent` of the spots that lie `spacing` apart, scattered by up
/// to a fifth of it, with room to the edges of the plot.
template <class Place>
void scatter(Plot plot, Cm spacing, std::uint32_t percent, Random& random, Place&& place) {
  const Cm columns = plot.width() / spacing, rows = plot.depth() / spacing;
  for (Cm r = 0; r < rows; ++r) {
    for (Cm c = 0; c < columns; ++c) {
      const Cm x = plot.x0 + plot.width() * (2 * c + 1) / (2 * columns);
      const Cm z = plot.z0 + plot.depth() * (2 * r + 1) / (2 * rows);
      const Cm dx = random.between(-spacing / 5, spacing / 5);
      const Cm dz = random.between(-spacing / 5, spacing / 5);
      if (random.chance(percent)) place(x + dx, z + dz);
    }
  }
}

}  // namespace portolan::detail::scenes
