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

/// Columns of a group's rows that lead to gates one below the other.
struct DepthRun {
  std::uint32_t column;
  std::uint32_t depth;
  std::uint32_t count;
};

/// Adds the columns that lead to a group above to the runs from `begin` on: to the last one where
/// the group follows it both by depth and by column, which is when it follows it by depth.
inline void append_run(std::vector<DepthRun>& runs, std::size_t begin, std::uint32_t column,
                       const GateTree::Group& above) {
  const std::uint32_t depth = index(above.depth);
  if (runs.size() > begin && runs.back().depth + runs.back().count == depth) {
    runs.back().count += above.size;
  } else {
    runs.push_back({column, depth, above.size});
  }
}

/// All columns of each group as few runs, from the top down, those of its own gates last.
class DepthRuns {
 public:
  explicit DepthRuns(const GateTree& tree);

  std::span<const DepthRun> of(GroupId group) const {
    return {runs_.data() + begin_[index(group)], runs_.data() + begin_[index(group) + 1]};
  }
  /// Calls f(run) for the columns of a group that lead to the topmost `count` gates above.
  template <class F>
  void for_each_above(GroupId group, std::uint32_t count, const F& f) const {
    for (DepthRun run : of(group)) {
      if (run.depth >= count) return;
      run.count = std::min(run.count, count - run.depth);
      f(run);
    }
  }

  /// Copies the entries of those columns to where their gates lie by depth, and back.
  void to_depths(GroupId group, std::uint32_t count, const std::uint32_t* columns,
                 std::uint32_t* depths) const;
  void from_depths(GroupId group, std::uint32_t count, const std::uint32_t* depths,
                   std::uint32_t* columns) const;

 private:
  std::vector<std::size_t> begin_;  // by group, and one more
  std::vector<DepthRun> runs_;
};

/// The paths that an elimination finds, from a gate over one below it to all gates above both: what
/// they cost is `add` and the rest of the row.
struct LowerPath {
  GateId over;
  GroupId over_group;
  bool down;        ///< Whether it leads from the gates above to the gate; else to them.
  const Cost* row;  ///< Of the gate below.
  Cost add;
};

/// Walks over the paths of two shortcuts that an elimination finds. Any number of threads may.
class ShortcutPasses {
 public:
  ShortcutPasses(const GateTree& tree, const LowerGroups& lowers, const std::uint64_t* begin,
                 const Cost* up, const Cost* down)
      : tree_(tree),
        lowers_(lowers),
        begin_(begin),
        up_(up),
        down_(down == nullptr ? up : down),
        directed_(down != nullptr) {}

  /// Calls take(path) for all paths from a gate: first for those over groups below its own, then
  /// for those over gates of its own below it. The rows of all these are read, its own is not.
  template <class Take>
  void run_from(GateId gate, const Take& take) const {
    const GroupId own = tree_.group_of[index(gate)];
    const auto lowers = lowers_.of(own);
    for (std::size_t k = lowers.size(); k-- > 0;) {
      const std::uint32_t column = *tree_.column(lowers[k], gate);
      for (std::uint32_t r = 0; r < tree_.group(lowers[k]).size; ++r)
        pass(lowers[k], r, column, take);
    }
    const GateTree::Group& group = tree_.group(own);
    for (std::uint32_t r = group.size; --r > group.row(gate);)
      pass(own, r, group.up_width + group.row(gate), take);
  }

 private:
  /// Over row r of a group, from the gate of a column.
  template <class Take>
  void pass(GroupId g, std::uint32_t r, std::uint32_t column, const Take& take) const {
    const GateTree::Group& group = tree_.group(g);
    const std::size_t begin = begin_[index(g)] + std::size_t{r} * tree_.width(group);
    const Cost* up = up_ + begin;
    const Cost* down = down_ + begin;
    if (down[column] < kTableInfinite) take(LowerPath{group.gate(r), g, false, up, down[column]});
    if (directed_ && up[column] < kTableInfinite)
      take(LowerPath{group.gate(r), g, true, down, up[column]});
  }

  const GateTree& tree_;
  const LowerGroups& lowers_;
  const std::uint64_t* begin_;
  const Cost* up_;
  const Cost* down_;
  bool directed_;
};

}  // namespace portolan::detail
