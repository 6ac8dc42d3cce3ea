#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "portolan/core/copy_nodes.h"
#include "portolan/core/cost.h"
#include "portolan/core/ids.h"
#include "portolan/hierarchy/cell_places.h"
#include "portolan/hierarchy/descent.h"
#include "portolan/navmesh/mesh_costs.h"
#include "portolan/navmesh/mesh_layout.h"
#include "portolan/navmesh/polygon_locator.h"
#include "portolan/query/query_world.h"
#include "portolan/tables/table_world.h"

namespace portolan::detail {

/// In a label's `via`: the polygon just crossed, plus one, or that a link was followed. Having
/// crossed a polygon, a path need not cross it again at once. 0: neither.
inline constexpr std::uint32_t kViaLink = 0x8000'0000u;
inline std::uint32_t via_polygon(PolygonId polygon) { return index(polygon) + 1; }

/// One cell of level 1 of a mesh; a view that must not outlive the world.
class NavMeshCell {
 public:
  static constexpr bool kRowsAreLocals = true;

  void open(const MeshLayout& layout, const MeshCosts& costs, CellId cell) {
    layout_ = &layout;
    costs_ = &costs;
    cell_ = cell;
    first_ = layout.first(cell);
    home_count_ = layout.home_count(cell);
    outsiders_ = layout.outsiders(cell);
  }

  // Plain casts in what searches call: a mesh has at most 2^30 doorways (validate).
  std::uint32_t local_count() const {
    return home_count_ + static_cast<std::uint32_t>(outsiders_.size());
  }
  std::uint32_t local(NodeId node) const {
    if (index(node) - first_ < home_count_) return index(node) - first_;
    const auto at = std::lower_bound(outsiders_.begin(), outsiders_.end(), node);
    return home_count_ + static_cast<std::uint32_t>(at - outsiders_.begin());
  }
  NodeId node(std::uint32_t local) const {
    return local < home_count_ ? NodeId{first_ + local} : outsiders_[local - home_count_];
  }

  template <class F>
  void for_each_edge(std::uint32_t from, const Label& label, F&& f) const {
    visit<false>(from, label, f);
  }
  template <class F>
  void for_each_edge_back(std::uint32_t to, const Label& label, F&& f) const {
    visit<true>(to, label, f);
  }

  Cost cheapest_edge() const { return 1; }
  Cost most_expensive_edge() const {
    return kInfinite;
  }  // lengths differ too much for plain buckets
  Cost cost_step() const { return 2 * costs_->typical; }
  Cost estimate_step() const { return 4 * costs_->typical; }
  std::uint32_t home_count() const { return home_count_; }
  NodeId home_node(std::uint32_t i) const { return NodeId{first_ + i}; }
  /// A path as the ids of its nodes, four bytes each; the first one only where the path is stored
  /// for both directions. One of a single node as nothing.
  void encode_steps(std::span<const std::uint32_t> locals, std::vector<std::uint8_t>& bytes) const;

 private:
  template <bool backward, class F>
  void visit(std::uint32_t from, const Label& label, F& f) const {
    const NodeId at = node(from);
    const MeshLayout::Sides& sides = layout_->sides(at);
    for (const MeshLayout::Side& side : sides.of) {
      if (side.polygon == kNoPolygon) {
        follow_link<backward>(at, NodeId{side.slot}, label, f);
      } else if (via_polygon(side.polygon) != label.via && layout_->cell(side.polygon) == cell_) {
        const auto slots = layout_->slots(side.polygon);
        const std::size_t count = slots.size();
        const Cost* cost = costs_->matrix.data() + layout_->matrix(side.polygon) +
                           (backward ? side.slot : side.slot * count);
        for (std::size_t j = 0; j < count; ++j) {
          const Cost crossing = cost[backward ? j * count : j];
          if (crossing != kInfinite) f(slots[j].local, crossing, via_polygon(side.polygon));
        }
      }
    }
  }
  template <bool backward, class F>
  void follow_link(NodeId at, NodeId partner, const Label& label, F& f) const;

  const MeshLayout* layout_ = nullptr;
  const MeshCosts* costs_ = nullptr;
  CellId cell_ = kNoCell;
  std::uint32_t first_ = 0;
  std::uint32_t home_count_ = 0;
  std::span<const NodeId> outsiders_;
};

/// A mesh's base graph under one metric, cut into cells, as the hierarchy wants it, and as a
/// graph to search on level 0. A cheap value: copies share everything.
class NavMeshWorld {
 public:
  using Cell = NavMeshCell;
  using Anchor = MeshPlace;

  NavMeshWorld() = default;
  NavMeshWorld(std::shared_ptr<const MeshLayout> layout, std::shared_ptr<const MeshCosts> costs)
      : layout_(std::move(layout)), costs_(std::move(costs)) {}

  const MeshLayout& layout() const { return *layout_; }
  const std::shared_ptr<const MeshLayout>& shared_layout() const { return layout_; }
  const MeshCosts& costs() const { return *costs_; }

  /// The cost of following a link from one end; kInfinite where it may not be taken so.
  Cost link_cost(NodeId from) const { return link_cost(*layout_, *costs_, from); }
  static Cost link_cost(const MeshLayout& layout, const MeshCosts& costs, NodeId from) {
    const std::uint32_t end =
        index(layout.doorway(from)) -
        (layout.node_count() - 2 * static_cast<std::uint32_t>(costs.links.size()));
    return costs.links[end / 2][end % 2];
  }

