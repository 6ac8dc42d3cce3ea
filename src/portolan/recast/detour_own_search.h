#pragma once

#include <DetourNavMesh.h>
#include <DetourNavMeshQuery.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "portolan/core/vec3.h"
#include "portolan/navmesh.h"
#include "portolan/recast.h"
#include "portolan/types.h"

namespace portolan::detail {

/// A point on a polygon of Detour's.
struct DetourPlace {
  dtPolyRef polygon = 0;
  Vec3 point;
};

/// Detour's own search over its own data, to be compared with. Make one for each thread. Detour
/// knows area costs and flags but neither blocked areas nor the cost of a link: it goes around
/// blocked areas wherever it can, and a link costs its length.
class DetourOwnSearch {
 public:
  static constexpr int kMaxNodes = 65'535;  ///< As many as Detour can have.

  /// Fails when there is not enough memory.
  static Result<DetourOwnSearch> make(const DetourMesh& mesh, const NavMeshMetric& metric);

  /// The polygons from the start's to the goal's, off-mesh connections among them. `partial` when
  /// Detour ran out of nodes, with the path to where it had come; none for other statuses.
  Status find_path(const DetourPlace& start, const DetourPlace& goal,
                   std::vector<dtPolyRef>& polygons);
  /// The turns of the shortest line through polygons that find_path found, ends included; false
  /// when Detour finds none.
  bool find_waypoints(const DetourPlace& start, const DetourPlace& goal,
                      const std::vector<dtPolyRef>& polygons, std::vector<Vec3>& waypoints);
  /// How many polygons the last find_path expanded; counted when asked for.
  std::uint64_t count_expansions() const;

 private:
  DetourOwnSearch(const DetourMesh& mesh, const NavMeshMetric& metric);
  bool passable(dtPolyRef polygon) const;

  struct FreeQuery {
    void operator()(dtNavMeshQuery* query) const { dtFreeNavMeshQuery(query); }
  };
  DetourMesh mesh_;
  NavMeshMetric metric_;
  dtQueryFilter filter_;
  std::unique_ptr<dtNavMeshQuery, FreeQuery> query_;
  std::vector<dtPolyRef> found_;  // kMaxNodes, for Detour to write to
  std::vector<float> turns_;      // three times as many
};

}  // namespace portolan::detail
