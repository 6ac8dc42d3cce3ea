#include "portolan/core/streaming.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace portolan::detail {
namespace {

/// From every place to every place of a few lines, in every length: what lies around is untouched.
template <class T>
void expect_plain_copies() {
  constexpr std::size_t kItems = 48;
  std::vector<T> items(kItems);
  for (std::size_t i = 0; i < kItems; ++i) items[i] = static_cast<T>(i + 1);
  for (std::size_t from = 0; from < 8; ++from) {
    for (std::size_t to = 0; to < 8; ++to) {
      for (std::size_t count = 0; count + 8 <= kItems; ++count) {
        std::vector<T> copied(kItems), expected(kItems);
        std::copy_n(items.data() + from, count, expected.data() + to);
        copy_streaming(std::span<const T>(items).subspan(from, count), copied.data() + to);
        finish_streaming();
        ASSERT_EQ(copied, expected) << from << " to " << to << ", " << count;
      }
    }
  }
}

TEST(Streaming, CopiesAsPlainStoresDo) {
  expect_plain_copies<std::uint32_t>();
  expect_plain_copies<std::uint64_t>();
}

}  // namespace
}  // namespace portolan::detail
