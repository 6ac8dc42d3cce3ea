#pragma once

#include <cstdint>
#include <vector>

#include "portolan/core/narrow.h"
#include "portolan/merged/merged_hierarchy.h"
#include "portolan/picture/picture.h"

namespace portolan::detail::cli {

/// The top clusters as merging goes on, each with a colour that its neighbours do not have. A
/// merged cluster keeps the colour of its largest part where it can. Hierarchy and mesh must
/// outlive it.
class TopClusters {
 public:
  TopClusters(const MergedHierarchy& h, const TriangleMesh& mesh);

  /// Goes on to the state after so many steps, not fewer than before.
  void advance(std::uint32_t steps);

  ClusterId top(TriangleId triangle) const { return top_of_[triangle]; }
  Colour colour(TriangleId triangle) const;
  std::uint32_t count() const { return narrow<std::uint32_t>(tops_.size()); }
  std::uint32_t largest() const;  ///< Triangles in the largest.

 private:
  std::vector<std::uint8_t> find_inherited(const IdVector<TriangleId, ClusterId>& before) const;

  const MergedHierarchy& h_;
  const TriangleMesh& mesh_;
  IdVector<TriangleId, ClusterId> top_of_;
  std::vector<ClusterId> tops_;                   // each once
  IdVector<ClusterId, std::uint32_t> number_of_;  // its place there
  IdVector<ClusterId, std::uint8_t> colour_of_;
};

}  // namespace portolan::detail::cli
