#include "portolan/picture/region_colours.h"

#include <gtest/gtest.h>

namespace portolan::detail {
namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

void expect_all_different(const Pairs& pairs, const std::vector<std::uint8_t>& colours) {
  for (const auto& [a, b] : pairs) {
    EXPECT_NE(colours[a], colours[b]) << a << " and " << b;
    EXPECT_LT(colours[a], kRegionColours.size());
  }
}

TEST(RegionColours, NeighboursDifferAroundARegionWithVeryManyOfThem) {
  // A hub, a ring of 500 around it, and an outer region around that: taken in the order of their
  // numbers the hub would find every colour in use.
  constexpr std::uint32_t kRing = 500;
  Pairs pairs;
  for (std::uint32_t i = 0; i < kRing; ++i) {
    pairs.emplace_back(i, (i + 1) % kRing);
    pairs.emplace_back(i, kRing);
    pairs.emplace_back(kRing + 1, i);
  }
  const std::vector<std::uint8_t> any(kRing + 2, kAnyColour);
  expect_all_different(pairs, colour_regions(kRing + 2, pairs, any));
}

TEST(RegionColours, WantedOnesAreKeptWhereNoNeighbourHasThem) {
  const Pairs pairs{{0, 1}, {1, 2}};
  EXPECT_EQ(colour_regions(3, pairs, std::vector<std::uint8_t>{4, 7, 4}),
            (std::vector<std::uint8_t>{4, 7, 4}));
  const auto same = colour_regions(3, pairs, std::vector<std::uint8_t>{4, 4, 4});
  expect_all_different(pairs, same);
}

TEST(RegionColours, PairsMayBeGivenTwiceAndEitherWay) {
  const Pairs pairs{{0, 1}, {1, 0}, {0, 1}};
  expect_all_different(pairs, colour_regions(2, pairs, std::vector<std::uint8_t>(2, kAnyColour)));
  EXPECT_TRUE(colour_regions(0, {}, {}).empty());
}

}  // namespace
}  // namespace portolan::detail
