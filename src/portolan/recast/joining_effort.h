#pragma once

#include <DetourNavMesh.h>

#include <cstddef>
#include <map>
#include <span>
#include <utility>

namespace portolan::detail {

/// What Detour takes to join tiles. It holds each edge at a tile's border against all corners of
/// the tiles around it: a small file of crowded tiles could keep it busy for hours.
class JoiningEffort {
 public:
  /// Counts a tile: its header and bytes as they lie in a file, the polygons within them.
  void add(const dtMeshHeader& header, std::span<const std::byte> tile);

  struct Worst {
    double steps = 0.0;  ///< Of all tiles together.
    int x = 0, y = 0;    ///< Where the tiles lie that take the most.
  };
  /// At most so many comparisons.
  Worst estimate() const;

 private:
  struct Crowd {
    double edges = 0.0;  ///< At borders.
    double corners = 0.0;
  };
  std::map<std::pair<int, int>, Crowd> at_;  ///< By place; tiles may lie above each other.
};

}  // namespace portolan::detail
