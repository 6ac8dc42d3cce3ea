#pragma once

#include <cstddef>
#include <cstdint>

#include "portolan/core/cost.h"
#include "portolan/core/host_device.h"
#include "portolan/core/ids.h"
#include "portolan/gpu/tables/table_arrays.h"

namespace portolan::detail {

/// Everything that queries by tables read of a grid, as plain arrays: those of the snapshot itself,
/// or copies of them on a GPU. Refers to memory that others own.
///
/// A cell is seen through a window one tile larger all round, since gates just outside belong to
/// it. Paths are runs of moves in one direction, a byte each: three bits of direction, five of
/// length less one, as stored paths have them. Gate hops along inter-edges have such a byte in
/// place of the node.
struct GridArrays : TableArrays {
  Array<std::uint8_t> bits;  ///< See GridGraph::Arrays.
  Array<std::uint8_t> move_table;
  Array<std::uint8_t> classes;
  Array<Cost> move_costs;

  Array<std::uint32_t> gate_locals;  ///< Beside gates_of_cells: the gate's place in the window.
  Array<std::size_t> run_begin;      ///< By cell, into `connect_runs`.
  /// By gate of the cell and place in its window: the first run of the path to that gate.
  Array<std::uint8_t> connect_runs;

  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t stride = 0;  ///< Nodes of a row of tiles.
  std::uint32_t node_count = 0;
  std::uint32_t class_count = 1;
  std::uint32_t side = 0;     ///< Of a cell, in tiles.
  std::uint32_t columns = 0;  ///< Of cells.
  std::uint32_t most_window = 0;
};

/// A cell's tiles and the window around them.
struct CellWindow {
  std::uint32_t x, y;  ///< Of its first tile.
  std::uint32_t width, height;

  PORTOLAN_HOST_DEVICE static CellWindow of(const GridArrays& g, CellId cell) {
    const std::uint32_t x = index(cell) % g.columns * g.side;
    const std::uint32_t y = index(cell) / g.columns * g.side;
    return {x, y, g.width - x < g.side ? g.width - x : g.side,
            g.height - y < g.side ? g.height - y : g.side};
  }
  PORTOLAN_HOST_DEVICE std::uint32_t stride() const { return width + 2; }
  PORTOLAN_HOST_DEVICE std::uint32_t size() const { return (width + 2) * (height + 2); }
  /// Whether a place of the window is one of the cell's tiles.
  PORTOLAN_HOST_DEVICE bool inside(std::uint32_t local) const {
    const std::uint32_t column = local % stride();
    const std::uint32_t row = local / stride();
    return column - 1 < width && row - 1 < height;
  }
  /// The node at a place of the window. Outside the grid it is one that is not passable.
  PORTOLAN_HOST_DEVICE std::uint32_t node(const GridArrays& g, std::uint32_t local) const {
    return (y + local / stride()) * g.stride + x + local % stride() - 1;
  }
};

/// Calls f(array) for every array: what is copied to a GPU.
template <class F>
void for_each_array(GridArrays& g, F&& f) {
  for_each_table_array(g, f);
  f(g.bits);
  f(g.move_table);
  f(g.classes);
  f(g.move_costs);
  f(g.gate_locals);
  f(g.run_begin);
  f(g.connect_runs);
}

}  // namespace portolan::detail
