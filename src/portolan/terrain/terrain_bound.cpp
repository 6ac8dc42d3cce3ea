#include "portolan/terrain/terrain_bound.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace portolan {
namespace {

/// Centre of mass and centre of the box.
using Place = std::array<double, 6>;

Place place_of(const TriangleWeb& web, std::uint32_t triangle) {
  const auto& corners = web.corners[triangle];
  const Vec3& a = web.vertices[corners[0]];
  const Vec3& b = web.vertices[corners[1]];
  const Vec3& c = web.vertices[corners[2]];
  const auto mass = [](float p, float q, float r) { return (double{p} + q + r) / 3.0; };
  const auto middle = [](float p, float q, float r) {
    return (double{std::min({p, q, r})} + double{std::max({p, q, r})}) / 2.0;
  };
  return {mass(a.x, b.x, c.x),   mass(a.y, b.y, c.y),   mass(a.z, b.z, c.z),
          middle(a.x, b.x, c.x), middle(a.y, b.y, c.y), middle(a.z, b.z, c.z)};
}

std::array<float, 6> between(const Place& from, const Place& to) {
  std::array<float, 6> difference;
  for (unsigned k = 0; k < 6; ++k) difference[k] = static_cast<float>(to[k] - from[k]);
  return difference;
}

/// How far a difference of places leads along all slopes.
template <class Slopes, std::size_t kCount>
void along(const Slopes& slopes, const std::array<float, 6>& d, std::array<float, kCount>& out) {
  for (std::size_t i = 0; i < kCount; ++i) {
    out[i] = slopes[0][i] * d[0] + slopes[1][i] * d[1] + slopes[2][i] * d[2] + slopes[3][i] * d[3] +
             slopes[4][i] * d[4] + slopes[5][i] * d[5];
  }
}

Cost rounded_down(double bound) {
  return bound > 0.0 ? static_cast<Cost>(std::min(bound, double{kInfinite / 4})) : 0;
}

}  // namespace

/// Sixteen level directions, eight that climb or fall at each of two angles, straight up and down.
/// Heights count as much more as their multiplier says.
void TerrainBound::add_slopes(const PriceSettings& settings, double of_box, Slopes& slopes) {
  unsigned at = 0;
  const auto add = [&](double turn, double tilt) {
    const double level = std::cos(tilt);
    const double parts[3] = {level * std::cos(turn),
                             std::sin(tilt) * (tilt > 0.0 ? settings.y.up : settings.y.down),
                             level * std::sin(turn)};
    for (unsigned k = 0; k < 3; ++k) {
      slopes[k][at] = static_cast<float>((1.0 - of_box) * parts[k]);
      slopes[k + 3][at] = static_cast<float>(of_box * parts[k]);
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
std::array<float, TerrainBound::kSlopes> TerrainBound::steepest(const TriangleWeb& web,
                                                                const TerrainPrices& prices,
                                                                const Slopes& slopes,
                                                                std::uint32_t stride,
                                                                const ParallelFor& parallel) {
  constexpr std::uint32_t kPiece = 1u << 16;
  const std::uint32_t count = web.triangle_count();
  const std::uint32_t pieces = (count + kPiece - 1) / kPiece;
  std::vector<std::array<float, kSlopes>> found(pieces);
  const auto work = [&](std::uint32_t piece) {
    std::array<float, kSlopes> best{};
    std::array<float, kSlopes> gains;
    const std::uint32_t end = std::min(count, (piece + 1) * kPiece);
    for (std::uint32_t t = piece * kPiece; t < end; t += stride) {
      const Place here = place_of(web, t);
      for (unsigned k = 0; k < 3; ++k) {
        const std::uint32_t to = web.neighbours[t][k];
        if (to == kNoTriangle) continue;
        along(slopes, between(here, place_of(web, to)), gains);
        const float part = 1.0f / static_cast<float>(prices.weighted[3 * std::size_t{t} + k]);
        for (unsigned i = 0; i < kSlopes; ++i) best[i] = std::max(best[i], gains[i] * part);
      }
    }
    found[piece] = best;
  };
  if (parallel) {
    parallel(pieces, work);
  } else {
    for (std::uint32_t piece = 0; piece < pieces; ++piece) work(piece);
  }
  std::array<float, kSlopes> best{};
  for (const auto& one : found) {
    for (unsigned i = 0; i < kSlopes; ++i) best[i] = std::max(best[i], one[i]);
  }
  return best;
}

TerrainBound TerrainBound::make(const TriangleWeb& web, const TerrainPrices& prices,
                                const PriceSettings& settings, const ParallelFor& parallel) {
  constexpr std::uint32_t kSamples = 1u << 15;
  TerrainBound bound;
  std::array<float, kSlopes> least;
  least.fill(INFINITY);
  // Which mix is best for each slope, a sample tells; then all steps tell how good it is.
  for (const double of_box : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    Slopes slopes{};
    add_slopes(settings, of_box, slopes);
    const auto gains = steepest(web, prices, slopes, web.triangle_count() / kSamples + 1, parallel);
    for (unsigned i = 0; i < kSlopes; ++i) {
      if (gains[i] >= least[i]) continue;
      least[i] = gains[i];
      for (unsigned k = 0; k < 6; ++k) bound.slopes_[k][i] = slopes[k][i];
    }
  }
  const auto gains = steepest(web, prices, bound.slopes_, 1, parallel);
  constexpr float kRounding = 1.0f - 1e-5f;  // of single precision, several times over
  for (unsigned i = 0; i < kSlopes; ++i) {
    const float scale = gains[i] > 0.0f ? kRounding / gains[i] : 0.0f;
    for (unsigned k = 0; k < 6; ++k) bound.slopes_[k][i] *= scale;
  }
  return bound;
}

Cost TerrainBound::operator()(const TriangleWeb& web, std::uint32_t from, std::uint32_t to) const {
  std::array<float, kSlopes> gains;
  along(slopes_, between(place_of(web, from), place_of(web, to)), gains);
  float best = 0.0f;
  for (const float gain : gains) best = std::max(best, gain);
  return rounded_down(best);
}

TerrainBound::Toward::Toward(const TerrainBound& bound, const TriangleWeb& web, std::uint32_t start,
                             std::uint32_t goal)
    : web_(&web), goal_(place_of(web, goal)) {
  std::array<float, kSlopes> gains;
  along(bound.slopes_, between(place_of(web, start), goal_), gains);
  std::array<unsigned, kSlopes> order;
  std::iota(order.begin(), order.end(), 0u);
  std::partial_sort(order.begin(), order.begin() + kBest, order.end(),
                    [&](unsigned a, unsigned b) { return gains[a] > gains[b]; });
  for (unsigned i = 0; i < kBest; ++i) {
    for (unsigned k = 0; k < 6; ++k) slopes_[i][k] = bound.slopes_[k][order[i]];
  }
}

Cost TerrainBound::Toward::operator()(std::uint32_t triangle) const {
  const Place here = place_of(*web_, triangle);
  double best = 0.0;
  for (const auto& slope : slopes_) {
    double gain = 0.0;
    for (unsigned k = 0; k < 6; ++k) gain += slope[k] * (goal_[k] - here[k]);
    best = std::max(best, gain);
  }
  return rounded_down(best);
}

}  // namespace portolan
