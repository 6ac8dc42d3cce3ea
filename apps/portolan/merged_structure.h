#pragma once

#include <optional>

#include "merge_arguments.h"
#include "portolan/terrain/merge/guide_layers.h"
#include "portolan/terrain/merge/merged_hierarchy.h"
#include "portolan/terrain/terrain_snapshot.h"

namespace portolan::cli {

/// The merged hierarchy of a terrain, each part built with a progress bar when first asked for: a
/// world file does not hold it, since merging takes less than a second for 500,000 triangles.
class MergedStructure {
 public:
  MergedStructure(const TerrainSnapshot& world, const MergeArguments& arguments)
      : world_(world), arguments_(arguments) {}

  const MergedHierarchy& whole();                ///< All layers.
  const MergedHierarchy& asked();                ///< Compressed, where that is asked for.
  const GuideLayers& guide();                    ///< Cut out of the whole one.
  double merge_ms() const { return merge_ms_; }  ///< Of what was built so far,
  double compress_ms() const { return compress_ms_; }
  double guide_ms() const { return guide_ms_; }

 private:
  const TerrainSnapshot& world_;
  const MergeArguments& arguments_;
  std::optional<MergedHierarchy> whole_;
  std::optional<MergedHierarchy> compressed_;
  std::optional<GuideLayers> guide_;
  double merge_ms_ = 0.0;
  double compress_ms_ = 0.0;
  double guide_ms_ = 0.0;
};

}  // namespace portolan::cli
