#pragma once

#include <memory>

#include "portolan/merged/guide_layers.h"
#include "portolan/merged/merged_hierarchy.h"
#include "portolan/terrain.h"
#include "portolan/terrain/terrain_snapshot.h"
#include "portolan/terrain/triangle_locator.h"

namespace portolan::detail {

/// What a public snapshot of terrain holds.
struct TerrainInside {
  TerrainSnapshot world;
  TriangleLocator locator;
  std::shared_ptr<const MergedHierarchy> merged = nullptr;  ///< Null where nothing was merged.
  std::shared_ptr<const GuideLayers> guide = nullptr;       ///< Where there is a merged one.
};

/// With locator, and with guide layers where there is a merged hierarchy.
Result<std::shared_ptr<const TerrainInside>> make_terrain_inside(
    TerrainSnapshot world, std::shared_ptr<const MergedHierarchy> merged, const Progress& progress);

}  // namespace portolan::detail
