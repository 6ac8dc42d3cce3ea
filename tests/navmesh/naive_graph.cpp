#include <cmath>
#include <functional>
#include <numeric>
#include <queue>

#include "nav_mesh_testing.h"
#include "portolan/navmesh/doorway_points.h"

namespace portolan::detail::test {
namespace {

double length_of_line(const Vec3& a, const Vec3& b) {
  return std::hypot(double{a.x} - double{b.x}, double{a.y} - double{b.y},
                    double{a.z} - double{b.z});
}

Cost units(double metres) { return std::max<Cost>(1, static_cast<Cost>(std::ceil(metres * 1024))); }

}  // namespace

NaiveGraph::NaiveGraph(const PolygonMesh& mesh, const NavMeshMetric& metric)
    : mesh_(mesh), metric_(metric), doors_(mesh.polygon_count()) {
  for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
    const unsigned flags = mesh.flags.empty() ? 1u : mesh.flags[p];
    const bool open = (flags & metric.include_flags) != 0 && (flags & metric.exclude_flags) == 0;
    area_cost_.push_back(open ? metric.cost[mesh.areas.empty() ? 0 : mesh.areas[p]] : 0.0f);
  }
  const auto add_door = [&](const Vec3& place) {
    places_.push_back(place);
    return static_cast<std::uint32_t>(places_.size() - 1);
  };
  const std::vector<Vec3> points = make_doorway_points(mesh);
  for (const Portal& portal : mesh.portals) {
    const std::uint32_t door = add_door(points[places_.size()]);
    doors_[portal.polygons[0]].push_back(
        {door, portal.crossable_from[1], portal.crossable_from[0]});
    doors_[portal.polygons[1]].push_back(
        {door, portal.crossable_from[0], portal.crossable_from[1]});
  }
  for (const PolygonLink& link : mesh.links) {
    const bool both = link.link.both_ways;
    doors_[link.from_polygon].push_back({add_door(link.link.from), both, true});
    doors_[link.to_polygon].push_back({add_door(link.link.to), true, both});
  }
  edges_.resize(places_.size());
  components_.resize(places_.size());
  std::iota(components_.begin(), components_.end(), 0u);
  for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
    if (!passable(p)) continue;
    for (const Door& a : doors_[p]) {
      for (const Door& b : doors_[p]) {
        if (a.doorway != b.doorway && a.enter && b.leave)
          connect(a.doorway, b.doorway, walk(p, places_[a.doorway], places_[b.doorway]));
      }
    }
  }
  for (std::uint32_t l = 0; l < mesh.links.size(); ++l) {
    const auto from = static_cast<std::uint32_t>(mesh.portals.size()) + 2 * l;
    connect(from, from + 1, link(l, false));
    connect(from + 1, from, link(l, true));
  }
}

void NaiveGraph::connect(std::uint32_t from, std::uint32_t to, Cost cost) {
  if (cost == kInfinite) return;
  edges_[from].push_back({to, cost});
  const std::uint32_t low = std::min(components_[from], components_[to]);
  const std::uint32_t high = std::max(components_[from], components_[to]);
  std::replace(components_.begin(), components_.end(), high, low);
}

Cost NaiveGraph::walk(std::uint32_t polygon, const Vec3& a, const Vec3& b) const {
  return units(length_of_line(a, b) * double{area_cost_[polygon]});
}

Cost NaiveGraph::link(std::uint32_t link, bool back) const {
  const OffMeshLink& l = mesh_.links[link].link;
  const bool open =
      (l.flags & metric_.include_flags) != 0 && (l.flags & metric_.exclude_flags) == 0;
  if (!open || metric_.cost[l.area] == 0.0f || (back && !l.both_ways)) return kInfinite;
  const double metres = l.cost < 0.0f ? length_of_line(l.from, l.to) : double{l.cost};
  return units(metres * double{metric_.cost[l.area]});
}

std::vector<Cost> NaiveGraph::costs_from(const MeshPlace& start) const {
  using Entry = std::pair<Cost, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  std::vector<Cost> costs(places_.size(), kInfinite);
  const auto improve = [&](std::uint32_t doorway, Cost cost) {
    if (cost >= costs[doorway]) return;
    costs[doorway] = cost;
    open.push({cost, doorway});
  };
  for (const Door& door : doors_[start.polygon]) {
    if (door.leave && passable(start.polygon))
      improve(door.doorway, walk(start.polygon, start.point, places_[door.doorway]));
  }
  while (!open.empty()) {
    const auto [cost, doorway] = open.top();
    open.pop();
    if (cost != costs[doorway]) continue;
    for (const Edge& edge : edges_[doorway]) improve(edge.to, cost + edge.cost);
  }
  return costs;
}

