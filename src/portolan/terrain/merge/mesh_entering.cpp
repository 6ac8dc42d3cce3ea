#include "portolan/terrain/merge/mesh_entering.h"

#include <algorithm>

namespace portolan {

std::vector<std::uint32_t> find_highest_owners(const MergedHierarchy& h) {
  std::vector<std::uint32_t> highest(std::size_t{h.mesh_count()} + 1, 0);
  for (std::uint32_t m = 0; m < h.mesh_count(); ++m) {
    for (std::uint32_t r = h.record_begin[m]; r < h.record_begin[m + 1]; ++r) {
      for (const std::uint32_t joint : h.joints_of(r)) {
        highest[joint / 3] = std::max(highest[joint / 3], m);
      }
    }
  }
  for (std::uint32_t m = 0; m < h.mesh_count(); ++m) {
    highest[h.parent[m]] = std::max(highest[h.parent[m]], highest[m]);
  }
  return highest;
}

}  // namespace portolan
