#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "portolan/core/id_range.h"
#include "portolan/core/id_vector.h"
#include "portolan/core/narrow.h"
#include "portolan/types.h"

namespace portolan::detail {

/// An atom of one AtomGraph: what a world numbers in its own way, as polygons, or a part of the
/// atoms of another graph.
enum class AtomId : std::uint32_t {};

/// A part that the atoms of a graph are put into.
enum class AtomPartId : std::uint32_t {};

inline constexpr AtomId kNoAtom{0xFFFF'FFFFu};
inline constexpr AtomPartId kNoAtomPart{0xFFFF'FFFFu};

/// The atom that stands for a part in the graph of the parts, see make_contracted.
inline AtomId atom_of(AtomPartId part) { return AtomId{index(part)}; }
/// The part that an atom of that graph stands for.
inline AtomPartId part_of(AtomId atom) { return AtomPartId{index(atom)}; }

/// What a partition is made over: an undirected graph of atoms (the polygons of a navigation
/// mesh), in compressed rows. Every edge stands in the rows of both its ends.
struct AtomGraph {
  std::vector<std::uint32_t> begin{0};           ///< By atom and one more: where its row begins.
  std::vector<AtomId> neighbours;                ///< Each once per row, never the atom itself.
  std::vector<std::uint32_t> edge_weights;       ///< Beside `neighbours`, at least 1; empty: all 1.
  IdVector<AtomId, std::uint32_t> atom_weights;  ///< At least 1; empty: all 1.

  std::uint32_t count() const { return narrow<std::uint32_t>(begin.size()) - 1; }
  IdRange<AtomId> atoms() const { return IdRange<AtomId>(count()); }
  /// Where the row of an atom begins and ends in `neighbours`.
  std::uint32_t row_begin(AtomId atom) const { return begin[index(atom)]; }
  std::uint32_t row_end(AtomId atom) const { return begin[index(atom) + 1]; }
  bool isolated(AtomId atom) const { return row_begin(atom) == row_end(atom); }
  std::span<const AtomId> neighbours_of(AtomId atom) const {
    return {neighbours.data() + row_begin(atom), neighbours.data() + row_end(atom)};
  }
  std::uint32_t edge_weight(std::uint32_t at) const {
    return edge_weights.empty() ? 1 : edge_weights[at];
  }
  std::uint32_t atom_weight(AtomId atom) const {
    return atom_weights.empty() ? 1 : atom_weights[atom];
  }

  /// Fails unless rows are in order and in range, without loops or doubles, symmetric with equal
  /// weights, and the weights of the atoms, and those of the edges, add up to at most
  /// kMaxTotalWeight. The message names the atom.
  Result<Done> validate() const;
};

/// The graph of so many atoms that are joined pair by pair, in any order. A pair that occurs
/// several times weighs as much; pairs of an atom with itself are left out.
AtomGraph make_atom_graph(std::uint32_t count, std::vector<std::pair<AtomId, AtomId>> pairs);

/// Sums of weights beyond this do not fit METIS' 32-bit numbers. It also bounds the count of atoms
/// and of row entries.
inline constexpr std::uint64_t kMaxTotalWeight = 1u << 30;

/// Atoms put into parts numbered from 0, none of them empty.
struct Parts {
  IdVector<AtomId, AtomPartId> of;
  std::uint32_t count = 0;

  IdRange<AtomPartId> all() const { return IdRange<AtomPartId>(count); }

  /// Numbers the parts by their smallest atom; numbers that no atom has vanish.
  void renumber();
};

/// The connected components of the graph.
Parts find_components(const AtomGraph& graph);

/// The graph whose atoms are the parts; weights of atoms and of parallel edges add up.
AtomGraph make_contracted(const AtomGraph& graph, const Parts& parts);

}  // namespace portolan::detail
