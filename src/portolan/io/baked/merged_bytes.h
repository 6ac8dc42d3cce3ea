#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "portolan/merged/merged_hierarchy.h"
#include "portolan/types.h"

namespace portolan::detail {

/// A structure, at any step of its merging, as bytes, little-endian: its settings and what cannot
/// be told from the mesh and its prices, 12 bytes for each cluster.
std::vector<std::byte> pack_merged_hierarchy(const MergedHierarchy& h);

/// Reads untrusted bytes. What comes back equals what was packed; `mesh` and `prices`
/// must be those it was merged from, with unweighted prices. Fails with the first thing that is
/// wrong; asks for no more memory than the bytes and the mesh justify. What it accepts can be
/// queried, compressed and merged further without harm, though `entering` is taken as it is.
Result<MergedHierarchy> unpack_merged_hierarchy(std::span<const std::byte> bytes,
                                                const TriangleMesh& mesh,
                                                const TerrainPrices& prices);

}  // namespace portolan::detail
