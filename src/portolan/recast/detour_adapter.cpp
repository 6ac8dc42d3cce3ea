#include "portolan/recast/detour_adapter.h"

#include <algorithm>
#include <limits>

#include "portolan/core/narrow.h"
#include "portolan/recast/detour_polygons.h"
#include "portolan/recast/joined_text.h"

namespace portolan {
namespace {

static_assert(kAreaCount == DT_MAX_AREAS);

Vec3 vec3_of(const float* v) { return {v[0], v[1], v[2]}; }

/// The areas that polygons or links have, ascending.
std::vector<std::uint8_t> find_areas(const PolygonMesh& mesh) {
  std::vector<std::uint8_t> areas = mesh.areas;
  for (const PolygonLink& link : mesh.links) areas.push_back(link.link.area);
  std::sort(areas.begin(), areas.end());
  areas.erase(std::unique(areas.begin(), areas.end()), areas.end());
  return areas;
}

const PolygonLink& link_at(const NavMeshSnapshot& snapshot, NodeId end) {
  const PolygonMesh& mesh = snapshot.mesh().polygons();
  return mesh.links[(snapshot.world().layout().doorway(end) - mesh.portals.size()) / 2];
}

/// Calls visit(node, place, link) for every doorway that leads out of a polygon, with the place
/// behind it that can be stood on, and the link that leads there or null.
template <class Visit>
void for_each_way_out(const NavMeshSnapshot& snapshot, std::uint32_t polygon, Visit visit) {
  const NavMeshWorld& world = snapshot.world();
  for (const MeshLayout::Slot& slot : world.layout().slots(polygon)) {
    if (!slot.leave) continue;
    const NodeId partner = world.layout().partner(slot.node);
    if (partner == kNoNode) {
      const MeshPlace place{world.layout().beyond(slot.node, polygon),
                            world.layout().place(slot.node)};
      if (snapshot.passable(place)) visit(slot.node, place, nullptr);
    } else if (world.link_cost(slot.node) != kInfinite) {
      const MeshPlace place{world.layout().sides(partner).of[0].polygon,
                            world.layout().place(partner)};
      if (snapshot.passable(place)) visit(slot.node, place, &link_at(snapshot, slot.node));
    }
  }
}

dtStatus write_refs(const std::vector<dtPolyRef>& refs, dtPolyRef* path, int* count, int limit) {
  *count = narrow<int>(std::min(refs.size(), static_cast<std::size_t>(limit)));
  std::copy_n(refs.begin(), *count, path);
  return refs.size() > static_cast<std::size_t>(limit) ? DT_SUCCESS | DT_BUFFER_TOO_SMALL
                                                       : DT_SUCCESS;
}

}  // namespace

struct DetourPathfinder::Names {
  RefIndex polygons;
  std::vector<std::pair<dtPolyRef, std::uint32_t>> links;  // by reference
  std::vector<std::uint8_t> areas;                         // that occur

  explicit Names(const DetourPolygons& source)
      : polygons(source.index), areas(find_areas(source.mesh)) {
    for (std::uint32_t i = 0; i < source.mesh.links.size(); ++i)
      links.emplace_back(static_cast<dtPolyRef>(source.mesh.links[i].ref), i);
    std::sort(links.begin(), links.end());
  }

