#pragma once

#include <DetourAlloc.h>

#include <cstdint>
#include <functional>
#include <memory>

#include "portolan/geometry.h"
#include "portolan/recast/recast_options.h"
#include "portolan/recast/triangle_tiles.h"
#include "portolan/types.h"

namespace portolan::detail {

/// One tile as Detour stores it; without bytes where there is nothing to walk on.
struct TileData {
  struct Free {
    void operator()(unsigned char* memory) const { dtFree(memory); }
  };

  std::unique_ptr<unsigned char, Free> bytes;
  int size = 0;
  int polygon_count = 0;
};

inline constexpr std::uint64_t kTileStages = 7;

/// Called before each stage with its number in [0, kTileStages) and name; false cancels.
using StageReport = std::function<bool(std::uint64_t stage, const char* name)>;

/// What a cancelled build fails with.
inline Error cancelled_error() { return Error{"the build was cancelled"}; }

/// Takes one tile from its triangles to Detour's data. Any number of threads may build tiles of
/// the same geometry at once.
Result<TileData> build_tile(const Geometry& geometry, const RecastOptions& options,
                            const TriangleTiles& tiles, TileId tile, const StageReport& report);

}  // namespace portolan::detail
