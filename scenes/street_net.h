#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "scenes/mesh_canvas.h"

namespace portolan::detail::scenes {

/// A quadrangle of the ground, and the sides of the plan to be drawn into it.
struct Ground {
  Cm width, depth;
  std::array<Spot, 4> corners;  ///< As `MeshCanvas::set_patch` takes them.

  Plot plan() const { return {0, 0, width, depth}; }
};

/// The ground of a town: blocks between crooked streets, all within [0, size]. Streets run along
/// the border too. The heights are those of the crossings, which are flat.
class StreetNet {
 public:
  struct Options {
    Cm size;
    Cm pitch;  ///< From street to street, about.
    Cm narrowest_street, widest_street;
    Cm bend;  ///< How far streets leave the straight line, at most.
  };

  StreetNet(const Options& options, Random& random);

  /// Blocks along a side; there is one crossing more.
  Cm count() const { return count_; }

  /// Where crossing (i, j) would lie if the streets were straight.
  Spot middle(Cm i, Cm j) const;
  Cm& height(Cm i, Cm j) { return heights_[index(i, j)]; }
  Cm height(Cm i, Cm j) const { return heights_[index(i, j)]; }

  Ground crossing(Cm i, Cm j) const;
  /// The street from crossing (i, j) to (i + 1, j), with the plan's x along it.
  Ground street_along_x(Cm i, Cm j) const;
  /// The street from crossing (i, j) to (i, j + 1), with the plan's x along it.
  Ground street_along_z(Cm i, Cm j) const;
  /// The block between the crossings (i, j) and (i + 1, j + 1), flat at height `y`.
  Ground block(Cm i, Cm j, Cm y) const;

 private:
  struct Line {
    Cm middle, half;
  };

  std::vector<Line> make_lines(Random& random) const;
  std::size_t index(Cm i, Cm j) const {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(count_ + 1) +
           static_cast<std::size_t>(i);
  }
  /// A corner of crossing (i, j); the sides are -1 or 1.
  Spot corner(Cm i, Cm j, Cm side_x, Cm side_z) const;

  Options options_;
  Cm count_;
  std::vector<Line> lines_x_, lines_z_;
  std::vector<Cm> heights_;
  std::uint64_t bend_key_;
};

}  // namespace portolan::detail::scenes
