#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "portolan/core/cost.h"
#include "portolan/tables/table_world.h"

namespace portolan::detail {

/// What queries ask of a world beyond its cells and their rows.
template <class W>
concept QueryWorld = TableWorld<W> && std::equality_comparable<typename W::Anchor> &&
    std::default_initializable<typename W::Anchor> &&
    requires(const W& world, const typename W::Cell& opened, NodeId node,
             const typename W::Anchor& anchor, bool backward) {
  { world.home_cell(node) } -> std::same_as<CellId>;
  { world.home_index(node) } -> std::same_as<std::uint32_t>;  ///< Its number in that cell.
  /// An anchor's entry nodes as f(node, cost, via), and the cost of a path between two anchors that
  /// touches no node; kInfinite for none.
  world.for_each_entry_node(anchor, backward, [](NodeId, Cost, std::uint32_t) {});
  { world.direct_cost(anchor, anchor) } -> std::same_as<Cost>;
  /// No path between the two is cheaper; may be 0.
  { world.distance_bound(node, node) } -> std::same_as<Cost>;
  { world.distance_bound(node, anchor) } -> std::same_as<Cost>;
  /// For the width of buckets: about what estimates grow by from gate to gate. It decides how fast
  /// a search is, nothing else.
  { opened.estimate_step() } -> std::same_as<Cost>;
  /// A path that encode_steps wrote into so many bytes has at most so many nodes after its first.
  { world.most_steps(std::size_t{}) } -> std::same_as<std::size_t>;
};

}  // namespace portolan::detail
