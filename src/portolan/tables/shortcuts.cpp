#include "portolan/tables/shortcuts.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "portolan/core/narrow.h"
#include "portolan/core/page_vector.h"
#include "portolan/tables/shortcut_passes.h"

namespace portolan::detail {
namespace {

/// Costs of shortcuts, being filled in; `down` is empty unless directed.
class ShortcutMaker {
 public:
  ShortcutMaker(const GateTree& tree, const std::vector<std::uint64_t>& begin, PageVector<Cost>& up,
                PageVector<Cost>& down)
      : tree_(tree), begin_(begin), up_(up), down_(down) {}

  void take_edge(GateId from, GateId to, Cost cost) {
    if (from == to || cost >= kTableInfinite) return;
    if (from > to) {
      set(up_, from, to, cost);
    } else if (!down_.empty()) {
      set(down_, to, from, cost);
    }
  }

  /// What is a path over a gate becomes a shortcut, row by row, each after all below it.
  void eliminate(const LowerSupernodes& lowers) {
    const ShortcutPasses passes(tree_, lowers, begin_.data(), up_.data(),
                                down_.empty() ? nullptr : down_.data());
    const DepthRuns runs(tree_);
    std::vector<Cost> up(tree_.height());  // the row at hand, by depth
    std::vector<Cost> down(tree_.height());
    for (std::uint32_t g = tree_.gate_count(); g-- > 0;) {
      const GateId gate{g};
      const SupernodeId own = tree_.supernode_of[g];
      const std::uint32_t above = index(tree_.depth(gate));
      runs.to_depths(own, above, row(up_, gate), up.data());
      if (!down_.empty()) runs.to_depths(own, above, row(down_, gate), down.data());
      passes.run_from(gate, [&](const LowerPath& p) {
        Cost* const target = (p.down ? down : up).data();
        runs.for_each_above(p.over_supernode, above, [&](const DepthRun& run) {
          lower(target + run.depth, p.row + run.column, p.add, run.count);
        });
      });
      runs.from_depths(own, above, up.data(), row(up_, gate));
      if (!down_.empty()) runs.from_depths(own, above, down.data(), row(down_, gate));
    }
  }

 private:
  void set(PageVector<Cost>& costs, GateId below, GateId above, Cost cost) {
    Cost& entry = row(costs, below)[*tree_.column(tree_.supernode_of[index(below)], above)];
    entry = std::min(entry, cost);
  }

  Cost* row(PageVector<Cost>& costs, GateId gate) const {
    const SupernodeId own = tree_.supernode_of[index(gate)];
    const GateTree::Supernode& supernode = tree_.supernode(own);
    return costs.data() + begin_[index(own)] +
           std::size_t{supernode.row(gate)} * tree_.width(supernode);
  }

  const GateTree& tree_;
  const std::vector<std::uint64_t>& begin_;
  PageVector<Cost>& up_;
  PageVector<Cost>& down_;
};

}  // namespace

std::vector<std::uint64_t> shortcut_begins(const GateTree& tree) {
  std::vector<std::uint64_t> begin;
  begin.reserve(tree.supernodes.size());
  std::uint64_t total = 0;
  for (const GateTree::Supernode& g : tree.supernodes.span()) {
    begin.push_back(total);
    total += std::uint64_t{g.size} * tree.width(g);
  }
  return begin;
}

Shortcuts make_shortcuts(const Hierarchy& hierarchy, const GateGraph& graph,
                         const NumberedTree& numbered, const LowerSupernodes& lowers,
                         bool directed) {
  const auto& [tree, number_of] = numbered;
  std::vector<std::uint64_t> begin = shortcut_begins(tree);
  const std::uint64_t total = tree.shortcut_count();
  PageVector<Cost> up(total + kRowSlack, kTableInfinite);
  PageVector<Cost> down;
  if (directed) down = up;
  ShortcutMaker maker(tree, begin, up, down);
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
  return {SharedArray(std::move(begin)), SharedArray(std::move(up)), SharedArray(std::move(down))};
}

}  // namespace portolan::detail
