#include "portolan/tables/shortcut_vias.h"

#include <algorithm>
#include <atomic>
#include <vector>

#include "portolan/core/run_all.h"
#include "portolan/tables/shortcut_passes.h"

namespace portolan::detail {
namespace {

using ViasDraft = SupernodeRowsDraft<std::uint32_t>;

/// Finds the vias of one gate's shortcuts after the other; their costs need not be right. Scratch
/// is kept; one thread at a time.
class ViaFinder {
 public:
  ViaFinder(const Hierarchy& hierarchy, const GateLinks& links, const GateTree& tree,
            const ShortcutPasses& passes, const DepthRuns& runs, const Shortcuts& shortcuts,
            ViasDraft& vias)
      : hierarchy_(hierarchy),
        links_(links),
        tree_(tree),
        passes_(passes),
        runs_(runs),
        shortcuts_(shortcuts),
        vias_(vias),
        rows_(vias.directed() ? 2 : 1) {
    for (Row& row : rows_) {
      row.costs_by_depth.resize(tree.height());
      row.vias_by_depth.resize(tree.height());
    }
  }

  /// Whether no path is cheaper than the costs of the gate's rows say, and each has a via.
  bool find(GateId gate) {
    for (std::size_t back = 0; back < rows_.size(); ++back) {
      rows_[back].costs = shortcuts_.row(tree_, gate, back != 0);
      rows_[back].vias = vias_.row(gate, back != 0);
    }
    const GateTree::Supernode& supernode = tree_.supernode(tree_.supernode_of[index(gate)]);
    const std::uint32_t above = supernode.up_width + supernode.row(gate);
    const std::uint32_t width = tree_.width(supernode);
    const bool least = mark_gates(gate);
    return mark_edges(gate) && least &&
           std::all_of(rows_.begin(), rows_.end(),
                       [&](const Row& row) { return all_told(row, above, width); });
  }

 private:
  /// The row at hand, of one direction.
  struct Row {
    const Cost* costs = nullptr;
    std::uint32_t* vias = nullptr;
    std::vector<Cost> costs_by_depth;
    std::vector<std::uint32_t> vias_by_depth;
  };

  bool mark_gates(GateId gate) {
    const SupernodeId own = tree_.supernode_of[index(gate)];
    const std::uint32_t above = index(tree_.depth(gate));
    for (Row& row : rows_) {
      runs_.to_depths(own, above, row.costs, row.costs_by_depth.data());
      runs_.to_depths(own, above, row.vias, row.vias_by_depth.data());
    }
    bool least = true;
    passes_.run_from(gate, [&](const LowerPath& p) {
      Row& row = rows_[p.down ? 1 : 0];
      const Cost* const costs = row.costs_by_depth.data();
      std::uint32_t* const vias = row.vias_by_depth.data();
      runs_.for_each_above(p.over_supernode, above, [&](const DepthRun& run) {
        least = mark_equal(costs + run.depth, p.row + run.column, p.add, run.count, index(p.over),
                           vias + run.depth) &&
                least;
      });
    });
    for (Row& row : rows_) runs_.from_depths(own, above, row.vias_by_depth.data(), row.vias);
    return least;
  }

  /// Edges are taken before what costs the same over gates.
  bool mark_edges(GateId below) {
    bool good = true;
    const SupernodeId own = tree_.supernode_of[index(below)];
    for (const GateLinks::Link& link : links_.links_of(below)) {
      for (std::uint32_t j = 0; j < link.count; ++j) {
        const std::uint32_t target = link.targets + j;
        if (links_.targets[target] >= below) continue;
        const std::uint32_t column = *tree_.column(own, links_.targets[target]);
        for (std::size_t back = 0; back < rows_.size(); ++back) {
          const Cost edge = step_cost(hierarchy_, links_, below, link, j, back != 0);
          const Cost cost = rows_[back].costs[column];
          if (edge == cost) rows_[back].vias[column] = ShortcutVias::kEdge | target;
          good = good && cost <= edge;
        }
      }
    }
    return good;
  }

  /// Whether each cost to gates above is a path with a via, or none, and there are none beside.
  static bool all_told(const Row& row, std::uint32_t above, std::uint32_t width) {
    const Cost* const costs = row.costs;
    bool good = true;
    for (std::uint32_t c = 0; c < above; ++c)
      good &= costs[c] == kTableInfinite || (costs[c] < kTableInfinite && row.vias[c] != 0);
    return good &&
           std::all_of(costs + above, costs + width, [](Cost c) { return c == kTableInfinite; });
  }

  const Hierarchy& hierarchy_;
  const GateLinks& links_;
  const GateTree& tree_;
  const ShortcutPasses& passes_;
  const DepthRuns& runs_;
  const Shortcuts& shortcuts_;
  ViasDraft& vias_;
  std::vector<Row> rows_;  // upwards, and back where that is not the same
};

}  // namespace

Result<ShortcutVias> find_vias(const Hierarchy& hierarchy, const GateLinks& links,
                               const GateTree& tree, const LowerSupernodes& lowers,
                               const Shortcuts& shortcuts, const ParallelFor& parallel) {
  constexpr std::uint32_t kGates = 64;  // for each piece of work
  ViasDraft vias(tree, shortcuts.directed(), 0);
  std::atomic<bool> good = true;
  const std::uint32_t gates = tree.gate_count();
  const ShortcutPasses passes(tree, lowers, shortcuts.entries.data(), shortcuts.begin[0].data(),
                              shortcuts.directed() ? shortcuts.begin[1].data() : nullptr);
  const DepthRuns runs(tree);
  const bool whole = run_whole(parallel, (gates + kGates - 1) / kGates, [&](std::uint32_t piece) {
    ViaFinder finder(hierarchy, links, tree, passes, runs, shortcuts, vias);
    for (std::uint32_t g = piece * kGates; g < std::min(gates, (piece + 1) * kGates); ++g)
      if (good && !finder.find(GateId{g})) good = false;
  });
  if (!whole) return lost_work();
  if (!good) return Error{"the costs are not those of the cheapest paths"};
  return ShortcutVias{vias.take()};
}

GateStep edge_step(const GateLinks& links, GateId below, std::uint32_t via, bool upwards) {
  const std::uint32_t target = via & ~ShortcutVias::kEdge;
  const auto own = links.links_of(below);
  std::size_t k = 0;
  while (target - own[k].targets >= own[k].count) ++k;
  const GatePlace above{target - own[k].targets};
  if (upwards) return {own[k].cell, own[k].own, above, links.targets[target]};
  return {own[k].cell, above, own[k].own, below};
}

}  // namespace portolan::detail
