#include <algorithm>
#include <cstdint>
#include <vector>

#include "scenes/components.h"
#include "scenes/grid_scene_makers.h"
#include "scenes/random.h"

namespace portolan::detail::scenes {
namespace {

constexpr std::int32_t kSmallMap = 40;    ///< Shorter side below which a map is small, in tiles.
constexpr std::uint32_t kMinCavern = 40;  ///< Smaller caverns are closed, in tiles.

/// Rock with random holes: denser in some regions than in others, so that halls and narrow
/// passages lie side by side.
TileCanvas make_rubble(const GridSceneOptions& options, Random& random) {
  TileCanvas canvas(static_cast<std::int32_t>(options.width),
                    static_cast<std::int32_t>(options.height), kWall);
  const std::uint64_t wide = random.next(), narrow = random.next();
  const auto rock = static_cast<std::int32_t>(options.rock_percent) * 1024 / 100;
  for (std::int32_t y = 1; y < canvas.height - 1; ++y) {
    for (std::int32_t x = 1; x < canvas.width - 1; ++x) {
      const std::int32_t hills = (noise_at(wide, x, y, 72) + noise_at(narrow, x, y, 22)) / 2;
      if (random.between(0, 1023) >= rock + (hills - 512) / 3) canvas.at(x, y) = kFree;
    }
  }
  return canvas;
}

/// One round: a tile becomes rock when most tiles of the square around it are, up to `reach`
/// away. What lies outside the map counts as rock.
void wear(TileCanvas& canvas, std::int32_t reach) {
  std::vector<std::uint8_t> across(canvas.letters.size());  // rock in a row, up to reach away
  for (std::int32_t y = 0; y < canvas.height; ++y) {
    for (std::int32_t x = 0; x < canvas.width; ++x) {
      std::int32_t rock = 0;
      for (std::int32_t k = x - reach; k <= x + reach; ++k) {
        rock += k < 0 || k >= canvas.width || canvas.at(k, y) == kWall;
      }
      across[canvas.index(x, y)] = static_cast<std::uint8_t>(rock);
    }
  }
  const std::int32_t side = 2 * reach + 1;
  for (std::int32_t y = 1; y < canvas.height - 1; ++y) {
    for (std::int32_t x = 1; x < canvas.width - 1; ++x) {
      std::int32_t rock = 0;
      for (std::int32_t k = y - reach; k <= y + reach; ++k) {
        rock += k < 0 || k >= canvas.height ? side : across[canvas.index(x, k)];
      }
      canvas.at(x, y) = 2 * rock > side * side ? kWall : kFree;
    }
  }
}

}  // namespace

TileCanvas make_caves(const GridSceneOptions& options) {
  Random random(options.seed);
  TileCanvas canvas = make_rubble(options, random);
  if (std::min(canvas.width, canvas.height) >= kSmallMap) {
    // One hall is certain, however dense the rock.
    const Tile middle{canvas.width / 2, canvas.height / 2};
    canvas.fill({middle.x - 6, middle.y - 6, middle.x + 6, middle.y + 6}, kFree);
    // Coarse strokes make the halls, fine ones their walls.
    for (const std::int32_t reach : {2, 2, 1, 1}) wear(canvas, reach);
    join_components(canvas, kMinCavern, random);
  } else {
    // The rock around the map would grow over it: fine strokes only, and a cavern to start from.
    canvas.fill({canvas.width / 4, canvas.height / 4, canvas.width * 3 / 4, canvas.height * 3 / 4},
                kFree);
    for (const std::int32_t reach : {1, 1}) wear(canvas, reach);
    join_components(canvas, 1, random);
  }
  return canvas;
}

}  // namespace portolan::detail::scenes
