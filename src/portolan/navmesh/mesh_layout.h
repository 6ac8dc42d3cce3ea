#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/funnel.h"
#include "portolan/core/id_vector.h"
#include "portolan/core/ids.h"
#include "portolan/core/vec3.h"
#include "portolan/navmesh/mesh_ids.h"
#include "portolan/navmesh/polygon_mesh.h"

namespace portolan::detail {

/// The nodes of a mesh's base graph, without any cost. A node is a doorway: one point of a
/// portal (doorway_points.h), or one end of an off-mesh link. Edges cross a polygon from one of its
/// doorways to another, or follow a link. Nodes are numbered cell by cell, so that those at home in
/// a cell lie side by side. Immutable.
class MeshLayout {
 public:
  /// Where a node is listed in one of its polygons. The end of a link has one polygon only:
  /// its second side holds kNoPolygon, and as slot the node at the link's other end.
  struct Side {
    PolygonId polygon = kNoPolygon;
    std::uint32_t slot = 0;  ///< Its place among the polygon's doorways, from 0.
  };
  struct Sides {
    Side of[2];
  };
  /// One doorway of one polygon.
  struct Slot {
    NodeId node;
    std::uint32_t local : 30;  ///< The node's number in the polygon's cell.
    std::uint32_t enter : 1;   ///< Whether the polygon may be entered there,
    std::uint32_t leave : 1;   ///< and left.
  };

  MeshLayout() = default;
  /// `cells` names the cell of level 1 of every polygon.
  MeshLayout(const PolygonMesh& mesh, std::span<const CellId> cells, std::uint32_t cell_count);

  // Plain casts in what searches call: a mesh has at most 2^30 doorways (validate).
  std::uint32_t node_count() const { return static_cast<std::uint32_t>(places_.size()); }
  std::uint32_t cell_count() const { return static_cast<std::uint32_t>(first_.size()) - 1; }
  std::span<const CellId> cells() const { return cells_; }
  CellId cell(PolygonId polygon) const { return cells_[polygon]; }

  const Vec3& place(NodeId node) const { return places_[node]; }
  std::span<const Sides> all_sides() const { return sides_; }
  const Sides& sides(NodeId node) const { return sides_[node]; }
  /// Where a node is listed in a polygon; null when it is no doorway of that.
  const Side* side(NodeId node, PolygonId polygon) const {
    const Sides& both = sides(node);
    if (both.of[0].polygon == polygon) return &both.of[0];
    return both.of[1].polygon == polygon ? &both.of[1] : nullptr;
  }
  /// By node: a portal as seen from the polygon with the smaller number. The end of a link
  /// is a point.
  std::span<const Gap> all_gaps() const { return gaps_; }
  /// The height of one end of a node's gap: 0 is the left one.
  float gap_height(NodeId node, std::uint32_t end) const { return gap_heights_[node][end]; }
  CellId home(NodeId node) const { return homes_[node]; }
  /// The first node at home in a cell; the others follow it, up to the first of the next cell.
  std::uint32_t first(CellId cell) const { return first_[index(cell)]; }
  std::uint32_t home_count(CellId cell) const { return first_[index(cell) + 1] - first(cell); }
  /// The nodes of other homes that have a side in the cell, ascending.
  std::span<const NodeId> outsiders(CellId cell) const {
    return {outsiders_.data() + outsider_begin_[index(cell)],
            outsiders_.data() + outsider_begin_[index(cell) + 1]};
  }

  std::span<const Slot> slots(PolygonId polygon) const {
    return {slots_.data() + slot_begin_[index(polygon)],
            slots_.data() + slot_begin_[index(polygon) + 1]};
  }
  /// Their places, beside the slots.
  const Vec3* slot_places(PolygonId polygon) const {
    return slot_places_.data() + slot_begin_[index(polygon)];
  }
  /// Where the polygon's matrix of crossing costs begins, a row for each slot.
  std::size_t matrix(PolygonId polygon) const { return matrix_begin_[index(polygon)]; }
  std::size_t matrix_size() const { return matrix_begin_.back(); }

  DoorwayId doorway(NodeId node) const { return doorways_[node]; }
  NodeId node(DoorwayId doorway) const { return nodes_[doorway]; }
  /// The other end of a link; kNoNode for portals.
  NodeId partner(NodeId node) const {
    const Side& second = sides(node).of[1];
    return second.polygon == kNoPolygon ? NodeId{second.slot} : kNoNode;
  }
  /// The polygon on the other side of a portal.
  PolygonId beyond(NodeId node, PolygonId polygon) const {
    const Sides& both = sides(node);
    return both.of[both.of[0].polygon == polygon ? 1 : 0].polygon;
  }
  std::size_t bytes() const;

  /// All of it as plain arrays.
  struct Arrays {
    std::span<const CellId> cells;
    std::span<const Sides> sides;
    std::span<const CellId> homes;
    std::span<const std::uint32_t> first;
    std::span<const std::uint32_t> outsider_begin;
    std::span<const NodeId> outsiders;
    std::span<const std::uint32_t> slot_begin;
    std::span<const Slot> slots;
    std::span<const Vec3> slot_places;
    std::span<const std::size_t> matrix_begin;
  };
  Arrays arrays() const {
    return {cells_,     sides_,      homes_, first_,       outsider_begin_,
            outsiders_, slot_begin_, slots_, slot_places_, matrix_begin_};
  }

 private:
  void number_nodes(const PolygonMesh& mesh);
  void list_slots(const PolygonMesh& mesh);
  void find_outsiders();
  std::uint32_t local(NodeId node, CellId cell) const;

  IdVector<PolygonId, CellId> cells_;
  IdVector<NodeId, Vec3> places_;
  IdVector<NodeId, Gap> gaps_;
  IdVector<NodeId, std::array<float, 2>> gap_heights_;
  IdVector<NodeId, Sides> sides_;
  IdVector<NodeId, CellId> homes_;
  IdVector<NodeId, DoorwayId> doorways_;
  IdVector<DoorwayId, NodeId> nodes_;
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> outsider_begin_;
  std::vector<NodeId> outsiders_;
  std::vector<std::uint32_t> slot_begin_;
  std::vector<Slot> slots_;
  std::vector<Vec3> slot_places_;
  std::vector<std::size_t> matrix_begin_;
};

}  // namespace portolan::detail
