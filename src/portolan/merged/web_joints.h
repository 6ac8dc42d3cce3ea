#pragma once

#include "portolan/core/result.h"
#include "portolan/merged/merged_hierarchy.h"
#include "portolan/terrain/height_map.h"
#include "portolan/terrain/terrain_prices.h"
#include "portolan/terrain/triangle_web.h"

namespace portolan {

/// Fills in what a structure takes from the web before anything is merged: joints, prices, and the
/// boxes of the triangles.
///
/// Fails for prices of another number of edges, neighbours that do not know each other, and prices
/// in one direction only: the hierarchy takes every way for one that can be walked back.
Result<Done> begin_meshes(MergedHierarchy& h, const TriangleWeb& web, const TerrainPrices& prices);

/// Makes a box large enough to hold another one.
void enclose(Box& box, const Box& inside);

}  // namespace portolan
