#include "portolan/core/to_whole.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace portolan::detail {
namespace {

TEST(ToWhole, CutsOffWhatIsBehindThePoint) {
  EXPECT_EQ(to_whole<std::uint32_t>(3.99), 3u);
  EXPECT_EQ(to_whole<std::int32_t>(-3.99f), -3);
  EXPECT_EQ(to_whole<std::uint32_t>(4294967295.0), 4294967295u);
  EXPECT_EQ(to_whole<std::uint32_t>(4294967040.0f), 4294967040u);
  EXPECT_EQ(to_whole<std::uint32_t>(-0.5), 0u);
}

TEST(ToWhole, KeepsWhatIsTooLargeAtTheLimit) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(to_whole<std::uint32_t>(4294967296.0f), 4294967295u);
  EXPECT_EQ(to_whole<std::uint32_t>(kInfinity), 4294967295u);
  EXPECT_EQ(to_whole<std::uint32_t>(-kInfinity), 0u);
  EXPECT_EQ(to_whole<std::uint8_t>(-1e30), 0);
  EXPECT_EQ(to_whole<std::int32_t>(-1e30), std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(to_whole<std::uint64_t>(1e30), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(to_whole<std::int64_t>(9223372036854775808.0),
            std::numeric_limits<std::int64_t>::max());
}

TEST(ToWhole, TakesNoNumberForZero) {
  EXPECT_EQ(to_whole<std::uint32_t>(std::numeric_limits<double>::quiet_NaN()), 0u);
  EXPECT_EQ(to_whole<std::int32_t>(std::numeric_limits<float>::quiet_NaN()), 0);
}

}  // namespace
}  // namespace portolan::detail
