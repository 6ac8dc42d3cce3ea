#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "portolan/core/narrow.h"
#include "portolan/types.h"

namespace portolan::detail {

/// What a partition is made over: an undirected graph of atoms (the polygons of a navigation
/// mesh), in compressed rows. Every edge stands in the rows of both its ends.
struct AtomGraph {
  std::vector<std::uint32_t> begin{0};      ///< Row of atom a: [begin[a], begin[a + 1]).
  std::vector<std::uint32_t> neighbours;    ///< Each once per row, never the atom itself.
  std::vector<std::uint32_t> edge_weights;  ///< Beside `neighbours`, at least 1; empty: all 1.
  std::vector<std::uint32_t> atom_weights;  ///< By atom, at least 1; empty: all 1.

  std::uint32_t count() const { return narrow<std::uint32_t>(begin.size()) - 1; }
  std::uint32_t edge_weight(std::uint32_t at) const {
    return edge_weights.empty() ? 1 : edge_weights[at];
  }
  std::uint32_t atom_weight(std::uint32_t atom) const {
    return atom_weights.empty() ? 1 : atom_weights[atom];
  }

  /// Fails unless rows are in order and in range, without loops or doubles, symmetric with equal
  /// weights, and the weights of the atoms, and those of the edges, add up to at most
  /// kMaxTotalWeight. The message names the atom.
  Result<Done> validate() const;
};

/// The graph of so many atoms that are joined pair by pair, in any order. A pair that occurs
/// several times weighs as much; pairs of an atom with itself are left out.
AtomGraph make_atom_graph(std::uint32_t count,
                          std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs);

/// Sums of weights beyond this do not fit METIS' 32-bit numbers. It also bounds the count of atoms
/// and of row entries.
inline constexpr std::uint64_t kMaxTotalWeight = 1u << 30;

/// Atoms put into parts numbered from 0, none of them empty.
struct Parts {
  std::vector<std::uint32_t> of;  ///< By atom.
  std::uint32_t count = 0;

  /// Numbers the parts by their smallest atom; numbers that no atom has vanish.
  void renumber();
};

/// The connected components of the graph.
Parts find_components(const AtomGraph& graph);

/// The graph whose atoms are the parts; weights of atoms and of parallel edges add up.
AtomGraph make_contracted(const AtomGraph& graph, const Parts& parts);

}  // namespace portolan::detail
