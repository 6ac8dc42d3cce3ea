#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "portolan/merged/cluster_memory.h"
#include "portolan/merged/merged_query.h"

namespace portolan::detail {

/// A ClusterMemory by a hash over the meshes that were touched, as the thesis has it for many
/// navigations at once: smaller than an array over all, and slower.
class HashedMemory {
 public:
  explicit HashedMemory(std::uint32_t count, std::uint32_t first = 1);

  void begin();

  bool is_end(ClusterId cluster) { return note(cluster).end == iteration_; }
  void mark_end(ClusterId cluster) { note(cluster).end = iteration_; }
  std::span<const ClusterId> starters(ClusterId cluster) {
    return note(cluster).starters_in(iteration_);
  }
  bool add_starter(ClusterId cluster, ClusterId child) {
    return note(cluster).add_starter(iteration_, child);
  }

  std::size_t bytes() const;

 private:
  struct Bucket {
    ClusterId cluster{0};
    std::uint32_t slot = 0;
    std::uint32_t iteration = 0;
  };
  ClusterNote& note(ClusterId cluster) { return notes_[slot_of(cluster)]; }
  std::uint32_t slot_of(ClusterId cluster);
  void grow();

  std::uint32_t iteration_;
  std::vector<ClusterNote> notes_;     // by slot
  std::vector<Bucket> buckets_;        // a power of two
  std::vector<ClusterId> cluster_of_;  // by slot
};

/// Navigation that remembers by a hash.
using HashedMergedQuery = MergedQueryOf<HashedMemory>;
extern template class MergedQueryOf<HashedMemory>;

}  // namespace portolan::detail
