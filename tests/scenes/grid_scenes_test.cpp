#include "scenes/grid_scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "portolan/grid.h"

namespace portolan::detail::scenes {
namespace {

GridSceneOptions make_options(std::uint32_t width, std::uint32_t height, std::uint64_t seed) {
  GridSceneOptions options;
  options.width = width;
  options.height = height;
  options.seed = seed;
  return options;
}

/// FNV-1a over all letters.
std::uint64_t hash_of(const Grid& grid) {
  std::uint64_t hash = 0xCBF29CE484222325ull;
  for (const TileLetter letter : grid.letters()) {
    hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001B3ull;
  }
  return hash;
}

struct Census {
  std::size_t free = 0;
  std::size_t largest = 0;  ///< Most free tiles that hang together by straight moves.
};

Census count_tiles(const Grid& grid) {
  const GridMetric metric;
  std::vector<bool> seen(grid.letters().size());
  std::vector<Tile> open;
  Census census;
  std::size_t size = 0;
  const auto visit = [&](Tile t) {
    if (!grid.contains(t) || !metric.passable(grid.at(t))) return;
    const auto i = static_cast<std::size_t>(t.y) * grid.width() + static_cast<std::size_t>(t.x);
    if (seen[i]) return;
    seen[i] = true;
    ++size;
    open.push_back(t);
  };
  for (std::int32_t y = 0; y < static_cast<std::int32_t>(grid.height()); ++y) {
    for (std::int32_t x = 0; x < static_cast<std::int32_t>(grid.width()); ++x) {
      size = 0;
      visit({x, y});
      while (!open.empty()) {
        const Tile t = open.back();
        open.pop_back();
        for (const Tile n : {Tile{t.x + 1, t.y}, {t.x - 1, t.y}, {t.x, t.y + 1}, {t.x, t.y - 1}}) {
          visit(n);
        }
      }
      census.free += size;
      census.largest = std::max(census.largest, size);
    }
  }
  return census;
}

TEST(GridScenes, SameSeedGivesTheSameGridOnEveryMachine) {
  const std::map<std::string_view, std::uint64_t> pinned{{"maze", 0x9856E7AF782EC84Bull},
                                                         {"rooms", 0xFD308C32038DF645ull},
                                                         {"caves", 0xDFF59B8762D1E6Bull},
                                                         {"random", 0x25284D6A458AC9CBull},
                                                         {"city", 0x7E92C67BF11CC17Bull}};
  ASSERT_EQ(pinned.size(), grid_scene_names().size());
  for (const std::string_view name : grid_scene_names()) {
    const auto first = generate_grid(name, make_options(96, 80, 42));
    const auto second = generate_grid(name, make_options(96, 80, 42));
    ASSERT_TRUE(first.ok() && second.ok()) << name;
    EXPECT_EQ(hash_of(*first), hash_of(*second)) << name;
    EXPECT_EQ(hash_of(*first), pinned.at(name)) << name;
  }
}

TEST(GridScenes, AnotherSeedGivesAnotherGrid) {
  for (const std::string_view name : grid_scene_names()) {
    EXPECT_NE(hash_of(*generate_grid(name, make_options(96, 80, 1))),
              hash_of(*generate_grid(name, make_options(96, 80, 2))))
        << name;
  }
}

TEST(GridScenes, FreeTilesHangTogether) {
  for (const std::string_view name : grid_scene_names()) {
    for (const auto& [width, height] : {std::pair{8u, 8u},
                                        {9u, 17u},
                                        {17u, 9u},
                                        {8u, 300u},
                                        {33u, 31u},
                                        {64u, 64u},
                                        {257u, 190u}}) {
      for (std::uint64_t seed = 0; seed < 25; ++seed) {
        const auto grid = generate_grid(name, make_options(width, height, seed));
        ASSERT_TRUE(grid.ok()) << grid.error().message;
        const Census census = count_tiles(*grid);
        const std::string where = std::string(name) + " " + std::to_string(width) + "x" +
                                  std::to_string(height) + " seed " + std::to_string(seed);
        if (name == "random") {
          // A narrow strip may be cut through by chance.
          const bool narrow = std::min(width, height) <= 30;
          EXPECT_TRUE(narrow || census.largest * 2 >= census.free) << where;
        } else {
          EXPECT_EQ(census.largest, census.free) << where;
          EXPECT_GE(census.free * 10, std::size_t{width} * height) << where;
        }
      }
    }
  }
}

TEST(GridScenes, FreeTilesHangTogetherWithExtremeParameters) {
  GridSceneOptions low = make_options(150, 121, 3), high = make_options(150, 121, 3);
  const GridSceneOptions dense_and_small = [] {
    GridSceneOptions options = make_options(40, 40, 3);
    options.rock_percent = 60;
    return options;
  }();
  low.corridor_width = 1, low.room_size = 4, low.rock_percent = 40, low.block_size = 8;
  high.corridor_width = 256, high.room_size = 512, high.rock_percent = 60, high.block_size = 128;
  for (const std::string_view name : {"maze", "rooms", "caves", "city"}) {
    for (const GridSceneOptions& options : {low, high, dense_and_small}) {
      const Census census = count_tiles(*generate_grid(name, options));
      EXPECT_GT(census.free, 0u) << name;
      EXPECT_EQ(census.largest, census.free) << name;
    }
  }
}

TEST(GridScenes, RandomBlocksTheShareAskedFor) {
  for (const std::uint32_t percent : {0u, 10u, 40u, 90u}) {
    GridSceneOptions options = make_options(400, 300, 5);
    options.blocked_percent = percent;
    const Census census = count_tiles(*generate_grid("random", options));
    EXPECT_NEAR(static_cast<double>(census.free) / (400.0 * 300.0), 1.0 - percent / 100.0, 0.01);
  }
}

TEST(GridScenes, CityHasRiverParksAndHouses) {
  const auto grid = generate_grid("city", make_options(512, 512, 1));
  for (const TileLetter letter : {'.', '@', 'G', 'T', 'W'}) {
    EXPECT_NE(std::count(grid->letters().begin(), grid->letters().end(), letter), 0) << letter;
  }
}

TEST(GridScenes, RefusesWhatItCannotMake) {
  const auto unknown = generate_grid("swamp", {});
  ASSERT_FALSE(unknown.ok());
  for (const std::string_view name : grid_scene_names()) {
    EXPECT_NE(unknown.error().message.find(name), std::string::npos) << unknown.error().message;
    for (const auto& [width, height] :
         {std::pair{1u, 100u}, {100u, 1u}, {0u, 0u}, {7u, 8u}, {8193u, 8u}}) {
      EXPECT_FALSE(generate_grid(name, make_options(width, height, 1)).ok());
    }
  }
  GridSceneOptions options;
  options.blocked_percent = 91;
  const auto refused = generate_grid("random", options);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("blocked_percent"), std::string::npos);
}

}  // namespace
}  // namespace portolan::detail::scenes
