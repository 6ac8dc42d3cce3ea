#pragma once

#include <cstdint>

#include "portolan/core/cost.h"
#include "portolan/core/host_device.h"
#include "portolan/gpu/mesh/mesh_arrays.h"

/// A mesh and the overlays of its hierarchy as searches on a GPU read them, as plain arrays.
///
/// A node has two sides: the polygons that it is a doorway of, or at the end of a link its polygon
/// and the link. A search that came to a node through one of them goes on through the other, since
/// crossing a polygon or a cell twice in a row is never cheaper. So moves lie in rows, one for each
/// node and side, number 2 * node + side, and a move names the row to go on with.
///
/// Searches number nodes in an order of their own: first the gates of level 1 and the ends of
/// links, then what lies inside cells, cell by cell. So a search that goes from gate to gate, and
/// into two cells alone, needs labels for few nodes, at places that a subtraction tells.
namespace portolan::detail {

inline constexpr std::uint32_t kNoneHere = 0xFFFF'FFFFu;

struct SearchMove {
  std::uint32_t row;  ///< Of the node that it leads to.
  Cost cost;          ///< kInfinite, in an overlay, where there is none.
};

/// Moves through one side of a node, up to where those of the next row begin.
struct SearchRow {
  std::uint32_t begin;
  std::uint32_t polygon;  ///< The one that they cross; kNoneHere along a link.
};

/// Where a node is, and in which component of the world.
struct alignas(16) SearchPlace {
  float x, y, z;
  std::uint32_t component;
};

/// Moves from a gate through one of its cells: one to each gate of the cell, in their order.
struct alignas(16) OverlayRow {
  std::uint32_t begin;
  std::uint32_t count;
  std::uint32_t cell;  ///< Its handle; kNoneHere along a link.
  std::uint32_t
      gate;  ///< The node's place among the gates of the cell; kNoneHere where it is none.
};

/// The stored path behind a move of an overlay.
struct OverlayPath {
  std::uint32_t begin;
  /// On level 1 the nodes after the first, which lie there, too; above it the moves of level 1 that
  /// the path consists of, by number.
  std::uint32_t steps : 30;
  std::uint32_t composed : 1;  ///< It is one of moves.
  std::uint32_t reversed : 1;  ///< It is read from its end.
};

/// Refers to memory that others own.
struct SearchArrays {
  Array<std::uint32_t> numbers;  ///< By node of the mesh: its number in searches.
  Array<std::uint32_t> nodes;    ///< The other way round.
  Array<std::uint32_t> inside;   ///< By cell of level 1, and one more: the first node inside it.

  Array<SearchRow> rows;  ///< And one more.
  Array<SearchMove> moves;
  Array<SearchPlace> places;  ///< By number.

  Array<OverlayRow> overlay_rows;  ///< By row of a gate, `levels` for each.
  Array<SearchMove> overlay_moves;
  Array<OverlayPath> paths;         ///< By move of an overlay.
  Array<std::uint32_t> path_nodes;  ///< Paths of level 1, node by node of the mesh,
  Array<std::uint32_t> path_moves;  ///< and of higher ones.
  Array<std::uint32_t> ancestors;  ///< By cell of level 1: the handles of its cells, `levels` each.

  std::uint32_t node_count = 0;
  std::uint32_t gate_count = 0;  ///< Nodes that lie inside no cell.
  std::uint32_t most_inside = 0;
  std::uint32_t levels = 0;      ///< Of the hierarchy, as far as they are here.
  float least_per_metre = 0.0f;  ///< See MeshCosts.
  Cost typical = 1;              ///< Mean cost of a crossing.
};

/// Calls f(array) for every array: what is copied to a GPU.
template <class F>
void for_each_array(SearchArrays& a, F&& f) {
  f(a.numbers);
  f(a.nodes);
  f(a.inside);
  f(a.rows);
  f(a.moves);
  f(a.places);
  f(a.overlay_rows);
  f(a.overlay_moves);
  f(a.paths);
  f(a.path_nodes);
  f(a.path_moves);
  f(a.ancestors);
}

PORTOLAN_HOST_DEVICE std::uint32_t node_of_row(std::uint32_t row) { return row / 2; }

}  // namespace portolan::detail
