#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "portolan/core/id_range.h"
#include "portolan/core/id_vector.h"
#include "portolan/core/narrow.h"
#include "portolan/core/shared_array.h"
#include "portolan/tables/gate_graph.h"
#include "portolan/tables/gate_id.h"

namespace portolan::detail {

/// The elimination tree of the gates under an order of their supernodes, and its symbolic
/// structure: which shortcuts there will be, whatever they cost. All gates of a cell lie on one
/// path from the root. Gates are numbered anew, parents before children, so that the deepest gate
/// of a cell is the one with the highest number.
struct GateTree {
  /// A supernode: gates one below the other in the tree, with the same gates above them.
  struct Supernode {
    GateId first;  ///< Its topmost gate; the others follow it.
    std::uint32_t size;
    Depth depth;             ///< Of its topmost gate; the root's is 0.
    SupernodeId parent;      ///< The supernode right above it; kNoSupernode at a root.
    std::uint32_t up_begin;  ///< Its shortcuts lead to these supernodes: see `ups`.
    std::uint32_t up_end;
    std::uint32_t up_width;  ///< Gates in all of them.

    /// Its gates are rows of shortcuts, from the top down.
    GateId gate(std::uint32_t row) const { return GateId{index(first) + row}; }
    std::uint32_t row(GateId gate) const { return index(gate) - index(first); }
    Depth depth_of(std::uint32_t row) const { return Depth{index(depth) + row}; }
  };
  /// A supernode above, and the first column of its gates in the rows of shortcuts.
  struct Up {
    SupernodeId supernode;
    std::uint32_t column;
  };

  SharedArray<Supernode> supernodes;
  SharedArray<Up> ups;                    ///< Supernode by supernode, from the top downwards.
  SharedArray<SupernodeId> supernode_of;  ///< By gate.

  std::uint32_t gate_count() const { return narrow<std::uint32_t>(supernode_of.size()); }
  IdRange<SupernodeId> all_supernodes() const {
    return IdRange<SupernodeId>(narrow<std::uint32_t>(supernodes.size()));
  }
  const Supernode& supernode(SupernodeId id) const { return supernodes[index(id)]; }
  std::span<const Up> ups_of(const Supernode& g) const {
    return {ups.data() + g.up_begin, ups.data() + g.up_end};
  }
  Depth depth(GateId gate) const {
    const Supernode& g = supernode(supernode_of[index(gate)]);
    return g.depth_of(g.row(gate));
  }
  /// Columns of a supernode's rows of shortcuts: those of its ups, then its own gates.
  std::uint32_t width(const Supernode& g) const { return g.up_width + g.size; }
  /// The column of a gate above in a supernode's rows of shortcuts, if they lead there.
  std::optional<std::uint32_t> column(SupernodeId supernode, GateId above) const;
  /// How many gates the paths from the root to two gates have in common.
  std::uint32_t common_hubs(GateId a, GateId b) const;

  /// How many costs the shortcuts of one direction are.
  std::uint64_t shortcut_count() const;
  /// How many entries the labels of one direction have, their padding included: see GateLabels.
  std::uint64_t label_count() const;
  /// How many gates the longest path down from a root has.
  std::uint64_t height() const;
  std::size_t bytes() const { return supernodes.bytes() + ups.bytes() + supernode_of.bytes(); }
};

/// By supernode: the supernodes below it that have shortcuts to it, ascending.
struct LowerSupernodes {
  SharedArray<std::uint32_t> begin;  ///< By supernode, and one more.
  SharedArray<SupernodeId> supernodes;

  std::span<const SupernodeId> of(SupernodeId supernode) const {
    return {supernodes.data() + begin[index(supernode)],
            supernodes.data() + begin[index(supernode) + 1]};
  }
  std::size_t bytes() const { return begin.bytes() + supernodes.bytes(); }
};
LowerSupernodes find_lower_supernodes(const GateTree& tree);

/// Supernodes by how many are above them, their generation: each needs only those before it.
std::vector<std::vector<SupernodeId>> supernodes_by_generation(const GateTree& tree);

/// A tree, and how its gates were numbered before.
struct NumberedTree {
  GateTree tree;
  IdVector<GraphGateId, GateId> number_of;
};

/// What tables over a tree take at least, counted while it is being made.
struct TreeSize {
  std::uint64_t ups = 0;
  std::uint64_t shortcuts = 0;  ///< Of one direction.
  std::uint64_t labels = 0;     ///< Of one direction. At least half as many as shortcuts.

  /// Counts one more supernode of `gates`, with shortcuts to `supernodes_above` of `gates_above`.
  void add(std::uint64_t gates, std::uint64_t supernodes_above, std::uint64_t gates_above);
};
/// What tables over a tree may take; no more of a tree is made than fits where all costs are the
/// same both ways.
struct TreeLimit {
  std::uint64_t max_bytes = ~std::uint64_t{0};
  bool labels = true;  ///< Whether labels will do, or only shortcuts.

  bool allows(const TreeSize& size) const;
};
/// None where the limit does not allow it.
std::optional<NumberedTree> make_gate_tree(const GateGraph& graph, const SupernodeOrder& order,
                                           const TreeLimit& limit = {});

}  // namespace portolan::detail
