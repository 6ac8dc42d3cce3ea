#include <algorithm>
#include <cstring>
#include <span>

#include "portolan/core/platform.h"
#include "portolan/navmesh/nav_mesh_query.h"

namespace portolan::detail {
namespace {

/// The cost of going from one doorway to another through a polygon; kInfinite where one cannot.
Cost crossing(const NavMeshWorld& world, NodeId from, NodeId to, PolygonId polygon) {
  const MeshLayout& layout = world.layout();
  const MeshLayout::Side* a = layout.side(from, polygon);
  const MeshLayout::Side* b = layout.side(to, polygon);
  if (a == nullptr || b == nullptr) return kInfinite;
  const std::size_t doorways = layout.slots(polygon).size();
  return world.costs().matrix[layout.matrix(polygon) + a->slot * doorways + b->slot];
}

/// Whether a path that comes to the portal `node` through `polygon` goes through it to get to
/// the doorway `next`. Of portals in one line on one side of a polygon a path may touch one that it
/// only passes by: it costs as much as going straight.
bool goes_through(const NavMeshWorld& world, NodeId node, NodeId next, PolygonId polygon,
                  PolygonId beyond) {
  if (world.layout().side(next, polygon) == nullptr) return true;
  const Cost through = crossing(world, node, next, beyond);
  return through != kInfinite && through <= crossing(world, node, next, polygon);
}

bool is_doorway(const MeshLayout& layout, NodeId node, PolygonId polygon) {
  for (const MeshLayout::Slot& slot : layout.slots(polygon))
    if (slot.node == node) return true;
  return false;
}

/// A gap as seen from the other side, if it is to be.
void copy_gap(const Gap& gap, bool reverse, Gap& to) {
  using Ends = Lanes<float, 4>;
  const std::int32_t all = -static_cast<std::int32_t>(reverse);
  Ends seen, reversed;
  std::memcpy(&seen, &gap, sizeof seen);
  shuffle<1, 0, 3, 2>(seen, seen, reversed);
  take_where(Lanes<std::int32_t, 4>{all, all, all, all}, seen, reversed);
  std::memcpy(&to, &seen, sizeof seen);
}

/// The polygons of a path that goes through every node it touches, which nearly all do, and where
/// asked for its gaps; false where that is not certain.
template <bool with_gaps>
bool find_plain_polygons(const NavMeshWorld& world, const MeshPlace& start, const MeshPlace& goal,
                         TraceScratch& scratch, NavMeshPath& path) {
  const std::uint32_t* const across = world.costs().across.data();
  const std::size_t count = path.nodes.size();
  if (count > 1 && (is_doorway(world.layout(), path.nodes[1], polygon_of(start)) ||
                    is_doorway(world.layout(), path.nodes[count - 2], polygon_of(goal)))) {
    return false;  // the points may lie in one line with two doorways
  }
  path.polygons.resize(count + 1);
  if (with_gaps && scratch.gaps.size() < count) scratch.gaps.resize(count);
  const Gap* const all_gaps = world.layout().all_gaps().data();
  Gap* gap = scratch.gaps.data();
  std::uint32_t* out = path.polygons.data();
  PolygonId polygon = polygon_of(start);
  *out = index(polygon);
  std::uint32_t least = ~0u;
  for (const NodeId node : path.nodes) {
    const std::uint32_t both = across[index(node)];
    const PolygonId next{index(polygon) ^ both};
    if constexpr (with_gaps) copy_gap(all_gaps[index(node)], polygon > next, *gap++);
    least = std::min(least, both);
    polygon = next;
    *++out = index(polygon);
  }
  return least != 0 && polygon == polygon_of(goal);
}

/// Walks along a path's nodes. Legs, the stretches between links, have way-points of their own.
class Tracer {
 public:
  Tracer(const NavMeshSnapshot& snapshot, bool waypoints, TraceScratch& scratch, NavMeshPath& path)
      : snapshot_(snapshot),
        layout_(snapshot.world().layout()),
        waypoints_(waypoints),
        scratch_(scratch),
        path_(path) {}

  /// Finds the way-points of a path whose polygons and gaps are known.
  void pull_plain(const MeshPlace& start, const MeshPlace& goal) {
    kept_ = path_.nodes.size();
    leg_ = start.point;
    path_.waypoints.push_back({start.point, start.polygon});
    end_leg(goal.point);
  }

  void run(const MeshPlace& start, const MeshPlace& goal) {
    const std::size_t count = path_.nodes.size();
    path_.polygons.resize(count + 1);
    if (waypoints_ && scratch_.gaps.size() < count) scratch_.gaps.resize(count);
    begin_leg(polygon_of(start), start.point);
    for (std::size_t i = pass_portals(0, false); i < count;) {
      const NodeId node = path_.nodes[i];
      const NodeId next = i + 1 < count ? path_.nodes[i + 1] : kNoNode;
      if (const NodeId partner = layout_.partner(node); partner != kNoNode) {
        if (next == partner) follow_link(node, partner);
        i = pass_portals(i + (next == partner ? 2 : 1), false);
      } else {
        const PolygonId beyond = layout_.beyond(node, polygon_);
        const bool through = next == kNoNode
                                 ? polygon_of(goal) == beyond
                                 : goes_through(snapshot_.world(), node, next, polygon_, beyond);
        i = pass_portals(through ? i : i + 1, through);
      }
    }
    path_.nodes.resize(kept_);
    path_.polygons.resize(reached_);
    if (waypoints_) end_leg(goal.point);
  }

