#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "portolan/core/narrow.h"
#include "portolan/graph/disjoint_sets.h"
#include "portolan/hierarchy/cell_world.h"
#include "portolan/search/search.h"

namespace portolan::detail {

/// Computes the overlay of cells of level 1: one bounded Dijkstra for each gate. Scratch is kept
/// from cell to cell; one thread at a time.
template <CellWorld W>
class CellCustomizer {
 public:
  CellWords customize(const W& world, CellId cell, bool store_steps) {
    draft_.clear();
    world.describe_gates(cell, draft_.gates);
    world.open_cell(cell, draft_.gates, opened_);
    symmetric_ = world.symmetric();
    find_components();
    fill_costs(store_steps);
    return pack(draft_);
  }

 private:
  static constexpr std::uint32_t kNotAGate = 0xFFFF'FFFFu;

  void find_components() {
    const std::uint32_t locals = opened_.local_count();
    sets_.reset(locals);
    const std::uint32_t homes = opened_.home_count();
    const auto join_edges = [&](std::uint32_t from) {
      opened_.for_each_edge(from, Label{}, [&](std::uint32_t to, Cost, std::uint32_t) {
        if (to > from || !symmetric_) sets_.join(from, to);
      });
    };
    for (std::uint32_t i = 0; i < homes; ++i) {
      if (const NodeId node = opened_.home_node(i); node != kNoNode)
        join_edges(opened_.local(node));
    }
    for (const NodeId gate : draft_.gates.nodes) join_edges(opened_.local(gate));

    number_.assign(locals, kNoComponent);
    const auto number = [&](NodeId node) {
      std::uint32_t& n = number_[sets_.find(opened_.local(node))];
      if (n == kNoComponent) n = draft_.component_count++;
      return n;
    };
    for (std::uint32_t i = 0; i < homes; ++i) {
      const NodeId node = opened_.home_node(i);
      draft_.node_components.push_back(node == kNoNode ? kNoComponent : number(node));
    }
    for (const NodeId gate : draft_.gates.nodes) draft_.gate_components.push_back(number(gate));
  }

  void fill_costs(bool store_steps) {
    const auto& gates = draft_.gates.nodes;
    const auto count = narrow<std::uint32_t>(gates.size());
    draft_.costs.assign(std::size_t{count} * count, kInfinite);
    labels_.reserve(opened_.local_count());
    const bool bucketed =
        BucketOpenList::suits(opened_.cheapest_edge(), opened_.most_expensive_edge());
    if (bucketed) buckets_.configure(opened_.cheapest_edge(), opened_.most_expensive_edge());
    gate_of_.assign(opened_.local_count(), kNotAGate);
    for (std::uint32_t i = 0; i < count; ++i) gate_of_[opened_.local(gates[i])] = i;
    store_steps = store_steps && draft_.begin_paths(symmetric_);
    for (std::uint32_t from = 0; from < count; ++from) {
      const std::uint32_t end = symmetric_ ? from : count;  // the other half is its mirror
      bucketed ? search_from(buckets_, from, end) : search_from(open_, from, end);
      for (std::uint32_t to = 0; to < end; ++to) {
        const std::uint32_t local = opened_.local(gates[to]);
        const Cost cost = labels_.cost(local);
        draft_.costs[std::size_t{from} * count + to] = cost;
        if (symmetric_) draft_.costs[std::size_t{to} * count + from] = cost;
        store_steps = store_steps && store_path(local, cost);
      }
      draft_.costs[std::size_t{from} * count + from] = 0;
    }
  }

  template <class Open>
  void search_from(Open& open, std::uint32_t from, std::uint32_t end) {
    const auto& components = draft_.gate_components;
    auto wanted = narrow<std::uint32_t>(
        std::count(components.begin(), components.begin() + end, components[from]));
    labels_.clear();
    open.clear();
    if (wanted == 0) return;
    add_source(labels_, open, NoHeuristic{}, opened_.local(draft_.gates.nodes[from]), 0);
    search(
        opened_, labels_, open, NoHeuristic{},
        [&](const OpenEntry& entry) {
          if (gate_of_[entry.node] < end && --wanted == 0) return Settle::stop;
          return Settle::expand;
        },
        Uncounted{});
  }

  /// In a symmetric world the tree's branch from `local` to the root is the path from the
  /// smaller gate to the larger; otherwise it is reversed.
  bool store_path(std::uint32_t local, Cost cost) {
    if (cost != kInfinite) {
      path_.assign(1, local);
      while (labels_[path_.back()].parent != path_.back())
        path_.push_back(labels_[path_.back()].parent);
      if (!symmetric_) std::reverse(path_.begin(), path_.end());
      opened_.encode_steps(path_, draft_.steps);
    }
    return draft_.end_path();
  }

  bool symmetric_ = false;
  CellDraft draft_;
  typename W::Cell opened_;
  DisjointSets sets_;
  std::vector<std::uint32_t> number_;
  std::vector<std::uint32_t> gate_of_;
  std::vector<std::uint32_t> path_;
  Labels labels_;
  BucketOpenList buckets_;
  OpenList open_;  // where costs differ too much for buckets
};

}  // namespace portolan::detail
