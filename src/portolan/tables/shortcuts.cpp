#include "portolan/tables/shortcuts.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "portolan/core/narrow.h"
#include "portolan/core/page_vector.h"

namespace portolan::detail {
namespace {

/// The costs of one direction, being filled in.
class Panels {
 public:
  Panels(const GateTree& tree, const std::vector<std::uint64_t>& begin, PageVector<Cost>& costs)
      : tree_(tree), begin_(begin), costs_(costs) {}

  Cost* row(GroupId group, std::uint32_t r) const {
    return costs_.data() + begin_[index(group)] + std::size_t{r} * tree_.width(tree_.group(group));
  }
  /// The column of gate `above` in the rows of a group below it or its own.
  std::uint32_t column(GroupId group, GateId above) const {
    const GateTree::Group& g = tree_.group(group);
    const GroupId other = tree_.group_of[index(above)];
    const std::uint32_t k = tree_.group(other).row(above);
    if (other == group) return g.up_width + k;
    const auto ups = tree_.ups_of(g);
    const auto at =
        std::lower_bound(ups.begin(), ups.end(), other,
                         [](const GateTree::Up& up, GroupId id) { return up.group < id; });
    return at->column + k;
  }
  void set(GateId below, GateId above, Cost cost) const {
    const GroupId group = tree_.group_of[index(below)];
    Cost& entry = row(group, tree_.group(group).row(below))[column(group, above)];
    entry = std::min(entry, cost);
  }

 private:
  const GateTree& tree_;
  const std::vector<std::uint64_t>& begin_;
  PageVector<Cost>& costs_;
};

/// Columns that lie side by side in the rows of a group and in those of one above it.
struct Run {
  std::uint32_t from;
  std::uint32_t to;
  std::uint32_t count;
};

class ShortcutMaker {
 public:
  ShortcutMaker(const GateTree& tree, const std::vector<std::uint64_t>& begin, PageVector<Cost>& up,
                PageVector<Cost>& down)
      : tree_(tree),
        directed_(!down.empty()),
        up_(tree, begin, up),
        down_(tree, begin, directed_ ? down : up) {}

  void take_edge(GateId from, GateId to, Cost cost) {
    if (from == to || cost >= kTableInfinite) return;
    if (from > to) {
      up_.set(from, to, cost);
    } else if (directed_) {
      down_.set(to, from, cost);
    }
  }

  /// Groups in turn, each after all below it: what was a path over a gate becomes a shortcut.
  void eliminate() {
    for (std::uint32_t g = narrow<std::uint32_t>(tree_.groups.size()); g-- > 0;) {
      eliminate_inside(GroupId{g});
      for (const GateTree::Up& up : tree_.ups_of(tree_.groups[g])) carry_up(GroupId{g}, up);
    }
  }

 private:
  void eliminate_inside(GroupId g) {
    const GateTree::Group& group = tree_.group(g);
    for (std::uint32_t r = group.size; r-- > 1;) {
      for (std::uint32_t k = 0; k < r; ++k) {
        runs_.assign(1, {0, 0, group.up_width + k});
        pass(g, r, group.up_width + k, g, k);
      }
    }
  }

  void carry_up(GroupId g, const GateTree::Up& up) {
    const GateTree::Group& above = tree_.group(up.group);
    find_runs(g, up);
    for (std::uint32_t k = 0; k < above.size; ++k) {
      runs_.push_back({up.column, above.up_width, k});
      for (std::uint32_t r = 0; r < tree_.group(g).size; ++r)
        pass(g, r, up.column + k, up.group, k);
      runs_.pop_back();
    }
  }

  /// Paths from the gate of a column over the gate of row r of group g to the columns of the runs.
  void pass(GroupId g, std::uint32_t r, std::uint32_t column, GroupId above, std::uint32_t k) {
    const Cost* up = up_.row(g, r);
    const Cost* down = down_.row(g, r);
    if (down[column] < kTableInfinite) lower_runs(up_.row(above, k), up, down[column]);
    if (directed_ && up[column] < kTableInfinite) lower_runs(down_.row(above, k), down, up[column]);
  }

  void lower_runs(Cost* target, const Cost* row, Cost add) const {
    for (const Run& run : runs_) lower(target + run.to, row + run.from, add, run.count);
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
  bool directed_;
  Panels up_;
  Panels down_;
  std::vector<Run> runs_;
};

}  // namespace

Shortcuts make_shortcuts(const Hierarchy& hierarchy, const GateGraph& graph,
                         const NumberedTree& numbered, bool directed) {
  const auto& [tree, number_of] = numbered;
  std::vector<std::uint64_t> begin;
  std::uint64_t total = 0;
  for (const GateTree::Group& g : tree.groups.span()) {
    begin.push_back(total);
    total += std::uint64_t{g.size} * tree.width(g);
  }
  PageVector<Cost> up(total + kRowSlack, kTableInfinite);
  PageVector<Cost> down;
  if (directed) down = up;
  ShortcutMaker maker(tree, begin, up, down);
  for (std::uint32_t c = 0; c + 1 < graph.cell_begin.size(); ++c) {
    const OverlayCell cell = hierarchy.cell(c);
    const auto gates = graph.gates_of(c);
    for (std::uint32_t i = 0; i < gates.size(); ++i) {
      for (std::uint32_t j = 0; j < gates.size(); ++j)
        maker.take_edge(number_of[gates[i]], number_of[gates[j]],
                        cell.cost(GatePlace{i}, GatePlace{j}));
    }
  }
  for (std::uint32_t gate = 0; gate < graph.gate_count(); ++gate) {
    for (const GateGraph::Inter& e : graph.inters_of(gate)) {
      maker.take_edge(number_of[gate], number_of[e.to], e.cost_out);
      maker.take_edge(number_of[e.to], number_of[gate], e.cost_in);
    }
  }
  maker.eliminate();
  return {SharedArray(std::move(begin)), SharedArray(std::move(up)), SharedArray(std::move(down))};
}

}  // namespace portolan::detail
