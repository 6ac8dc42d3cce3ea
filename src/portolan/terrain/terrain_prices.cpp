#include "portolan/terrain/terrain_prices.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "portolan/core/run_all.h"
#include "portolan/terrain/step_price.h"
#include "portolan/terrain/validate_terrain.h"

namespace portolan {

PriceSettings PriceSettings::plain() {
  PriceSettings settings;
  settings.y = {1.0, 1.0};
  settings.concave = settings.convex = 1.0;
  return settings;
}

PriceSettings PriceSettings::distance() {
  PriceSettings settings = plain();
  settings.difficulty_respect = settings.difficulty_difference_respect = 0.0;
  settings.steepness_respect = settings.steepness_difference_respect = 0.0;
  settings.angle_respect = 0.0;
  return settings;
}

namespace detail {
namespace {

struct StepPrice {
  double weighted;
  double unweighted;
};

/// f(edge, price) for every edge of a triangle that has a neighbour.
template <class F>
void for_each_price(const TriangleMesh& mesh, const PriceSettings& settings, TriangleId triangle,
                    F&& f) {
  const Vec3d normal = normal_of(mesh, triangle);
  for (unsigned edge = 0; edge < 3; ++edge) {
    if (mesh.neighbours[triangle][edge] == kNoTriangle) continue;
    const Vec3d size = enlargement(mesh, triangle, edge);
    f(edge, StepPrice{base_price(settings, size) *
                          final_multiplier(mesh, settings, triangle, edge, normal),
                      length(size)});
  }
}

/// The power of two that makes the median price what it should be, by some of the triangles.
double choose_units(const TriangleMesh& mesh, const PriceSettings& settings) {
  constexpr std::uint32_t kSamples = 1u << 16;
  const std::uint32_t stride = mesh.triangle_count() / kSamples + 1;
  std::vector<double> seen;
  bool free_steps = false;
  for (std::uint32_t t = 0; t < mesh.triangle_count(); t += stride) {
    for_each_price(mesh, settings, TriangleId{t}, [&](unsigned, const StepPrice& price) {
      if (price.weighted > 0.0) seen.push_back(price.weighted);
      free_steps = free_steps || price.weighted == 0.0;
    });
  }
  if (seen.empty()) return 1.0;
  const auto middle = seen.begin() + static_cast<std::ptrdiff_t>(seen.size() / 2);
  std::nth_element(seen.begin(), middle, seen.end());
  const double wanted = free_steps ? kUsualPriceBesideFree : kUsualPrice;
  return std::exp2(std::round(std::log2(wanted / *middle)));
}

Cost rounded(double price, double units) {
  return static_cast<Cost>(std::clamp(std::round(price * units), 1.0, double{kTooExpensive}));
}

/// False where the caller's loop loses work.
bool fill(const TriangleMesh& mesh, const PriceSettings& settings, const ParallelFor& parallel,
          TerrainPrices& prices) {
  constexpr std::uint32_t kPiece = 1u << 14;
  const std::uint32_t count = mesh.triangle_count();
  const auto work = [&](std::uint32_t piece) {
    const std::uint32_t end = std::min(count, (piece + 1) * kPiece);
    for (const TriangleId t : IdRange<TriangleId>(piece * kPiece, end)) {
      for_each_price(mesh, settings, t, [&](unsigned edge, const StepPrice& price) {
        const std::size_t step = step_index(t, edge);
        prices.weighted[step] = rounded(price.weighted, prices.units_per_metre);
        prices.unweighted[step] = rounded(price.unweighted, prices.units_per_metre);
      });
    }
  };
  const std::uint32_t pieces = (count + kPiece - 1) / kPiece;
  return run_whole(parallel, pieces, work);
}

/// Bounds the cost of every cheapest path. In each component of the mesh a tree of fewest steps
/// leads to all triangles, and a path from one to another can go over its root: in along the tree,
/// and out along it.
class MostExpensivePath {
 public:
  MostExpensivePath(const TriangleMesh& mesh, const TerrainPrices& prices)
      : mesh_(mesh), prices_(prices), seen_(mesh.triangle_count(), false) {
    grow(TriangleId{mesh.triangle_count() / 2});  // on a map the middle, whence paths are short
    for (const TriangleId t : mesh.triangles()) grow(t);
  }
  std::uint64_t cost() const { return most_expensive_; }

