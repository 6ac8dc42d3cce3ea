#include "portolan/recast/detour_own_search.h"

#include <DetourNode.h>
#include <DetourStatus.h>

#include <algorithm>

#include "portolan/core/narrow.h"

namespace portolan::detail {
namespace {

/// What a metre of a blocked area costs: so much that every path around is cheaper.
constexpr float kMostExpensive = 1e6f;

}  // namespace

DetourOwnSearch::DetourOwnSearch(const DetourMesh& mesh, const NavMeshMetric& metric)
    : mesh_(mesh), metric_(metric), query_(dtAllocNavMeshQuery()) {
  for (std::uint32_t area = 0; area < kAreaCount; ++area) {
    const float cost = metric.cost[area];
    filter_.setAreaCost(narrow<int>(area), cost == NavMeshMetric::kBlocked ? kMostExpensive : cost);
  }
  filter_.setIncludeFlags(metric.include_flags);
  filter_.setExcludeFlags(metric.exclude_flags);
}

Result<DetourOwnSearch> DetourOwnSearch::make(const DetourMesh& mesh, const NavMeshMetric& metric) {
  DetourOwnSearch made(mesh, metric);
  if (made.query_ == nullptr || dtStatusFailed(made.query_->init(mesh.get(), kMaxNodes)))
    return Error{"not enough memory for Detour's search; close other programs"};
  made.found_.resize(kMaxNodes);
  made.turns_.resize(3 * std::size_t{kMaxNodes});
  return made;
}

bool DetourOwnSearch::passable(dtPolyRef polygon) const {
  const dtMeshTile* tile = nullptr;
  const dtPoly* poly = nullptr;
  return dtStatusSucceed(mesh_->getTileAndPolyByRef(polygon, &tile, &poly)) &&
         metric_.of(poly->getArea(), poly->flags) != NavMeshMetric::kBlocked;
}

Status DetourOwnSearch::find_path(const DetourPlace& start, const DetourPlace& goal,
                                  std::vector<dtPolyRef>& polygons) {
  polygons.clear();
  if (!passable(start.polygon)) return Status::invalid_start;
  if (!passable(goal.polygon)) return Status::invalid_goal;
  int count = 0;
  const dtStatus status =
      query_->findPath(start.polygon, goal.polygon, &start.point.x, &goal.point.x, &filter_,
                       found_.data(), &count, narrow<int>(found_.size()));
  if (dtStatusFailed(status)) return Status::unreachable;
  const bool partial = dtStatusDetail(status, DT_PARTIAL_RESULT);
  const bool stopped = dtStatusDetail(status, DT_OUT_OF_NODES | DT_BUFFER_TOO_SMALL);
  if (partial && !stopped) return Status::unreachable;
  const auto end = found_.begin() + count;
  if (!std::all_of(found_.begin(), end, [this](dtPolyRef ref) { return passable(ref); }))
    return Status::unreachable;
  polygons.assign(found_.begin(), end);
  return partial || polygons.back() != goal.polygon ? Status::partial : Status::complete;
}

bool DetourOwnSearch::find_waypoints(const DetourPlace& start, const DetourPlace& goal,
                                     const std::vector<dtPolyRef>& polygons,
                                     std::vector<Vec3>& waypoints) {
  waypoints.clear();
  int count = 0;
  const dtStatus status = query_->findStraightPath(&start.point.x, &goal.point.x, polygons.data(),
                                                   narrow<int>(polygons.size()), turns_.data(),
                                                   nullptr, nullptr, &count, kMaxNodes);
  if (dtStatusFailed(status)) return false;
  for (int i = 0; i < count; ++i) {
    const float* turn = turns_.data() + 3 * static_cast<std::size_t>(i);
    waypoints.push_back({turn[0], turn[1], turn[2]});
  }
  return true;
}

std::uint64_t DetourOwnSearch::count_expansions() const {
  const dtNodePool& pool = *query_->getNodePool();
  std::uint64_t closed = 0;
  for (int i = 1; i <= pool.getNodeCount(); ++i)
    closed += (pool.getNodeAtIdx(narrow<unsigned>(i))->flags & DT_NODE_CLOSED) != 0;
  return closed;
}

}  // namespace portolan::detail
