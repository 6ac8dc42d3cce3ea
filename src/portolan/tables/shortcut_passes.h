#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/tables/gate_id.h"
#include "portolan/tables/gate_tree.h"
#include "portolan/tables/min_plus.h"

namespace portolan::detail {

/// Columns of a supernode's rows that lead to gates one below the other.
struct DepthRun {
  std::uint32_t column;
  std::uint32_t depth;
  std::uint32_t count;
};

/// Adds the columns that lead to a supernode above to the runs from `begin` on: to the last one
/// where the supernode follows it both by depth and by column, which is when it follows it by
/// depth.
inline void append_run(std::vector<DepthRun>& runs, std::size_t begin, std::uint32_t column,
                       const GateTree::Supernode& above) {
  const std::uint32_t depth = index(above.depth);
  if (runs.size() > begin && runs.back().depth + runs.back().count == depth) {
    runs.back().count += above.size;
  } else {
    runs.push_back({column, depth, above.size});
  }
}

/// All columns of each supernode as few runs, from the top down, those of its own gates last.
class DepthRuns {
 public:
  explicit DepthRuns(const GateTree& tree);

  std::span<const DepthRun> of(SupernodeId supernode) const {
    return {runs_.data() + begin_[index(supernode)], runs_.data() + begin_[index(supernode) + 1]};
  }
  /// Calls f(run) for the columns of a supernode that lead to the topmost `count` gates above.
  template <class F>
  void for_each_above(SupernodeId supernode, std::uint32_t count, const F& f) const {
    for (DepthRun run : of(supernode)) {
      if (run.depth >= count) return;
      run.count = std::min(run.count, count - run.depth);
      f(run);
    }
  }

  /// Copies the entries of those columns to where their gates lie by depth, and back.
  void to_depths(SupernodeId supernode, std::uint32_t count, const std::uint32_t* columns,
                 std::uint32_t* depths) const;
  void from_depths(SupernodeId supernode, std::uint32_t count, const std::uint32_t* depths,
                   std::uint32_t* columns) const;

 private:
  std::vector<std::size_t> begin_;  // by supernode, and one more
  std::vector<DepthRun> runs_;
};

/// The paths that an elimination finds, from a gate over one below it to all gates above both: what
/// they cost is `add` and the rest of the row.
struct LowerPath {
  GateId over;
  SupernodeId over_supernode;
  bool down;        ///< Whether it leads from the gates above to the gate; else to them.
  const Cost* row;  ///< Of the gate below.
  Cost add;
};

/// Walks over the paths of two shortcuts that an elimination finds. Any number of threads may.
class ShortcutPasses {
 public:
  /// `up`, `down`: where the rows of supernodes begin among the costs; the latter null where
  /// directions make no difference.
  ShortcutPasses(const GateTree& tree, const LowerSupernodes& lowers, const Cost* costs,
                 const std::uint64_t* up, const std::uint64_t* down)
      : tree_(tree),
        lowers_(lowers),
        costs_(costs),
        up_(up),
        down_(down == nullptr ? up : down),
        directed_(down != nullptr) {}

  /// Calls take(path) for all paths from a gate: first for those over supernodes below its own,
  /// then for those over gates of its own below it. The rows of all these are read, its own is not.
  template <class Take>
  void run_from(GateId gate, const Take& take) const {
    const SupernodeId own = tree_.supernode_of[index(gate)];
    const auto lowers = lowers_.of(own);
    for (std::size_t k = lowers.size(); k-- > 0;) {
      const std::uint32_t column = *tree_.column(lowers[k], gate);
      for (std::uint32_t r = 0; r < tree_.supernode(lowers[k]).size; ++r)
        pass(lowers[k], r, column, take);
    }
    const GateTree::Supernode& supernode = tree_.supernode(own);
    for (std::uint32_t r = supernode.size; --r > supernode.row(gate);)
      pass(own, r, supernode.up_width + supernode.row(gate), take);
  }

 private:
  /// Over row r of a supernode, from the gate of a column.
  template <class Take>
  void pass(SupernodeId g, std::uint32_t r, std::uint32_t column, const Take& take) const {
    const GateTree::Supernode& supernode = tree_.supernode(g);
    const Cost* const row = costs_ + std::size_t{r} * tree_.width(supernode);
    const Cost* const up = row + up_[index(g)];
    const Cost* const down = row + down_[index(g)];
    if (down[column] < kTableInfinite)
      take(LowerPath{supernode.gate(r), g, false, up, down[column]});
    if (directed_ && up[column] < kTableInfinite)
      take(LowerPath{supernode.gate(r), g, true, down, up[column]});
  }

  const GateTree& tree_;
  const LowerSupernodes& lowers_;
  const Cost* costs_;
  const std::uint64_t* up_;
  const std::uint64_t* down_;
  bool directed_;
};

}  // namespace portolan::detail
