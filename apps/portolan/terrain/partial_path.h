#pragma once

#include <cstdint>
#include <vector>

#include "portolan/merged/merged_hierarchy.h"
#include "portolan/types.h"

namespace portolan::detail::cli {

/// A path of the thesis' navigation while it is found: clusters that hold it, of which the first
/// ones are triangles already.
struct PartialPath {
  Status status = Status::unreachable;
  std::uint32_t expansions = 0;     ///< Clusters that were replaced by a path over their children.
  std::vector<ClusterId> clusters;  ///< From start to goal; none where there is no path.
  std::uint32_t walked = 0;  ///< So many of them are triangles that the path surely leads over,
  Cost cost = 0;             ///< and this is what they cost.
};

/// After so many expansions, or all that it takes.
PartialPath find_partial_path(const MergedHierarchy& h, TriangleId start, TriangleId goal,
                              std::uint32_t most_expansions);

}  // namespace portolan::detail::cli
