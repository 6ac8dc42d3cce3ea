#include "portolan/hierarchy/customize_level.h"

#include <algorithm>
#include <cstring>

#include "portolan/hierarchy/overlay_graph.h"
#include "portolan/search/search.h"

namespace portolan {
namespace {

/// Whether a gate of a cell inside `bound` has edges outside of it too.
bool leaves(const Overlay& overlay, NodeId node, CellId home, CellHandle bound, unsigned level) {
  const Partition& partition = *overlay.partition;
  if (partition.ancestor(home, level) != bound) return true;
  const OverlayCell home_cell = overlay.cell(index(home));
  const std::uint32_t gate = home_cell.find(index(node));
  bool outside = false;
  home_cell.for_each_touch(gate, [&](CellId c) { outside |= partition.ancestor(c, level) != bound; });
  home_cell.for_each_inter(
      gate, [&](const InterEdge& e) { outside |= partition.ancestor(e.to_home, level) != bound; });
  return outside;
}

}  // namespace

CellWords LevelCustomizer::customize(const Overlay& overlay, CellHandle cell) {
  draft_.clear();
  collect_gates(overlay, cell);
  fill_costs(overlay, cell);
  return pack(draft_);
}

void LevelCustomizer::collect_gates(const Overlay& overlay, CellHandle cell) {
  const unsigned level = overlay.partition->level(cell);
  std::vector<std::pair<NodeId, CellId>> found;
  for (const CellHandle child : overlay.partition->children(cell)) {
    const OverlayCell below = overlay.cell(child);
    for (std::uint32_t i = 0; i < below.gate_count(); ++i) {
      if (leaves(overlay, below.gate(i), below.home(i), cell, level)) {
        found.emplace_back(below.gate(i), below.home(i));
      }
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  for (const auto& [node, home] : found) {
    draft_.gates.nodes.push_back(node);
    draft_.gates.homes.push_back(home);
  }
}

void LevelCustomizer::fill_costs(const Overlay& overlay, CellHandle cell) {
  const OverlayGraph graph = OverlayGraph::inside(overlay, cell);
  const auto& nodes = draft_.gates.nodes;
  const std::size_t count = nodes.size();
  draft_.costs.assign(count * count, kInfinite);
  for (std::size_t from = 0; from < count; ++from) {
    labels_.clear();
    open_.clear();
    add_source(labels_, open_, NoHeuristic{}, index(nodes[from]), 0,
               kUncrossed | index(draft_.gates.homes[from]));
    search(graph, labels_, open_, NoHeuristic{}, [](const OpenEntry&) { return Settle::expand; }, Uncounted{});
    for (std::size_t to = 0; to < count; ++to) {
      draft_.costs[from * count + to] = labels_.cost(index(nodes[to]));
    }
  }
}

bool same_words(const CellWords& a, const CellWords& b) {
  const std::size_t words = OverlayCell(a.get()).word_count();
  return words == OverlayCell(b.get()).word_count() && std::memcmp(a.get(), b.get(), words * 4) == 0;
}

bool same_joints(const OverlayCell& a, const OverlayCell& b) {
  const std::uint32_t count = a.gate_count();
  if (count != b.gate_count() || a.component_count() != b.component_count()) return false;
  std::vector<std::uint32_t> joints[2];
  for (int side = 0; side < 2; ++side) {
    const OverlayCell& cell = side == 0 ? a : b;
    for (std::uint32_t i = 0; i < count; ++i) {
      joints[side].insert(joints[side].end(), {index(cell.gate(i)), index(cell.home(i)), cell.gate_component(i)});
      cell.for_each_touch(i, [&](CellId c) { joints[side].push_back(index(c)); });
      cell.for_each_inter(i, [&](const InterEdge& e) { joints[side].push_back(index(e.to)); });
    }
  }
  return joints[0] == joints[1];
}

std::vector<CellHandle> parents_of(const Partition& partition, const std::vector<CellHandle>& cells) {
  std::vector<CellHandle> parents;
  for (const CellHandle cell : cells) parents.push_back(partition.parent(cell));
  std::sort(parents.begin(), parents.end());
  parents.erase(std::unique(parents.begin(), parents.end()), parents.end());
  return parents;
}

}  // namespace portolan
