#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "scenes/grid_scene_makers.h"
#include "scenes/random.h"

namespace portolan::detail::scenes {
namespace {

constexpr std::uint32_t kBranchPercent = 8;  ///< How often a corridor forks from an older place.
constexpr std::uint32_t kLoopPercent = 4;    ///< Walls opened afterwards, so that paths compete.

/// Squares of a maze laid over the canvas, with walls one tile thick between them.
class MazeBuilder {
 public:
  explicit MazeBuilder(const GridSceneOptions& options)
      : random_(options.seed),
        canvas_(static_cast<std::int32_t>(options.width), static_cast<std::int32_t>(options.height),
                kWall) {
    const std::int32_t fitting = (std::min(canvas_.width, canvas_.height) - 3) / 2;
    const std::int32_t corridor =
        std::min(static_cast<std::int32_t>(options.corridor_width), fitting);
    columns_ = (canvas_.width - 1) / (corridor + 1);
    rows_ = (canvas_.height - 1) / (corridor + 1);
  }

  TileCanvas build() {
    grow();
    open_loops();
    return std::move(canvas_);
  }

 private:
  /// Walls stand evenly, so that what does not divide is spread over all corridors.
  std::int32_t wall_x(std::int32_t column) const {
    return static_cast<std::int32_t>(std::int64_t{column} * (canvas_.width - 1) / columns_);
  }
  std::int32_t wall_y(std::int32_t row) const {
    return static_cast<std::int32_t>(std::int64_t{row} * (canvas_.height - 1) / rows_);
  }
  /// Clears the squares from (c0, r0) to (c1, r1) and the walls between them.
  void clear(std::int32_t c0, std::int32_t r0, std::int32_t c1, std::int32_t r1) {
    canvas_.fill({wall_x(c0) + 1, wall_y(r0) + 1, wall_x(c1 + 1), wall_y(r1 + 1)}, kFree);
  }
  bool is_visited(std::int32_t c, std::int32_t r) const {
    return is_free(canvas_.at(wall_x(c) + 1, wall_y(r) + 1));
  }

  /// A spanning tree that mostly grows from its newest square: long winding corridors.
  void grow() {
    std::vector<Tile> active{{random_.between(0, columns_ - 1), random_.between(0, rows_ - 1)}};
    clear(active[0].x, active[0].y, active[0].x, active[0].y);
    while (!active.empty()) {
      const auto count = static_cast<std::uint32_t>(active.size());
      const std::uint32_t pick = random_.chance(kBranchPercent) ? random_.below(count) : count - 1;
      const Tile from = active[pick];
      Tile to;
      if (choose_unvisited(from, to)) {
        clear(std::min(from.x, to.x), std::min(from.y, to.y), std::max(from.x, to.x),
              std::max(from.y, to.y));
        active.push_back(to);
      } else {
        active[pick] = active.back();
        active.pop_back();
      }
    }
  }

  bool choose_unvisited(Tile from, Tile& to) {
    constexpr std::array<Tile, 4> kSteps{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
    std::array<Tile, 4> choices;
    std::uint32_t count = 0;
    for (const Tile step : kSteps) {
      const Tile next{from.x + step.x, from.y + step.y};
      const bool inside = next.x >= 0 && next.y >= 0 && next.x < columns_ && next.y < rows_;
      if (inside && !is_visited(next.x, next.y)) choices[count++] = next;
    }
    if (count == 0) return false;
    to = choices[random_.below(count)];
    return true;
  }

  void open_loops() {
    for (std::int32_t r = 0; r < rows_; ++r) {
      for (std::int32_t c = 0; c < columns_; ++c) {
        if (c + 1 < columns_ && random_.chance(kLoopPercent)) clear(c, r, c + 1, r);
        if (r + 1 < rows_ && random_.chance(kLoopPercent)) clear(c, r, c, r + 1);
      }
    }
  }

  Random random_;
  TileCanvas canvas_;
  std::int32_t columns_ = 0;
  std::int32_t rows_ = 0;
};

}  // namespace

TileCanvas make_maze(const GridSceneOptions& options) { return MazeBuilder(options).build(); }

}  // namespace portolan::detail::scenes