 private:
  void begin_leg(PolygonId polygon, const Vec3& point) {
    polygon_ = polygon;
    leg_ = point;
    leg_node_ = kept_;
    leg_polygon_ = reached_;
    path_.polygons[reached_++] = index(polygon);
    if (waypoints_) path_.waypoints.push_back({point, index(polygon)});
  }

  void end_leg(const Vec3& point) {
    const std::size_t count = kept_ - leg_node_;
    scratch_.turns.clear();
    pull_string(leg_, std::span(scratch_.gaps).first(count), point, scratch_.turns);
    const std::uint32_t* const polygons = path_.polygons.data() + leg_polygon_;
    const NodeId* const nodes = path_.nodes.data() + leg_node_;
    for (const Turn& turn : scratch_.turns) {
      const Gap& gap = scratch_.gaps[turn.gap];
      const bool reversed = polygons[turn.gap] > polygons[turn.gap + 1];
      const float height = layout_.gap_height(nodes[turn.gap], reversed ? 1 - turn.end : turn.end);
      add_waypoint({gap.x[turn.end], height, gap.z[turn.end]}, polygons[turn.behind + 1]);
    }
    add_waypoint(point, polygons[count]);
  }

  void add_waypoint(const Vec3& point, std::uint32_t polygon) {
    if (Waypoint& last = path_.waypoints.back(); last.point == point) {
      last.polygon = polygon;
    } else {
      path_.waypoints.push_back({point, polygon});
    }
  }

  void follow_link(NodeId node, NodeId partner) {
    if (waypoints_) {
      end_leg(layout_.place(node));
      path_.waypoints.back().link = true;
    }
    path_.nodes[kept_++] = node;
    path_.nodes[kept_++] = partner;
    begin_leg(layout_.sides(partner).of[0].polygon, layout_.place(partner));
  }

  /// Goes through the portals from path.nodes[i] on, the first one if `sure`, and then as long as
  /// they plainly lead on to the next doorway. Returns the first that is left.
  std::size_t pass_portals(std::size_t i, bool sure) {
    const auto all_sides = layout_.all_sides();
    const auto all_gaps = layout_.all_gaps();
    const std::size_t count = path_.nodes.size();
    NodeId* const nodes = path_.nodes.data();
    std::uint32_t* polygons = path_.polygons.data() + reached_;
    Gap* gaps = waypoints_ ? scratch_.gaps.data() + (kept_ - leg_node_) : nullptr;
    std::size_t kept = kept_;
    PolygonId polygon = polygon_;
    for (; sure || i + 1 < count; ++i, sure = false) {
      const NodeId node = nodes[i];
      const auto& [one, other] = all_sides[index(node)].of;
      if (!sure) {
        const auto& [left, right] = all_sides[index(nodes[i + 1])].of;
        if (((one.polygon != polygon) & (other.polygon != polygon)) |
            (other.polygon == kNoPolygon) | (left.polygon == polygon) | (right.polygon == polygon))
            [[unlikely]] {
          break;
        }
      }
      const PolygonId before = polygon;
      polygon = PolygonId{index(polygon) ^ index(one.polygon) ^ index(other.polygon)};
      *polygons++ = index(polygon);
      nodes[kept++] = node;
      if (waypoints_) copy_gap(all_gaps[index(node)], before > polygon, *gaps++);
    }
    reached_ += kept - kept_;
    kept_ = kept;
    polygon_ = polygon;
    return i;
  }

  const NavMeshSnapshot& snapshot_;
  const MeshLayout& layout_;
  const bool waypoints_;
  TraceScratch& scratch_;  // of the leg
  NavMeshPath& path_;
  PolygonId polygon_{0};         // where we are
  std::size_t kept_ = 0;         // of path.nodes; those only passed by are dropped
  std::size_t reached_ = 0;      // of path.polygons
  Vec3 leg_;                     // where the leg began,
  std::size_t leg_node_ = 0;     // and its first node
  std::size_t leg_polygon_ = 0;  // and polygon, in the path
};

}  // namespace

void trace(const NavMeshSnapshot& snapshot, const MeshPlace& start, const MeshPlace& goal,
           bool waypoints, TraceScratch& scratch, NavMeshPath& path) {
  const auto find_plain = waypoints ? find_plain_polygons<true> : find_plain_polygons<false>;
  Tracer tracer(snapshot, waypoints, scratch, path);
  if (!find_plain(snapshot.world(), start, goal, scratch, path)) {
    tracer.run(start, goal);
  } else if (waypoints) {
    tracer.pull_plain(start, goal);
  }
}

}  // namespace portolan::detail
