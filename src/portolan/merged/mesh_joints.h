#pragma once

#include "portolan/merged/merged_hierarchy.h"
#include "portolan/terrain.h"
#include "portolan/terrain/terrain_prices.h"
#include "portolan/terrain/triangle_mesh.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Fills in what a structure takes from the mesh before anything is merged: joints, prices, and the
/// boxes of the triangles.
///
/// Fails for prices of another number of edges, neighbours that do not know each other, and prices
/// in one direction only: the hierarchy takes every path for one that can be walked back.
Result<Done> begin_clusters(MergedHierarchy& h, const TriangleMesh& mesh,
                            const TerrainPrices& prices);

/// Makes a box large enough to hold another one.
void enclose(Box& box, const Box& inside);

}  // namespace portolan::detail
