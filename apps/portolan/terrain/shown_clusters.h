#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "portolan/merged/merged_hierarchy.h"
#include "portolan/picture/region_colours.h"

namespace portolan::detail::cli {

/// Clusters that cover all triangles of a terrain, to look at. They have numbers of their own, from
/// 0 in the order of their first triangles.
struct ShownClusters {
  std::vector<ClusterId> clusters;                ///< By number.
  IdVector<TriangleId, std::uint32_t> number_of;  ///< The one that a triangle lies in.
  /// Which lie side by side, the smaller number first, each two once, ascending.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> beside;
  std::uint32_t layers = 1;  ///< Of the structure at that step, triangles and top included.

  std::uint32_t count() const { return static_cast<std::uint32_t>(clusters.size()); }
  /// By number: how many others lie beside each.
  std::vector<std::uint32_t> neighbours() const;
};

/// The clusters `layer` layers below the top ones as they were after so many merge steps; a chain
/// that is shorter ends with its triangle. A structure without steps, such as a compressed one, is
/// shown as it is.
ShownClusters find_shown_clusters(const MergedHierarchy& h, const TriangleMesh& mesh,
                                  std::uint32_t steps, std::uint32_t layer);

/// By cluster: the layers on the longest chain below it, itself included; 1 for a triangle.
IdVector<ClusterId, std::uint32_t> count_layers_below(const MergedHierarchy& h);

/// A cluster, its parent and so on up to the top one after so many merge steps.
std::vector<ClusterId> find_parents(const MergedHierarchy& h, ClusterId cluster,
                                    std::uint32_t steps);

/// The triangles of a cluster, those of each smaller one in it side by side.
std::vector<TriangleId> list_triangles(const MergedHierarchy& h, ClusterId cluster);

/// Colours for the top clusters after every merge step, as places in kRegionColours: neighbours
/// differ, and a cluster keeps the colour of its largest part where it can. The same whatever was
/// asked before. Hierarchy and mesh must outlive it. One thread at a time.
class MergeColours {
 public:
  MergeColours(const MergedHierarchy& h, const TriangleMesh& mesh);

  /// For what find_shown_clusters(h, mesh, steps, 0) finds, by number.
  std::vector<std::uint8_t> of(const ShownClusters& shown, std::uint32_t steps);

 private:
  const MergedHierarchy& h_;
  const TriangleMesh& mesh_;
  /// Colours are handed on over every so many steps: there may be thousands.
  std::uint32_t stride_;
  std::vector<std::vector<std::uint8_t>> kept_;  // after 0, stride_, 2 * stride_ ... steps
};

}  // namespace portolan::detail::cli
