#include "scenes/grid_scenes.h"

#include <array>
#include <string>
#include <utility>

#include "scenes/grid_scene_makers.h"
#include "scenes/random.h"

namespace portolan::detail::scenes {
namespace {

constexpr std::array<std::string_view, 5> kNames{"maze", "rooms", "caves", "random", "city"};
constexpr std::array kMakers{make_maze, make_rooms, make_caves, make_random, make_city};
static_assert(kNames.size() == kMakers.size());

struct Limit {
  const char* option;
  std::uint32_t value, low, high;
};

Result<Done> check_options(const GridSceneOptions& o) {
  const std::array<Limit, 7> limits{{{"width", o.width, 8, 8192},
                                     {"height", o.height, 8, 8192},
                                     {"corridor_width", o.corridor_width, 1, 256},
                                     {"room_size", o.room_size, 4, 512},
                                     {"rock_percent", o.rock_percent, 40, 60},
                                     {"blocked_percent", o.blocked_percent, 0, 90},
                                     {"block_size", o.block_size, 8, 128}}};
  for (const Limit& limit : limits) {
    if (limit.value >= limit.low && limit.value <= limit.high) continue;
    return Error{std::string("scene option ") + limit.option + " is " +
                 std::to_string(limit.value) + "; choose " + std::to_string(limit.low) + " to " +
                 std::to_string(limit.high)};
  }
  return Done{};
}

}  // namespace

TileCanvas make_random(const GridSceneOptions& options) {
  Random random(options.seed);
  TileCanvas canvas(static_cast<std::int32_t>(options.width),
                    static_cast<std::int32_t>(options.height), kFree);
  for (Terrain& letter : canvas.letters) {
    if (random.chance(options.blocked_percent)) letter = kWall;
  }
  return canvas;
}

std::span<const std::string_view> grid_scene_names() { return kNames; }

Result<Grid> generate_grid(std::string_view name, const GridSceneOptions& options) {
  std::string known;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    known += (i == 0 ? "" : ", ") + std::string(kNames[i]);
    if (kNames[i] != name) continue;
    if (const Result<Done> checked = check_options(options); !checked) return checked.error();
    return Grid::make(options.width, options.height, kMakers[i](options).letters);
  }
  return Error{"there is no grid scene \"" + std::string(name) + "\"; choose one of " + known};
}

}  // namespace portolan::detail::scenes
