#pragma once

#include "portolan/merged/merged_hierarchy.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Checks every number, and that everything that follows from prices, parents and `entering` does.
Result<Done> validate(const MergedHierarchy& h);

/// Checks what the rest of a structure follows from: joints and prices, the tree, boxes, distances
/// within their limits. Arrays must have the lengths that the counts ask for; boxes may be missing.
Result<Done> validate_clusters(const MergedHierarchy& h);

/// Checks that the children of each cluster are joined with each other, as navigation relies on.
/// The structure must be laid out.
Result<Done> validate_joined(const MergedHierarchy& h);

}  // namespace portolan::detail
