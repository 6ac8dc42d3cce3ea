#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/ids.h"
#include "portolan/grid/grid_graph.h"
#include "portolan/grid/squares.h"
#include "portolan/search/labels.h"

namespace portolan::detail {

/// One square opened for a search: its own moves, and those between it and the gates just
/// outside that belong to it. Local numbers are positions in a window one tile larger all round.
class GridCell {
 public:
  static constexpr bool kRowsAreLocals = false;

  /// Forgets the last cell. Gates outside are added afterwards.
  void open(const GridGraph& graph, const TileRect& rect);
  void add_outside_gate(NodeId node) { kinds_[local(node) + pad()] = kOutsideGate; }

  std::uint32_t local_count() const {
    return static_cast<std::uint32_t>(rect_.height + 2) << shift_;
  }
  std::uint32_t local(NodeId node) const {
    const Tile t = graph_->tile(node);
    return (static_cast<std::uint32_t>(t.y - rect_.y + 1) << shift_) |
           static_cast<std::uint32_t>(t.x - rect_.x + 1);
  }
  NodeId node(std::uint32_t local) const {
    return NodeId{origin_ + (local >> shift_) * graph_->stride() + (local & ((1u << shift_) - 1))};
  }

  template <class F>
  void for_each_edge(std::uint32_t from, const Label& label, F&& f) const {
    const std::uint32_t at = index(node(from));
    const std::uint8_t* kinds = kinds_.data() + from + pad();
    if (*kinds == kInterior && graph_->uniform()) {  // nearly all: no move leaves the square
      return graph_->for_each_uniform(graph_->moves(at), from, 1u << shift_, f);
    }
    const std::uint8_t least = *kinds == kOutsideGate ? kBorder : kOutsideGate;
    graph_->for_each_edge(at, label, [&](std::uint32_t, Cost cost, std::uint32_t d) {
      if (kinds[local_offset_[d]] >= least)
        f(from + static_cast<std::uint32_t>(local_offset_[d]), cost, d);
    });
  }
  template <class F>
  void for_each_edge_back(std::uint32_t from, const Label& label, F&& f) const {
    for_each_edge(from, label, static_cast<F&&>(f));  // every move costs the same both ways
  }

  Cost cheapest_edge() const { return graph_->cheapest_move(); }
  Cost most_expensive_edge() const { return graph_->most_expensive_move(); }
  Cost cost_step() const { return graph_->most_expensive_move(); }
  Cost estimate_step() const { return graph_->cheapest_move() / 4; }  // many lie within one move
  std::uint32_t home_count() const {
    return static_cast<std::uint32_t>(rect_.width * rect_.height);
  }
  NodeId home_node(std::uint32_t i) const {
    const auto n = static_cast<std::int32_t>(i);
    const NodeId home = graph_->node({rect_.x + n % rect_.width, rect_.y + n / rect_.width});
    return graph_->passable(home) ? home : kNoNode;
  }
  /// A path as runs: see GridRun.
  void encode_steps(std::span<const std::uint32_t> locals, std::vector<std::uint8_t>& bytes) const;

 private:
  enum Kind : std::uint8_t { kOutside, kOutsideGate, kBorder, kInterior };
  std::uint32_t pad() const { return (1u << shift_) + 1; }

  const GridGraph* graph_ = nullptr;
  TileRect rect_;
  std::uint32_t origin_ = 0;
  unsigned shift_ = 0;
  std::int32_t local_offset_[8] = {};
  std::vector<std::uint8_t> kinds_;
};

}  // namespace portolan::detail
