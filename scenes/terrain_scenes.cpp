#include "scenes/terrain_scenes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "scenes/option_limits.h"
#include "scenes/random.h"

namespace portolan::detail::scenes {
namespace {

constexpr float kWideSpacing = 10.0f;  // of the natural scenes

/// A map with a height for every place, which `height_at(x, row)` tells in metres.
template <class HeightAt>
HeightMap make_map(const TerrainSceneOptions& options, HeightAt&& height_at) {
  HeightMap map{options.width, options.height, {}};
  map.values.reserve(std::size_t{options.width} * options.height);
  for (std::uint32_t row = 0; row < options.height; ++row) {
    for (std::uint32_t x = 0; x < options.width; ++x) {
      map.values.push_back(static_cast<float>(
          height_at(static_cast<std::int32_t>(x), static_cast<std::int32_t>(row))));
    }
  }
  return map;
}

/// A scene whose heights are computed in millimetres.
template <class HeightAt>
TerrainScene natural_scene(const TerrainSceneOptions& options, HeightAt&& millimetres_at) {
  TerrainScene scene;
  scene.spacing = kWideSpacing;
  scene.heights = make_map(options, [&](std::int32_t x, std::int32_t row) {
    return static_cast<double>(millimetres_at(x, row) * options.relief_percent / 100) / 1000.0;
  });
  return scene;
}

TerrainScene make_cone(const TerrainSceneOptions& options) {
  const double middle_x = (options.width - 1) / 2.0;
  const double middle_z = (options.height - 1) / 2.0;
  const double radius = std::min(middle_x, middle_z);
  TerrainScene scene;
  scene.heights = make_map(options, [&](std::int32_t x, std::int32_t row) {
    const double dx = x - middle_x;
    const double dz = row - middle_z;
    return std::max(0.0, radius - std::sqrt(dx * dx + dz * dz));
  });
  return scene;
}

/// Corridors between walls that leave a gap at one end and the other in turn.
TerrainScene make_walls(const TerrainSceneOptions& options) {
  constexpr std::int32_t kPeriod = 8;
  constexpr std::int32_t kThickness = 3;
  constexpr std::int32_t kGap = 4;
  constexpr float kHeight = 6.0f;
  const auto rows = static_cast<std::int32_t>(options.height);
  TerrainScene scene;
  scene.heights = make_map(options, [&](std::int32_t x, std::int32_t row) {
    const bool wall = x % kPeriod >= kPeriod - kThickness;
    const bool gap = x / kPeriod % 2 == 0 ? row < kGap : row >= rows - kGap;
    return wall && !gap ? kHeight : 0.0f;
  });
  return scene;
}

TerrainScene make_hills(const TerrainSceneOptions& options) {
  return natural_scene(options, [&](std::int32_t x, std::int32_t row) {
    // A hill of 64 values is up to 120 m high.
    return std::int64_t{noise_at(options.seed, x, row, 64)} * 120 +
           std::int64_t{noise_at(options.seed + 1, x, row, 24)} * 20;
  });
}

TerrainScene make_ridges(const TerrainSceneOptions& options) {
  return natural_scene(options, [&](std::int32_t x, std::int32_t row) {
    const std::int64_t chain = 512 - std::abs(noise_at(options.seed, x, row, 96) - 512);
    const std::int64_t spur = 512 - std::abs(noise_at(options.seed + 1, x, row, 32) - 512);
    return chain * chain * 2 + spur * 80 * chain / 512;
  });
}

/// Joins two places by a road that avoids slopes but comes nearer with every step.
void draw_road(const HeightMap& heights, std::int64_t x, std::int64_t row, std::int64_t to_x,
               std::int64_t to_row, HeightMap& difficulty) {
  const auto at = [&](std::int64_t column, std::int64_t line) {
    return static_cast<std::size_t>(line) * heights.width + static_cast<std::size_t>(column);
  };
  const auto inside = [&](std::int64_t column, std::int64_t line) {
    return column >= 0 && line >= 0 && column < heights.width && line < heights.height;
  };
  const auto left = [&](std::int64_t column, std::int64_t line) {
    return (to_x - column) * (to_x - column) + (to_row - line) * (to_row - line);
  };
  while (left(x, row) > 0) {
    std::int64_t best_x = x;
    std::int64_t best_row = row;
    float best = INFINITY;
    for (const std::int64_t dz : {-1, 0, 1}) {
      for (const std::int64_t dx : {-1, 0, 1}) {
        if (!inside(x + dx, row + dz) || left(x + dx, row + dz) >= left(x, row)) continue;
        const float climb =
            std::fabs(heights.values[at(x + dx, row + dz)] - heights.values[at(x, row)]);
        if (climb >= best) continue;
        best = climb;
        best_x = x + dx;
        best_row = row + dz;
      }
    }
    x = best_x;
    row = best_row;
    for (const std::int64_t dz : {0, 1}) {
      for (const std::int64_t dx : {0, 1}) {
        if (inside(x + dx, row + dz)) difficulty.values[at(x + dx, row + dz)] = 0.0f;
      }
    }
  }
}

HeightMap make_roads(const HeightMap& heights, const TerrainSceneOptions& options) {
  HeightMap difficulty{heights.width, heights.height, {}};
  difficulty.values.assign(heights.values.size(), 1.0f);
  Random random(options.seed + 1000);
  std::vector<std::array<std::int64_t, 2>> towns;
  for (std::uint32_t k = 0; k < options.roads; ++k) {
    const std::array<std::int64_t, 2> town{random.below(heights.width),
                                           random.below(heights.height)};
    // To the two towns nearest to it, so that roads make a net.
    const auto distance = [&](const std::array<std::int64_t, 2>& other) {
      return (other[0] - town[0]) * (other[0] - town[0]) +
             (other[1] - town[1]) * (other[1] - town[1]);
    };
    std::sort(towns.begin(), towns.end(),
              [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
    for (std::size_t n = 0; n < std::min<std::size_t>(2, towns.size()); ++n)
      draw_road(heights, town[0], town[1], towns[n][0], towns[n][1], difficulty);
    towns.push_back(town);
  }
  return difficulty;
}

TerrainScene make_fractal(const TerrainSceneOptions& options) {
  struct Octave {
    std::int32_t wavelength;
    std::int64_t weight;  // micrometres per unit of noise
  };
  std::vector<Octave> octaves;
  // Hills of 256 values are up to 307 m high, those of half the width a good half as high.
  std::int64_t weight = 300'000;
  for (std::int32_t wavelength = 256; wavelength >= 2; wavelength /= 2) {
    octaves.push_back({wavelength, weight});
    weight = weight * 56 / 100;
  }
  TerrainScene scene = natural_scene(options, [&](std::int32_t x, std::int32_t row) {
    std::int64_t sum = 0;
    std::uint64_t key = options.seed;
    for (const Octave& octave : octaves)
      sum += octave.weight * noise_at(key++, x, row, octave.wavelength);
    return sum / 1000;
  });
  if (options.roads > 1) scene.difficulty = make_roads(scene.heights, options);
  return scene;
}

constexpr std::array<std::string_view, 5> kTerrainNames{"cone", "hills", "ridges", "walls",
                                                        "fractal"};
constexpr std::array kTerrainMakers{make_cone, make_hills, make_ridges, make_walls, make_fractal};
static_assert(kTerrainNames.size() == kTerrainMakers.size());

Result<Done> check_options(const TerrainSceneOptions& o) {
  const std::array<OptionLimit, 4> limits{{{"width", o.width, 2, 8193},
                                           {"height", o.height, 2, 8193},
                                           {"relief_percent", o.relief_percent, 0, 1000},
                                           {"roads", o.roads, 0, 1000}}};
  return check_limits(limits);
}

}  // namespace

std::span<const std::string_view> terrain_scene_names() { return kTerrainNames; }

Result<TerrainScene> generate_terrain(std::string_view name, const TerrainSceneOptions& options) {
  if (const Result<Done> checked = check_options(options); !checked) return checked.error();
  std::string known;
  for (std::size_t i = 0; i < kTerrainNames.size(); ++i) {
    if (kTerrainNames[i] == name) return kTerrainMakers[i](options);
    known.append(i == 0 ? "" : ", ").append(kTerrainNames[i]);
  }
  return Error{std::string("there is no terrain \"")
                   .append(name)
                   .append("\"; choose one of ")
                   .append(known)};
}

}  // namespace portolan::detail::scenes
