#pragma once

#include <cstdint>

#include "portolan/gpu/grid/grid_moves.h"
#include "portolan/gpu/grid/grid_route.h"

/// Paths that do not leave one cell of a grid, searched for: see Connector::find_inside.
namespace portolan::detail {

/// In place of the cost of a place in a cell's window that no path may touch.
inline constexpr Cost kShut = kInfinite - 1;

/// Calls f(local, node, cost, direction) for each move that a path inside a cell may make from a
/// place of its window. `costs` tells which places are shut.
template <class F>
PORTOLAN_HOST_DEVICE void for_each_inside_move(const GridArrays& g, const CellWindow& window,
                                               const Cost* costs, std::uint32_t local, F&& f) {
  const std::uint32_t node = window.node(g, local);
  const bool inside = window.inside(local);
  const unsigned moves = moves_from(g, node);
  for (unsigned d = 0; d < 8; ++d) {
    if ((moves >> d & 1) == 0) continue;
    const std::uint32_t to = local + step_of(d, window.stride());
    if (to >= window.size() || costs[to] == kShut || (!inside && !window.inside(to))) continue;
    const std::uint32_t beyond = node + step_of(d, g.stride);
    f(to, cost_of_move(g, node, beyond, d), d);
  }
}

/// Fills in the costs from one tile of a cell to all places of its window: again and again from
/// the neighbours of each, until nothing gets cheaper.
template <class Lanes>
PORTOLAN_HOST_DEVICE void spread_in_window(const Lanes& lanes, const GridArrays& g, CellId cell,
                                           std::uint32_t from, Cost* costs) {
  const CellWindow window = CellWindow::of(g, cell);
  for (std::uint32_t p = lanes.lane(); p < window.size(); p += Lanes::kCount)
    costs[p] = window.inside(p) && passable(g, window.node(g, p)) ? kInfinite : kShut;
  lanes.sync();
  const std::uint32_t gates = g.cell_begin[index(cell)];
  for (std::uint32_t i = gates + lanes.lane(); i < g.cell_begin[index(cell) + 1];
       i += Lanes::kCount)
    costs[g.gate_locals[i]] = kInfinite;
  lanes.sync();
  if (lanes.lane() == 0) costs[from] = 0;
  for (bool changed = true; changed;) {
    lanes.sync();
    changed = false;
    for (std::uint32_t p = lanes.lane(); p < window.size(); p += Lanes::kCount) {
      if (costs[p] == kShut) continue;
      Cost best = costs[p];
      for_each_inside_move(g, window, costs, p, [&](std::uint32_t to, Cost cost, unsigned) {
        if (costs[to] != kInfinite && costs[to] + cost < best) best = costs[to] + cost;
      });
      if (best == costs[p]) continue;
      costs[p] = best;
      changed = true;
    }
    changed = lanes.any(changed);
  }
  lanes.sync();
}

/// Writes the path to a tile that was reached so, move by move, at the back. By one lane.
PORTOLAN_HOST_DEVICE EndRuns write_inside_runs(const GridArrays& g, CellId cell, std::uint32_t to,
                                               const Cost* costs, const RunRoom& room) {
  const CellWindow window = CellWindow::of(g, cell);
  EndRuns found;
  for (std::uint32_t at = to; costs[at] != 0;) {
    if (found.runs == room.size) {
      found.fits = false;
      return found;
    }
    std::uint32_t before = at;
    unsigned direction = 0;
    for_each_inside_move(g, window, costs, at, [&](std::uint32_t next, Cost cost, unsigned d) {
      if (costs[next] == kInfinite || costs[next] + cost != costs[at]) return;
      before = next;
      direction = d;
    });
    room.at(true, found.runs) = static_cast<std::uint8_t>(direction ^ 4u);
    ++found.runs;
    ++found.moves;
    at = before;
  }
  return found;
}

}  // namespace portolan::detail
