#include "portolan/core/narrow.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace portolan::detail {
namespace {

TEST(Narrow, KeepsWhatFits) {
  EXPECT_EQ(narrow<std::uint16_t>(std::size_t{65535}), 65535);
  EXPECT_EQ(narrow<std::uint32_t>(std::int64_t{0}), 0u);
  EXPECT_EQ(narrow<std::int8_t>(-128), -128);
}

TEST(Narrow, TellsWhatDoesNotFit) {
  EXPECT_FALSE(fits<std::uint16_t>(65536));
  EXPECT_FALSE(fits<std::uint32_t>(std::uint64_t{4'328'792'088}));
  EXPECT_FALSE(fits<std::uint32_t>(-1));
  EXPECT_FALSE(fits<std::int32_t>(std::uint32_t{0x8000'0000}));
}

TEST(NarrowDeathTest, EndsTheProgramWithThePlace) {
  EXPECT_DEATH(narrow<std::uint8_t>(256), "narrow_test.cpp:[0-9]+: a number does not fit");
}

}  // namespace
}  // namespace portolan::detail
