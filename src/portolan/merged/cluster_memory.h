#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "portolan/merged/merged_ids.h"

namespace portolan::detail {

/// How what a navigation notes about meshes is found: by an array over all meshes (fast), or by a
/// hash over those it touched (small: for many navigations at once).
enum class MemoryKind : std::uint8_t { array, hashed };

/// What one navigation notes about meshes (section 4.1 of the thesis): where to start in them,
/// and whether they hold the goal. Nothing is cleared between navigations: notes carry the number
/// of the one that wrote them, and only when that number overflows are they wiped.
class ClusterMemory {
 public:
  /// For meshes 0 .. count-1. `first`: the number of the first navigation.
  ClusterMemory(MemoryKind kind, std::uint32_t count, std::uint32_t first = 1);

  /// Starts the next navigation: nothing is noted.
  void begin();

  bool is_end(ClusterId cluster) { return note(cluster).end == iteration_; }
  void mark_end(ClusterId cluster) { note(cluster).end = iteration_; }

  /// The children of a cluster where a path into it may start: three at most, one for each edge of
  /// the triangle that the path comes from.
  std::span<const ClusterId> starters(ClusterId cluster) {
    const Note& n = note(cluster);
    if (n.iteration != iteration_) return {};
    return {n.starters.data(), n.starter_count};
  }
  /// Returns false where the child was noted before.
  bool add_starter(ClusterId cluster, ClusterId child);

  std::size_t bytes() const;

 private:
  struct Note {
    std::uint32_t iteration = 0;
    std::uint32_t end = 0;
    std::uint32_t starter_count = 0;
    std::array<ClusterId, 3> starters{};
  };
  struct Bucket {
    ClusterId cluster{0};
    std::uint32_t slot = 0;
    std::uint32_t iteration = 0;
  };
  Note& note(ClusterId cluster) {
    return notes_[kind_ == MemoryKind::array ? index(cluster) : hashed_slot(cluster)];
  }
  std::uint32_t hashed_slot(ClusterId cluster);
  void grow();

  MemoryKind kind_;
  std::uint32_t iteration_;
  std::vector<Note> notes_;            // by slot
  std::vector<Bucket> buckets_;        // a power of two
  std::vector<ClusterId> cluster_of_;  // by slot
};

}  // namespace portolan::detail
