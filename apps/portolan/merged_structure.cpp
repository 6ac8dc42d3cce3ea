#include "merged_structure.h"

#include <chrono>

#include "failure.h"
#include "portolan/batch/tbb_parallel.h"
#include "portolan/terrain/merge/compress_layers.h"
#include "portolan/terrain/merge/mesh_merger.h"
#include "progress_bar.h"

namespace portolan::cli {
namespace {

/// Builds with a progress bar and takes the time.
template <class F>
auto build_timed(const char* title, double& ms, F&& build) {
  const auto begin = std::chrono::steady_clock::now();
  ProgressBar bar(title);
  auto built = take(build(bar.progress()));
  ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  return built;
}

/// The prices of a world with the unweighted ones, which worlds from files lack.
TerrainPrices whole_prices(const TerrainSnapshot& world) {
  PriceSettings settings = world.settings();
  settings.units_per_metre = world.prices().units_per_metre;
  return take(make_prices(world.web(), settings, tbb_parallel()));
}

}  // namespace

const MergedHierarchy& MergedStructure::whole() {
  if (whole_) return *whole_;
  MergeSettings settings = arguments_.settings;
  settings.scale = make_metric_scale(world_.settings(), world_.prices());
  const auto merge = [&](const TerrainPrices& prices) {
    return build_timed("merging", merge_ms_, [&](const Progress& progress) {
      return build_merged_hierarchy(world_.web(), prices, settings, progress);
    });
  };
  whole_ =
      world_.prices().unweighted.empty() ? merge(whole_prices(world_)) : merge(world_.prices());
  return *whole_;
}

const MergedHierarchy& MergedStructure::asked() {
  if (arguments_.layers == 0) return whole();
  if (!compressed_) {
    compressed_ = build_timed("compressing", compress_ms_, [&](const Progress& progress) {
      return compress_layers(whole(), arguments_.layers, progress);
    });
  }
  return *compressed_;
}

const GuideLayers& MergedStructure::guide() {
  if (!guide_) {
    guide_ = build_timed("guide layers", guide_ms_, [&](const Progress& progress) {
      return build_guide_layers(whole(), {}, progress);
    });
  }
  return *guide_;
}

}  // namespace portolan::cli
