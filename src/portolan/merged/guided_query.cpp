#include "portolan/merged/guided_query.h"

#include <algorithm>
#include <utility>

#include "portolan/core/narrow.h"
#include "portolan/merged/box_gap.h"

namespace portolan::detail {
namespace {

/// A graph without the nodes outside a corridor.
template <class G>
struct InCorridor {
  const G& graph;
  const IdVector<GuideNodeId, GuideCellId>& cell_of;
  const IdVector<GuideCellId, std::uint32_t>& mark;
  std::uint32_t query;

  template <class F>
  void for_each_edge(std::uint32_t node, const Label& label, F&& f) const {
    graph.for_each_edge(node, label, [&](std::uint32_t to, Cost cost, std::uint32_t via) {
      if (mark[cell_of[GuideNodeId{to}]] == query) f(to, cost, via);
    });
  }
};

/// About what a step costs, by some of them.
Cost mean_step(const MergedHierarchy& h) {
  std::uint64_t sum = 0;
  std::uint64_t count = 0;
  for (std::uint32_t number = 0; number < h.joint_count(); number += 97) {
    const JointId joint{number};
    if (h.mate[joint] == kNoJoint) continue;
    sum += h.weighted[joint];
    ++count;
  }
  return count == 0 ? 1 : narrow<Cost>(sum / count);
}
Cost mean_step(const GuideLayer& layer) {
  std::uint64_t sum = 0;
  for (const GuideLayer::Arc& arc : layer.arcs) sum += arc.cost;
  return layer.arcs.empty() ? 1 : narrow<Cost>(sum / layer.arcs.size());
}

}  // namespace

GuidedQuery::GuidedQuery(const MergedHierarchy& h, const GuideLayers& guide,
                         const GuidedSettings& settings)
    : h_(h), guide_(guide), settings_(settings), corridors_(guide.layers.size()) {
  labels_.reserve(h.triangle_count);
  usual_step_.push_back(mean_step(h));
  for (const GuideLayer& layer : guide.layers) usual_step_.push_back(mean_step(layer));
  for (std::size_t k = 0; k < corridors_.size(); ++k) {
    corridors_[k].mark.assign(guide.layers[k].cell_count(), 0);
  }
}

void GuidedQuery::next_query() {
  if (++query_ != 0) return;
  for (Corridor& c : corridors_) std::fill(c.mark.begin(), c.mark.end(), 0u);
  query_ = 1;
}

bool GuidedQuery::same_component(TriangleId start, TriangleId goal) const {
  const auto tops = h_.tops();
  if (tops.size() == 1) return true;
  const auto component = [&](TriangleId triangle) {
    const auto at = std::lower_bound(tops.begin(), tops.end(), h_.top_of(cluster_of(triangle)));
    return h_.component[static_cast<std::size_t>(at - tops.begin())];
  };
  return component(start) == component(goal);
}

/// Puts the cheapest path over the nodes below `layer` (triangles below the first) into the labels:
/// in the corridor there, or everywhere where none was marked.
template <class G>
bool GuidedQuery::find_path(const G& graph, std::size_t layer, GuideNodeId from, GuideNodeId to,
                            bool everywhere) {
  const auto box = [&](GuideNodeId node) -> const Box& {
    return h_.boxes[cluster_of(middle(layer, node))];
  };
  const Box target = box(to);
  const auto heuristic = [&](std::uint32_t node) {
    return box_gap(box(GuideNodeId{node}), target, h_.settings.scale);
  };
  labels_.clear();
  open_.clear();
  open_.configure(usual_step_[layer]);
  add_source(labels_, open_, heuristic, index(from), 0);
  const auto settle = [&](const OpenEntry& entry) {
    return entry.node == index(to) ? Settle::stop : Settle::expand;
  };
  if (!everywhere && layer < corridors_.size() &&
      corridors_[layer].mark[guide_.layers[layer].cell_of[to]] == query_) {
    const InCorridor<G> inside{graph, guide_.layers[layer].cell_of, corridors_[layer].mark, query_};
    search(inside, labels_, open_, heuristic, settle, CountedIf(&counts_));
  } else {
    search(graph, labels_, open_, heuristic, settle, CountedIf(&counts_));
  }
  if (trace_ != nullptr) note_search(layer, to);
  return labels_.reached(index(to));
}

/// The triangle that stands for a node below `layer`.
TriangleId GuidedQuery::middle(std::size_t layer, GuideNodeId node) const {
  return layer == 0 ? triangle_of(node) : guide_.layers[layer - 1].middle[guide_cell_of(node)];
}

void GuidedQuery::note_search(std::size_t layer, GuideNodeId to) {
  SearchTrace& searches = trace_->searches;
  for (std::size_t i = searches.begins.back(); i < searches.expansions.size(); ++i) {
    auto& [node, parent] = searches.expansions[i];
    node = index(middle(layer, GuideNodeId{node}));
    parent = index(middle(layer, GuideNodeId{parent}));
  }
  GuidedTrace::Found found{layer, {}};
  std::vector<GuideNodeId> nodes;
  if (labels_.reached(index(to))) labels_.append_branch(index(to), nodes);
  for (const GuideNodeId node : nodes) found.triangles.push_back(middle(layer, node));
  trace_->found.push_back(std::move(found));
}

/// The cells of the path that was just found in `layer`, and those around them.
void GuidedQuery::mark_corridor(std::size_t layer, GuideCellId from, GuideCellId to,
                                std::uint32_t margin) {
  Corridor& corridor = corridors_[layer];
  corridor.cells.clear();
  const auto take = [&](GuideCellId cell) {
    if (corridor.mark[cell] == query_) return;
    corridor.mark[cell] = query_;
    corridor.cells.push_back(cell);
  };
  for (GuideCellId cell = to;; cell = GuideCellId{labels_[index(cell)].parent}) {
    take(cell);
    if (cell == from) break;
  }
  std::size_t done = 0;
  for (std::uint32_t ring = 0; ring < margin; ++ring) {
    const std::size_t end = corridor.cells.size();
    for (; done < end; ++done) {
      guide_.layers[layer].for_each_edge(
          index(corridor.cells[done]), Label{},
          [&](std::uint32_t other, Cost, std::uint32_t) { take(GuideCellId{other}); });
    }
  }
}

void GuidedQuery::find(TriangleId start, TriangleId goal, MergedPath& path) {
  path.triangles.clear();
  path.cost = kInfinite;
  path.status = index(start) >= h_.triangle_count  ? Status::invalid_start
                : index(goal) >= h_.triangle_count ? Status::invalid_goal
                : same_component(start, goal)      ? Status::complete
                                                   : Status::unreachable;
  if (path.status != Status::complete) return;
  next_query();
  from_.assign(1, guide_node_of(start));
  to_.assign(1, guide_node_of(goal));
  for (const GuideLayer& layer : guide_.layers) {
    from_.push_back(guide_node_of(layer.cell_of[from_.back()]));
    to_.push_back(guide_node_of(layer.cell_of[to_.back()]));
  }
  for (std::size_t k = guide_.layers.size(); k > 0; --k) {
    const std::uint32_t margin = k == 1 ? settings_.triangle_margin : settings_.cell_margin;
    if (find_path(guide_.layers[k - 1], k, from_[k], to_[k])) {
      mark_corridor(k - 1, guide_cell_of(from_[k]), guide_cell_of(to_[k]), margin);
    }
  }
  const JointGraph triangles{h_};
  if (!find_path(triangles, 0, from_[0], to_[0])) find_path(triangles, 0, from_[0], to_[0], true);
  path.cost = labels_.cost(index(goal));
  labels_.append_branch(index(goal), path.triangles);
}

std::size_t GuidedQuery::bytes() const {
  std::size_t sum = labels_.bytes();
  for (const Corridor& c : corridors_) sum += 4 * (c.mark.capacity() + c.cells.capacity());
  return sum;
}

}  // namespace portolan::detail
