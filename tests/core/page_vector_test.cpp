#include "portolan/core/page_vector.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace portolan::detail {
namespace {

std::uintptr_t address(const void* memory) { return reinterpret_cast<std::uintptr_t>(memory); }

TEST(PageVector, LargeOnesBeginOnAHugePage) {
  const PageVector<std::uint32_t> large(kHugePage / sizeof(std::uint32_t));
  EXPECT_EQ(address(large.data()) % kHugePage, 0u);
  const PageVector<std::uint8_t> small(100);
  EXPECT_EQ(address(small.data()) % kTableAlignment, 0u);
}

TEST(PageVector, GrowsFromSmallToLargePages) {
  PageVector<std::uint32_t> values;
  const std::uint32_t count = 2 * kHugePage / sizeof(std::uint32_t);
  for (std::uint32_t i = 0; i < count; ++i) values.push_back(i);
  std::uint64_t sum = 0;
  for (const std::uint32_t value : values) sum += value;
  EXPECT_EQ(sum, std::uint64_t{count} * (count - 1) / 2);
}

}  // namespace
}  // namespace portolan::detail
