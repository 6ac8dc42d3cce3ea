#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/narrow.h"
#include "portolan/tables/gate_id.h"
#include "portolan/tables/gate_tree.h"
#include "portolan/tables/min_plus.h"

namespace portolan::detail {

/// Columns that lie side by side in the rows of a group and in those of one above it.
struct ColumnRun {
  std::uint32_t from;
  std::uint32_t to;
  std::uint32_t count;
};

/// The paths that an elimination finds, from one gate above over the gate that is eliminated to
/// others: what they cost is `add` and the rest of the row.
struct Passage {
  GateId over;
  bool down;        ///< The way that costs of `down` are told.
  const Cost* row;  ///< The eliminated gate's.
  Cost add;
  std::size_t target;  ///< Where the row of the gate above begins.
  std::span<const ColumnRun> runs;
};

/// Walks over all paths of two shortcuts, groups in turn, each after all below it.
class ShortcutPasses {
 public:
  ShortcutPasses(const GateTree& tree, const std::uint64_t* begin, const Cost* up, const Cost* down)
      : tree_(tree),
        begin_(begin),
        up_(up),
        down_(down == nullptr ? up : down),
        directed_(down != nullptr) {}

  /// Calls take(passage).
  template <class Take>
  void run(const Take& take) {
    for (std::uint32_t g = narrow<std::uint32_t>(tree_.groups.size()); g-- > 0;) {
      eliminate_inside(GroupId{g}, take);
      for (const GateTree::Up& up : tree_.ups_of(tree_.groups[g])) carry_up(GroupId{g}, up, take);
    }
  }

 private:
  std::size_t row(GroupId group, std::uint32_t r) const {
    return begin_[index(group)] + std::size_t{r} * tree_.width(tree_.group(group));
  }

  template <class Take>
  void eliminate_inside(GroupId g, const Take& take) {
    const GateTree::Group& group = tree_.group(g);
    for (std::uint32_t r = group.size; r-- > 1;) {
      for (std::uint32_t k = 0; k < r; ++k) {
        runs_.assign(1, {0, 0, group.up_width + k});
        pass(g, r, group.up_width + k, row(g, k), take);
      }
    }
  }

  template <class Take>
  void carry_up(GroupId g, const GateTree::Up& up, const Take& take) {
    const GateTree::Group& above = tree_.group(up.group);
    find_runs(g, up);
    for (std::uint32_t k = 0; k < above.size; ++k) {
      runs_.push_back({up.column, above.up_width, k});
      for (std::uint32_t r = 0; r < tree_.group(g).size; ++r)
        pass(g, r, up.column + k, row(up.group, k), take);
      runs_.pop_back();
    }
  }

  /// Paths from the gate of a column over the gate of row r of group g to the columns of the runs.
  template <class Take>
  void pass(GroupId g, std::uint32_t r, std::uint32_t column, std::size_t target,
            const Take& take) {
    const GateId over = tree_.group(g).gate(r);
    const Cost* up = up_ + row(g, r);
    const Cost* down = down_ + row(g, r);
    if (down[column] < kTableInfinite) take(Passage{over, false, up, down[column], target, runs_});
    if (directed_ && up[column] < kTableInfinite)
      take(Passage{over, true, down, up[column], target, runs_});
  }

  void find_runs(GroupId g, const GateTree::Up& last) {
    runs_.clear();
    const auto theirs = tree_.ups_of(tree_.group(last.group));
    std::size_t at = 0;
    for (const GateTree::Up& up : tree_.ups_of(tree_.group(g))) {
      if (up.group == last.group) break;
      while (theirs[at].group != up.group) ++at;
      const std::uint32_t count = tree_.group(up.group).size;
      if (!runs_.empty() && runs_.back().from + runs_.back().count == up.column &&
          runs_.back().to + runs_.back().count == theirs[at].column) {
        runs_.back().count += count;
      } else {
        runs_.push_back({up.column, theirs[at].column, count});
      }
    }
  }

  const GateTree& tree_;
  const std::uint64_t* begin_;
  const Cost* up_;
  const Cost* down_;
  bool directed_;
  std::vector<ColumnRun> runs_;
};

}  // namespace portolan::detail
