#include "portolan/terrain/terrain_bound.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "portolan/core/platform.h"
#include "portolan/core/run_all.h"

namespace portolan::detail {
namespace {

/// The bits of positions, slopes and scales: together no more than the 53 of a double, and one is
/// left over for the rounding of slopes.
constexpr int kPositionBits = 23;
constexpr int kSlopeBits = 13;
constexpr int kScaleBits = 16;

using Gains = std::array<double, TerrainBound::kSlopes>;
using Slopes = std::array<Gains, 6>;

std::array<double, 6> between(const TerrainBound::Place& from, const TerrainBound::Place& to) {
  std::array<double, 6> difference;
  for (unsigned k = 0; k < 6; ++k) difference[k] = to[k] - from[k];
  return difference;
}

/// How far a difference of places leads along all slopes. Exact.
void along(const Slopes& slopes, const std::array<double, 6>& d, Gains& out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = slopes[0][i] * d[0] + slopes[1][i] * d[1] + slopes[2][i] * d[2] + slopes[3][i] * d[3] +
             slopes[4][i] * d[4] + slopes[5][i] * d[5];
  }
}

/// Notes what a step, and the step back, gain for one unit of their prices.
PORTOLAN_BY_MACHINE void note_gains(const Slopes& slopes, const std::array<double, 6>& step,
                                    Cost there, Cost back, Gains& best) {
  Gains gains;
  along(slopes, step, gains);
  const double forward = 1.0 / there;
  const double backward = -1.0 / back;
  for (std::size_t i = 0; i < gains.size(); ++i)
    best[i] = std::max(best[i], std::max(gains[i] * forward, gains[i] * backward));
}

/// The largest gain along any slope.
PORTOLAN_BY_MACHINE double most_along(const Slopes& slopes, const std::array<double, 6>& d) {
  Gains gains;
  along(slopes, d, gains);
  double best = 0.0;
  for (const double gain : gains) best = std::max(best, gain);
  return best;
}

Cost rounded_down(double bound) {
  return static_cast<Cost>(std::min(bound, double{kInfinite / 4}));
}

/// A little less than 1 / gain, in kScaleBits bits; 0 for a slope that no step leads along.
double scale_below(double gain) {
  if (gain == 0.0) return 0.0;
  constexpr double kRounding = 1.0 - 1e-12;  // of the quotients, a thousand times over
  int exponent = 0;
  const double fraction = std::frexp(kRounding / gain, &exponent);
  return std::ldexp(std::floor(std::ldexp(fraction, kScaleBits)), exponent - kScaleBits);
}

}  // namespace

/// Whole numbers of a power of two of a metre, so that the mesh's box is kPositionBits wide and the
/// positions of most height maps are whole already.
void TerrainBound::choose_raster(const TriangleMesh& mesh) {
  if (mesh.vertices.empty()) return;
  const Box box = bounds_of(mesh);
  low_ = {box.low.x, box.low.y, box.low.z};
  const double extent =
      std::max({box.high.x - low_[0], box.high.y - low_[1], box.high.z - low_[2]});
  int exponent = 0;
  std::frexp(extent, &exponent);
  per_metre_ = std::ldexp(1.0, kPositionBits - exponent);
}

TerrainBound::Place TerrainBound::place_of(const TriangleMesh& mesh, TriangleId triangle) const {
  const auto whole = [&](unsigned corner) {
    const Vec3& v = mesh.vertices[mesh.corners[triangle][corner]];
    return std::array{static_cast<std::int32_t>((v.x - low_[0]) * per_metre_),
                      static_cast<std::int32_t>((v.y - low_[1]) * per_metre_),
                      static_cast<std::int32_t>((v.z - low_[2]) * per_metre_)};
  };
  const auto a = whole(0), b = whole(1), c = whole(2);
  Place place;
  for (unsigned k = 0; k < 3; ++k) {
    place[k] = a[k] + b[k] + c[k];
    place[k + 3] = std::min({a[k], b[k], c[k]}) + std::max({a[k], b[k], c[k]});
  }
  return place;
}

/// Sixteen level directions, eight that climb or fall at each of two angles, straight up and down.
/// Heights count as much more as their multiplier says.
void TerrainBound::add_slopes(const PriceSettings& settings, double of_box, Slopes& slopes) {
  unsigned at = 0;
  const auto add = [&](double turn, double tilt) {
    const double level = std::cos(tilt);
    const double parts[3] = {level * std::cos(turn),
                             std::sin(tilt) * (tilt > 0.0 ? settings.y.up : settings.y.down),
                             level * std::sin(turn)};
    // So that no position leads farther along it than kPositionBits + kSlopeBits.
    const double sum = std::abs(parts[0]) + std::abs(parts[1]) + std::abs(parts[2]);
    for (unsigned k = 0; k < 3; ++k) {
      const double part = sum == 0.0 ? 0.0 : std::ldexp(parts[k] / sum, kSlopeBits);
      slopes[k][at] = std::round((1.0 - of_box) * part / 3.0);
      slopes[k + 3][at] = std::round(of_box * part / 2.0);
    }
    ++at;
  };
  constexpr double kTurn = 2.0 * std::numbers::pi;
  for (int k = 0; k < 16; ++k) add(k * kTurn / 16, 0.0);
  for (const double tilt : {-kTurn / 6, -kTurn / 12, kTurn / 12, kTurn / 6}) {
    for (int k = 0; k < 8; ++k) add(k * kTurn / 8, tilt);
  }
  add(0.0, kTurn / 4);
  add(0.0, -kTurn / 4);
}

