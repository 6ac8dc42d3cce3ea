#pragma once

#include <cstdint>

#include "portolan/partition/atom_graph.h"

namespace portolan::detail {

/// What a part should weigh, and between which limits it may be changed for a smaller cut.
struct PartSize {
  std::uint64_t least = 0;
  std::uint64_t target = 0;
  std::uint64_t most = 0;

  /// Limits for parts of about `merge` atoms that weigh `mean` each.
  static PartSize around(std::uint32_t merge, double mean);
};

/// Makes every part connected: the pieces of a disconnected one become parts of their own.
/// Returns how many parts were disconnected.
std::uint32_t split_disconnected(const AtomGraph& graph, Parts& parts);

/// Joins parts lighter than `size.least` to the neighbour they share most edge weight with, where
/// the sum stays within `size.most`. Parts must be connected and stay so. Returns how many were
/// joined.
std::uint32_t join_small(const AtomGraph& graph, Parts& parts, const PartSize& size);

/// Joins parts of one atom to a neighbour whatever it weighs: afterwards every part has two atoms
/// or is a whole component. This is what bounds the number of levels (stars, combs).
void join_singles(const AtomGraph& graph, Parts& parts);

/// Moves atoms on borders to the part they share more edge weight with (or as much, where that
/// evens out weights), while parts stay connected and within `size`.
void refine_borders(const AtomGraph& graph, Parts& parts, const PartSize& size);

}  // namespace portolan::detail
