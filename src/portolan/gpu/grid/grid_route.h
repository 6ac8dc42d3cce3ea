#pragma once

#include <cstdint>

#include "portolan/gpu/grid/grid_moves.h"
#include "portolan/gpu/tables/label_walk.h"

/// An agent's path on a grid as runs of moves, and the nodes of it.
namespace portolan::detail {

/// Where the runs of one agent's path go. Those that its start's side knows lie in front, those
/// that its goal's side knows at the back, all in the order of the path.
struct RunRoom {
  std::uint8_t* runs;
  std::uint32_t size;

  /// The i-th run as one end sees it, counted from there.
  PORTOLAN_HOST_DEVICE std::uint8_t& at(bool backward, std::uint32_t i) const {
    return runs[backward ? size - 1 - i : i];
  }
};

/// How many there are, and where the path begins.
struct GridRoute {
  std::uint32_t first;
  std::uint32_t front;
  std::uint32_t back;
};

/// What it takes to follow a path from one end.
struct GridEndWalk {
  bool backward;
  CellId cell;
  std::uint32_t local;  ///< The end's place in the cell's window,
  GatePlace gate;       ///< and the gate that it leads to.
};

/// What came of it.
struct EndRuns {
  std::uint32_t runs = 0;
  std::uint32_t moves = 0;  ///< In those that this lane wrote.
  bool fits = true;
};

/// Writes the runs between an end and its gate.
PORTOLAN_HOST_DEVICE void write_connection(const GridArrays& g, const GridEndWalk& walk,
                                           bool writes, const RunRoom& room, EndRuns& found) {
  const CellWindow window = CellWindow::of(g, walk.cell);
  const std::uint8_t* const runs = g.connect_runs.data + g.run_begin[index(walk.cell)] +
                                   index(walk.gate) * std::size_t{window.size()};
  const std::uint32_t gate = g.gate_locals[g.cell_begin[index(walk.cell)] + index(walk.gate)];
  for (std::uint32_t local = walk.local; local != gate;) {
    const std::uint8_t run = runs[local];
    local += run_length(run) * step_of(run_direction(run), window.stride());
    if (found.runs == room.size) {
      found.fits = false;
      return;
    }
    if (writes) {
      room.at(walk.backward, found.runs) = run ^ (walk.backward ? 4u : 0u);
      found.moves += run_length(run);
    }
    ++found.runs;
  }
}

/// Writes the runs of one gate hop: lane `lane` of `lanes` some of them.
PORTOLAN_HOST_DEVICE void write_gate_hop(const GridArrays& g, const GateHop& hop, bool backward,
                                         std::uint32_t lane, std::uint32_t lanes,
                                         const RunRoom& room, EndRuns& found) {
  const bool reversed = (hop.reversed != 0) != (backward && g.flipped_back);
  const std::uint32_t count = hop.size == 0 ? 1 : hop.size;
  if (found.runs + count > room.size) {
    found.fits = false;
    return;
  }
  const std::uint8_t* const stored = g.stored_paths.data + hop.path;
  for (std::uint32_t i = lane; i < count; i += lanes) {
    std::uint8_t run = static_cast<std::uint8_t>(hop.path);
    if (hop.size != 0)
      run = stored[reversed != backward ? count - 1 - i : i] ^ (reversed ? 4u : 0u);
    room.at(backward, found.runs + i) = run;
    found.moves += run_length(run);
  }
  found.runs += count;
}

/// Writes the runs between an end and the hub: lane `lane` of `lanes` some of them. All of these
/// follow the same way, each for itself.
PORTOLAN_HOST_DEVICE EndRuns follow_runs(const GridArrays& g, const GridEndWalk& walk,
                                         std::uint32_t hub_depth, std::uint32_t lane,
                                         std::uint32_t lanes, const RunRoom& room) {
  const DirectionArrays& d = g.direction(walk.backward);
  EndRuns found;
  write_connection(g, walk, lane == 0, room, found);
  const GateId gate = g.gates_of_cells[g.cell_begin[index(walk.cell)] + index(walk.gate)];
  LabelWalk up = LabelWalk::from(g, d, gate);
  while (found.fits && up.depth != hub_depth)
    write_gate_hop(g, up.next(d, hub_depth), walk.backward, lane, lanes, room, found);
  return found;
}

/// Puts a node where it stays: nobody reads it again soon.
PORTOLAN_HOST_DEVICE void put_node(std::uint32_t* at, std::uint32_t node) {
#ifdef __CUDA_ARCH__
  __stcs(at, node);
#else
  *at = node;
#endif
}

/// Writes the nodes of a route, `wanted`, from its first one on.
template <class Lanes>
PORTOLAN_HOST_DEVICE void write_nodes(const Lanes& lanes, const GridArrays& g,
                                      const GridRoute& route, const RunRoom& room, bool wanted,
                                      std::uint32_t* nodes) {
  const std::uint32_t runs = wanted ? route.front + route.back : 0;
  const std::uint32_t most_runs = lanes.most(runs);
  if (wanted && lanes.lane() == 0) put_node(nodes, route.first);
  std::uint32_t done = 1;
  std::uint32_t node = route.first;
  for (std::uint32_t r0 = 0; r0 < most_runs; r0 += Lanes::kCount) {
    // Each lane takes a run,
    std::uint32_t length = 0;
    std::uint32_t step = 0;
    if (const std::uint32_t r = r0 + lanes.lane(); r < runs) {
      const std::uint8_t run = room.runs[r < route.front ? r : room.size - runs + r];
      length = run_length(run);
      step = step_of(run_direction(run), g.stride);
    }
    const std::uint32_t end = lanes.sum_up_to(length);
    const std::uint32_t last = node + lanes.sum_up_to(length * step);
    const std::uint32_t count = lanes.of(end, Lanes::kCount - 1);
    const std::uint32_t most_count = lanes.most(count);
    // and then nodes of whichever lane's run.
    for (std::uint32_t k0 = 0; k0 < most_count; k0 += Lanes::kCount) {
      const std::uint32_t k = k0 + lanes.lane();
      std::uint32_t owner = 0;
      for (std::uint32_t width = Lanes::kCount / 2; width > 0; width /= 2)
        if (lanes.of(end - length, owner + width) <= k) owner += width;
      const std::uint32_t left = lanes.of(end, owner) - 1 - k;
      const std::uint32_t at = lanes.of(last, owner) - left * lanes.of(step, owner);
      if (k < count) put_node(nodes + done + k, at);
    }
    done += count;
    node = lanes.of(last, Lanes::kCount - 1);
  }
}

}  // namespace portolan::detail
