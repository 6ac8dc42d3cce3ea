#include "portolan/hierarchy/customize_level.h"

#include <algorithm>
#include <compare>
#include <cstring>
#include <iterator>

#include "portolan/core/narrow.h"
#include "portolan/search/search.h"

namespace portolan::detail {

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
  fill_costs(store_hops_ && joined_.fits_stored_hops());
  return pack(draft_);
}

void LevelCustomizer::fill_costs(bool store) {
  const std::size_t count = gates_.size();
  draft_.costs.assign(count * count, kInfinite);
  labels_.reserve(joined_.size());
  store = store && draft_.begin_paths(symmetric_);
  for (std::size_t from = 0; from < count; ++from) {
    labels_.clear();
    open_.clear();
    const std::size_t end = symmetric_ ? from : count;
    std::size_t wanted = end;
    if (wanted > 0) add_source(labels_, open_, NoHeuristic{}, gates_[from], 0);
    search(
        joined_, labels_, open_, NoHeuristic{},
        [&](const OpenEntry& entry) {
          const bool gate =
              joined_.leaves(entry.node) && (end == count || entry.node < gates_[from]);
          return gate && --wanted == 0 ? Settle::stop : Settle::expand;
        },
        Uncounted{});
    for (std::size_t to = 0; to < end; ++to) {
      const Cost cost = labels_.cost(gates_[to]);
      draft_.costs[from * count + to] = cost;
      if (symmetric_) draft_.costs[to * count + from] = cost;
      if (!store) continue;
      if (cost != kInfinite) store_path(gates_[to]);
      store = draft_.end_path();
    }
    draft_.costs[from * count + from] = 0;
  }
}

/// Of a symmetric world, the tree's branch from `local` to the root, else the path from there.
void LevelCustomizer::store_path(std::uint32_t local) {
  path_.clear();
  for (std::uint32_t n = local; labels_[n].parent != n; n = labels_[n].parent) {
    const std::uint32_t end = symmetric_ ? labels_[n].parent : n;
    const std::uint32_t via = labels_[n].via;
    const std::uint32_t child = via == 0 ? joined_.some_child(end) : via - 1;
    const std::uint32_t inter = via == 0 ? StoredHop::kInter : 0u;
    path_.push_back({narrow<std::uint16_t>(child | inter),
                     narrow<std::uint16_t>(index(joined_.gate(child, end)))});
  }
  if (!symmetric_) std::reverse(path_.begin(), path_.end());
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(path_.data());
  draft_.steps.insert(draft_.steps.end(), bytes, bytes + path_.size() * sizeof(StoredHop));
}

bool same_words(const CellWords& a, const CellWords& b) {
  const std::size_t words = OverlayCell(a.get()).word_count();
  return words == OverlayCell(b.get()).word_count() &&
         std::memcmp(a.get(), b.get(), words * 4) == 0;
}

bool same_joints(const OverlayCell& a, const OverlayCell& b) {
  if (a.gate_count() != b.gate_count() || a.component_count() != b.component_count()) return false;
  std::vector<std::uint32_t> joints[2];
  for (int side = 0; side < 2; ++side) {
    const OverlayCell& cell = side == 0 ? a : b;
    for (const GatePlace i : cell.places()) {
      joints[side].insert(joints[side].end(),
                          {index(cell.gate(i)), index(cell.home(i)), cell.gate_component(i)});
      cell.for_each_touch(i, [&](CellId c) { joints[side].push_back(index(c)); });
      joints[side].push_back(index(kNoCell));  // ends a list
      cell.for_each_inter(i, [&](const InterEdge& e) { joints[side].push_back(index(e.to)); });
      joints[side].push_back(index(kNoNode));
    }
  }
  return joints[0] == joints[1];
}

unsigned highest_difference(const Partition& partition, CellId home, const OverlayCell& before,
                            const OverlayCell& after) {
  struct Meeting {  // of a gate at home here with another cell
    NodeId node;
    CellId cell;
    NodeId to = kNoNode;  // none of these three for a touch
    Cost cost_out = kInfinite;
    Cost cost_in = kInfinite;
    auto operator<=>(const Meeting&) const = default;
  };
  std::vector<Meeting> meetings[2];
  for (int side = 0; side < 2; ++side) {
    const OverlayCell& cell = side == 0 ? before : after;
    for (const GatePlace i : cell.places()) {
      if (cell.home(i) != home) continue;
      cell.for_each_touch(i, [&](CellId c) { meetings[side].push_back({cell.gate(i), c}); });
      cell.for_each_inter(i, [&](const InterEdge& e) {
        meetings[side].push_back({cell.gate(i), e.to_home, e.to, e.cost_out, e.cost_in});
      });
    }
    std::sort(meetings[side].begin(), meetings[side].end());
  }
  std::vector<Meeting> differences;
  std::set_symmetric_difference(meetings[0].begin(), meetings[0].end(), meetings[1].begin(),
                                meetings[1].end(), std::back_inserter(differences));
  unsigned highest = 1;
  for (const Meeting& m : differences) {
    // A touch makes a gate below the level where the two cells are one; an inter-edge also costs
    // something inside that one.
    unsigned apart = 1;
    while (apart < partition.levels() &&
           partition.ancestor(home, apart + 1) != partition.ancestor(m.cell, apart + 1)) {
      ++apart;
    }
    highest = std::max(highest, std::min(partition.levels(), m.to == kNoNode ? apart : apart + 1));
  }
  return highest;
}

std::vector<CellHandle> affected_cells(const Partition& partition, unsigned level,
                                       const std::vector<CellHandle>& changed_below,
                                       const std::vector<Reach>& reaches) {
  std::vector<CellHandle> affected;
  affected.reserve(changed_below.size() + reaches.size());
  for (const CellHandle cell : changed_below) affected.push_back(partition.parent(cell));
  for (const Reach& reach : reaches) {
    if (reach.level >= level) affected.push_back(partition.ancestor(reach.cell, level));
  }
  std::sort(affected.begin(), affected.end());
  affected.erase(std::unique(affected.begin(), affected.end()), affected.end());
  return affected;
}

}  // namespace portolan::detail
