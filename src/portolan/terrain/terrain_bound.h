#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/terrain/terrain_prices.h"
#include "portolan/terrain/triangle_mesh.h"
#include "portolan/types.h"

namespace portolan::detail {

/// A lower bound of the cost of every path between two triangles, from where they lie.
///
/// A slope is a direction: how far a triangle lies along it is told by its centre of mass and the
/// centre of its box, mixed as suits the triangulation. Over all steps of the mesh we look for the
/// one that gets farthest along the slope for its price; no path gets farther for its cost. The
/// bound is the best of many slopes, level ones and ones that climb or fall.
///
/// No rounding can make it too high, and no step lowers it by more than its price: positions and
/// slopes are whole numbers and scales have few bits, so that every sum is exact in a double,
/// whatever the order and the instructions. Where a slope leads hardly anywhere (one that is
/// normal to a plane) it says little but nothing wrong.
class TerrainBound {
 public:
  static constexpr unsigned kSlopes = 52;
  /// Three times the centre of mass and twice that of the box, in whole numbers.
  using Place = std::array<std::int32_t, 6>;

  TerrainBound() = default;
  /// Looks at every step of the mesh, whose positions are read from then on. Fails where the
  /// caller's loop loses work.
  static Result<TerrainBound> make(const TriangleMesh& mesh, const TerrainPrices& prices,
                                   const PriceSettings& settings, const ParallelFor& parallel = {});

  /// The same from numbers that `numbers` gave for this mesh and these prices: nothing is looked
  /// at. Others may give a bound that is too high. Fails where they are not as many, or not finite.
  static Result<TerrainBound> of_numbers(const TriangleMesh& mesh, std::span<const double> numbers);
  /// All that takes long to find.
  std::vector<double> numbers() const;

  Cost operator()(const TriangleMesh& mesh, TriangleId from, TriangleId to) const;

  /// The bound towards one goal by the few slopes that are best from one start: nearly as good for
  /// the paths between them and much quicker.
  class Toward {
   public:
    Toward(const TerrainBound& bound, const TriangleMesh& mesh, TriangleId start, TriangleId goal);
    Cost operator()(TriangleId triangle) const;

   private:
    static constexpr unsigned kBest = 4;
    const TerrainBound* bound_;
    const TriangleMesh* mesh_;
    Place goal_;
    std::array<std::array<double, 6>, kBest> slopes_;
  };

 private:
  using Gains = std::array<double, kSlopes>;
  /// By coordinate of the centre of mass (0 to 2) and of the box's centre (3 to 5), in costs.
  using Slopes = std::array<Gains, 6>;

  void choose_raster(const TriangleMesh& mesh);
  Place place_of(const TriangleMesh& mesh, TriangleId triangle) const;
  static void add_slopes(const PriceSettings& settings, double of_box, Slopes& slopes);
  Result<Gains> steepest(const TriangleMesh& mesh, const TerrainPrices& prices,
                         const Slopes& slopes, std::uint32_t stride,
                         const ParallelFor& parallel) const;

  std::array<double, 3> low_{};  // the mesh's box begins here
  double per_metre_ = 1.0;       // of the whole numbers that positions are told in
  Slopes slopes_{};
};

}  // namespace portolan::detail
