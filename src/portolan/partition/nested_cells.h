#pragma once

#include <cstdint>
#include <vector>

#include "portolan/core/id_vector.h"
#include "portolan/core/ids.h"
#include "portolan/core/narrow.h"
#include "portolan/partition/atom_graph.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Who puts the cells of one level together. METIS is left out of merges of 2 and 3 in any case:
/// there it returns empty parts and a worse cut.
enum class MergeMethod {
  automatic,  ///< METIS at levels of few cells, where the largest border mostly comes out shorter;
              ///< matching at the others, where it cuts about as little and is much faster.
  matching,   ///< Our multilevel matching alone; does not depend on the version of METIS.
  metis,      ///< METIS' k-way partition at every level, as in the paper, repaired.
};

/// What is balanced (atoms) and what is cut as little as possible (edges).
enum class MergeWeights {
  uniform,  ///< The graph's own weights; a cell and an edge between cells weigh what they hold.
  random,   ///< Drawn anew at each level, 1 to 16: the paper's balance study.
};

struct MergeOptions {
  /// μ by level: about how many cells of the level below make one; the last one is repeated for
  /// further levels. At least one entry, each in [2, 1024].
  std::vector<std::uint32_t> merge = {16, 6};
  unsigned levels = 0;  ///< At most so many levels; 0: until each component is one cell. [0, 64]
  MergeMethod method = MergeMethod::automatic;
  MergeWeights weights = MergeWeights::uniform;
  std::uint64_t seed = 1;  ///< Any; the same seed gives the same cells.
};

/// What came of one level, for reports.
struct LevelReport {
  std::uint32_t cells = 0;
  std::uint32_t whole_components = 0;    ///< Cells that have nothing left to merge with.
  std::uint32_t empty_parts = 0;         ///< Parts that METIS left empty.
  std::uint32_t disconnected_parts = 0;  ///< Parts of METIS that were split into their pieces.
  std::uint32_t small_parts = 0;         ///< Parts below half of μ that were joined to another.
  std::uint64_t cut_weight = 0;          ///< Weight of all edges of atoms between two cells.
  std::uint32_t largest_border = 0;      ///< The most edge weight that leaves one cell.
};

/// The nested cells of a graph of atoms. Every cell of every level is connected; none is empty;
/// each level has fewer cells than the one below; cells are numbered by their smallest atom.
struct NestedCells {
  IdVector<AtomId, CellId> cell_of_atom;     ///< The cell of level 1 of each atom.
  std::vector<std::vector<CellId>> parents;  ///< What Partition::make takes.
  std::vector<LevelReport> reports;          ///< One per level.
  std::uint32_t isolated_atoms = 0;          ///< Atoms without neighbours: cells of their own.

  /// Cells of level 1.
  std::uint32_t cells() const { return reports.front().cells; }
  unsigned levels() const { return narrow<unsigned>(reports.size()); }
};

/// Merges atoms into cells bottom-up, about μ at each level (HNA* 2016, section 3.1). Cells weigh
/// between half and one and a half of the mean where the graph permits it; where hardly anything
/// can be merged under that limit (a star), the limit falls, so that there are never more levels
/// than a small multiple of log2 of the atoms. Cells never reach across components: with several
/// of these the top has as many cells, and one that is complete is handed up unchanged while
/// others still merge. Fails for a graph that validate() refuses, one without atoms, options out
/// of their limits, when METIS fails, and when `progress` cancels.
Result<NestedCells> build_nested_cells(const AtomGraph& graph, const MergeOptions& options,
                                       const Progress& progress = {});

}  // namespace portolan::detail
