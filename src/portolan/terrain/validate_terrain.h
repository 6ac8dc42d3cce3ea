#pragma once

#include "portolan/terrain/terrain_prices.h"
#include "portolan/terrain/triangle_mesh.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Checks an untrusted mesh: that corners and neighbours exist and fit each other,
/// vertices are points, and difficulties and the raster in range.
Result<Done> validate_mesh(const TriangleMesh& mesh);

/// Checks settings alone, and untrusted prices against the mesh they are said to be of;
/// unweighted ones may be missing. Whether they are those of the settings is not computed again.
Result<Done> validate_settings(const PriceSettings& settings);
Result<Done> validate_prices(const TriangleMesh& mesh, const TerrainPrices& prices);

/// All of that: what a build and a loaded file must both hold to, so that what was built can be
/// loaded.
Result<Done> validate_terrain(const TriangleMesh& mesh, const TerrainPrices& prices,
                              const PriceSettings& settings);

}  // namespace portolan::detail
