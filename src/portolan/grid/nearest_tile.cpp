#include "portolan/grid/nearest_tile.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <tuple>

#include "portolan/core/narrow.h"

namespace portolan::detail {
namespace {

class NearestTile {
 public:
  NearestTile(const GridSnapshot& snapshot, std::uint32_t component, Tile goal)
      : snapshot_(snapshot),
        squares_(snapshot.world().squares()),
        component_(component),
        goal_{std::clamp(goal.x, -kFarthest, kFarthest),
              std::clamp(goal.y, -kFarthest, kFarthest)} {}

  std::optional<Tile> find() {
    const auto columns = narrow<std::int32_t>(squares_.columns());
    const auto rows = narrow<std::int32_t>(squares_.rows());
    const Grid& grid = snapshot_.grid();
    const Tile inside{std::clamp(goal_.x, 0, narrow<std::int32_t>(grid.width()) - 1),
                      std::clamp(goal_.y, 0, narrow<std::int32_t>(grid.height()) - 1)};
    const auto middle = narrow<std::int32_t>(index(squares_.at(inside)));
    const std::int32_t column = middle % columns;
    const std::int32_t row = middle / columns;
    const std::int64_t side = squares_.side();
    for (std::int32_t ring = 0; ring < std::max(columns, rows); ++ring) {
      // Whatever lies in this ring is at least so far from the goal.
      const std::int64_t gap = ring == 0 ? 0 : (ring - 1) * side + 1;
      if (gap * gap > least_) break;
      for (std::int32_t y = std::max(0, row - ring); y <= std::min(rows - 1, row + ring); ++y) {
        const bool whole_row = y == row - ring || y == row + ring;
        const std::int32_t step = whole_row || ring == 0 ? 1 : 2 * ring;
        for (std::int32_t x = column - ring; x <= column + ring; x += step) {
          if (x >= 0 && x < columns) look_into(CellId{narrow<std::uint32_t>(y * columns + x)});
        }
      }
    }
    if (least_ == kNone) return std::nullopt;
    return best_;
  }

 private:
  static constexpr std::int32_t kFarthest = 1 << 30;  // so that squares of distances fit
  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();

  static std::int64_t gap(std::int32_t at, std::int32_t begin, std::int32_t size) {
    return at < begin ? begin - at : at >= begin + size ? at - (begin + size - 1) : 0;
  }
  bool holds_component(CellId cell) const {
    const Components& components = *snapshot_.hierarchy().components();
    const auto begin = components.root.begin() + components.first[index(cell)];
    const auto end = components.root.begin() + components.first[index(cell) + 1];
    return std::find(begin, end, component_) != end;
  }
  void look_into(CellId cell) {
    const TileRect rect = squares_.rect(cell);
    const std::int64_t dx = gap(goal_.x, rect.x, rect.width);
    const std::int64_t dy = gap(goal_.y, rect.y, rect.height);
    if (dx * dx + dy * dy > least_ || !holds_component(cell)) return;
    std::uint32_t number = 0;
    for (std::int32_t y = rect.y; y < rect.y + rect.height; ++y) {
      for (std::int32_t x = rect.x; x < rect.x + rect.width; ++x, ++number) {
        const std::int64_t across = x - std::int64_t{goal_.x};
        const std::int64_t down = y - std::int64_t{goal_.y};
        const std::int64_t distance = across * across + down * down;
        if (std::tie(distance, y, x) < std::tie(least_, best_.y, best_.x) &&
            snapshot_.hierarchy().component(cell, number) == component_) {
          least_ = distance;
          best_ = {x, y};
        }
      }
    }
  }

  const GridSnapshot& snapshot_;
  const Squares& squares_;
  std::uint32_t component_;
  Tile goal_;
  std::int64_t least_ = kNone;
  Tile best_{};
};

}  // namespace

std::optional<Tile> find_nearest_reachable(const GridSnapshot& snapshot, Tile start, Tile goal) {
  if (!snapshot.passable(start)) return std::nullopt;
  const GridWorld& world = snapshot.world();
  const NodeId node = snapshot.graph().node(start);
  const std::uint32_t component =
      snapshot.hierarchy().component(world.home_cell(node), world.home_index(node));
  return NearestTile(snapshot, component, goal).find();
}

}  // namespace portolan::detail
