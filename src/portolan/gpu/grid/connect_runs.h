#pragma once

#include <cstdint>
#include <vector>

#include "portolan/grid/grid_snapshot.h"

namespace portolan::detail {

/// The first runs of the paths from all places of a cell's window to its gates: see
/// GridArrays::connect_runs. Scratch; one thread at a time.
class ConnectRunMaker {
 public:
  /// The snapshot has a connect table and outlives it.
  explicit ConnectRunMaker(const GridSnapshot& snapshot) : snapshot_(snapshot) {}

  /// Writes those of one cell, gate by gate.
  void make(CellId cell, std::uint8_t* runs);

 private:
  NodeId node(std::uint32_t local) const;
  /// The place that a move leads to.
  std::uint32_t after(std::uint32_t local, unsigned direction) const {
    const Tile& d = kDirections[direction];
    return local + static_cast<std::uint32_t>(d.y * (rect_.width + 2) + d.x);
  }
  bool inside(std::uint32_t local) const;
  void look_up_costs(GatePlace gate);
  void choose_directions(std::uint32_t gate);
  void join(std::uint32_t gate, std::uint8_t* runs) const;

  const GridSnapshot& snapshot_;
  CellId cell_{};
  TileRect rect_;
  OverlayCell overlay_;
  std::vector<Cost> costs_;  // to one gate, by place in the window; kInfinite: no path
  std::vector<std::uint8_t> directions_;
};

/// The place of a node in the window around a cell's tiles.
std::uint32_t place_in_window(const GridSnapshot& snapshot, CellId cell, NodeId node);

}  // namespace portolan::detail
