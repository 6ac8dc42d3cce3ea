#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "mesh_openings.h"
#include "portolan/navmesh/flat.h"

namespace portolan::detail::bench {

/// The Euclidean optimum on a mesh, found independently of all that is measured: the shortest path
/// as seen from above, through any polygons and anywhere through their portals, by Polyanya (Cui,
/// Harabor, Grastien 2017). A node of the search is a stretch of a portal all of which sees a root,
/// the last turn before it. It works along portals, so that storeys above each other stay apart.
class ShortestOnMesh {
 public:
  explicit ShortestOnMesh(const NavMeshSnapshot& world)
      : mesh_(world.mesh()), openings_(world), reached_(openings_.corner_limit()) {}

  /// In metres, to a tenth of a millimetre; infinite where there is no path.
  double length(const MeshPlace& start, const MeshPlace& goal) {
    goal_ = flat(goal.point);
    if (start.polygon == goal.polygon) return detail::length(goal_ - flat(start.point));
    const Flat from = move_inside(start);
    open_.clear();
    std::fill(reached_.begin(), reached_.end(), std::numeric_limits<double>::infinity());
    for (const MeshOpening& out : openings_.of(start.polygon))
      push({0.0, from, kNoCorner}, out, 0.0, 1.0);
    while (!open_.empty()) {
      std::pop_heap(open_.begin(), open_.end());
      const Node node = open_.back();
      open_.pop_back();
      if (node.opening.beyond == goal.polygon) return node.bound;
      if (!dominated(node.root)) expand(node);
    }
    return std::numeric_limits<double>::infinity();
  }

 private:
  static constexpr double kRounding = 1e-9;  // metres
  static constexpr double kInside = 1e-4;    // metres

  /// Where a path turned last, or began.
  struct Root {
    double before;  // the length of the path up to here
    Flat point;
    std::uint32_t corner;  // none for the start
  };
  struct Node {
    double bound;  // what a path to the goal through here is at least, and in its polygon exactly
    Root root;
    MeshOpening opening;  // cut down to the stretch; where that cut it, there is no corner

    bool operator<(const Node& other) const { return bound > other.bound; }  // least on top
  };

  /// A place on the border of its polygon sees its portals as lines, or lies a little beyond them:
  /// what is seen from there is decided by rounding.
  Flat move_inside(const MeshPlace& place) const {
    const PolygonMesh& mesh = mesh_.polygons();
    Flat middle;
    const std::uint32_t corners = mesh.corner_count(place.polygon);
    for (std::uint32_t i = 0; i < corners; ++i)
      middle = middle + flat(mesh.corner(place.polygon, i)) * (1.0 / corners);
    const Flat point = flat(place.point);
    const Flat inwards = middle - point;
    return point + inwards * std::min(1.0, kInside / detail::length(inwards));
  }

  /// All that paths through a node can come to beyond its polygon: straight on from the root what
  /// lies between the ends of the stretch, and what lies beside that by a turn at one of these.
  void expand(const Node& node) {
    const MeshOpening& in = node.opening;
    for (const MeshOpening& out : openings_.of(in.beyond)) {
      if (out.portal == in.portal) continue;
      const double low = share_left(out, node.root.point, in.ends[0], 0.0);
      const double high = std::max(low, share_left(out, node.root.point, in.ends[1], 1.0));
      turn(node, 0, out, 0.0, low);
      push(node.root, out, low, high);
      turn(node, 1, out, high, 1.0);
    }
  }

  /// The share of an opening that lies to the left of the ray from `root` through `end`; `in_line`
  /// where all of it lies on the ray, or `end` is the root itself.
  static double share_left(const MeshOpening& out, const Flat& root, const Flat& end,
                           double in_line) {
    const double from = cross(end - root, out.ends[0] - root);
    const double to = cross(end - root, out.ends[1] - root);
    if (from >= 0.0 || to <= 0.0) return from + to > 0.0 ? 0.0 : from + to < 0.0 ? 1.0 : in_line;
    const double share = from / (from - to);
    const double width = detail::length(out.ends[1] - out.ends[0]);
    if (share * width < kRounding) return 0.0;
    return (1.0 - share) * width < kRounding ? 1.0 : share;
  }

  void turn(const Node& node, std::uint32_t side, const MeshOpening& out, double low, double high) {
    const std::uint32_t corner = node.opening.corners[side];
    if (corner == kNoCorner) return;
    const Flat& point = node.opening.ends[side];
    push({node.root.before + detail::length(point - node.root.point), point, corner}, out, low,
         high);
  }

  void push(const Root& root, const MeshOpening& out, double low, double high) {
    if (high <= low || dominated(root)) return;
    if (root.corner != kNoCorner)
      reached_[root.corner] = std::min(reached_[root.corner], root.before);
    Node node{0.0, root, out};
    const Flat across = out.ends[1] - out.ends[0];
    if (low > 0.0) {
      node.opening.ends[0] = out.ends[0] + across * low;
      node.opening.corners[0] = kNoCorner;
    }
    if (high < 1.0) {
      node.opening.ends[1] = out.ends[0] + across * high;
      node.opening.corners[1] = kNoCorner;
    }
    node.bound = root.before + length_through(root.point, node.opening);
    open_.push_back(node);
    std::push_heap(open_.begin(), open_.end());
  }

  /// Whether a shorter way to the root is known.
  bool dominated(const Root& root) const {
    return root.corner != kNoCorner && root.before > reached_[root.corner] + kRounding;
  }

  /// From a root through a stretch to the goal, as if there were no walls beyond. A goal on this
  /// side of the stretch counts as its mirror image beyond it.
  double length_through(const Flat& root, const MeshOpening& stretch) const {
    const auto& [left, right] = stretch.ends;
    const Flat along = right - left;
    Flat goal = goal_;
    if (const double side = cross(along, goal - left); side > 0.0)
      goal = goal + Flat{along.z, -along.x} * (2.0 * side / dot(along, along));
    const auto by = [&](const Flat& end) {
      return detail::length(end - root) + detail::length(goal - end);
    };
    if (cross(left - root, goal - root) < 0.0) return by(left);
    if (cross(right - root, goal - root) > 0.0) return by(right);
    return detail::length(goal - root);
  }

  NavMesh mesh_;
  MeshOpenings openings_;
  std::vector<double> reached_;  // by corner: the shortest way there so far
  std::vector<Node> open_;       // a heap
  Flat goal_;
};

}  // namespace portolan::detail::bench
