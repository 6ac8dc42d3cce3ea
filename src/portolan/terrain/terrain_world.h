#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "portolan/hierarchy/cell_places.h"
#include "portolan/hierarchy/descent.h"
#include "portolan/hierarchy/node_anchors.h"
#include "portolan/query/query_world.h"
#include "portolan/terrain/terrain_bound.h"
#include "portolan/terrain/terrain_cells.h"
#include "portolan/terrain/terrain_prices.h"
#include "portolan/terrain/triangle_mesh.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Where the neighbour of a triangle lies, computed instead of looked up: on a whole raster the
/// numbers of two neighbours differ by what the triangle's place in its square and the edge say.
/// So writing a path waits for no memory; a path by tables gets a sixth faster.
struct RasterSteps {
  std::uint32_t per_square = 0;  ///< 2 or 4; 0: the mesh is not so regular.
  std::array<std::uint32_t, 12> offsets{};

  TriangleId next(TriangleId triangle, unsigned edge) const {
    const std::uint32_t in_square = index(triangle) & (per_square - 1);
    return TriangleId{index(triangle) + offsets[3 * in_square + edge]};
  }
};
/// The steps of a mesh, if they hold for every neighbour that there is.
RasterSteps find_raster_steps(const TriangleMesh& mesh);

/// A mesh with its prices as the graph that the hierarchy works on, in a few bytes per triangle
/// beside them: nodes are triangles, and the steps between two triangles belong to the later one of
/// their cells. So the triangles of the earlier cell are the gates between two.
struct TerrainLayout {
  std::shared_ptr<const TriangleMesh> mesh;
  std::shared_ptr<const TerrainPrices> prices;  ///< Only the weighted ones are read.
  TerrainBound bound;
  RasterSteps steps;
  IdVector<TriangleId, CellId> cell_of;
  IdVector<TriangleId, std::uint16_t> index_of;  ///< Its number in the cell.
  std::vector<std::uint32_t> cell_begin;         ///< By cell, and one more: into `members`.
  std::vector<NodeId> members;                   ///< The triangles of each cell, ascending.
  std::vector<std::uint32_t> guest_begin;        ///< By cell, and one more: into `guests`.
  std::vector<NodeId> guests;  ///< The triangles of earlier cells beside it, ascending.
  bool directed = false;
  Cost usual_price = 0;  ///< The mean, for the widths of buckets.

  std::span<const NodeId> members_of(CellId cell) const {
    return {members.data() + cell_begin[index(cell)], members.data() + cell_begin[index(cell) + 1]};
  }
  std::span<const NodeId> guests_of(CellId cell) const {
    return {guests.data() + guest_begin[index(cell)], guests.data() + guest_begin[index(cell) + 1]};
  }
  std::size_t bytes() const;  ///< Without mesh and prices.
};

/// Without cells: all that a search over the triangles themselves needs.
TerrainLayout make_ground_layout(std::shared_ptr<const TriangleMesh> mesh,
                                 std::shared_ptr<const TerrainPrices> prices,
                                 const TerrainBound& bound);

/// Fails when a cell has more than 65,535 triangles.
Result<TerrainLayout> make_terrain_layout(std::shared_ptr<const TriangleMesh> mesh,
                                          std::shared_ptr<const TerrainPrices> prices,
                                          const PriceSettings& settings, const TerrainCells& cells,
                                          const ParallelFor& parallel = {});

/// One opened cell: its own triangles, numbered as they are there, then its guests.
class TerrainCell {
 public:
  static constexpr bool kRowsAreLocals = false;

  void open(const TerrainLayout& layout, CellId cell);

  std::uint32_t local_count() const { return static_cast<std::uint32_t>(arcs_.size()); }
  std::uint32_t local(NodeId node) const;
  NodeId node(std::uint32_t local) const {
    return local < members_.size() ? members_[local] : guests_[local - members_.size()];
  }
  template <class F>
  void for_each_edge(std::uint32_t from, const Label&, F&& f) const {
    const Arcs& arcs = arcs_[from];
    for (std::uint32_t k = 0; k < 3; ++k) {
      if (arcs.to[k] != kNone) f(std::uint32_t{arcs.to[k]}, arcs.out[k], k);
    }
  }
  template <class F>
  void for_each_edge_back(std::uint32_t to, const Label&, F&& f) const {
    const Arcs& arcs = arcs_[to];
    for (std::uint32_t k = 0; k < 3; ++k) {
      if (arcs.to[k] != kNone) f(std::uint32_t{arcs.to[k]}, arcs.in[k], k);
    }
  }
  Cost cheapest_edge() const { return cheapest_; }
  Cost most_expensive_edge() const { return most_expensive_; }
  Cost cost_step() const { return usual_; }
  Cost estimate_step() const { return usual_; }
  std::uint32_t home_count() const { return static_cast<std::uint32_t>(members_.size()); }
  NodeId home_node(std::uint32_t i) const { return members_[i]; }
  /// A path as the edges that it leaves triangles by: two bits each, filled up with ones.
  void encode_steps(std::span<const std::uint32_t> locals, std::vector<std::uint8_t>& bytes) const;

