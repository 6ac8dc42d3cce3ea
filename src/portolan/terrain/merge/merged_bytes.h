#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "portolan/core/result.h"
#include "portolan/terrain/merge/merged_hierarchy.h"

namespace portolan {

/// A structure, at any step of its merging, as bytes: what the rest follows from, little-endian.
std::vector<std::byte> pack_merged_hierarchy(const MergedHierarchy& h);

/// Reads bytes that may be anything. What comes back equals what was packed. Fails with the place
/// of the first thing that is wrong; asks for no more memory than the bytes justify.
Result<MergedHierarchy> unpack_merged_hierarchy(std::span<const std::byte> bytes);

}  // namespace portolan
