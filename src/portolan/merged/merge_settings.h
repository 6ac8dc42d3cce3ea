#pragma once

#include <cstdint>

#include "portolan/core/cost.h"
#include "portolan/terrain/terrain_prices.h"

namespace portolan::detail {

/// A price and the plain distance that it was paid for.
struct ClusterDistance {
  Cost weighted = 0;
  Cost unweighted = 0;

  friend bool operator==(const ClusterDistance&, const ClusterDistance&) = default;
};

/// Beyond every distance of a structure: longer sums stay at it. Distances between clusters are
/// estimates that choose among paths; what a path costs is added up from its steps.
inline constexpr Cost kFarthest = kInfinite / 4;

inline ClusterDistance operator+(const ClusterDistance& a, const ClusterDistance& b) {
  const auto sum = [](Cost x, Cost y) { return x + y < kFarthest ? x + y : kFarthest; };
  return {sum(a.weighted, b.weighted), sum(a.unweighted, b.unweighted)};
}

/// The most expensive step that a search over estimates may add to a cost: several steps of
/// kFarthest would not fit.
inline Cost headroom_above(Cost cost) { return kInfinite - 1 - cost; }

/// Whether `a` is the better of two distances to the same cluster: cheaper, then shorter.
inline bool better(const ClusterDistance& a, const ClusterDistance& b) {
  return a.weighted != b.weighted ? a.weighted < b.weighted : a.unweighted < b.unweighted;
}

/// Price of a unit of distance: tells easy ground from hard whatever the size of the clusters.
inline double unit_distance(const ClusterDistance& d) {
  return static_cast<double>(d.weighted) / (d.unweighted == 0 ? 1.0 : d.unweighted);
}

/// What entering a cluster by one of its children adds to the price of reaching that child
/// (section 5.2.2 of the thesis), out of the distances from that child to the others.
enum class EnteringPrice : std::uint8_t {
  average,           ///< Over all children, the one entered by at no distance.
  worst_unweighted,  ///< To the child farthest away.
  worst_weighted,    ///< To the child most expensive to reach.
  worst_unit,  ///< To the child with the most expensive unit of distance; of several the farthest.
};

/// What a metre along each axis costs at least: guides the expansion of clusters by their boxes.
struct MetricScale {
  float x_down = 0.0f, x_up = 0.0f;
  float y_down = 0.0f, y_up = 0.0f;
  float z_down = 0.0f, z_up = 0.0f;

  friend bool operator==(const MetricScale&, const MetricScale&) = default;
};

/// The scale that these prices were made with.
inline MetricScale make_metric_scale(const PriceSettings& settings, const TerrainPrices& prices) {
  const auto scaled = [&](double m) { return static_cast<float>(m * prices.units_per_metre); };
  return {scaled(settings.x.down), scaled(settings.x.up),   scaled(settings.y.down),
          scaled(settings.y.up),   scaled(settings.z.down), scaled(settings.z.up)};
}

struct MergeSettings {
  EnteringPrice entering = EnteringPrice::worst_unit;
  /// The step of its life as a top cluster in which a cluster merges with its nearest neighbours at
  /// the latest, whatever these pick. 1: always, which gives few layers and the best paths. 0:
  /// never, as in the thesis: on large ground a large cluster then takes in its small neighbours
  /// one per step, and each step adds a layer.
  std::uint32_t patience = 1;
  MetricScale scale;  ///< All 0: expansion is not guided.

  friend bool operator==(const MergeSettings&, const MergeSettings&) = default;
};

}  // namespace portolan::detail
