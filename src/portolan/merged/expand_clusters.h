#pragma once

#include <algorithm>

#include "portolan/core/narrow.h"
#include "portolan/merged/box_gap.h"
#include "portolan/merged/merged_query.h"

namespace portolan::detail {

template <class Memory>
MergedQueryOf<Memory>::MergedQueryOf(const MergedHierarchy& h, std::uint32_t first_iteration)
    : h_(h), memory_(h.cluster_count() + 1, first_iteration) {}

template <class Memory>
template <class F>
void MergedQueryOf<Memory>::for_each_edge(std::uint32_t child, const Label& label, F&& f) const {
  const ClusterId cluster = children_[child];
  const Cost headroom = headroom_above(label.cost);
  for (const RecordId r : h_.record_ids_of(cluster)) {
    const NeighbourRecord& record = h_.records[r];
    const Cost price = crowding_ == nullptr
                           ? record.distance.weighted
                           : crowding_->raised(record.distance.weighted, record.target);
    f(h_.sibling[record.target], std::min(price, headroom), index(r));
  }
}

template <class Memory>
Status MergedQueryOf<Memory>::begin(TriangleId start, TriangleId goal) {
  steps_.clear();
  last_triangle_ = kNoTriangle;
  last_step_ = 0;
  if (index(start) >= h_.triangle_count) return Status::invalid_start;
  if (index(goal) >= h_.triangle_count) return Status::invalid_goal;
  memory_.begin();
  goal_ = cluster_of(goal);
  return mark_chains(cluster_of(start), goal_) ? Status::complete : Status::unreachable;
}

/// Walks up from both ends to the lowest common cluster (4.2), which is all of the path at first.
/// Parents have larger numbers, so of two clusters the smaller is never above the other.
template <class Memory>
bool MergedQueryOf<Memory>::mark_chains(ClusterId start, ClusterId goal) {
  ClusterId a = start;
  ClusterId b = goal;
  memory_.mark_end(goal);
  ClusterId top_a = a;
  ClusterId top_b = b;
  while (a != b) {
    if (a < b) {
      top_a = a;
      a = h_.parent[a];
      memory_.add_starter(a, top_a);
    } else {
      top_b = b;
      b = h_.parent[b];
      memory_.mark_end(b);
    }
  }
  if (a == h_.global()) {
    const auto tops = h_.tops();
    const auto component = [&](ClusterId top) {
      return h_.component[static_cast<std::size_t>(std::lower_bound(tops.begin(), tops.end(), top) -
                                                   tops.begin())];
    };
    if (component(top_a) != component(top_b)) return false;
  }
  steps_.push_back({a, kNoRecord});
  return true;
}

template <class Memory>
bool MergedQueryOf<Memory>::is_final(ClusterId cluster, const Step& step) {
  if (step.exit == kNoRecord) return memory_.is_end(cluster);
  return !h_.joints_from(step.exit, cluster).empty();
}

/// The cluster that a path through another one heads for: the next one, or the child with the goal.
template <class Memory>
ClusterId MergedQueryOf<Memory>::find_target(const Step& step) {
  if (step.exit != kNoRecord) return h_.records[step.exit].target;
  ClusterId cluster = goal_;
  while (h_.parent[cluster] != step.cluster) cluster = h_.parent[cluster];
  return cluster;
}

/// About what a step to a neighbour costs among the children of a cluster, where they are many
/// enough for the open list to sort them into buckets by it; for a few, one bucket is faster.
template <class Memory>
Cost MergedQueryOf<Memory>::usual_step(ClusterId cluster) {
  constexpr std::size_t kFew = 64;
  const auto starters = memory_.starters(cluster);
  if (children_.size() <= kFew || starters.empty()) return kFarthest;
  const auto records = h_.records_of(starters[0]);
  return records.empty() ? kFarthest : records[0].distance.weighted;
}

/// Puts a path over its children in the place of a cluster (4.3).
template <class Memory>
void MergedQueryOf<Memory>::expand(Step step) {
  ++expanded_clusters_;
  children_ = h_.children_of(step.cluster);
  labels_.reserve(narrow<std::uint32_t>(children_.size()));
  labels_.clear();
  open_.clear();
  open_.configure(usual_step(step.cluster));
  const Box target = h_.boxes[find_target(step)];
  const auto heuristic = [&](std::uint32_t child) {
    return box_gap(h_.boxes[children_[child]], target, h_.settings.scale);
  };
  for (const ClusterId cluster : memory_.starters(step.cluster)) {
    add_source(labels_, open_, heuristic, h_.sibling[cluster], 0);
  }
  std::uint32_t last = 0;
  const auto settle = [&](const OpenEntry& entry) {
    if (!is_final(children_[entry.node], step)) return Settle::expand;
    last = entry.node;
    return Settle::stop;
  };
  search(*this, labels_, open_, heuristic, settle, counts_);
  for (RecordId exit = step.exit;;) {
    const Label label = labels_[last];
    steps_.push_back({children_[last], exit});
    if (label.parent == last) break;
    exit = RecordId{label.via};
    last = label.parent;
  }
}

/// Notes, in the cluster that follows, where the triangle's joints lead into it.
template <class Memory>
void MergedQueryOf<Memory>::mark_starters(TriangleId triangle, const Step& step) {
  const ClusterId target = h_.records[step.exit].target;
  for (const JointId joint : joints_out_of(triangle)) {
    if (h_.record_of[joint] != step.exit) continue;
    for (ClusterId cluster = h_.behind(joint); cluster != target; cluster = h_.parent[cluster]) {
      if (!memory_.add_starter(h_.parent[cluster], cluster)) break;
    }
  }
}

template <class Memory>
bool MergedQueryOf<Memory>::expand_next() {
  if (steps_.empty() || h_.is_low(steps_.back().cluster)) return false;
  const Step step = steps_.back();
  steps_.pop_back();
  expand(step);
  return true;
}

template <class Memory>
std::vector<ClusterId> MergedQueryOf<Memory>::remaining() const {
  std::vector<ClusterId> clusters;
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step)
    clusters.push_back(step->cluster);
  return clusters;
}

template <class Memory>
TriangleId MergedQueryOf<Memory>::next() {
  while (expand_next()) {
  }
  if (steps_.empty()) return kNoTriangle;
  const Step step = steps_.back();
  steps_.pop_back();
  const TriangleId triangle = triangle_of(step.cluster);
  if (step.exit != kNoRecord) mark_starters(triangle, step);
  last_step_ = last_triangle_ == kNoTriangle ? 0 : kInfinite;
  if (last_triangle_ != kNoTriangle) {
    for (const JointId joint : joints_out_of(last_triangle_)) {
      if (h_.mate[joint] != kNoJoint && triangle_of(h_.mate[joint]) == triangle) {
        last_step_ = std::min(last_step_, h_.weighted[joint]);
      }
    }
  }
  last_triangle_ = triangle;
  return triangle;
}

template <class Memory>
void MergedQueryOf<Memory>::find(TriangleId start, TriangleId goal, MergedPath& path) {
  path.triangles.clear();
  path.cost = kInfinite;
  path.status = begin(start, goal);
  if (path.status != Status::complete) return;
  path.cost = 0;
  for (TriangleId t = next(); t != kNoTriangle; t = next()) {
    path.triangles.push_back(index(t));
    path.cost += std::min(last_step_, headroom_above(path.cost));
  }
}

}  // namespace portolan::detail
