#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/ids.h"
#include "portolan/graph/csr_graph.h"
#include "portolan/hierarchy/cell_places.h"
#include "portolan/hierarchy/cell_world.h"
#include "portolan/hierarchy/descent.h"
#include "portolan/hierarchy/node_anchors.h"
#include "portolan/types.h"

namespace portolan::detail {

/// A directed edge and the cell of level 1 that owns it. A closed edge (cost kInfinite) cannot be
/// taken but keeps its ends gates, so that closing and opening edges changes costs only.
struct OwnedEdge {
  NodeId from;
  NodeId to;
  Cost cost;
  CellId owner = kNoCell;  ///< kNoCell: an inter-edge. Its ends must lie in different cells.
};

/// The part of a CsrWorld that one cell of level 1 owns. Its nodes are those that lie in it,
/// ascending, then those of other cells that it has edges at, ascending; their places in that
/// list are the local numbers.
struct CsrCellRows {
  std::vector<NodeId> nodes;
  std::uint32_t home_count = 0;
  CsrGraph graph;
  CellGates gates;
};

/// One cell of a CsrWorld; a view of its rows that must not outlive the world.
class CsrCell {
 public:
  static constexpr bool kRowsAreLocals = true;

  void open(const CsrCellRows& rows) { rows_ = &rows; }

  /// At most node_count().
  std::uint32_t local_count() const { return static_cast<std::uint32_t>(rows_->nodes.size()); }
  /// The number of a node that lies in the cell or is one of its gates.
  std::uint32_t local(NodeId node) const;
  NodeId node(std::uint32_t local) const { return rows_->nodes[local]; }
  template <class F>
  void for_each_edge(std::uint32_t from, const Label& label, F&& f) const {
    rows_->graph.for_each_edge(from, label, f);
  }
  template <class F>
  void for_each_edge_back(std::uint32_t to, const Label& label, F&& f) const {
    rows_->graph.for_each_edge_back(to, label, f);
  }
  Cost cheapest_edge() const { return rows_->graph.cheapest_edge(); }
  Cost most_expensive_edge() const { return rows_->graph.most_expensive_edge(); }
  Cost cost_step() const { return rows_->graph.most_expensive_edge() / 2; }
  Cost estimate_step() const { return rows_->graph.most_expensive_edge() / 2; }
  std::uint32_t home_count() const { return rows_->home_count; }
  NodeId home_node(std::uint32_t i) const { return rows_->nodes[i]; }
  /// A path as the ids of its nodes after the first, four bytes each.
  void encode_steps(std::span<const std::uint32_t> locals, std::vector<std::uint8_t>& bytes) const;

 private:
  const CsrCellRows* rows_ = nullptr;
};

/// A stored directed graph cut into cells that own its edges: the world for graphs that have no
/// geometry of their own, and for navigation meshes. Immutable; copies share everything.
///
/// Every node lies in one cell, its home. It is a gate of its home and of every cell it has edges
/// in as soon as one of these is not its home, or it has an inter-edge.
class CsrWorld : public NodeAnchors {
 public:
  using Cell = CsrCell;

  CsrWorld() = default;

  /// As make_csr_world was told, in as many bits.
  std::uint32_t node_count() const { return static_cast<std::uint32_t>(data_->homes.size()); }
  CellId home_cell(NodeId node) const { return data_->homes[index(node)]; }
  std::uint32_t home_index(NodeId node) const { return data_->home_index[index(node)]; }
  std::span<const CellId> homes() const { return data_->homes; }
  Cost distance_bound(NodeId, NodeId) const { return 0; }
  CellId anchor_cell(NodeId node) const { return home_cell(node); }
  template <class F>
  void for_each_entry_node_row(NodeId node, bool, F&& f) const {
    f(RowId{home_index(node)}, Cost{0});
  }
  auto row_nodes(CellId cell) const {
    return [nodes = rows(cell).nodes.data()](RowId row) { return nodes[index(row)]; };
  }
  template <class RowCost, class GateCost>
  void append_descent(const Descent<RowCost, GateCost>& descent, NodeBuffer& nodes) const {
    Cell opened;
    opened.open(rows(descent.cell));
    descend_by_edges(opened, descent, nodes);
  }
  std::uint64_t most_expensive_path() const { return data_->most_expensive_path; }
  bool directed() const { return data_->directed; }
  static bool symmetric() { return false; }  // a change of costs may make any edge one-way
  void describe_gates(CellId cell, CellGates& gates) const { gates = rows(cell).gates; }
  void open_cell(CellId cell, const OverlayCell&, Cell& opened) const { opened.open(rows(cell)); }
  void open_cell(CellId cell, const CellGates&, Cell& opened) const { opened.open(rows(cell)); }
  std::size_t count_steps(const std::uint8_t* begin, const std::uint8_t* end) const {
    return static_cast<std::size_t>(end - begin) / sizeof(NodeId);
  }
  static std::size_t most_steps(std::size_t bytes) { return bytes / sizeof(NodeId); }
  NodeId* decode_steps(NodeId from, const OverlayCell::Steps& steps, bool, NodeId* nodes) const;

 private:
  friend Result<CsrWorld> make_csr_world(std::uint32_t, std::uint32_t, std::span<const OwnedEdge>,
                                         std::span<const CellId>);
  struct Data {
    std::vector<CellId> homes;              // by node
    std::vector<std::uint32_t> home_index;  // by node
    std::vector<CsrCellRows> cells;         // by cell of level 1
    std::uint64_t most_expensive_path = 0;
    bool directed = false;
  };
  const CsrCellRows& rows(CellId cell) const { return data_->cells[index(cell)]; }

  std::shared_ptr<const Data> data_;
};

static_assert(CellWorld<CsrWorld>);

/// Sorts a graph into `cell_count` cells of level 1. `homes` names the home of every node; left
/// empty, a node's home is the smallest cell that it has edges in, or cell 0 where it has none.
/// Give the homes of the old world when making one to update a hierarchy with: then an edge that
/// is added, removed or changed touches its owner and the homes of its ends.
///
/// Fails as check_edges does, or when a cell does not exist, or has more gates than
/// OverlayCell::kMostGates, or when an inter-edge has both ends in one cell.
Result<CsrWorld> make_csr_world(std::uint32_t node_count, std::uint32_t cell_count,
                                std::span<const OwnedEdge> edges,
                                std::span<const CellId> homes = {});

}  // namespace portolan::detail
