#include "portolan/gpu/grid/connect_runs.h"

#include <algorithm>

namespace portolan::detail {
namespace {

constexpr std::uint8_t kNoDirection = 8;
constexpr std::uint32_t kLongestRun = 32;

}  // namespace

std::uint32_t place_in_window(const GridSnapshot& snapshot, CellId cell, NodeId node) {
  const TileRect rect = snapshot.world().squares().rect(cell);
  const Tile t = snapshot.graph().tile(node);
  return static_cast<std::uint32_t>((t.y - rect.y + 1) * (rect.width + 2) + t.x - rect.x + 1);
}

NodeId ConnectRunMaker::node(std::uint32_t local) const {
  const auto at = static_cast<std::int32_t>(local);
  const std::int32_t stride = rect_.width + 2;
  return snapshot_.graph().node({rect_.x + at % stride - 1, rect_.y + at / stride - 1});
}

bool ConnectRunMaker::inside(std::uint32_t local) const {
  const auto at = static_cast<std::int32_t>(local);
  const std::int32_t column = at % (rect_.width + 2);
  const std::int32_t row = at / (rect_.width + 2);
  return column > 0 && row > 0 && column <= rect_.width && row <= rect_.height;
}

void ConnectRunMaker::make(CellId cell, std::uint8_t* runs) {
  cell_ = cell;
  rect_ = snapshot_.world().squares().rect(cell);
  overlay_ = snapshot_.hierarchy().cell(index(cell));
  const std::size_t size =
      static_cast<std::size_t>(rect_.width + 2) * static_cast<std::size_t>(rect_.height + 2);
  for (const GatePlace place : overlay_.places()) {
    costs_.assign(size, kInfinite);
    directions_.assign(size, kNoDirection);
    const std::uint32_t gate = place_in_window(snapshot_, cell, overlay_.gate(place));
    look_up_costs(place);
    choose_directions(gate);
    join(gate, runs);
    runs += size;
  }
}

void ConnectRunMaker::look_up_costs(GatePlace gate) {
  const auto costs_to_gate = snapshot_.tables().connect().costs_to(index(cell_), false, gate);
  for (std::int32_t y = 0; y < rect_.height; ++y) {
    for (std::int32_t x = 0; x < rect_.width; ++x) {
      if (!snapshot_.passable(Tile{rect_.x + x, rect_.y + y})) continue;
      const RowId row{static_cast<std::uint32_t>(y * rect_.width + x)};
      const Cost cost = costs_to_gate(row);
      if (cost < kTableInfinite)
        costs_[static_cast<std::uint32_t>((y + 1) * (rect_.width + 2) + x + 1)] = cost;
    }
  }
  for (const GatePlace other : overlay_.places()) {
    const std::uint32_t at = place_in_window(snapshot_, cell_, overlay_.gate(other));
    if (other == gate) {
      costs_[at] = 0;
    } else if (!inside(at)) {
      costs_[at] = overlay_.cost(other, gate);
    }
  }
}

/// A path takes the first direction along which the costs fall by what the move costs, so that it
/// goes on as long as that does.
void ConnectRunMaker::choose_directions(std::uint32_t gate) {
  const GridGraph& graph = snapshot_.graph();
  for (std::uint32_t at = 0; at < costs_.size(); ++at) {
    if (costs_[at] == kInfinite || at == gate) continue;
    const std::uint32_t from = index(node(at));
    const unsigned moves = graph.moves(from);
    for (unsigned d = 0; d < 8; ++d) {
      if ((moves >> d & 1) == 0) continue;
      const std::uint32_t next = after(at, d);
      if (next >= costs_.size() || costs_[next] == kInfinite) continue;
      if (!inside(at) && !inside(next)) continue;
      const std::uint32_t to = from + static_cast<std::uint32_t>(graph.offset(d));
      const Cost move = graph.move_cost(from, to, d);
      if (move + costs_[next] != costs_[at]) continue;
      directions_[at] = static_cast<std::uint8_t>(d);
      break;
    }
  }
}

void ConnectRunMaker::join(std::uint32_t gate, std::uint8_t* runs) const {
  for (std::uint32_t at = 0; at < costs_.size(); ++at) {
    const std::uint8_t direction = directions_[at];
    runs[at] = 0;
    if (direction == kNoDirection) continue;
    std::uint32_t length = 0;
    for (std::uint32_t on = at; on != gate && length < kLongestRun && directions_[on] == direction;
         on = after(on, direction)) {
      ++length;
    }
    runs[at] = static_cast<std::uint8_t>(direction | (length - 1) << 3);
  }
}

}  // namespace portolan::detail
