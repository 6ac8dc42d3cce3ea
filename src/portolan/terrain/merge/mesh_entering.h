#pragma once

#include <cstdint>
#include <vector>

#include "portolan/terrain/merge/child_distances.h"
#include "portolan/terrain/merge/merged_hierarchy.h"

namespace portolan {

/// Computes `entering` of the children of one mesh after the other.
class MeshEntering {
 public:
  explicit MeshEntering(MergedHierarchy& h) : h_(h), place_(h.mesh_count()) {}

  /// From the records between the children. `wanted(child)`: whether it has a joint that leaves
  /// `mesh`; nothing ever enters by the others, and they stay as they are.
  template <class Wanted>
  void compute(std::uint32_t mesh, Wanted&& wanted) {
    const auto children = h_.children_of(mesh);
    bool any = false;
    for (const std::uint32_t child : children) any = any || wanted(child);
    if (!any) return;
    read(children);
    for (std::uint32_t k = 0; k < children.size(); ++k) {
      if (wanted(children[k])) {
        h_.entering[children[k]] = distances_.entering(k, h_.settings.entering);
      }
    }
  }

 private:
  void read(std::span<const std::uint32_t> children) {
    for (std::uint32_t k = 0; k < children.size(); ++k) place_[children[k]] = k;
    distances_.begin(static_cast<std::uint32_t>(children.size()));
    for (std::uint32_t k = 0; k < children.size(); ++k) {
      for (const NeighbourRecord& record : h_.records_of(children[k])) {
        distances_.add(k, place_[record.target], record.distance);
      }
    }
    distances_.finish();
  }

  MergedHierarchy& h_;
  std::vector<std::uint32_t> place_;  // of a child among its siblings
  ChildDistances distances_;
};

/// By mesh: the highest owner of a record with a joint out of that mesh (0 where it has none). A
/// mesh has a joint that leaves its parent where that owner lies above the mesh itself.
std::vector<std::uint32_t> find_highest_owners(const MergedHierarchy& h);

}  // namespace portolan
