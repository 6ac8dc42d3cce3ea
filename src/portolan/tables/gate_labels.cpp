#include "portolan/tables/gate_labels.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <numeric>
#include <utility>
#include <vector>

#include "portolan/core/narrow.h"
#include "portolan/core/page_vector.h"
#include "portolan/core/run_all.h"
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

  Result<Done> fill(const ParallelFor& parallel) {
    for (const auto& generation : supernodes_by_generation(tree_)) {
      const auto work = [&](std::uint32_t k) {
        const GateTree::Supernode& supernode = tree_.supernode(generation[k]);
        for (std::uint32_t r = 0; r < supernode.size; ++r) fill_costs(supernode.gate(r));
      };
      const std::uint32_t supernodes = narrow<std::uint32_t>(generation.size());
      if (!run_whole(for_many(parallel, supernodes), supernodes, work)) return lost_work();
    }
    return Done{};
  }
  PageVector<Cost>& costs() { return costs_; }

  /// Keeps of each gate's targets those that steps lead to, its exits, and counts steps among them.
  /// False where a gate has more exits than a Step can tell.
  template <class Step>
  Result<bool> find_all_steps(const ParallelFor& parallel, PageVector<Step>& found,
                              GateLabels::Exits& made) {
    const std::uint32_t gates = links_.gate_count();
    const std::uint32_t chunks = (gates + kChunk - 1) / kChunk;
    found.assign(costs_.size() - kRowSlack, 0);
    std::vector<std::uint32_t> begin(std::size_t{gates} + 1, 0);
    std::vector<std::vector<std::uint16_t>> exits(chunks);  // of the gates of a chunk in turn
    std::atomic<bool> all_told = true;
    const bool whole = run_whole(for_many(parallel, chunks), chunks, [&](std::uint32_t chunk) {
      if (!all_told) return;
      std::vector<std::uint32_t> targets;  // as wide as costs, to be compared beside them
      std::vector<std::uint16_t> own;
      for (std::uint32_t g = chunk * kChunk; g < std::min(gates, (chunk + 1) * kChunk); ++g) {
        targets.assign(index(links_.gates[g].depth), 0);
        find_steps(GateId{g}, targets.data());
        if (!number_steps(GateId{g}, targets, own, found.data() + links_.gates[g].labels)) {
          all_told = false;
          return;
        }
        exits[chunk].insert(exits[chunk].end(), own.begin(), own.end());
        begin[g + 1] = narrow<std::uint32_t>(own.size());
      }
    });
    if (!whole) return lost_work();
    if (!all_told) return false;
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    PageVector<std::uint16_t> joined;
    joined.reserve(begin.back());
    for (const auto& of_chunk : exits)
      joined.insert(joined.end(), of_chunk.begin(), of_chunk.end());
    made.begin = SharedArray(std::move(begin));
    made.targets = SharedArray(std::move(joined));
    return true;
  }

 private:
  static constexpr std::uint32_t kChunk = 64;  // gates for each piece of work

  Cost* labels(GateId gate) { return costs_.data() + links_.gate(gate).labels; }

  void fill_costs(GateId gate) {
    fill_label_row(
        tree_, shortcuts_, backward_, gate, [&](GateId above) { return labels(above); },
        labels(gate));
  }

  /// `own`: the exits of a gate; `steps`: of its labels, as places among them.
  template <class Step>
  bool number_steps(GateId gate, const std::vector<std::uint32_t>& targets,
                    std::vector<std::uint16_t>& own, Step* steps) {
    const Cost* costs = labels(gate);
    own.clear();
    for (std::size_t d = 0; d < targets.size(); ++d)
      if (costs[d] < kTableInfinite) own.push_back(narrow<std::uint16_t>(targets[d]));
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    if (!own.empty() && !fits<Step>(own.size() - 1)) return false;
    for (std::size_t d = 0; d < targets.size(); ++d) {
      if (costs[d] >= kTableInfinite) continue;
      steps[d] = narrow<Step>(std::lower_bound(own.begin(), own.end(), targets[d]) - own.begin());
    }
    return true;
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
};

/// Appends to labels those back of the gates where these are not the same, and tells for each gate
/// where they begin.
template <class Step>
std::vector<std::uint32_t> append_others(const GateLinks& links, const PageVector<Cost>& back_costs,
                                         const PageVector<Step>& back_steps,
                                         PageVector<Cost>& costs, PageVector<Step>& steps) {
  std::vector<std::uint32_t> begin(links.gate_count());
  std::size_t count = steps.size();
  for (std::uint32_t g = 0; g < begin.size(); ++g) {
    const std::uint32_t at = links.gates[g].labels;
    const std::uint32_t end = links.gates[g + 1].labels;
    const bool same = std::equal(costs.data() + at, costs.data() + end, back_costs.data() + at) &&
                      std::equal(steps.data() + at, steps.data() + end, back_steps.data() + at);
    begin[g] = same ? at : narrow<std::uint32_t>(count);
    if (!same) count += end - at;
  }
  costs.resize(steps.size());  // without the slack
  costs.reserve(count + kRowSlack);
  steps.reserve(count);
  for (std::uint32_t g = 0; g < begin.size(); ++g) {
    const std::uint32_t at = links.gates[g].labels;
    const std::uint32_t end = links.gates[g + 1].labels;
    if (begin[g] == at) continue;
    costs.insert(costs.end(), back_costs.data() + at, back_costs.data() + end);
    steps.insert(steps.end(), back_steps.data() + at, back_steps.data() + end);
  }
  costs.resize(count + kRowSlack, kTableInfinite);
  return begin;
}

/// Of each direction. False where a gate has more exits than a Step can tell.
template <class Step>
Result<bool> find_steps(std::vector<LabelMaker>& directions, const GateLinks& links,
                        const ParallelFor& parallel, SharedArray<Step>& steps, GateLabels& made) {
  std::array<PageVector<Step>, 2> found;
  for (std::size_t k = 0; k < directions.size(); ++k) {
    auto told = directions[k].find_all_steps(parallel, found[k], made.exits[k]);
    if (!told || !*told) return told;
  }
  PageVector<Cost>& costs = directions[0].costs();
  if (directions.size() > 1) {
    made.back_begin =
        SharedArray(append_others(links, directions[1].costs(), found[1], costs, found[0]));
  }
  made.costs = SharedArray(std::move(costs));
  steps = SharedArray(std::move(found[0]));
  return true;
}

}  // namespace

Result<GateLabels> make_gate_labels(const Hierarchy& hierarchy, const GateTree& tree,
                                    const GateLinks& links, const Shortcuts& shortcuts,
                                    const ParallelFor& parallel) {
  GateLabels made;
  std::vector<LabelMaker> directions;
  directions.reserve(2);
  for (const bool backward : {false, true}) {
    if (backward && !shortcuts.directed()) break;
    directions.emplace_back(hierarchy, tree, links, shortcuts, backward);
    if (auto done = directions.back().fill(parallel); !done) return done.error();
  }
  auto told = find_steps(directions, links, parallel, made.steps, made);
  if (told && !*told) told = find_steps(directions, links, parallel, made.wide_steps, made);
  if (!told) return told.error();
  return made;
}

}  // namespace portolan::detail
