#include <algorithm>
#include <cstdint>
#include <utility>

#include "scenes/grid_scene_makers.h"
#include "scenes/random.h"

namespace portolan::detail::scenes {
namespace {

/// Divides the floor again and again by walls with doors; large parts also by corridors.
/// Doors are set after both sides are divided, each where both sides are free: so the two sides
/// always hang together.
class RoomsBuilder {
 public:
  explicit RoomsBuilder(const GridSceneOptions& options)
      : random_(options.seed),
        canvas_(static_cast<std::int32_t>(options.width), static_cast<std::int32_t>(options.height),
                kWall),
        room_(static_cast<std::int32_t>(options.room_size)),
        min_room_(std::max(2, room_ / 3)) {}

  TileCanvas build() {
    const Rect all{1, 1, canvas_.width - 1, canvas_.height - 1};
    canvas_.fill(all, kFree);
    divide(all);
    return std::move(canvas_);
  }

 private:
  void divide(Rect r) {
    const bool flat = r.width() >= r.height();
    const bool upright = r.width() * 2 > r.height() * 3   ? true
                         : r.height() * 2 > r.width() * 3 ? false
                                                          : flat == random_.chance(70);
    const std::int32_t length = upright ? r.width() : r.height();
    const bool enough = std::max(r.width(), r.height()) <= room_ + random_.between(0, room_ / 2);
    if (enough || length < 2 * min_room_ + 1) return furnish(r);

    const bool corridor = length >= 4 * room_ && random_.chance(75);
    const std::int32_t gap = corridor ? random_.between(2, std::clamp(room_ / 4, 2, 6)) + 1 : 0;
    // The middle half is preferred: slivers along the walls look wrong.
    const std::int32_t low = std::max(min_room_, length / 4);
    const std::int32_t high = std::max(low, std::min(length - min_room_ - gap - 1, length * 3 / 4));
    const std::int32_t at = (upright ? r.x0 : r.y0) + random_.between(low, high);
    Rect first = r, second = r;
    (upright ? first.x1 : first.y1) = at;
    (upright ? second.x0 : second.y0) = at + gap + 1;
    build_wall(r, upright, at);
    if (corridor) build_wall(r, upright, at + gap);
    divide(first);
    divide(second);
    set_doors(r, upright, at);
    if (corridor) set_doors(r, upright, at + gap);
  }

  void build_wall(Rect r, bool upright, std::int32_t at) {
    if (upright)
      canvas_.fill({at, r.y0, at + 1, r.y1}, kWall);
    else
      canvas_.fill({r.x0, at, r.x1, at + 1}, kWall);
  }

  /// Columns in some of the large rooms, two tiles away from all walls.
  void furnish(Rect r) {
    if (std::min(r.width(), r.height()) < 12 || !random_.chance(25)) return;
    const std::int32_t pitch = random_.between(5, 7);
    const std::int32_t nx = (r.width() - 6) / pitch, ny = (r.height() - 6) / pitch;
    const std::int32_t x0 = r.x0 + (r.width() - nx * pitch - 2) / 2;
    const std::int32_t y0 = r.y0 + (r.height() - ny * pitch - 2) / 2;
    for (std::int32_t y = 0; y <= ny; ++y) {
      for (std::int32_t x = 0; x <= nx; ++x) {
        const Tile corner{x0 + x * pitch, y0 + y * pitch};
        canvas_.fill({corner.x, corner.y, corner.x + 2, corner.y + 2}, kWall);
      }
    }
  }

  void set_doors(Rect r, bool upright, std::int32_t at) {
    const std::int32_t begin = upright ? r.y0 : r.x0;
    const std::int32_t length = upright ? r.height() : r.width();
    const std::int32_t count = 1 + length / (room_ + room_ / 2);
    for (std::int32_t i = 0; i < count; ++i) {
      // One door in each of `count` equal stretches, so that they do not crowd.
      const std::int32_t low = length * i / count;
      std::int32_t place =
          begin + random_.between(low, std::max(low, length * (i + 1) / count - 1));
      // The first place of a wall always has rooms on both sides, so the walk back ends.
      while (!can_open(upright, at, place) && place > begin) --place;
      const std::int32_t end = place + random_.between(1, std::clamp(room_ / 6, 1, 4));
      for (; place < std::min(end, begin + length) && can_open(upright, at, place); ++place) {
        (upright ? canvas_.at(at, place) : canvas_.at(place, at)) = kFree;
      }
    }
  }

  bool can_open(bool upright, std::int32_t at, std::int32_t place) const {
    return upright ? is_free(canvas_.at(at - 1, place)) && is_free(canvas_.at(at + 1, place))
                   : is_free(canvas_.at(place, at - 1)) && is_free(canvas_.at(place, at + 1));
  }

  Random random_;
  TileCanvas canvas_;
  std::int32_t room_;
  std::int32_t min_room_;
};

}  // namespace

TileCanvas make_rooms(const GridSceneOptions& options) { return RoomsBuilder(options).build(); }

}  // namespace portolan::detail::scenes
