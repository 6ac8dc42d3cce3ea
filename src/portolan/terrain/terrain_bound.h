#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/parallel.h"
#include "portolan/terrain/terrain_prices.h"
#include "portolan/terrain/triangle_web.h"

namespace portolan {

/// A lower bound of the cost of every way between two triangles, from where they lie.
///
/// A slope is a direction: how far a triangle lies along it is told by its centre of mass and the
/// centre of its box, mixed as suits the triangulation. Over all steps of the web we look for the
/// one that gets farthest along the slope for its price; no way gets farther for its cost. The
/// bound is the best of many slopes, level ones and ones that climb or fall. It is consistent: one
/// step lowers it by no more than its price (but for rounding).
class TerrainBound {
 public:
  static constexpr unsigned kSlopes = 52;

  TerrainBound() = default;
  /// Looks at every step of the web, whose positions are read from then on.
  static TerrainBound make(const TriangleWeb& web, const TerrainPrices& prices,
                           const PriceSettings& settings, const ParallelFor& parallel = {});

  Cost operator()(const TriangleWeb& web, std::uint32_t from, std::uint32_t to) const;

  /// The bound towards one goal by the few slopes that are best from one start: nearly as good for
  /// the ways between them and much quicker.
  class Toward {
   public:
    Toward(const TerrainBound& bound, const TriangleWeb& web, std::uint32_t start,
           std::uint32_t goal);
    Cost operator()(std::uint32_t triangle) const;

   private:
    static constexpr unsigned kBest = 4;
    const TriangleWeb* web_;
    std::array<double, 6> goal_;
    std::array<std::array<double, 6>, kBest> slopes_;
  };

 private:
  /// By coordinate of the centre of mass (0 to 2) and of the box's centre (3 to 5), in costs.
  using Slopes = std::array<std::array<float, kSlopes>, 6>;

  static void add_slopes(const PriceSettings& settings, double of_box, Slopes& slopes);
  static std::array<float, kSlopes> steepest(const TriangleWeb& web, const TerrainPrices& prices,
                                             const Slopes& slopes, std::uint32_t stride,
                                             const ParallelFor& parallel);

  alignas(16) Slopes slopes_{};
};

}  // namespace portolan
