#include "portolan/partition/dissection.h"

#include <metis.h>

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

#include "portolan/core/narrow.h"
#include "portolan/partition/metis_lock.h"

namespace portolan::detail {
namespace {

/// Orders a graph of groups by separators, down to single groups: METIS' own nested dissection ends
/// with minimum degree on small graphs, which makes deep trees.
class Dissector {
 public:
  Dissector(const GateGraph& graph, std::uint64_t seed)
      : graph_(graph), number_(graph.group_count(), -1), order_(graph.group_count()) {
    METIS_SetDefaultOptions(options_);
    options_[METIS_OPTION_SEED] = narrow<idx_t>(seed & 0x3FFF'FFFFu);
    options_[METIS_OPTION_NUMBERING] = 0;
  }

  Result<GroupOrder> run() {
    std::vector<GraphGroupId> all;
    all.reserve(graph_.group_count());
    for (const GraphGroupId g : graph_.groups()) all.push_back(g);
    next_ = graph_.group_count();
    stack_.push_back(std::move(all));
    // Places are given from the last one down: a separator's groups come before both sides.
    while (!stack_.empty()) {
      const std::vector<GraphGroupId> groups = std::move(stack_.back());
      stack_.pop_back();
      if (!split(groups)) return Error{"METIS could not order the gates; build without tables"};
    }
    return std::move(order_);
  }

 private:
  static constexpr std::size_t kSmallest = 3;  // parts that nothing separates any better

  bool split(const std::vector<GraphGroupId>& groups) {
    fill_piece(groups);
    if (groups.size() <= kSmallest) return place_all(groups);
    if (push_components(groups)) return true;
    auto count = narrow<idx_t>(groups.size());
    idx_t weight = 0;
    part_.assign(groups.size(), 0);
    {
      const std::lock_guard lock(metis_mutex());
      options_[METIS_OPTION_NSEPS] = groups.size() < 1000 ? 8 : 2;
      if (METIS_ComputeVertexSeparator(&count, begin_.data(), neighbours_.data(), weights_.data(),
                                       options_, &weight, part_.data()) != METIS_OK) {
        return false;
      }
    }
    std::vector<GraphGroupId> sides[3];
    for (std::size_t i = 0; i < groups.size(); ++i) {
      if (part_[i] < 0 || part_[i] > 2) return false;
      sides[part_[i]].push_back(groups[i]);
    }
    if (sides[0].empty() || sides[1].empty()) return place_all(groups);
    place_all(sides[2]);
    stack_.push_back(std::move(sides[0]));
    stack_.push_back(std::move(sides[1]));
    return true;
  }

  bool place_all(const std::vector<GraphGroupId>& groups) {
    for (const GraphGroupId g : groups) order_[g] = --next_;
    return true;
  }

  /// The groups of one part in METIS' arrays, with the edges between them.
  void fill_piece(const std::vector<GraphGroupId>& groups) {
    for (std::size_t i = 0; i < groups.size(); ++i) number_[groups[i]] = narrow<idx_t>(i);
    begin_.assign(1, 0);
    neighbours_.clear();
    weights_.clear();
    for (const GraphGroupId g : groups) {
      for (const GraphGroupId neighbour : graph_.neighbours_of(g)) {
        const idx_t other = number_[neighbour];
        if (other >= 0) neighbours_.push_back(other);
      }
      begin_.push_back(narrow<idx_t>(neighbours_.size()));
      weights_.push_back(narrow<idx_t>(graph_.group_size(g)));
    }
    for (const GraphGroupId g : groups) number_[g] = -1;
  }

  /// Takes a part to pieces that do not hang together; false when it does.
  bool push_components(const std::vector<GraphGroupId>& groups) {
    std::vector<idx_t> component(groups.size(), -1);
    std::vector<std::size_t> open;
    idx_t count = 0;
    for (std::size_t first = 0; first < groups.size(); ++first) {
      if (component[first] >= 0) continue;
      component[first] = count;
      open.assign(1, first);
      while (!open.empty()) {
        const std::size_t at = open.back();
        open.pop_back();
        for (idx_t k = begin_[at]; k < begin_[at + 1]; ++k) {
          const auto other = static_cast<std::size_t>(neighbours_[static_cast<std::size_t>(k)]);
          if (component[other] >= 0) continue;
          component[other] = count;
          open.push_back(other);
        }
      }
      ++count;
    }
    if (count == 1) return false;
    std::vector<std::vector<GraphGroupId>> parts(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < groups.size(); ++i)
      parts[static_cast<std::size_t>(component[i])].push_back(groups[i]);
    for (auto& part : parts) stack_.push_back(std::move(part));
    return true;
  }

  const GateGraph& graph_;
  idx_t options_[METIS_NOPTIONS];
  IdVector<GraphGroupId, idx_t> number_;  // of a group in the piece, -1 outside
  std::vector<idx_t> begin_, neighbours_, weights_, part_;
  std::vector<std::vector<GraphGroupId>> stack_;
  std::uint32_t next_ = 0;
  GroupOrder order_;
};

}  // namespace

Result<GroupOrder> dissect(const GateGraph& graph, std::uint64_t seed) {
  if (!fits<idx_t>(graph.neighbours.size()) || !fits<idx_t>(graph.gate_count()))
    return Error{"there are too many gates for METIS to order: build without tables"};
  return Dissector(graph, seed).run();
}

}  // namespace portolan::detail