  /// The moves of level 0.
  template <class F>
  void for_each_edge(std::uint32_t from, const Label& label, F&& f) const {
    for (const MeshLayout::Side& side : layout_->sides(NodeId{from}).of) {
      if (side.polygon == kNoPolygon) {
        if (label.via == kViaLink) continue;
        const Cost cost = link_cost(NodeId{from});
        if (cost != kInfinite) f(side.slot, cost, kViaLink);
      } else if (via_polygon(side.polygon) != label.via) {
        const auto slots = layout_->slots(side.polygon);
        const Cost* row =
            costs_->matrix.data() + layout_->matrix(side.polygon) + side.slot * slots.size();
        for (std::size_t j = 0; j < slots.size(); ++j) {
          if (row[j] != kInfinite) f(index(slots[j].node), row[j], via_polygon(side.polygon));
        }
      }
    }
  }

  /// Meshes of up to 100,000 polygons fit; see docs/decisions/0009.
  static constexpr TableBudget kTableBudget{32, 32'000'000};

  std::uint32_t node_count() const { return layout_->node_count(); }
  CellId home_cell(NodeId node) const { return layout_->home(node); }
  std::uint32_t home_index(NodeId node) const {
    return index(node) - layout_->first(layout_->home(node));
  }
  Cost distance_bound(NodeId a, NodeId b) const {
    return costs_->bound(layout_->place(a), layout_->place(b));
  }

  CellId anchor_cell(const MeshPlace& anchor) const { return layout_->cell(polygon_of(anchor)); }
  template <class F>
  void for_each_entry_node(const MeshPlace& anchor, bool backward, F&& f) const {
    for_each_slot(anchor, backward, [&](const MeshLayout::Slot& slot, Cost cost) {
      f(slot.node, cost, via_polygon(polygon_of(anchor)));
    });
  }
  Cost distance_bound(NodeId node, const MeshPlace& anchor) const {
    return costs_->bound(layout_->place(node), anchor.point);
  }
  Cost direct_cost(const MeshPlace& a, const MeshPlace& b) const {
    if (a.polygon != b.polygon) return kInfinite;
    if (a.point == b.point) return 0;
    return costs_->of_length(length_between(a.point, b.point), costs_->area_costs[polygon_of(a)]);
  }

  template <class F>
  void for_each_entry_node_row(const MeshPlace& anchor, bool backward, F&& f) const {
    for_each_slot(anchor, backward,
                  [&](const MeshLayout::Slot& slot, Cost cost) { f(RowId{slot.local}, cost); });
  }
  auto row_nodes(CellId cell) const {
    return [first = layout_->first(cell), homes = layout_->home_count(cell),
            outsiders = layout_->outsiders(cell).data()](RowId row) {
      const std::uint32_t r = index(row);
      return r < homes ? NodeId{first + r} : outsiders[r - homes];
    };
  }
  template <class RowCost, class GateCost>
  void append_descent(const Descent<RowCost, GateCost>& descent, NodeBuffer& nodes) const {
    Cell opened;
    opened.open(*layout_, *costs_, descent.cell);
    descend_by_edges(opened, descent, nodes);
  }
  std::uint64_t most_expensive_path() const { return costs_->most_expensive_path; }
  bool directed() const { return costs_->directed; }
  bool symmetric() const { return !costs_->directed; }
  void describe_gates(CellId cell, CellGates& gates) const;
  void open_cell(CellId cell, const OverlayCell&, Cell& opened) const {
    opened.open(*layout_, *costs_, cell);
  }
  void open_cell(CellId cell, const CellGates&, Cell& opened) const {
    opened.open(*layout_, *costs_, cell);
  }
  std::size_t count_steps(const std::uint8_t* begin, const std::uint8_t* end) const {
    const auto nodes = static_cast<std::size_t>(end - begin) / sizeof(NodeId);
    return nodes - (symmetric() && nodes > 0);
  }
  static std::size_t most_steps(std::size_t bytes) { return bytes / sizeof(NodeId); }
  NodeId* decode_steps(NodeId, const OverlayCell::Steps& steps, bool back, NodeId* nodes) const {
    const std::size_t count = count_steps(steps.begin, steps.end);
    if (back) {
      copy_nodes_reversed(steps.begin, count, steps.readable, nodes);
    } else {
      copy_nodes(steps.begin + (symmetric() ? sizeof(NodeId) : 0), count, steps.readable, nodes);
    }
    return nodes + count;
  }

 private:
  /// The doorways of an anchor's polygon that it reaches, or that reach it, with the cost.
  template <class F>
  void for_each_slot(const MeshPlace& anchor, bool backward, F&& f) const {
    const PolygonId polygon = polygon_of(anchor);
    const float area_cost = costs_->area_costs[polygon];
    const Vec3* place = layout_->slot_places(polygon);
    for (const MeshLayout::Slot& slot : layout_->slots(polygon)) {
      const Vec3& doorway = *place++;
      if (backward ? slot.enter : slot.leave) {
        const double length = length_between(anchor.point, doorway);
        f(slot, costs_->of_length(length, area_cost));
      }
    }
  }

  std::shared_ptr<const MeshLayout> layout_;
  std::shared_ptr<const MeshCosts> costs_;
};

template <bool backward, class F>
void NavMeshCell::follow_link(NodeId at, NodeId partner, const Label& label, F& f) const {
  if (label.via == kViaLink || layout_->home(at) != cell_ || layout_->home(partner) != cell_)
    return;
  const Cost cost = NavMeshWorld::link_cost(*layout_, *costs_, backward ? partner : at);
  if (cost != kInfinite) f(local(partner), cost, kViaLink);
}

static_assert(QueryWorld<NavMeshWorld>);

}  // namespace portolan::detail
