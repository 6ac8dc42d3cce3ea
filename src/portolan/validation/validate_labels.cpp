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
  LabelChecker(const Hierarchy& hierarchy, const GateLinks& links, const GateLabels& labels,
               bool backward)
      : hierarchy_(hierarchy),
        links_(links),
        labels_(labels),
        all_exits_(labels.all_exits(backward)),
        backward_(backward) {}

  bool good_exit_begins() const {
    const auto begins = all_exits_.begin.span();
    return begins.size() == std::size_t{links_.gate_count()} + 1 &&
           ascends_to(begins, all_exits_.targets.size());
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
        const GateId to = links_.targets[link.targets + j];
        targets_.push_back({step_cost(hierarchy_, links_, gate, link, j, backward_),
                            links_.gate(to).depth, labels_of(to)});
      }
    }
  }

  const Cost* labels_of(GateId gate) const {
    return labels_.costs.data() + labels_.begin(links_, gate, backward_);
  }

  bool list_exits(GateId gate) {
    exits_.clear();
    for (const std::uint16_t exit : all_exits_.of(gate)) {
      if (exit >= targets_.size()) return false;
      const Target& target = targets_[exit];
      if (target.cost == 0 || target.cost >= kTableInfinite) return false;
      exits_.push_back(target);
    }
    return true;
  }

  bool good_labels(GateId gate) const {
    const GateLinks::Gate& g = links_.gate(gate);
    const std::uint32_t begin = labels_.begin(links_, gate, backward_);
    const Cost* labels = labels_.costs.data() + begin;
    for (const Depth d : IdRange<Depth>(index(g.depth))) {
      const Cost label = labels[index(d)];
      if (label == kTableInfinite) continue;
      const std::uint32_t step = labels_.step(begin + index(d));
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
  const GateLabels& labels_;
  const GateLabels::Exits& all_exits_;
  bool backward_;
  std::vector<Target> targets_;
  std::vector<Target> exits_;
};

/// Whether the labels up of each gate are followed by those back of the gates where these are not
/// told to be the same, and all of them have costs and steps.
bool good_sizes(const GateLinks& links, const GateLabels& labels) {
  const std::uint32_t gates = links.gate_count();
  std::uint64_t count = links.gates[gates].labels;
  if ((count == 0) != (gates == 0)) return false;
  const auto back = labels.back_begin.span();
  if (!back.empty() && back.size() != gates) return false;
  for (std::uint32_t g = 0; g < back.size(); ++g) {
    if (back[g] == links.gates[g].labels) continue;
    if (back[g] != count) return false;
    count += links.gates[g + 1].labels - links.gates[g].labels;
  }
  const std::size_t steps =
      labels.wide_steps.empty() ? labels.steps.size() : labels.wide_steps.size();
  return labels.costs.size() == count + kRowSlack && steps == count;
}

}  // namespace

Result<Done> validate_labels(const Hierarchy& hierarchy, const Tables::Parts& parts,
                             const ParallelFor& parallel) {
  if (const char* obstacle = GateHops::find_obstacle(hierarchy)) return Error{obstacle};
  if (parts.links.gate_count() > 0 && parts.labels.directed() != parts.connect.directed())
    return Error{"they are not for both directions as the connect table is"};
  constexpr const char* kSizes = "there are not as many as the gates ask for";
  if (!good_sizes(parts.links, parts.labels)) return Error{kSizes};
  for (const bool backward : {false, true}) {
    if (backward && !parts.labels.directed()) break;
    const LabelChecker whole(hierarchy, parts.links, parts.labels, backward);
    if (!whole.good_exit_begins()) return Error{kSizes};
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