  /// The links of a reference, by index: none, one, or several that differ in where they end.
  auto links_of(dtPolyRef ref) const {
    const auto below = [](const auto& entry, dtPolyRef r) { return entry.first < r; };
    const auto begin = std::lower_bound(links.begin(), links.end(), ref, below);
    return std::span(begin, std::lower_bound(begin, links.end(), ref + 1, below));
  }
  bool know(dtPolyRef ref) const { return polygons.find(ref) || !links_of(ref).empty(); }
};

Result<DetourPathfinder> DetourPathfinder::build(const dtNavMesh& mesh, const dtQueryFilter& filter,
                                                 const NavMeshBuildOptions& options,
                                                 const Progress& progress) {
  Result<DetourPolygons> polygons = make_polygon_mesh(mesh);
  if (!polygons) return polygons.error();
  DetourPathfinder pathfinder;
  pathfinder.names_ = std::make_shared<const Names>(*polygons);
  const Result<NavMeshMetric> metric = pathfinder.make_metric(filter);
  if (!metric) return metric.error();
  Result<NavMesh> nav_mesh = NavMesh::make(std::move(polygons->mesh));
  if (!nav_mesh) return nav_mesh.error();
  Result<NavMeshSnapshot> snapshot =
      NavMeshSnapshot::build(*std::move(nav_mesh), *metric, options, progress);
  if (!snapshot) return snapshot.error();
  pathfinder.snapshots_.push_back(*std::move(snapshot));
  return pathfinder;
}

Result<DetourPathfinder> DetourPathfinder::with_filter(const dtQueryFilter& filter,
                                                       const Progress& progress) const {
  if (find_snapshot(filter) != nullptr) return *this;
  const Result<NavMeshMetric> metric = make_metric(filter);
  if (!metric) return metric.error();
  Result<NavMeshSnapshot> snapshot = snapshots_.front().with_metric(*metric, progress);
  if (!snapshot) return snapshot.error();
  DetourPathfinder pathfinder = *this;
  pathfinder.snapshots_.push_back(*std::move(snapshot));
  return pathfinder;
}

const NavMeshSnapshot* DetourPathfinder::find_snapshot(const dtQueryFilter& filter) const {
  const auto answers = [&](const NavMeshSnapshot& snapshot) {
    const NavMeshMetric& metric = snapshot.metric();
    return metric.include_flags == filter.getIncludeFlags() &&
           metric.exclude_flags == filter.getExcludeFlags() &&
           std::all_of(names_->areas.begin(), names_->areas.end(), [&](std::uint8_t area) {
             return metric.cost[area] == filter.getAreaCost(area);
           });
  };
  const auto found = std::find_if(snapshots_.begin(), snapshots_.end(), answers);
  return found == snapshots_.end() ? nullptr : &*found;
}

Result<NavMeshMetric> DetourPathfinder::make_metric(const dtQueryFilter& filter) const {
  NavMeshMetric metric;
  metric.name = joined_text("filter ", snapshots_.size());
  metric.include_flags = filter.getIncludeFlags();
  metric.exclude_flags = filter.getExcludeFlags();
  for (const std::uint8_t area : names_->areas) {
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

dtStatus DetourPathfinder::Query::findPath(dtPolyRef startRef, dtPolyRef endRef,
                                           const float* startPos, const float* endPos,
                                           const dtQueryFilter* filter, dtPolyRef* path,
                                           int* pathCount, int maxPath) {
  if (pathCount == nullptr) return DT_FAILURE | DT_INVALID_PARAM;
  *pathCount = 0;
  if (startPos == nullptr || endPos == nullptr || filter == nullptr || path == nullptr ||
      maxPath <= 0 || !is_usable(vec3_of(startPos)) || !is_usable(vec3_of(endPos)) ||
      !pathfinder_.names_->know(startRef) || !pathfinder_.names_->know(endRef)) {
    return DT_FAILURE | DT_INVALID_PARAM;
  }
  const NavMeshSnapshot* snapshot = pathfinder_.find_snapshot(*filter);
  if (snapshot == nullptr) return DT_FAILURE | DT_INVALID_PARAM;
  refs_.assign(1, startRef);
  if (startRef == endRef) return write_refs(refs_, path, pathCount, maxPath);

  list_starts(*snapshot, startRef, vec3_of(startPos));
  list_goals(*snapshot, endRef, vec3_of(endPos));
  const bool complete = find_best(*snapshot);
  if (complete || find_nearest(*snapshot, vec3_of(endPos))) append_path(*snapshot);
  if (complete && refs_.back() != endRef) refs_.push_back(endRef);
  const dtStatus status = write_refs(refs_, path, pathCount, maxPath);
  return complete ? status : status | DT_PARTIAL_RESULT;
}

/// The start, or where one can go from it if it is a link or a polygon one may not be on.
void DetourPathfinder::Query::list_starts(const NavMeshSnapshot& snapshot, dtPolyRef ref,
                                          const Vec3& position) {
  starts_.clear();
  const PolygonMesh& mesh = snapshot.mesh().polygons();
  const auto metres = [&](std::uint8_t area, const Vec3& from, const Vec3& to) {
    return length_between(from, to) * double{snapshot.metric().cost[area]};
  };
  if (const auto polygon = pathfinder_.names_->polygons.find(ref)) {
    const MeshPlace place = snapshot.mesh().place_on(*polygon, position);
    if (snapshot.passable(place)) {
      starts_.push_back({place});
      return;
    }
    const auto leave = [&](NodeId node, const MeshPlace& next, const PolygonLink* link) {
      const Vec3& door = snapshot.world().layout().place(node);
      End end{next, 0, metres(mesh.areas[*polygon], place.point, door)};
      if (link != nullptr) {
        end.link = static_cast<dtPolyRef>(link->ref);
        end.metres += snapshot.metres(snapshot.world().link_cost(node));
      }
      starts_.push_back(end);
    };
    for_each_way_out(snapshot, *polygon, leave);
    return;
  }
  for (const auto& [name, index] : pathfinder_.names_->links_of(ref)) {
    const PolygonLink& l = mesh.links[index];
    for (const MeshPlace& place :
         {MeshPlace{l.from_polygon, l.link.from}, MeshPlace{l.to_polygon, l.link.to}}) {
      if (snapshot.passable(place))
        starts_.push_back({place, 0, metres(l.link.area, position, place.point)});
    }
  }
}

/// The goal, or where one can go to it from if it is a link.
void DetourPathfinder::Query::list_goals(const NavMeshSnapshot& snapshot, dtPolyRef ref,
                                         const Vec3& position) {
  goals_.clear();
  if (const auto polygon = pathfinder_.names_->polygons.find(ref)) {
    const MeshPlace place = snapshot.mesh().place_on(*polygon, position);
    if (snapshot.passable(place)) goals_.push_back({place});
    return;
  }
  for (const auto& [name, index] : pathfinder_.names_->links_of(ref)) {
    const PolygonLink& l = snapshot.mesh().polygons().links[index];
    const float cost = snapshot.metric().of(l.link.area, l.link.flags);
    if (cost == NavMeshMetric::kBlocked) continue;
    const auto add = [&](std::uint32_t polygon, const Vec3& end) {
      if (snapshot.passable({polygon, end}))
        goals_.push_back({{polygon, end}, 0, length_between(end, position) * double{cost}});
    };
    add(l.from_polygon, l.link.from);
    if (l.link.both_ways) add(l.to_polygon, l.link.to);
  }
}

/// Finds the cheapest path from any start to any goal; false where there is none.
bool DetourPathfinder::Query::find_best(const NavMeshSnapshot& snapshot) {
  double best = std::numeric_limits<double>::infinity();
  const bool single = starts_.size() == 1 && goals_.size() == 1;
  for (const End& start : starts_) {
    for (const End& goal : goals_) {
      double metres = 0.0;
      if (!single) {
        Cost cost = kInfinite;
        if (query_.find_cost(snapshot, start.place, goal.place, {}, cost) != Status::complete)
          continue;
        metres = start.metres + snapshot.metres(cost) + goal.metres;
      }
      if (metres >= best) continue;
      best = metres;
      start_ = start;
      goal_ = goal;
    }
  }
  if (best == std::numeric_limits<double>::infinity()) return false;
  NavMeshQueryOptions options;
  options.waypoints = false;
  return query_.find_path(snapshot, start_.place, goal_.place, options, path_) == Status::complete;
}

/// Finds a path to the reachable place nearest to a point; false where one cannot leave the start.
bool DetourPathfinder::Query::find_nearest(const NavMeshSnapshot& snapshot, const Vec3& position) {
  constexpr float kAnywhere = std::numeric_limits<float>::max();
  const Vec3 extent{kAnywhere, kAnywhere, kAnywhere};
  const auto find_to = [&](const std::optional<MeshPlace>& place) {
    if (!place) return false;
    goals_.assign(1, {*place});
    return find_best(snapshot);
  };
  // Components answer at once, but do not know where one-way links lead.
  if (starts_.size() == 1 &&
      find_to(query_.find_nearest_reachable(snapshot, starts_.front().place, position, extent))) {
    return true;
  }
  flood(snapshot);
  return find_to(snapshot.mesh().find_nearest(
      position, extent, [&](std::uint32_t polygon) { return reached_[polygon]; }));
}

/// Marks every polygon that can be reached from the starts.
void DetourPathfinder::Query::flood(const NavMeshSnapshot& snapshot) {
  reached_.assign(snapshot.mesh().polygon_count(), false);
  queue_.clear();
  const auto reach = [&](std::uint32_t polygon) {
    if (reached_[polygon]) return;
    reached_[polygon] = true;
    queue_.push_back(polygon);
  };
  for (const End& start : starts_) reach(start.place.polygon);
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    for_each_way_out(snapshot, queue_[i], [&](NodeId, const MeshPlace& place, const PolygonLink*) {
      reach(place.polygon);
    });
  }
}

/// Puts the references of the path found behind that of the start.
void DetourPathfinder::Query::append_path(const NavMeshSnapshot& snapshot) {
  const PolygonMesh& mesh = snapshot.mesh().polygons();
  const MeshLayout& layout = snapshot.world().layout();
  const auto add = [&](std::uint64_t ref) { refs_.push_back(static_cast<dtPolyRef>(ref)); };
  if (start_.link != 0) add(start_.link);
  std::size_t polygon = 0;
  if (mesh.refs[path_.polygons[polygon]] != refs_.front()) add(mesh.refs[path_.polygons[polygon]]);
  for (std::size_t i = 0; i < path_.nodes.size(); ++i) {
    if (layout.partner(path_.nodes[i]) != kNoNode) add(link_at(snapshot, path_.nodes[i++]).ref);
    add(mesh.refs[path_.polygons[++polygon]]);
  }
}

}  // namespace portolan
