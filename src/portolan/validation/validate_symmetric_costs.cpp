#include "portolan/validation/validate_symmetric_costs.h"

#include <algorithm>
#include <span>

#include "portolan/graph/disjoint_sets.h"
#include "portolan/hierarchy/customize_level.h"
#include "portolan/validation/cell_error.h"

namespace portolan::detail {
namespace {

/// Goes up the levels. The components that the gates of a cell fall into are stored at level 1;
/// above, those of the cells inside are joined.
class CostChecker {
 public:
  CostChecker(const Partition& partition, const std::vector<CellWords>& cells,
              std::uint32_t node_count)
      : partition_(partition),
        cells_(cells),
        owner_(node_count, kNobody),
        owned_in_(node_count, kNoHandle) {
    first_gate_.reserve(cells.size() + 1);
    std::size_t gates = 0;
    for (CellHandle h = 0; h < cells.size(); ++h) {
      first_gate_.push_back(gates);
      gates += cell(h).gate_count();
    }
    component_.resize(gates);
    component_count_.resize(cells.size());
    cross_.resize(cells.size());
  }

  Result<Done> check_cells() {
    for (CellHandle h = 0; h < cells_.size(); ++h) {
      h < partition_.cell_count(1) ? take_components(h) : join_components(h);
      if (!check_matrix(h))
        return cell_error(partition_, h, "its costs do not fit what hangs together in it");
    }
    return Done{};
  }

  /// Whether splitting a crossing into those of the level below always leads to its end. It does
  /// where no sum overflows, and in any case where costs are those that a build finds.
  Result<Done> check_sums() const {
    if (most() < kInfinite) return Done{};
    LevelCustomizer above(true, false);
    for (CellHandle h = partition_.cell_count(1); h < cells_.size(); ++h) {
      if (same_words(above.customize({&partition_, cells_.data()}, h), cells_[h])) continue;
      return cell_error(partition_, h,
                        "its costs are not those of the level below, where sums could overflow");
    }
    return Done{};
  }

 private:
  static constexpr std::uint32_t kNobody = 0xFFFF'FFFFu;

  /// The most that costs stored here add up to in one query. A search enters a component
  /// once and from there knows all of it, so each component adds its most expensive crossing at
  /// most once, whatever the costs are; the same for each inter-edge.
  std::uint64_t most() const {
    std::vector<std::uint64_t> spread(cells_.size());  // by any choice of levels inside a cell
    std::vector<std::uint64_t> climb(
        cells_.size());  // from level 1 up to its gates, level by level
    std::uint64_t total = 0;
    std::uint64_t highest_climb = 0;
    for (CellHandle h = 0; h < cells_.size(); ++h) {
      std::uint64_t inside = 0;
      std::uint64_t crossed = 0;
      std::uint64_t below = 0;
      for (const CellHandle child : partition_.children(h)) {
        inside += spread[child];
        crossed += cross_[child];
        below = std::max(below, climb[child]);
      }
      spread[h] = std::max(cross_[h], inside);
      climb[h] = crossed + below;
      highest_climb = std::max(highest_climb, climb[h]);
      if (partition_.parent(h) == kNoHandle) total += spread[h];
    }
    // Start and goal both climb; and beyond the last component one more crossing is tried.
    const std::uint64_t most_expensive = *std::max_element(cross_.begin(), cross_.end());
    return total + 2 * highest_climb + most_expensive + 3 * inter_edges();
  }

  OverlayCell cell(CellHandle h) const { return OverlayCell(cells_[h].get()); }
  std::uint32_t* components(CellHandle h) { return component_.data() + first_gate_[h]; }

  void take_components(CellHandle h) {
    for (const GatePlace i : cell(h).places()) components(h)[index(i)] = cell(h).gate_component(i);
    component_count_[h] = cell(h).component_count();
  }

  void join_components(CellHandle h) {
    const std::span<const CellHandle> children = partition_.children(h);
    std::uint32_t total = 0;
    for (const CellHandle child : children) total += component_count_[child];
    sets_.reset(total);
    std::uint32_t first = 0;
    for (const CellHandle child : children) {
      for (const GatePlace i : cell(child).places()) {
        join(h, cell(child).gate(i), first + components(child)[index(i)]);
      }
      first += component_count_[child];
    }
    for (const CellHandle child : children) join_inter_edges(h, child);
    number_.assign(total, kNobody);
    std::uint32_t count = 0;
    for (const GatePlace i : cell(h).places()) {
      std::uint32_t& number = number_[sets_.find(owner_[index(cell(h).gate(i))])];
      if (number == kNobody) number = count++;
      components(h)[index(i)] = number;
    }
    component_count_[h] = count;
  }

  void join(CellHandle parent, NodeId node, std::uint32_t component) {
    if (owned_in_[index(node)] == parent) {
      sets_.join(owner_[index(node)], component);
    } else {
      owned_in_[index(node)] = parent;
      owner_[index(node)] = component;
    }
  }

  void join_inter_edges(CellHandle parent, CellHandle child) {
    const unsigned level = partition_.level(parent);
    for (const GatePlace i : cell(child).places()) {
      const NodeId node = cell(child).gate(i);
      const OverlayCell home = cell(index(cell(child).home(i)));
      home.for_each_inter(home.find(node), [&](const InterEdge& e) {
        if (e.cost_out != kInfinite && partition_.ancestor(e.to_home, level) == parent &&
            owned_in_[index(e.to)] == parent) {
          sets_.join(owner_[index(node)], owner_[index(e.to)]);
        }
      });
    }
  }

  bool check_matrix(CellHandle h) {
    const OverlayCell block = cell(h);
    const std::uint32_t* component = components(h);
    most_expensive_.assign(component_count_[h], 0);
    for (const GatePlace i : block.places()) {
      Cost most_expensive = most_expensive_[component[index(i)]];
      for (const GatePlace j : IdRange<GatePlace>(index(i))) {
        const Cost cost = block.cost(i, j);
        const bool together = component[index(i)] == component[index(j)];
        if (cost != block.cost(j, i) || (cost != kInfinite) != together) return false;
        if (together) most_expensive = std::max(most_expensive, cost);
      }
      most_expensive_[component[index(i)]] = most_expensive;
    }
    for (const Cost most_expensive : most_expensive_) cross_[h] += most_expensive;
    return true;
  }

  std::uint64_t inter_edges() const {
    std::uint64_t sum = 0;
    for (CellHandle h = 0; h < partition_.cell_count(1); ++h) {
      for (const GatePlace i : cell(h).places()) {
        cell(h).for_each_inter(i, [&](const InterEdge& e) { sum += e.cost_out; });
      }
    }
    return sum;
  }

  const Partition& partition_;
  const std::vector<CellWords>& cells_;
  std::vector<std::size_t> first_gate_;
  std::vector<std::uint32_t> component_;        // by first_gate_ and gate
  std::vector<std::uint32_t> component_count_;  // by cell, like the next
  std::vector<std::uint64_t> cross_;  // the most expensive crossings of its components, added up
  std::vector<std::uint32_t> owner_;  // by node: its component among those inside owned_in_
  std::vector<CellHandle> owned_in_;
  std::vector<std::uint32_t> number_;
  std::vector<Cost> most_expensive_;
  DisjointSets sets_;
};

}  // namespace

Result<Done> validate_symmetric_costs(const Partition& partition,
                                      const std::vector<CellWords>& cells,
                                      std::uint32_t node_count) {
  CostChecker checker(partition, cells, node_count);
  if (auto good = checker.check_cells(); !good) return good;
  return checker.check_sums();
}

}  // namespace portolan::detail
