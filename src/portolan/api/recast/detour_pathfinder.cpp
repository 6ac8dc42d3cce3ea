#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "portolan/core/joined_text.h"
#include "portolan/core/narrow.h"
#include "portolan/detour.h"
#include "portolan/recast/detour_search.h"

namespace portolan {
namespace {

using detail::DetourNames;
using detail::joined_text;

static_assert(kAreaCount == DT_MAX_AREAS);

Vec3 vec3_of(const float* v) { return {v[0], v[1], v[2]}; }

Result<NavMeshMetric> make_metric(const DetourNames& names, const dtQueryFilter& filter) {
  NavMeshMetric metric;
  metric.include_flags = filter.getIncludeFlags();
  metric.exclude_flags = filter.getExcludeFlags();
  for (const std::uint8_t area : names.areas) {
    const float cost = filter.getAreaCost(area);
    if (!(cost >= NavMeshMetric::kLeast && cost <= NavMeshMetric::kMost)) {
      return Error{joined_text("the filter's cost of area ", unsigned{area}, " is ", cost,
                               "; give one from ", NavMeshMetric::kLeast, " to ",
                               NavMeshMetric::kMost, ", or exclude the area by flags")};
    }
    metric.cost[area] = cost;
  }
  return metric;
}

dtStatus write_refs(const std::vector<dtPolyRef>& refs, dtPolyRef* path, int* count, int limit) {
  *count = detail::narrow<int>(std::min(refs.size(), static_cast<std::size_t>(limit)));
  std::copy_n(refs.begin(), *count, path);
  return refs.size() > static_cast<std::size_t>(limit) ? DT_SUCCESS | DT_BUFFER_TOO_SMALL
                                                       : DT_SUCCESS;
}

bool answers(const NavMeshMetric& metric, const DetourNames& names, const dtQueryFilter& filter) {
  return metric.include_flags == filter.getIncludeFlags() &&
         metric.exclude_flags == filter.getExcludeFlags() &&
         std::all_of(names.areas.begin(), names.areas.end(), [&](std::uint8_t area) {
           return metric.cost[area] == filter.getAreaCost(area);
         });
}

}  // namespace

struct DetourPathfinder::Data {
  std::shared_ptr<const DetourNames> names;
  std::vector<NavMeshSnapshot> snapshots;
};

Result<DetourPathfinder> DetourPathfinder::build(const dtNavMesh& mesh, const dtQueryFilter& filter,
                                                 const NavMeshOptions& options,
                                                 const Execution& execution) {
  auto polygons = detail::make_polygon_mesh(mesh);
  if (!polygons) return polygons.error();
  auto data = std::make_shared<Data>();
  data->names = std::make_shared<const DetourNames>(*polygons);
  const auto metric = make_metric(*data->names, filter);
  if (!metric) return metric.error();
  auto nav_mesh = NavMesh::make(std::move(polygons->mesh));
  if (!nav_mesh) return nav_mesh.error();
  auto snapshot = NavMeshSnapshot::build(*std::move(nav_mesh), *metric, options, execution);
  if (!snapshot) return snapshot.error();
  data->snapshots.push_back(*std::move(snapshot));
  DetourPathfinder pathfinder;
  pathfinder.data_ = std::move(data);
  return pathfinder;
}

Result<DetourPathfinder> DetourPathfinder::with_filter(const dtQueryFilter& filter,
                                                       const Execution& execution) const {
  if (find_snapshot(filter) != nullptr) return *this;
  auto metric = make_metric(*data_->names, filter);
  if (!metric) return metric.error();
  metric->name = joined_text("filter ", data_->snapshots.size());
  auto snapshot = data_->snapshots.front().with_metric(*metric, execution);
  if (!snapshot) return snapshot.error();
  auto data = std::make_shared<Data>(*data_);
  data->snapshots.push_back(*std::move(snapshot));
  DetourPathfinder pathfinder;
  pathfinder.data_ = std::move(data);
  return pathfinder;
}

const NavMeshSnapshot* DetourPathfinder::find_snapshot(const dtQueryFilter& filter) const {
  const auto& snapshots = data_->snapshots;
  const auto found = std::find_if(snapshots.begin(), snapshots.end(), [&](const auto& snapshot) {
    return answers(snapshot.metric(), *data_->names, filter);
  });
  return found == snapshots.end() ? nullptr : &*found;
}

std::optional<MeshPlace> DetourPathfinder::find_place(dtPolyRef ref, const float* position) const {
  const auto polygon = data_->names->polygons.find(ref);
  if (!polygon || position == nullptr || !detail::is_usable(vec3_of(position))) return std::nullopt;
  return data_->snapshots.front().mesh().place_on(detail::index(*polygon), vec3_of(position));
}

struct DetourQuery::Inside {
  explicit Inside(const DetourPathfinder& p) : pathfinder(p), search(p.data_->names) {}

  /// The snapshot to ask: one of the pathfinder's, else one made for searches. Null for a filter
  /// whose costs are out of range.
  const detail::NavMeshSnapshot* find_snapshot(const dtQueryFilter& filter) {
    const NavMeshSnapshot* made = pathfinder.find_snapshot(filter);
    searched = made == nullptr;
    if (made != nullptr) return &made->inside();
    const DetourNames& names = *pathfinder.data_->names;
    if (unforeseen && answers(unforeseen->metric(), names, filter)) return &*unforeseen;
    const auto metric = make_metric(names, filter);
    if (!metric) return nullptr;
    auto snapshot = pathfinder.data_->snapshots.front().inside().with_metric_for_search(*metric);
    if (!snapshot) return nullptr;
    unforeseen = std::move(*snapshot);
    return &*unforeseen;
  }

  DetourPathfinder pathfinder;
  detail::DetourSearch search;
  std::optional<detail::NavMeshSnapshot> unforeseen;  ///< Of the last filter that needed one.
  bool searched = false;
};

DetourQuery::DetourQuery(const DetourPathfinder& pathfinder)
    : inside_(std::make_unique<Inside>(pathfinder)) {}
DetourQuery::~DetourQuery() = default;
DetourQuery::DetourQuery(DetourQuery&&) noexcept = default;
DetourQuery& DetourQuery::operator=(DetourQuery&&) noexcept = default;

bool DetourQuery::searched() const { return inside_->searched; }

// NOLINTBEGIN: the names are Detour's.
dtStatus DetourQuery::findPath(dtPolyRef startRef, dtPolyRef endRef, const float* startPos,
                               const float* endPos, const dtQueryFilter* filter, dtPolyRef* path,
                               int* pathCount, int maxPath) {
  if (pathCount == nullptr) return DT_FAILURE | DT_INVALID_PARAM;
  *pathCount = 0;
  const DetourNames& names = *inside_->pathfinder.data_->names;
  if (startPos == nullptr || endPos == nullptr || filter == nullptr || path == nullptr ||
      maxPath <= 0 || !detail::is_usable(vec3_of(startPos)) ||
      !detail::is_usable(vec3_of(endPos)) || !names.know(startRef) || !names.know(endRef)) {
    return DT_FAILURE | DT_INVALID_PARAM;
  }
  const detail::NavMeshSnapshot* snapshot = inside_->find_snapshot(*filter);
  if (snapshot == nullptr) return DT_FAILURE | DT_INVALID_PARAM;
  bool complete = false;
  const auto& refs = inside_->search.find(*snapshot, startRef, endRef, vec3_of(startPos),
                                          vec3_of(endPos), complete);
  const dtStatus status = write_refs(refs, path, pathCount, maxPath);
  return complete ? status : status | DT_PARTIAL_RESULT;
}
// NOLINTEND

}  // namespace portolan