Cost NaiveGraph::cost_to(const std::vector<Cost>& costs, const MeshPlace& start,
                         const MeshPlace& goal) const {
  if (!passable(start.polygon) || !passable(goal.polygon)) return kInfinite;
  Cost best = kInfinite;
  if (start.polygon == goal.polygon) {
    best = start.point == goal.point ? 0 : walk(goal.polygon, start.point, goal.point);
  }
  for (const Door& door : doors_[goal.polygon]) {
    if (door.enter && costs[door.doorway] != kInfinite)
      best = std::min(best,
                      costs[door.doorway] + walk(goal.polygon, places_[door.doorway], goal.point));
  }
  return best;
}

namespace {

/// Follows a path move by move.
struct Walker {
  const NaiveGraph& graph;
  const NavMeshSnapshot& snapshot;
  const NavMeshPath& path;
  Vec3 at;
  std::size_t step = 0;  // into path.polygons
  std::uint64_t cost = 0;

  std::uint32_t polygon() const { return path.polygons[step]; }
  void walk_to(const Vec3& point) {
    if (at == point && path.nodes.empty()) return;
    cost += graph.walk(polygon(), at, point);
    at = point;
  }
  void enter_next() {
    ++step;
    ASSERT_LT(step, path.polygons.size());
    ASSERT_TRUE(graph.passable(polygon()));
  }
  void cross(std::uint32_t doorway) {
    const Portal& portal = snapshot.mesh().polygons().portals[doorway];
    const std::uint32_t side = portal.polygons[0] == polygon() ? 0 : 1;
    ASSERT_EQ(portal.polygons[side], polygon()) << "the doorway is not one of this polygon";
    ASSERT_TRUE(portal.crossable_from[side]) << "against the arrow";
    walk_to(graph.place(doorway));
    ASSERT_NO_FATAL_FAILURE(enter_next());
    ASSERT_EQ(polygon(), portal.polygons[1 - side]) << "the next polygon is not behind the doorway";
  }
  void follow(std::uint32_t from, std::uint32_t to) {
    const PolygonMesh& mesh = snapshot.mesh().polygons();
    const auto portals = static_cast<std::uint32_t>(mesh.portals.size());
    const std::uint32_t number = (from - portals) / 2;
    const bool back = (from - portals) % 2 != 0;
    ASSERT_EQ((from - portals) ^ 1u, to - portals) << "a link's end, but the link is not followed";
    const PolygonLink& link = mesh.links[number];
    ASSERT_EQ(polygon(), back ? link.to_polygon : link.from_polygon);
    walk_to(back ? link.link.to : link.link.from);
    ASSERT_NE(graph.link(number, back), kInfinite);
    cost += graph.link(number, back);
    at = back ? link.link.from : link.link.to;
    ASSERT_NO_FATAL_FAILURE(enter_next());
    ASSERT_EQ(polygon(), back ? link.from_polygon : link.to_polygon);
  }
};

}  // namespace

void expect_valid_path(const NaiveGraph& graph, const NavMeshSnapshot& snapshot,
                       const MeshPlace& start, const MeshPlace& goal, const NavMeshPath& path) {
  ASSERT_EQ(path.status, Status::complete);
  ASSERT_FALSE(path.polygons.empty());
  ASSERT_EQ(path.polygons.front(), start.polygon);
  ASSERT_EQ(path.polygons.back(), goal.polygon);
  const MeshLayout& layout = snapshot.world().layout();
  const std::size_t portals = snapshot.mesh().polygons().portals.size();
  Walker walker{graph, snapshot, path, start.point};
  for (std::size_t i = 0; i < path.nodes.size(); ++i) {
    const std::uint32_t doorway = index(layout.doorway(path.nodes[i]));
    if (doorway < portals) {
      ASSERT_NO_FATAL_FAILURE(walker.cross(doorway));
    } else {
      ++i;
      ASSERT_LT(i, path.nodes.size());
      ASSERT_NO_FATAL_FAILURE(walker.follow(doorway, index(layout.doorway(path.nodes[i]))));
    }
  }
  walker.walk_to(goal.point);
  EXPECT_EQ(walker.step + 1, path.polygons.size());
  EXPECT_EQ(walker.cost, path.cost) << "the moves do not add up";
}

}  // namespace portolan::detail::test
