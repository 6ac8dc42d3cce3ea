#include "portolan/recast/detour_search.h"

#include <limits>

#include "portolan/navmesh/for_each_step.h"

namespace portolan::detail {
namespace {

const PolygonLink& link_at(const NavMeshSnapshot& snapshot, NodeId end) {
  const PolygonMesh& mesh = snapshot.mesh().polygons();
  return mesh.links[(index(snapshot.world().layout().doorway(end)) - mesh.portals.size()) / 2];
}

}  // namespace

std::vector<std::uint8_t> find_areas(const PolygonMesh& mesh) {
  std::vector<std::uint8_t> areas = mesh.areas;
  for (const PolygonLink& link : mesh.links) areas.push_back(link.link.area);
  std::sort(areas.begin(), areas.end());
  areas.erase(std::unique(areas.begin(), areas.end()), areas.end());
  return areas;
}

const std::vector<dtPolyRef>& DetourSearch::find(const NavMeshSnapshot& snapshot, dtPolyRef start,
                                                 dtPolyRef goal, const Vec3& from, const Vec3& to,
                                                 bool& complete) {
  snapshot_ = &snapshot;
  refs_.assign(1, start);
  complete = start == goal;
  if (complete) return refs_;
  list_starts(start, from);
  list_goals(goal, to);
  complete = find_best();
  if (complete || find_nearest(to)) append_path();
  if (complete && refs_.back() != goal) refs_.push_back(goal);
  return refs_;
}

Status DetourSearch::find_path(const MeshPlace& start, const MeshPlace& goal) {
  NavMeshQueryOptions options;
  options.waypoints = false;
  return world().customized() ? query_.find_path(world(), start, goal, options, path_)
                              : query_.find_path_astar(world(), start, goal, options, path_);
}

Cost DetourSearch::find_cost(const MeshPlace& start, const MeshPlace& goal) {
  Cost cost = kInfinite;
  if (world().customized()) {
    query_.find_cost(world(), start, goal, {}, cost);
  } else if (find_path(start, goal) == Status::complete) {
    cost = path_.cost;
  }
  return cost;
}

/// The start, or where one can go from it if it is a link or a polygon one may not be on.
void DetourSearch::list_starts(dtPolyRef ref, const Vec3& position) {
  starts_.clear();
  const PolygonMesh& mesh = world().mesh().polygons();
  const auto metres = [&](std::uint8_t area, const Vec3& from, const Vec3& to) {
    return length_between(from, to) * double{world().metric().cost[area]};
  };
  if (const auto polygon = names_->polygons.find(ref)) {
    const MeshPlace place = world().mesh().place_on(index(*polygon), position);
    if (world().passable(place)) {
      starts_.push_back({place});
      return;
    }
    const MeshLayout& layout = world().world().layout();
    for_each_step(world().world(), *polygon, [&](NodeId node, const MeshPlace& next) {
      End end{next, 0, metres(mesh.areas[index(*polygon)], place.point, layout.place(node))};
      if (layout.partner(node) != kNoNode) {
        end.link = static_cast<dtPolyRef>(link_at(world(), node).ref);
        end.metres += world().metres(world().world().link_cost(node));
      }
      starts_.push_back(end);
    });
    return;
  }
  for (const auto& [name, index] : names_->links_of(ref)) {
    const PolygonLink& l = mesh.links[index];
    for (const MeshPlace& place :
         {MeshPlace{l.from_polygon, l.link.from}, MeshPlace{l.to_polygon, l.link.to}}) {
      if (world().passable(place))
        starts_.push_back({place, 0, metres(l.link.area, position, place.point)});
    }
  }
}

/// The goal, or where one can go to it from if it is a link.
void DetourSearch::list_goals(dtPolyRef ref, const Vec3& position) {
  goals_.clear();
  if (const auto polygon = names_->polygons.find(ref)) {
    const MeshPlace place = world().mesh().place_on(index(*polygon), position);
    if (world().passable(place)) goals_.push_back({place});
    return;
  }
  for (const auto& [name, index] : names_->links_of(ref)) {
    const PolygonLink& l = world().mesh().polygons().links[index];
    const float cost = world().metric().of(l.link.area, l.link.flags);
    if (cost == NavMeshMetric::kBlocked) continue;
    const auto add = [&](std::uint32_t polygon, const Vec3& end) {
      if (world().passable({polygon, end}))
        goals_.push_back({{polygon, end}, 0, length_between(end, position) * double{cost}});
    };
    add(l.from_polygon, l.link.from);
    if (l.link.both_ways) add(l.to_polygon, l.link.to);
  }
}

/// Finds the cheapest path from any start to any goal; false where there is none.
bool DetourSearch::find_best() {
  double best = std::numeric_limits<double>::infinity();
  const bool single = starts_.size() == 1 && goals_.size() == 1;
  for (const End& start : starts_) {
    for (const End& goal : goals_) {
      double metres = 0.0;
      if (!single) {
        const Cost cost = find_cost(start.place, goal.place);
        if (cost == kInfinite) continue;
        metres = start.metres + world().metres(cost) + goal.metres;
      }
      if (metres >= best) continue;
      best = metres;
      start_ = start;
      goal_ = goal;
    }
  }
  if (best == std::numeric_limits<double>::infinity()) return false;
  return find_path(start_.place, goal_.place) == Status::complete;
}

/// Finds a path to the reachable place nearest to a point; false where one cannot leave the start.
bool DetourSearch::find_nearest(const Vec3& position) {
  places_.clear();
  for (const End& start : starts_) places_.push_back(start.place);
  const auto nearest =
      query_.find_nearest_reachable(world(), places_, position, NavMesh::kAnywhere);
  if (!nearest) return false;
  goals_.assign(1, {*nearest});
  return find_best();
}

/// Puts the references of the path found behind that of the start.
void DetourSearch::append_path() {
  const std::vector<std::uint64_t>& names = world().mesh().polygons().refs;
  const std::vector<std::uint32_t>& polygons = path_.polygons;
  const auto name = [&](std::uint32_t polygon) { return static_cast<dtPolyRef>(names[polygon]); };
  if (start_.link != 0) refs_.push_back(start_.link);
  if (name(polygons.front()) != refs_.front()) refs_.push_back(name(polygons.front()));
  if (polygons.size() == path_.nodes.size() + 1) {  // along no link, which has two nodes
    const std::size_t before = refs_.size();
    refs_.resize(before + polygons.size() - 1);
    std::transform(polygons.begin() + 1, polygons.end(), refs_.data() + before, name);
    return;
  }
  const MeshLayout& layout = world().world().layout();
  std::size_t polygon = 0;
  for (std::size_t i = 0; i < path_.nodes.size(); ++i) {
    const NodeId node = path_.nodes[i];
    if (layout.partner(node) != kNoNode) {
      refs_.push_back(static_cast<dtPolyRef>(link_at(world(), node).ref));
      ++i;
    }
    refs_.push_back(name(polygons[++polygon]));
  }
}

}  // namespace portolan::detail
