#include "portolan/hierarchy/customize_level.h"

#include <algorithm>
#include <cstring>

#include "portolan/search/search.h"

namespace portolan {

CellWords LevelCustomizer::customize(const Overlay& overlay, CellHandle cell) {
  draft_.clear();
  gates_.clear();
  joined_.join(overlay, cell);
  for (std::uint32_t n = 0; n < joined_.size(); ++n) {
    if (!joined_.leaves(n)) continue;
    gates_.push_back(n);
    draft_.gates.nodes.push_back(joined_.node(n));
    draft_.gates.homes.push_back(joined_.home(n));
  }
  fill_costs();
  return pack(draft_);
}

void LevelCustomizer::fill_costs() {
  const std::size_t count = gates_.size();
  draft_.costs.assign(count * count, kInfinite);
  labels_.reserve(joined_.size());
  for (std::size_t from = 0; from < count; ++from) {
    labels_.clear();
    open_.clear();
    const std::size_t end = symmetric_ ? from : count;
    std::size_t wanted = end;
    if (wanted > 0) add_source(labels_, open_, NoHeuristic{}, gates_[from], 0);
    search(joined_, labels_, open_, NoHeuristic{}, [&](const OpenEntry& entry) {
      const bool gate = joined_.leaves(entry.node) && (end == count || entry.node < gates_[from]);
      return gate && --wanted == 0 ? Settle::stop : Settle::expand;
    }, Uncounted{});
    for (std::size_t to = 0; to < end; ++to) {
      const Cost cost = labels_.cost(gates_[to]);
      draft_.costs[from * count + to] = cost;
      if (symmetric_) draft_.costs[to * count + from] = cost;
    }
    draft_.costs[from * count + from] = 0;
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
