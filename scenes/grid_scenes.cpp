#include "scenes/grid_scenes.h"

#include <array>
#include <string>
#include <utility>

#include "scenes/grid_scene_makers.h"
#include "scenes/option_limits.h"
#include "scenes/random.h"

namespace portolan::detail::scenes {
namespace {

constexpr std::array<std::string_view, 5> kGridNames{"maze", "rooms", "caves", "random", "city"};
constexpr std::array kGridMakers{make_maze, make_rooms, make_caves, make_random, make_city};
static_assert(kGridNames.size() == kGridMakers.size());

Result<Done> check_options(const GridSceneOptions& o) {
  const std::array<OptionLimit, 7> limits{{{"width", o.width, 8, 8192},
                                           {"height", o.height, 8, 8192},
                                           {"corridor_width", o.corridor_width, 1, 256},
                                           {"room_size", o.room_size, 4, 512},
                                           {"rock_percent", o.rock_percent, 40, 60},
                                           {"blocked_percent", o.blocked_percent, 0, 90},
                                           {"block_size", o.block_size, 8, 128}}};
  return check_limits(limits);
}

}  // namespace

TileCanvas make_random(const GridSceneOptions& options) {
  Random random(options.seed);
  TileCanvas canvas(static_cast<std::int32_t>(options.width),
                    static_cast<std::int32_t>(options.height), kFree);
  for (TileLetter& letter : canvas.letters) {
    if (random.chance(options.blocked_percent)) letter = kWall;
  }
  return canvas;
}

std::span<const std::string_view> grid_scene_names() { return kGridNames; }

Result<Grid> generate_grid(std::string_view name, const GridSceneOptions& options) {
  std::string known;
  for (std::size_t i = 0; i < kGridNames.size(); ++i) {
    known += (i == 0 ? "" : ", ") + std::string(kGridNames[i]);
    if (kGridNames[i] != name) continue;
    if (const Result<Done> checked = check_options(options); !checked) return checked.error();
    return Grid::make(options.width, options.height, kGridMakers[i](options).letters);
  }
  return Error{"there is no grid scene \"" + std::string(name) + "\"; choose one of " + known};
}

}  // namespace portolan::detail::scenes