 private:
  static constexpr std::uint32_t kNone = 0xFFFF'FFFFu;
  struct Arcs {
    std::uint32_t to[3];
    Cost out[3];
    Cost in[3];
  };

  const TerrainLayout* layout_ = nullptr;
  CellId cell_{0};
  std::span<const NodeId> members_;
  std::span<const NodeId> guests_;
  std::vector<Arcs> arcs_;  // by local
  Cost cheapest_ = 0;
  Cost most_expensive_ = 0;
  Cost usual_ = 0;
};

class TerrainWorld : public NodeAnchors {
 public:
  using Cell = TerrainCell;

  TerrainWorld() = default;
  explicit TerrainWorld(std::shared_ptr<const TerrainLayout> layout) : layout_(std::move(layout)) {}

  const TerrainLayout& layout() const { return *layout_; }
  const TriangleMesh& mesh() const { return *layout_->mesh; }

  std::uint32_t node_count() const { return mesh().triangle_count(); }
  CellId home_cell(NodeId node) const { return layout_->cell_of[triangle_of(node)]; }
  std::uint32_t home_index(NodeId node) const { return layout_->index_of[triangle_of(node)]; }
  Cost distance_bound(NodeId from, NodeId to) const {
    return layout_->bound(mesh(), triangle_of(from), triangle_of(to));
  }
  CellId anchor_cell(NodeId node) const { return home_cell(node); }
  template <class F>
  void for_each_entry_node_row(NodeId node, bool, F&& f) const {
    f(RowId{home_index(node)}, Cost{0});
  }
  auto row_nodes(CellId cell) const {
    return [members = layout_->members_of(cell).data()](RowId row) { return members[index(row)]; };
  }
  template <class RowCost, class GateCost>
  void append_descent(const Descent<RowCost, GateCost>& descent, NodeBuffer& nodes) const;
  std::uint64_t most_expensive_path() const { return layout_->prices->most_expensive_path; }
  bool directed() const { return layout_->directed; }
  static bool symmetric() { return false; }
  void describe_gates(CellId cell, CellGates& gates) const;
  void open_cell(CellId cell, const OverlayCell&, Cell& opened) const {
    opened.open(*layout_, cell);
  }
  void open_cell(CellId cell, const CellGates&, Cell& opened) const { opened.open(*layout_, cell); }
  std::size_t count_steps(const std::uint8_t* begin, const std::uint8_t* end) const;
  static std::size_t most_steps(std::size_t bytes) { return 4 * bytes; }
  NodeId* decode_steps(NodeId from, const OverlayCell::Steps& steps, bool, NodeId* nodes) const;

  /// The price of stepping from a triangle to the neighbour beyond an edge.
  Cost price(TriangleId from, unsigned edge) const {
    return layout_->prices->weighted[step_index(from, edge)];
  }
  /// All steps of level 0.
  template <class F>
  void for_each_edge(std::uint32_t from, const Label&, F&& f) const {
    const TriangleId at{from};
    const auto& neighbours = mesh().neighbours[at];
    for (std::uint32_t k = 0; k < 3; ++k) {
      if (neighbours[k] != kNoTriangle) f(index(neighbours[k]), price(at, k), k);
    }
  }

 private:
  std::shared_ptr<const TerrainLayout> layout_;
};

template <class RowCost, class GateCost>
void TerrainWorld::append_descent(const Descent<RowCost, GateCost>& descent,
                                  NodeBuffer& nodes) const {
  const CellId own = descent.cell;
  const TriangleId last = triangle_of(descent.gate_node());
  Cost cost = descent.cost;
  for (TriangleId at = triangle_of(descent.node); at != last; nodes.push_back(node_of(at))) {
    const bool at_home = layout_->cell_of[at] == own;
    for (unsigned k = 0; k < 3; ++k) {
      const TriangleId to = mesh().neighbours[at][k];
      if (to == kNoTriangle) continue;
      const CellId there = layout_->cell_of[to];
      if (at_home ? there > own : there != own) continue;  // not a step of this cell
      const Cost step = descent.backward ? price(to, find_edge(mesh(), to, at)) : price(at, k);
      if (step > cost) continue;
      const Cost left = to == last     ? 0
                        : there == own ? descent.row_cost(RowId{layout_->index_of[to]})
                                       : descent.gate_cost(descent.overlay.find(node_of(to)));
      if (left != cost - step) continue;
      at = to;
      cost = left;
      break;
    }
  }
}

static_assert(QueryWorld<TerrainWorld>);

}  // namespace portolan::detail
