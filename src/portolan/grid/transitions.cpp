#include "portolan/grid/transitions.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "portolan/core/narrow.h"

namespace portolan::detail {
namespace {

/// One border while its crossings are being chosen.
class Chooser {
 public:
  Chooser(const GridGraph& graph, const Border& border, const TransitionPolicy& policy,
          std::vector<Crossing>& out)
      : graph_(graph), border_(border), policy_(policy), out_(out) {}

  void choose() {
    for (std::int32_t i = 0; i < border_.length;) {
      if (!straight(i)) {
        choose_between_entrances(i);
        ++i;
        continue;
      }
      const std::int32_t first = i;
      while (i < border_.length && straight(i)) ++i;
      choose_in_entrance(first, i - first);
    }
  }

 private:
  bool straight(std::int32_t i) const {
    return graph_.passable(border_.near_tile(i)) && graph_.passable(border_.far_tile(i));
  }
  /// A diagonal move from near tile i to far tile j = i +- 1.
  bool diagonal(std::int32_t i, std::int32_t j) const {
    if (j < 0 || j >= border_.length || !graph_.passable(border_.near_tile(i))) return false;
    const std::uint32_t from = index(graph_.node(border_.near_tile(i)));
    const unsigned d = graph_.direction(NodeId{from}, graph_.node(border_.far_tile(j)));
    return ((graph_.moves(from) >> d) & 1) != 0;
  }

  /// Where nothing can cross straight, a diagonal may still squeeze through under some rules.
  /// It is kept when no entrance beside it does its work; always in the exact policy.
  void choose_between_entrances(std::int32_t i) {
    for (const std::int32_t j : {i - 1, i + 1}) {
      if (!diagonal(i, j)) continue;
      const bool bypassed =
          graph_.passable(border_.far_tile(i)) || graph_.passable(border_.near_tile(j));
      if (bypassed && policy_.kind != TransitionKind::all) continue;
      out_.push_back({i, j});
      if (!policy_.paper()) return;
    }
  }

  void choose_in_entrance(std::int32_t first, std::int32_t width) {
    switch (policy_.kind) {
      case TransitionKind::middle: straight_at(first + width / 2); break;
      case TransitionKind::ends:
        if (width < narrow<std::int32_t>(policy_.threshold)) {
          straight_at(first + width / 2);
        } else {
          straight_at(first);
          if (width > 1) straight_at(first + width - 1);
        }
        break;
      case TransitionKind::every: choose_every(first, width); break;
      case TransitionKind::all:
        for (std::int32_t i = first; i < first + width; ++i) straight_at(i);
        break;
    }
  }

  void choose_every(std::int32_t first, std::int32_t width) {
    const auto spacing = narrow<std::int32_t>(policy_.spacing);
    const std::int32_t gaps = (width - 1 + spacing - 1) / spacing;
    const std::int32_t reach = gaps == 0 ? 0 : (width - 1) / gaps / 2;
    for (std::int32_t k = 0; k <= gaps; ++k) {
      const std::int32_t at = first + (gaps == 0 ? 0 : (width - 1) * k / gaps);
      straight_at(graph_.uniform() ? at
                                   : cheapest(std::max(first, at - reach), at,
                                              std::min(first + width - 1, at + reach)));
    }
  }

  /// Of the crossings from `low` to `high` the cheapest, the one nearest to `wanted` among equals.
  std::int32_t cheapest(std::int32_t low, std::int32_t wanted, std::int32_t high) const {
    const auto rank = [&](std::int32_t i) {
      const std::uint32_t near = index(graph_.node(border_.near_tile(i)));
      const std::uint32_t far = index(graph_.node(border_.far_tile(i)));
      return std::pair(graph_.move_cost(near, far, 0), std::abs(i - wanted));
    };
    // A gate may not move onto its neighbour's place.
    const std::int32_t taken = out_.empty() ? -1 : out_.back().near;
    std::int32_t best = wanted;
    for (std::int32_t i = std::max(low, taken + 1); i <= high; ++i) {
      if (rank(i) < rank(best)) best = i;
    }
    return best;
  }

  void straight_at(std::int32_t i) { out_.push_back({i, i}); }

  const GridGraph& graph_;
  const Border& border_;
  const TransitionPolicy& policy_;
  std::vector<Crossing>& out_;
};

}  // namespace

void choose_crossings(const GridGraph& graph, const Border& border, const TransitionPolicy& policy,
                      std::vector<Crossing>& crossings) {
  crossings.clear();
  Chooser(graph, border, policy, crossings).choose();
}

}  // namespace portolan::detail
