#include "portolan/validation/validate_labels.h"

#include <vector>

#include "portolan/core/id_range.h"
#include "portolan/validation/check_in_pieces.h"
#include "portolan/validation/ranges.h"

namespace portolan::detail {
namespace {

/// Whether every label is told by its step: an edge to a gate with a label to the same hub that is
/// cheaper by what the edge costs. Following steps then ends at the hub. Scratch is kept; one
/// thread at a time.
class LabelChecker {
 public:
  LabelChecker(const Hierarchy& hierarchy, const GateLinks& links,
               const GateLabels::Direction& direction, bool backward)
      : hierarchy_(hierarchy), links_(links), direction_(direction), backward_(backward) {}

  bool good_sizes() const {
    const std::uint32_t gates = links_.gate_count();
    const std::size_t count = links_.gates[gates].labels;
    const std::size_t steps =
        direction_.wide_steps.empty() ? direction_.steps.size() : direction_.wide_steps.size();
    return (count == 0) == (gates == 0) && direction_.costs.size() == count + kRowSlack &&
           steps == count && good_exit_begins();
  }

  /// Of gates, once the sizes are good.
  Result<Done> check(std::uint32_t begin, std::uint32_t end) {
    for (const GateId g : IdRange<GateId>(begin, end)) {
      list_targets(g);
      if (!list_exits(g)) return Error{"one has an exit that leads nowhere"};
      if (!good_labels(g)) return Error{"one is not told by its step"};
    }
    return Done{};
  }

 private:
  struct Target {
    Cost cost;
    Depth depth;
    const Cost* labels;
  };

  void list_targets(GateId gate) {
    targets_.clear();
    for (const GateLinks::Link& link : links_.links_of(gate)) {
      for (std::uint32_t j = 0; j < link.count; ++j) {
        const GateLinks::Gate& next = links_.gate(links_.targets[link.targets + j]);
        targets_.push_back({step_cost(hierarchy_, links_, gate, link, j, backward_), next.depth,
                            direction_.costs.data() + next.labels});
      }
    }
  }

  bool good_exit_begins() const {
    const auto begins = direction_.exit_begin.span();
    return begins.size() == std::size_t{links_.gate_count()} + 1 &&
           ascends_to(begins, direction_.exits.size());
  }

  bool list_exits(GateId gate) {
    exits_.clear();
    for (const std::uint16_t exit : direction_.exits_of(gate)) {
      if (exit >= targets_.size()) return false;
      const Target& target = targets_[exit];
      if (target.cost == 0 || target.cost >= kTableInfinite) return false;
      exits_.push_back(target);
    }
    return true;
  }

  bool good_labels(GateId gate) const {
    const GateLinks::Gate& g = links_.gate(gate);
    const Cost* labels = direction_.costs.data() + g.labels;
    for (const Depth d : IdRange<Depth>(index(g.depth))) {
      const Cost label = labels[index(d)];
      if (label == kTableInfinite) continue;
      const std::uint32_t step = direction_.step(g.labels + index(d));
      if (label > kTableInfinite || step >= exits_.size()) return false;
      const Target& next = exits_[step];
      if (next.depth < d || next.cost + next.labels[index(d)] != label) return false;
    }
    const std::uint32_t count = index(g.depth) + 1;
    for (std::uint32_t k = count; k < padded_row(count); ++k)
      if (labels[k] != kTableInfinite) return false;
    return labels[index(g.depth)] == 0;
  }

  const Hierarchy& hierarchy_;
  const GateLinks& links_;
  const GateLabels::Direction& direction_;
  bool backward_;
  std::vector<Target> targets_;
  std::vector<Target> exits_;
};

}  // namespace

Result<Done> validate_labels(const Hierarchy& hierarchy, const Tables::Parts& parts,
                             const ParallelFor& parallel) {
  if (const char* obstacle = GateHops::find_obstacle(hierarchy)) return Error{obstacle};
  if (parts.links.gate_count() > 0 && parts.labels.directed() != parts.connect.directed())
    return Error{"they are not for both directions as the connect table is"};
  for (const bool backward : {false, true}) {
    if (backward && !parts.labels.directed()) break;
    const LabelChecker whole(hierarchy, parts.links, parts.labels.direction(backward), backward);
    if (!whole.good_sizes()) return Error{"there are not as many as the gates ask for"};
    const auto check = [&](std::uint32_t begin, std::uint32_t end) {
      return LabelChecker(whole).check(begin, end);
    };
    if (auto good = check_in_pieces(parallel, parts.links.gate_count(), kCheckedTogether, check);
        !good)
      return good;
  }
  return Done{};
}

}  // namespace portolan::detail