 private:
  struct Reached {
    TriangleId triangle;
    std::uint64_t out;
    std::uint64_t in;
  };

  std::uint64_t price(TriangleId from, unsigned edge) const {
    const std::size_t at = step_index(from, edge);
    return prices_.unweighted.empty() ? prices_.weighted[at]
                                      : std::max(prices_.weighted[at], prices_.unweighted[at]);
  }

  void grow(TriangleId root) {
    if (seen_[root]) return;
    seen_[root] = true;
    std::uint64_t out = 0;
    std::uint64_t in = 0;
    for (reached_.assign(1, {root, 0, 0}); !reached_.empty(); std::swap(reached_, next_)) {
      next_.clear();
      for (const Reached& at : reached_) {
        out = std::max(out, at.out);
        in = std::max(in, at.in);
        step_on(at);
      }
    }
    most_expensive_ = std::max(most_expensive_, out + in);
  }

  void step_on(const Reached& at) {
    for (unsigned edge = 0; edge < 3; ++edge) {
      const TriangleId to = mesh_.neighbours[at.triangle][edge];
      if (to == kNoTriangle || seen_[to]) continue;
      seen_[to] = true;
      next_.push_back({to, at.out + price(at.triangle, edge),
                       at.in + price(to, find_edge(mesh_, to, at.triangle))});
    }
  }

  const TriangleMesh& mesh_;
  const TerrainPrices& prices_;
  IdVector<TriangleId, bool> seen_;
  std::vector<Reached> reached_;  // by as many steps as possible so far,
  std::vector<Reached> next_;     // and by one more
  std::uint64_t most_expensive_ = 0;
};

}  // namespace

std::uint64_t find_most_expensive_path(const TriangleMesh& mesh, const TerrainPrices& prices) {
  return MostExpensivePath(mesh, prices).cost();
}

Result<TerrainPrices> make_prices(const TriangleMesh& mesh, const PriceSettings& settings,
                                  const ParallelFor& parallel) {
  if (auto checked = validate_settings(settings); !checked) return checked.error();
  const bool chosen = settings.units_per_metre == 0.0;
  TerrainPrices prices;
  prices.units_per_metre = chosen ? choose_units(mesh, settings) : settings.units_per_metre;
  const double least = prices.units_per_metre * kLeastUsualPrice / kUsualPrice;
  prices.weighted.assign(3 * std::size_t{mesh.triangle_count()}, kInfinite);
  prices.unweighted = prices.weighted;
  for (;;) {
    if (!fill(mesh, settings, parallel, prices)) return lost_work();
    prices.most_expensive_path = find_most_expensive_path(mesh, prices);
    const double excess = static_cast<double>(prices.most_expensive_path) / kTooExpensive;
    if (excess < 1.0) return prices;
    if (!chosen) {
      return Error{"paths could cost " + std::to_string(prices.most_expensive_path) +
                   " units, which is too much: give at most " +
                   std::to_string(prices.units_per_metre / (2.0 * excess)) + " units per metre"};
    }
    prices.units_per_metre /= std::exp2(std::floor(std::log2(excess)) + 1.0);
    if (prices.units_per_metre < least) {
      return Error{
          "prices differ so much that whole numbers cannot tell the small ones apart: "
          "lower the multipliers, or the highest walls of the terrain"};
    }
  }
}

Result<PathLengths> measure_path(const TriangleMesh& mesh, const PriceSettings& settings,
                                 std::span<const std::uint32_t> triangles) {
  PathLengths sum;
  for (std::size_t k = 0; k + 1 < triangles.size(); ++k) {
    const TriangleId from{triangles[k]};
    const TriangleId to{triangles[k + 1]};
    const unsigned edge = index(from) < mesh.triangle_count() ? find_edge(mesh, from, to) : 3;
    if (edge == 3 || to == kNoTriangle) {
      return Error{"triangles " + std::to_string(index(from)) + " and " +
                   std::to_string(index(to)) + " of the path are no neighbours"};
    }
    const Vec3d size = enlargement(mesh, from, edge);
    sum.weighted += base_price(settings, size) *
                    final_multiplier(mesh, settings, from, edge, normal_of(mesh, from));
    sum.xyz += base_price(settings, size);
    sum.xz += base_price(settings, {size.x, 0.0, size.z});
    sum.y += base_price(settings, {0.0, size.y, 0.0});
  }
  return sum;
}

}  // namespace detail
}  // namespace portolan
