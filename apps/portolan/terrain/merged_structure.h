#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "portolan/io/baked/terrain_world_file.h"
#include "portolan/merged/cluster_merger.h"
#include "portolan/merged/guide_layers.h"
#include "terrain/merge_arguments.h"

namespace portolan::detail::cli {

class LoadedTerrain;

/// The merged hierarchy of a terrain, each part built with a progress bar when first asked for. One
/// that the world holds is used, or merged further, unless it was merged in another way than asked.
/// Any number of threads may ask for parts; world and arguments must outlive it.
class MergedStructure {
 public:
  MergedStructure(const BakedTerrain& world, const MergeArguments& arguments)
      : world_(world), arguments_(arguments) {}

  /// After so many steps, or all; what the world holds must not have had more.
  std::shared_ptr<const MergedHierarchy> merge(std::uint32_t steps = kAllSteps);

  const MergedHierarchy& whole();                ///< All layers.
  const MergedHierarchy& asked();                ///< Compressed, where that is asked for.
  const GuideLayers& guide();                    ///< Cut out of the whole one.
  double merge_ms() const { return merge_ms_; }  ///< Of what was built so far; 0: the world had it.
  double compress_ms() const { return compress_ms_; }
  double guide_ms() const { return guide_ms_; }

 private:
  const BakedTerrain& world_;
  const MergeArguments& arguments_;
  std::recursive_mutex building_;  // parts are built of each other
  std::shared_ptr<const MergedHierarchy> whole_;
  std::optional<MergedHierarchy> compressed_;
  std::optional<GuideLayers> guide_;
  double merge_ms_ = 0.0;
  double compress_ms_ = 0.0;
  double guide_ms_ = 0.0;
};

/// The terrain with its triangles merged, for so many steps or to the end.
std::unique_ptr<LoadedTerrain> with_merged(const LoadedTerrain& world,
                                           const MergeArguments& arguments,
                                           std::uint32_t steps = kAllSteps);

}  // namespace portolan::detail::cli
