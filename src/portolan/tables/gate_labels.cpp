#include "portolan/tables/gate_labels.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "portolan/core/narrow.h"
#include "portolan/core/page_vector.h"
#include "portolan/tables/label_row.h"

namespace portolan::detail {
namespace {

class LabelMaker {
 public:
  LabelMaker(const Hierarchy& hierarchy, const GateTree& tree, const GateLinks& links,
             const Shortcuts& shortcuts, bool backward)
      : hierarchy_(hierarchy),
        tree_(tree),
        links_(links),
        shortcuts_(shortcuts),
        backward_(backward),
        costs_(std::size_t{links.gates[links.gate_count()].labels} + kRowSlack, kTableInfinite) {}

  GateLabels::Direction make(const ParallelFor& parallel) {
    for (const auto& row : groups_by_generation(tree_)) {
      const auto work = [&](std::uint32_t k) {
        const GateTree::Group& group = tree_.group(row[k]);
        for (std::uint32_t r = 0; r < group.size; ++r) fill_costs(group.gate(r));
      };
      run(parallel, narrow<std::uint32_t>(row.size()), work);
    }
    find_all_steps(parallel);
    GateLabels::Direction made;
    const std::size_t most = number_exits(made);
    if (most <= 0x100) {
      made.steps = SharedArray(PageVector<std::uint8_t>(steps_.begin(), steps_.end()));
    } else {
      made.wide_steps = SharedArray(std::move(steps_));
    }
    made.costs = SharedArray(std::move(costs_));
    return made;
  }

 private:
  static constexpr std::uint32_t kChunk = 64;  // gates for each piece of work

  template <class F>
  static void run(const ParallelFor& parallel, std::uint32_t count, F&& work) {
    if (parallel && count > 1) return parallel(count, work);
    for (std::uint32_t k = 0; k < count; ++k) work(k);
  }

  Cost* labels(GateId gate) { return costs_.data() + links_.gate(gate).labels; }

  void fill_costs(GateId gate) {
    fill_label_row(
        tree_, shortcuts_, backward_, gate, [&](GateId above) { return labels(above); },
        labels(gate));
  }

  void find_all_steps(const ParallelFor& parallel) {
    steps_.assign(costs_.size() - kRowSlack, 0);
    const std::uint32_t gates = links_.gate_count();
    run(parallel, (gates + kChunk - 1) / kChunk, [&](std::uint32_t chunk) {
      std::vector<std::uint32_t> found;  // as wide as costs, to be compared beside them
      for (std::uint32_t g = chunk * kChunk; g < std::min(gates, (chunk + 1) * kChunk); ++g) {
        found.assign(index(links_.gates[g].depth), 0);
        find_steps(GateId{g}, found.data());
        std::transform(found.begin(), found.end(), steps_.data() + links_.gates[g].labels,
                       [](std::uint32_t step) { return narrow<std::uint16_t>(step); });
      }
    });
  }

  /// Keeps of each gate's targets those that steps lead to, and counts steps among these. Returns
  /// the most that a gate has.
  std::size_t number_exits(GateLabels::Direction& made) {
    std::vector<std::uint32_t> begin{0};
    PageVector<std::uint16_t> exits;
    std::vector<std::uint16_t> own;
    std::size_t most = 0;
    for (std::uint32_t g = 0; g < links_.gate_count(); ++g) {
      const Cost* costs = labels(GateId{g});
      std::uint16_t* steps = steps_.data() + links_.gates[g].labels;
      const std::uint32_t depth = index(links_.gates[g].depth);
      own.clear();
      for (std::uint32_t d = 0; d < depth; ++d)
        if (costs[d] < kTableInfinite) own.push_back(steps[d]);
      std::sort(own.begin(), own.end());
      own.erase(std::unique(own.begin(), own.end()), own.end());
      for (std::uint32_t d = 0; d < depth; ++d) {
        const auto at = std::lower_bound(own.begin(), own.end(), steps[d]) - own.begin();
        steps[d] = costs[d] < kTableInfinite ? narrow<std::uint16_t>(at) : std::uint16_t{0};
      }
      most = std::max(most, own.size());
      exits.insert(exits.end(), own.begin(), own.end());
      begin.push_back(narrow<std::uint32_t>(exits.size()));
    }
    made.exit_begin = SharedArray(std::move(begin));
    made.exits = SharedArray(std::move(exits));
    return most;
  }

  /// The neighbour over which the rest of the path is a label's cost less the step's.
  void find_steps(GateId gate, std::uint32_t* at) {
    const std::uint32_t depth = index(links_.gate(gate).depth);
    const Cost* row = labels(gate);
    std::uint32_t step = 0;
    for (const GateLinks::Link& link : links_.links_of(gate)) {
      for (std::uint32_t j = 0; j < link.count; ++j, ++step) {
        const GateId next = links_.targets[link.targets + j];
        const Cost cost = step_cost(hierarchy_, links_, gate, link, j, backward_);
        if (next == gate || cost >= kTableInfinite) continue;
        const std::uint32_t next_depth = index(links_.gate(next).depth);
        if (next_depth < depth && cost > row[next_depth]) continue;  // a detour
        mark_equal(row, labels(next), cost, std::min(depth, next_depth + 1), step, at);
      }
    }
  }

  const Hierarchy& hierarchy_;
  const GateTree& tree_;
  const GateLinks& links_;
  const Shortcuts& shortcuts_;
  bool backward_;
  PageVector<Cost> costs_;
  PageVector<std::uint16_t> steps_;  // beside them
};

}  // namespace

GateLabels make_gate_labels(const Hierarchy& hierarchy, const GateTree& tree,
                            const GateLinks& links, const Shortcuts& shortcuts,
                            const ParallelFor& parallel) {
  GateLabels made;
  made.up = LabelMaker(hierarchy, tree, links, shortcuts, false).make(parallel);
  if (shortcuts.directed())
    made.down = LabelMaker(hierarchy, tree, links, shortcuts, true).make(parallel);
  return made;
}

}  // namespace portolan::detail
