#include "terrain/merged_structure.h"

#include <fmt/format.h>

#include <chrono>

#include "arguments/argument_parsing.h"
#include "failure.h"
#include "portolan/batch.h"
#include "portolan/merged/compress_layers.h"
#include "report/progress_bar.h"
#include "terrain/loaded_terrain.h"

namespace portolan::detail::cli {
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

/// What the world holds, where that was merged as the arguments ask.
std::shared_ptr<const MergedHierarchy> find_stored(const BakedTerrain& world,
                                                   const MergeArguments& arguments) {
  const auto& stored = world.merged;
  if (!stored || arguments.over(stored->settings) == stored->settings) return stored;
  fmt::print(stderr,
             "merging anew: what the world holds was merged with --entering {} --patience {}\n",
             name(stored->settings.entering), stored->settings.patience);
  return nullptr;
}

ClusterMerger make_merger(const TerrainSnapshot& world, const MergeArguments& arguments) {
  MergeSettings settings;
  settings.scale = make_metric_scale(world.settings(), world.prices());
  const auto prices = take(whole_prices(world, tbb_parallel()));
  return take(ClusterMerger::make(world.mesh(), *prices, arguments.over(settings)));
}

}  // namespace

std::shared_ptr<const MergedHierarchy> MergedStructure::merge(std::uint32_t steps) {
  const auto stored = find_stored(world_, arguments_);
  if (stored && stored->step_count() > steps) {
    refuse("--steps", fmt::format("the world is merged to step {} already; give that or a "
                                  "later one, or a world without them",
                                  stored->step_count()));
  }
  if (stored && (stored->step_count() == steps || stored->is_merged())) return stored;
  return std::make_shared<const MergedHierarchy>(
      build_timed("merging", merge_ms_, [&](const Progress& progress) {
        return merge_on(stored ? ClusterMerger(*stored) : make_merger(world_.world, arguments_),
                        steps, progress);
      }));
}

const MergedHierarchy& MergedStructure::whole() {
  const std::lock_guard lock(building_);
  if (!whole_) whole_ = merge();
  return *whole_;
}

const MergedHierarchy& MergedStructure::asked() {
  const std::lock_guard lock(building_);
  if (arguments_.layers == 0) return whole();
  if (!compressed_) {
    compressed_ = build_timed("compressing", compress_ms_, [&](const Progress& progress) {
      return compress_layers(whole(), arguments_.layers, progress);
    });
  }
  return *compressed_;
}

const GuideLayers& MergedStructure::guide() {
  const std::lock_guard lock(building_);
  if (!guide_) {
    guide_ = build_timed("guide layers", guide_ms_, [&](const Progress& progress) {
      return build_guide_layers(whole(), {}, progress);
    });
  }
  return *guide_;
}

std::unique_ptr<LoadedTerrain> with_merged(const LoadedTerrain& world,
                                           const MergeArguments& arguments, std::uint32_t steps) {
  MergedStructure merged(world.baked(), arguments);
  return std::make_unique<LoadedTerrain>(BakedTerrain{world.snapshot(), merged.merge(steps)});
}

}  // namespace portolan::detail::cli
