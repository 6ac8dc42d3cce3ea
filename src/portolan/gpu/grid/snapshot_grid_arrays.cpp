#include "portolan/gpu/grid/snapshot_grid_arrays.h"

#include <algorithm>

#include "portolan/core/run_all.h"
#include "portolan/gpu/device/array_places.h"
#include "portolan/gpu/grid/connect_runs.h"

namespace portolan::detail {

Result<SnapshotGridArrays> SnapshotGridArrays::make(const GridSnapshot& snapshot,
                                                    const ParallelFor& parallel) {
  SnapshotGridArrays arrays(snapshot);
  if (auto done = arrays.tables_.fill(arrays.snapshot_.tables(), arrays.view_); !done)
    return done.error();
  arrays.view_graph();
  arrays.fill_gates();
  arrays.fill_runs(parallel);
  for (const bool backward : {false, true}) arrays.turn_inter_edges(backward);
  return arrays;
}

void SnapshotGridArrays::view_graph() {
  const GridGraph& graph = snapshot_.graph();
  const GridGraph::Arrays arrays = graph.arrays();
  const Squares& squares = snapshot_.world().squares();
  view_.bits = array_of(arrays.bits);
  view_.move_table = array_of(arrays.move_table);
  view_.classes = array_of(arrays.classes);
  view_.move_costs = array_of(arrays.costs);
  view_.class_count = arrays.class_count;
  view_.width = graph.width();
  view_.height = graph.height();
  view_.stride = graph.stride();
  view_.node_count = graph.node_count();
  view_.side = squares.side();
  view_.columns = squares.columns();
}

void SnapshotGridArrays::fill_gates() {
  const GateLinks& links = snapshot_.tables().links();
  gate_nodes_.resize(links.gate_count());
  for (std::uint32_t c = 0; c < links.cell_count(); ++c) {
    const OverlayCell overlay = snapshot_.hierarchy().cell(c);
    const auto gates = links.gates_of(c);
    for (std::uint32_t i = 0; i < gates.size(); ++i) {
      const NodeId node = overlay.gate(GatePlace{i});
      gate_nodes_[index(gates[i])] = node;
      gate_locals_.push_back(place_in_window(snapshot_, CellId{c}, node));
    }
  }
  view_.gate_locals = array_of(gate_locals_);
}

void SnapshotGridArrays::fill_runs(const ParallelFor& parallel) {
  const std::uint32_t cells = snapshot_.tables().links().cell_count();
  std::size_t size = 0;
  for (std::uint32_t c = 0; c < cells; ++c) {
    const std::uint32_t window = CellWindow::of(view_, CellId{c}).size();
    view_.most_window = std::max(view_.most_window, window);
    run_begin_.push_back(size);
    size += snapshot_.tables().links().gates_of(c).size() * window;
  }
  connect_runs_.resize(size);
  const auto make_cell = [&](std::uint32_t c) {
    ConnectRunMaker(snapshot_).make(CellId{c}, connect_runs_.data() + run_begin_[c]);
  };
  run_all(parallel, cells, make_cell);
  view_.run_begin = array_of(run_begin_);
  view_.connect_runs = array_of(connect_runs_);
}

/// Gate hops along inter-edges get their move in place of the node that it leads to.
void SnapshotGridArrays::turn_inter_edges(bool backward) {
  DirectionArrays& d = backward ? view_.from_gates : view_.to_gates;
  const GateHop* const end = d.gate_hops.data + d.gate_hops.size;
  if (std::none_of(d.gate_hops.data, end, [](const GateHop& hop) { return hop.size == 0; })) return;
  const GateLinks& links = snapshot_.tables().links();
  std::vector<GateHop>& hops = gate_hops_[backward ? 1 : 0];
  hops.assign(d.gate_hops.data, end);
  for (std::uint32_t gate = 0; gate < links.gate_count(); ++gate) {
    for (std::uint32_t k = d.exit_begin[gate]; k < d.exit_begin[gate + 1]; ++k) {
      if (hops[k].size != 0) continue;
      const auto to = std::partition_point(
          links.gates.data(), links.gates.data() + links.gate_count(),
          [&](const GateLinks::Gate& other) { return other.labels < hops[k].labels; });
      const NodeId own = gate_nodes_[gate];
      const NodeId other = gate_nodes_[static_cast<std::size_t>(to - links.gates.data())];
      hops[k].path = backward ? snapshot_.graph().direction(other, own)
                              : snapshot_.graph().direction(own, other);
    }
  }
  d.gate_hops = array_of(hops);
}

std::uint64_t SnapshotGridArrays::bytes() const { return ArrayPlaces(view_).bytes(); }

}  // namespace portolan::detail