/// The most that any step gains along each slope for one unit of its price.
Result<TerrainBound::Gains> TerrainBound::steepest(const TriangleMesh& mesh,
                                                   const TerrainPrices& prices,
                                                   const Slopes& slopes, std::uint32_t stride,
                                                   const ParallelFor& parallel) const {
  constexpr std::uint32_t kPiece = 1u << 16;
  const std::uint32_t count = mesh.triangle_count();
  const std::uint32_t pieces = (count + kPiece - 1) / kPiece;
  std::vector<Gains> found(pieces);
  const auto work = [&](std::uint32_t piece) {
    Gains best{};
    const std::uint32_t end = std::min(count, (piece + 1) * kPiece);
    for (std::uint32_t number = piece * kPiece; number < end; number += stride) {
      const TriangleId t{number};
      const Place here = place_of(mesh, t);
      for (unsigned k = 0; k < 3; ++k) {
        const TriangleId to = mesh.neighbours[t][k];
        if (to == kNoTriangle || (to < t && stride == 1)) continue;  // seen from the other side
        note_gains(slopes, between(here, place_of(mesh, to)), prices.weighted[step_index(t, k)],
                   prices.weighted[step_index(to, find_edge(mesh, to, t))], best);
      }
    }
    found[piece] = best;
  };
  if (!run_whole(parallel, pieces, work)) return lost_work();
  Gains best{};
  for (const Gains& one : found) {
    for (unsigned i = 0; i < kSlopes; ++i) best[i] = std::max(best[i], one[i]);
  }
  return best;
}

Result<TerrainBound> TerrainBound::make(const TriangleMesh& mesh, const TerrainPrices& prices,
                                        const PriceSettings& settings,
                                        const ParallelFor& parallel) {
  constexpr std::uint32_t kSamples = 1u << 15;
  TerrainBound bound;
  bound.choose_raster(mesh);
  Gains least;
  least.fill(INFINITY);
  // Which mix is best for each slope, a sample tells; then all steps tell how good it is.
  for (const double of_box : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    Slopes slopes{};
    add_slopes(settings, of_box, slopes);
    const auto gains =
        bound.steepest(mesh, prices, slopes, mesh.triangle_count() / kSamples + 1, parallel);
    if (!gains) return gains.error();
    for (unsigned i = 0; i < kSlopes; ++i) {
      if ((*gains)[i] >= least[i]) continue;
      least[i] = (*gains)[i];
      for (unsigned k = 0; k < 6; ++k) bound.slopes_[k][i] = slopes[k][i];
    }
  }
  const auto gains = bound.steepest(mesh, prices, bound.slopes_, 1, parallel);
  if (!gains) return gains.error();
  for (unsigned i = 0; i < kSlopes; ++i) {
    for (unsigned k = 0; k < 6; ++k) bound.slopes_[k][i] *= scale_below((*gains)[i]);
  }
  return bound;
}

Result<TerrainBound> TerrainBound::of_numbers(const TriangleMesh& mesh,
                                              std::span<const double> numbers) {
  if (numbers.size() != 6 * std::size_t{kSlopes} ||
      !std::all_of(numbers.begin(), numbers.end(), [](double n) { return std::isfinite(n); })) {
    return Error{"the numbers of the bound are not as many as they should be, or not finite"};
  }
  TerrainBound bound;
  bound.choose_raster(mesh);
  for (unsigned k = 0; k < 6; ++k)
    std::copy_n(numbers.begin() + k * kSlopes, kSlopes, bound.slopes_[k].begin());
  return bound;
}

std::vector<double> TerrainBound::numbers() const {
  std::vector<double> numbers;
  for (const Gains& of_coordinate : slopes_)
    numbers.insert(numbers.end(), of_coordinate.begin(), of_coordinate.end());
  return numbers;
}

Cost TerrainBound::operator()(const TriangleMesh& mesh, TriangleId from, TriangleId to) const {
  return rounded_down(most_along(slopes_, between(place_of(mesh, from), place_of(mesh, to))));
}

TerrainBound::Toward::Toward(const TerrainBound& bound, const TriangleMesh& mesh, TriangleId start,
                             TriangleId goal)
    : bound_(&bound), mesh_(&mesh), goal_(bound.place_of(mesh, goal)) {
  Gains gains;
  along(bound.slopes_, between(bound.place_of(mesh, start), goal_), gains);
  std::array<unsigned, kSlopes> order;
  std::iota(order.begin(), order.end(), 0u);
  std::partial_sort(order.begin(), order.begin() + kBest, order.end(),
                    [&](unsigned a, unsigned b) { return gains[a] > gains[b]; });
  for (unsigned i = 0; i < kBest; ++i) {
    for (unsigned k = 0; k < 6; ++k) slopes_[i][k] = bound.slopes_[k][order[i]];
  }
}

Cost TerrainBound::Toward::operator()(TriangleId triangle) const {
  const std::array<double, 6> difference = between(bound_->place_of(*mesh_, triangle), goal_);
  double best = 0.0;
  for (const auto& slope : slopes_) {
    double gain = 0.0;
    for (unsigned k = 0; k < 6; ++k) gain += slope[k] * difference[k];
    best = std::max(best, gain);
  }
  return rounded_down(best);
}

}  // namespace portolan::detail
