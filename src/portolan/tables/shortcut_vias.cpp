#include "portolan/tables/shortcut_vias.h"

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "portolan/core/page_vector.h"
#include "portolan/core/run_all.h"
#include "portolan/tables/shortcut_passes.h"

namespace portolan::detail {
namespace {

using Vias = PageVector<std::uint32_t>;

/// Finds the vias of one gate's shortcuts after the other; their costs need not be right. Scratch
/// is kept; one thread at a time.
class ViaFinder {
 public:
  ViaFinder(const Hierarchy& hierarchy, const GateLinks& links, const GateTree& tree,
            const ShortcutPasses& passes, const DepthRuns& runs, const Shortcuts& shortcuts,
            Vias& up, Vias& down)
      : hierarchy_(hierarchy),
        links_(links),
        tree_(tree),
        passes_(passes),
        runs_(runs),
        shortcuts_(shortcuts),
        up_(up),
        down_(down) {
    for_each_direction([&](const SharedArray<Cost>&, Vias&, bool backward) {
      costs_by_depth_[backward].resize(tree.height());
      vias_by_depth_[backward].resize(tree.height());
    });
  }

  /// Whether no path is cheaper than the costs of the gate's row say, and each has a via.
  bool find(GateId gate) {
    const std::size_t row = shortcuts_.row_begin(tree_, gate);
    const GateTree::Supernode& supernode = tree_.supernode(tree_.supernode_of[index(gate)]);
    const std::uint32_t above = supernode.up_width + supernode.row(gate);
    const std::uint32_t beside = tree_.width(supernode) - above;
    const bool least = mark_gates(gate, row);
    return mark_edges(gate, row) && least && all_told(shortcuts_.up, up_, row, above, beside) &&
           (down_.empty() || all_told(shortcuts_.down, down_, row, above, beside));
  }

 private:
  bool mark_gates(GateId gate, std::size_t row) {
    const SupernodeId own = tree_.supernode_of[index(gate)];
    const std::uint32_t above = index(tree_.depth(gate));
    for_each_direction([&](const SharedArray<Cost>& costs, Vias& vias, bool down) {
      runs_.to_depths(own, above, costs.data() + row, costs_by_depth_[down].data());
      runs_.to_depths(own, above, vias.data() + row, vias_by_depth_[down].data());
    });
    bool least = true;
    passes_.run_from(gate, [&](const LowerPath& p) {
      const Cost* const costs = costs_by_depth_[p.down].data();
      std::uint32_t* const vias = vias_by_depth_[p.down].data();
      runs_.for_each_above(p.over_supernode, above, [&](const DepthRun& run) {
        least = mark_equal(costs + run.depth, p.row + run.column, p.add, run.count, index(p.over),
                           vias + run.depth) &&
                least;
      });
    });
    for_each_direction([&](const SharedArray<Cost>&, Vias& vias, bool down) {
      runs_.from_depths(own, above, vias_by_depth_[down].data(), vias.data() + row);
    });
    return least;
  }

  template <class F>
  void for_each_direction(const F& f) {
    f(shortcuts_.up, up_, false);
    if (!down_.empty()) f(shortcuts_.down, down_, true);
  }

  /// Edges are taken before what costs the same over gates.
  bool mark_edges(GateId below, std::size_t row) {
    bool good = true;
    const SupernodeId own = tree_.supernode_of[index(below)];
    for (const GateLinks::Link& link : links_.links_of(below)) {
      for (std::uint32_t j = 0; j < link.count; ++j) {
        const std::uint32_t target = link.targets + j;
        if (links_.targets[target] >= below) continue;
        const std::size_t at = row + *tree_.column(own, links_.targets[target]);
        const auto mark = [&](Cost cost, Cost edge, std::uint32_t& via) {
          if (edge == cost) via = ShortcutVias::kEdge | target;
          good = good && cost <= edge;
        };
        mark(shortcuts_.up[at], step_cost(hierarchy_, links_, below, link, j, false), up_[at]);
        if (down_.empty()) continue;
        mark(shortcuts_.down[at], step_cost(hierarchy_, links_, below, link, j, true), down_[at]);
      }
    }
    return good;
  }

  /// Whether each cost to gates above is a path with a via, or none, and there are none beside.
  static bool all_told(const SharedArray<Cost>& costs, const Vias& vias, std::size_t row,
                       std::uint32_t above, std::uint32_t beside) {
    const Cost* const cost = costs.data() + row;
    bool good = true;
    for (std::uint32_t c = 0; c < above; ++c)
      good &= cost[c] == kTableInfinite || (cost[c] < kTableInfinite && vias[row + c] != 0);
    return good && std::all_of(cost + above, cost + above + beside,
                               [](Cost c) { return c == kTableInfinite; });
  }

  const Hierarchy& hierarchy_;
  const GateLinks& links_;
  const GateTree& tree_;
  const ShortcutPasses& passes_;
  const DepthRuns& runs_;
  const Shortcuts& shortcuts_;
  Vias& up_;
  Vias& down_;
  std::vector<Cost> costs_by_depth_[2];  // of the row at hand: up, down
  std::vector<std::uint32_t> vias_by_depth_[2];
};

}  // namespace

Result<ShortcutVias> find_vias(const Hierarchy& hierarchy, const GateLinks& links,
                               const GateTree& tree, const LowerSupernodes& lowers,
                               const Shortcuts& shortcuts, const ParallelFor& parallel) {
  constexpr std::uint32_t kGates = 64;  // for each piece of work
  Vias up(shortcuts.up.size(), 0);
  Vias down(shortcuts.down.size(), 0);
  std::atomic<bool> good = true;
  const std::uint32_t gates = tree.gate_count();
  const ShortcutPasses passes(tree, lowers, shortcuts.begin.data(), shortcuts.up.data(),
                              shortcuts.directed() ? shortcuts.down.data() : nullptr);
  const DepthRuns runs(tree);
  const bool whole = run_whole(parallel, (gates + kGates - 1) / kGates, [&](std::uint32_t piece) {
    ViaFinder finder(hierarchy, links, tree, passes, runs, shortcuts, up, down);
    for (std::uint32_t g = piece * kGates; g < std::min(gates, (piece + 1) * kGates); ++g)
      if (good && !finder.find(GateId{g})) good = false;
  });
  if (!whole) return lost_work();
  if (!good) return Error{"the costs are not those of the cheapest paths"};
  return ShortcutVias{SharedArray(std::move(up)), SharedArray(std::move(down))};
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
