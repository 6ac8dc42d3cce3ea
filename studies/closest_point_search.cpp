#include <algorithm>

#include "portolan/search/search.h"
#include "studies/paper_model.h"

namespace portolan::detail {
namespace {

Vec3 closest_on(const Portal& portal, const Vec3& point) {
  const Vec3 along = portal.ends[1] - portal.ends[0];
  const float square = dot(along, along);
  if (square == 0.0f) return portal.ends[0];
  const float t = std::clamp(dot(point - portal.ends[0], along) / square, 0.0f, 1.0f);
  return portal.ends[0] + along * t;
}

/// The moves of level 0 when portals are crossed at the closest point: what a move costs depends
/// on where its beginning was crossed, which is settled when its beginning is expanded.
struct ClosestPointGraph {
  const NavMeshWorld& world;
  const PolygonMesh& mesh;
  const Partition& partition;
  CellHandle within;
  const MeshPlace& from;
  const MeshPlace* to;
  std::uint32_t goal_node;
  bool backward;
  std::vector<Vec3>& points;

  bool inside(PolygonId polygon) const {
    if (within == kNoHandle) return true;
    return partition.ancestor(world.layout().cell(polygon), partition.level(within)) == within;
  }
  bool is_gate(NodeId node) const {
    if (within == kNoHandle || world.layout().partner(node) != kNoNode) return false;
    const MeshLayout::Sides& sides = world.layout().sides(node);
    return !inside(sides.of[0].polygon) || !inside(sides.of[1].polygon);
  }
  /// Where a doorway is crossed by who comes from `point`.
  Vec3 crossing(NodeId node, const Vec3& point) const {
    if (world.layout().partner(node) != kNoNode || is_gate(node))
      return middle_of(world.layout(), mesh, node);
    return closest_on(mesh.portals[index(world.layout().doorway(node))], point);
  }
  Cost cost(const Vec3& a, const Vec3& b, PolygonId polygon) const {
    return world.costs().of_length(distance(a, b), world.costs().area_costs[polygon]);
  }

  bool may_enter(const MeshLayout::Slot& slot) const { return backward ? slot.leave : slot.enter; }
  bool may_leave(const MeshLayout::Slot& slot) const { return backward ? slot.enter : slot.leave; }

  /// All moves across a polygon that begin at a point in it; `slot` is the doorway come from.
  template <class F>
  void cross(const Vec3& point, PolygonId polygon, std::uint32_t slot, F& f) const {
    if (!inside(polygon) || world.costs().area_costs[polygon] == NavMeshMetric::kBlocked) return;
    const auto slots = world.layout().slots(polygon);
    for (std::uint32_t j = 0; j < slots.size(); ++j) {
      if (j != slot && may_leave(slots[j]))
        f(index(slots[j].node), cost(point, crossing(slots[j].node, point), polygon),
          via_polygon(polygon));
    }
    if (to != nullptr && polygon_of(*to) == polygon)
      f(goal_node, cost(point, to->point, polygon), via_polygon(polygon));
  }

  template <class F>
  void for_each_edge(std::uint32_t node, const Label& label, F&& f) const {
    const NodeId at{node};
    const Vec3& before = label.parent == node ? from.point : points[label.parent];
    points[node] = crossing(at, before);
    for (const MeshLayout::Side& side : world.layout().sides(at).of) {
      if (side.polygon == kNoPolygon) {
        const NodeId partner{side.slot};
        const Cost link = world.link_cost(backward ? partner : at);
        if (label.via != kViaLink && link != kInfinite &&
            inside(world.layout().sides(partner).of[0].polygon)) {
          f(index(partner), link, kViaLink);
        }
      } else if (via_polygon(side.polygon) != label.via &&
                 may_enter(world.layout().slots(side.polygon)[side.slot])) {
        cross(points[node], side.polygon, side.slot, f);
      }
    }
  }
};

constexpr std::uint32_t kNoSlot = 0xFFFF'FFFFu;

}  // namespace

Vec3 middle_of(const MeshLayout& layout, const PolygonMesh& mesh, NodeId gate) {
  return layout.partner(gate) == kNoNode ? mesh.portals[index(layout.doorway(gate))].middle()
                                         : layout.place(gate);
}

template <class Settled>
void ClosestPointSearch::run(const NavMeshWorld& world, const PolygonMesh& mesh,
                             const Partition& partition, CellHandle within, const MeshPlace& from,
                             const MeshPlace* to, const Vec3* toward, bool backward,
                             Settled&& settled, SearchCounts* counts) {
  goal_node_ = world.node_count();
  labels_.reserve(goal_node_ + 1);
  labels_.clear();
  points_.resize(goal_node_);
  open_.configure(world.costs().typical / 4);
  open_.clear();
  const ClosestPointGraph graph{world, mesh,       partition, within, from,
                                to,    goal_node_, backward,  points_};
  const auto heuristic = [&](std::uint32_t node) {
    if (toward == nullptr || node == goal_node_) return Cost{0};
    // The doorway may be crossed anywhere along it, so its middle says too much by half its width.
    const NodeId id{node};
    if (world.layout().partner(id) != kNoNode)
      return world.costs().bound(world.layout().place(id), *toward);
    return world.costs().bound(closest_on(mesh.portals[index(world.layout().doorway(id))], *toward),
                               *toward);
  };
  const auto begin = [&](std::uint32_t node, Cost cost, std::uint32_t via) {
    if (labels_.improves(node, cost)) {
      labels_.set(node, cost, node, via);
      open_.push(node, cost, estimate(cost, heuristic(node)));
    }
  };
  graph.cross(from.point, polygon_of(from), kNoSlot, begin);
  search(graph, labels_, open_, heuristic, settled, CountedIf{counts});
}

void ClosestPointSearch::reach(const NavMeshWorld& world, const PolygonMesh& mesh,
                               const Partition& partition, CellHandle within, const MeshPlace& from,
                               bool backward, SearchCounts* counts) {
  run(
      world, mesh, partition, within, from, nullptr, nullptr, backward,
      [](const OpenEntry&) { return Settle::expand; }, counts);
}

Cost ClosestPointSearch::reach_gate(const NavMeshWorld& world, const PolygonMesh& mesh,
                                    const Partition& partition, CellHandle within,
                                    const MeshPlace& from, NodeId gate, bool backward,
                                    SearchCounts* counts) {
  const Vec3 toward = middle_of(world.layout(), mesh, gate);
  run(
      world, mesh, partition, within, from, nullptr, &toward, backward,
      [&](const OpenEntry& e) { return e.node == index(gate) ? Settle::stop : Settle::expand; },
      counts);
  return cost(gate);
}

Cost ClosestPointSearch::find(const NavMeshWorld& world, const PolygonMesh& mesh,
                              const Partition& partition, CellHandle within, const MeshPlace& from,
                              const MeshPlace& to, SearchCounts* counts) {
  run(
      world, mesh, partition, within, from, &to, &to.point, false,
      [&](const OpenEntry& e) { return e.node == goal_node_ ? Settle::stop : Settle::expand; },
      counts);
  return labels_.cost(goal_node_);
}

void ClosestPointSearch::append_path(std::vector<NodeId>& nodes) const {
  const Label goal = labels_[goal_node_];
  if (goal.parent != goal_node_) append_path(NodeId{goal.parent}, nodes);
}

void ClosestPointSearch::append_path(NodeId to, std::vector<NodeId>& nodes) const {
  labels_.append_branch(index(to), nodes);
}

}  // namespace portolan::detail
