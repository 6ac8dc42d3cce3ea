#include "portolan/tables/shortcuts.h"

#include <algorithm>
#include <vector>

#include "portolan/tables/min_plus.h"
#include "portolan/tables/shortcut_passes.h"

namespace portolan::detail {
namespace {

/// Fills in the costs of shortcuts.
class ShortcutMaker {
 public:
  ShortcutMaker(const GateTree& tree, bool directed)
      : tree_(tree), costs_(tree, directed, kTableInfinite) {}

  void take_edge(GateId from, GateId to, Cost cost) {
    if (from == to || cost >= kTableInfinite || (from < to && !costs_.directed())) return;
    const GateId below = std::max(from, to);
    const auto column = *tree_.column(tree_.supernode_of[index(below)], std::min(from, to));
    Cost& entry = costs_.row(below, from < to)[column];
    entry = std::min(entry, cost);
  }

  /// What is a path over a gate becomes a shortcut, row by row, each after all below it.
  void eliminate(const LowerSupernodes& lowers) {
    const ShortcutPasses passes(tree_, lowers, costs_.entries(), costs_.begin(false),
                                costs_.begin(true));
    const DepthRuns runs(tree_);
    std::vector<Cost> by_depth[2];  // the row at hand
    for (std::vector<Cost>& costs : by_depth) costs.resize(tree_.height());
    const std::uint32_t directions = costs_.directed() ? 2 : 1;
    for (std::uint32_t g = tree_.gate_count(); g-- > 0;) {
      const GateId gate{g};
      const SupernodeId own = tree_.supernode_of[g];
      const std::uint32_t above = index(tree_.depth(gate));
      for (std::uint32_t back = 0; back < directions; ++back)
        runs.to_depths(own, above, costs_.row(gate, back != 0), by_depth[back].data());
      passes.run_from(gate, [&](const LowerPath& p) {
        Cost* const target = by_depth[p.down].data();
        runs.for_each_above(p.over_supernode, above, [&](const DepthRun& run) {
          lower(target + run.depth, p.row + run.column, p.add, run.count);
        });
      });
      for (std::uint32_t back = 0; back < directions; ++back)
        runs.from_depths(own, above, by_depth[back].data(), costs_.row(gate, back != 0));
    }
  }

  Shortcuts take() { return costs_.take(); }

 private:
  const GateTree& tree_;
  SupernodeRowsDraft<Cost> costs_;
};

}  // namespace

Shortcuts make_shortcuts(const Hierarchy& hierarchy, const GateGraph& graph,
                         const NumberedTree& numbered, const LowerSupernodes& lowers,
                         bool directed) {
  const auto& [tree, number_of] = numbered;
  ShortcutMaker maker(tree, directed);
  for (std::uint32_t c = 0; c < graph.cell_count(); ++c) {
    const OverlayCell cell = hierarchy.cell(graph.first_cell + c);
    const auto gates = graph.gates_of(graph.first_cell + c);
    for (std::uint32_t i = 0; i < gates.size(); ++i) {
      for (std::uint32_t j = 0; j < gates.size(); ++j)
        maker.take_edge(number_of[gates[i]], number_of[gates[j]],
                        cell.cost(GatePlace{i}, GatePlace{j}));
    }
  }
  for (const GraphGateId gate : graph.gates()) {
    for (const GateGraph::Inter& e : graph.inters_of(gate)) {
      maker.take_edge(number_of[gate], number_of[e.to], e.cost_out);
      maker.take_edge(number_of[e.to], number_of[gate], e.cost_in);
    }
  }
  maker.eliminate(lowers);
  return maker.take();
}

}  // namespace portolan::detail
