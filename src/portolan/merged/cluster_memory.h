#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "portolan/core/id_vector.h"
#include "portolan/merged/merged_ids.h"

namespace portolan::detail {

/// What one navigation notes about a cluster (section 4.1 of the thesis): where to start in it, and
/// whether it holds the goal. Valid where it carries the number of the navigation.
struct ClusterNote {
  std::uint32_t iteration = 0;  ///< Of the starters.
  std::uint32_t end = 0;        ///< The navigation whose goal it holds.
  std::uint32_t starter_count = 0;
  std::array<ClusterId, 3> starters{};

  std::span<const ClusterId> starters_in(std::uint32_t navigation) const {
    if (iteration != navigation) return {};
    return {starters.data(), starter_count};
  }
  /// Returns false where the child was noted before.
  bool add_starter(std::uint32_t navigation, ClusterId child);
};

/// The notes about all clusters, in an array. Nothing is cleared between navigations: only
/// when their number overflows are notes wiped.
class ClusterMemory {
 public:
  /// For clusters 0 .. count-1. `first`: the number of the first navigation.
  explicit ClusterMemory(std::uint32_t count, std::uint32_t first = 1)
      : iteration_(first - 1), notes_(count) {}

  /// Starts the next navigation: nothing is noted.
  void begin();

  bool is_end(ClusterId cluster) const { return notes_[cluster].end == iteration_; }
  void mark_end(ClusterId cluster) { notes_[cluster].end = iteration_; }

  /// The children of a cluster where a path into it may start: three at most, one for each edge of
  /// the triangle that the path comes from.
  std::span<const ClusterId> starters(ClusterId cluster) const {
    return notes_[cluster].starters_in(iteration_);
  }
  /// Returns false where the child was noted before.
  bool add_starter(ClusterId cluster, ClusterId child) {
    return notes_[cluster].add_starter(iteration_, child);
  }

  std::size_t bytes() const { return notes_.capacity() * sizeof(ClusterNote); }

 private:
  std::uint32_t iteration_;
  IdVector<ClusterId, ClusterNote> notes_;
};

}  // namespace portolan::detail
