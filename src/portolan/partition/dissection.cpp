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

/// Orders a graph of supernodes by separators, down to single supernodes: METIS' own nested
/// dissection ends with minimum degree on small graphs, which makes deep trees.
class Dissector {
 public:
  Dissector(const GateGraph& graph, std::uint64_t seed)
      : graph_(graph), number_(graph.supernode_count(), -1), order_(graph.supernode_count()) {
    METIS_SetDefaultOptions(options_);
    options_[METIS_OPTION_SEED] = narrow<idx_t>(seed & 0x3FFF'FFFFu);
    options_[METIS_OPTION_NUMBERING] = 0;
  }

  Result<SupernodeOrder> run() {
    std::vector<GraphSupernodeId> all;
    all.reserve(graph_.supernode_count());
    for (const GraphSupernodeId g : graph_.supernodes()) all.push_back(g);
    next_ = graph_.supernode_count();
    stack_.push_back(std::move(all));
    // Places are given from the last one down: a separator's supernodes come before both sides.
    while (!stack_.empty()) {
      const std::vector<GraphSupernodeId> supernodes = std::move(stack_.back());
      stack_.pop_back();
      if (!split(supernodes)) return Error{"METIS could not order the gates; build without tables"};
    }
    return std::move(order_);
  }

 private:
  static constexpr std::size_t kSmallest = 3;  // parts that nothing separates any better

  bool split(const std::vector<GraphSupernodeId>& supernodes) {
    fill_piece(supernodes);
    if (supernodes.size() <= kSmallest) return place_all(supernodes);
    if (push_components(supernodes)) return true;
    auto count = narrow<idx_t>(supernodes.size());
    idx_t weight = 0;
    part_.assign(supernodes.size(), 0);
    {
      const std::lock_guard lock(metis_mutex());
      options_[METIS_OPTION_NSEPS] = supernodes.size() < 1000 ? 8 : 2;
      if (METIS_ComputeVertexSeparator(&count, begin_.data(), neighbours_.data(), weights_.data(),
                                       options_, &weight, part_.data()) != METIS_OK) {
        return false;
      }
    }
    std::vector<GraphSupernodeId> sides[3];
    for (std::size_t i = 0; i < supernodes.size(); ++i) {
      if (part_[i] < 0 || part_[i] > 2) return false;
      sides[part_[i]].push_back(supernodes[i]);
    }
    if (sides[0].empty() || sides[1].empty()) return place_all(supernodes);
    place_all(sides[2]);
    stack_.push_back(std::move(sides[0]));
    stack_.push_back(std::move(sides[1]));
    return true;
  }

  bool place_all(const std::vector<GraphSupernodeId>& supernodes) {
    for (const GraphSupernodeId g : supernodes) order_[g] = --next_;
    return true;
  }

  /// The supernodes of one part in METIS' arrays, with the edges between them.
  void fill_piece(const std::vector<GraphSupernodeId>& supernodes) {
    for (std::size_t i = 0; i < supernodes.size(); ++i) number_[supernodes[i]] = narrow<idx_t>(i);
    begin_.assign(1, 0);
    neighbours_.clear();
    weights_.clear();
    for (const GraphSupernodeId g : supernodes) {
      for (const GraphSupernodeId neighbour : graph_.neighbours_of(g)) {
        const idx_t other = number_[neighbour];
        if (other >= 0) neighbours_.push_back(other);
      }
      begin_.push_back(narrow<idx_t>(neighbours_.size()));
      weights_.push_back(narrow<idx_t>(graph_.supernode_size(g)));
    }
    for (const GraphSupernodeId g : supernodes) number_[g] = -1;
  }

  /// Takes a part to pieces that do not hang together; false when it does.
  bool push_components(const std::vector<GraphSupernodeId>& supernodes) {
    std::vector<idx_t> component(supernodes.size(), -1);
    std::vector<std::size_t> open;
    idx_t count = 0;
    for (std::size_t first = 0; first < supernodes.size(); ++first) {
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
    std::vector<std::vector<GraphSupernodeId>> parts(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < supernodes.size(); ++i)
      parts[static_cast<std::size_t>(component[i])].push_back(supernodes[i]);
    for (auto& part : parts) stack_.push_back(std::move(part));
    return true;
  }

  const GateGraph& graph_;
  idx_t options_[METIS_NOPTIONS];
  IdVector<GraphSupernodeId, idx_t> number_;  // of a supernode in the piece, -1 outside
  std::vector<idx_t> begin_, neighbours_, weights_, part_;
  std::vector<std::vector<GraphSupernodeId>> stack_;
  std::uint32_t next_ = 0;
  SupernodeOrder order_;
};

}  // namespace

Result<SupernodeOrder> dissect(const GateGraph& graph, std::uint64_t seed) {
  if (!fits<idx_t>(graph.neighbours.size()) || !fits<idx_t>(graph.gate_count()))
    return Error{"there are too many gates for METIS to order: build without tables"};
  return Dissector(graph, seed).run();
}

}  // namespace portolan::detail
