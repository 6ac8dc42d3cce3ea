#include "portolan/validation/check_in_pieces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

namespace portolan::detail {
namespace {

void backwards(std::uint32_t count, const std::function<void(std::uint32_t)>& work) {
  for (std::uint32_t i = count; i-- > 0;) work(i);
}

void on_two_threads(std::uint32_t count, const std::function<void(std::uint32_t)>& work) {
  std::thread other([&] {
    for (std::uint32_t i = 1; i < count; i += 2) work(i);
  });
  for (std::uint32_t i = 0; i < count; i += 2) work(i);
  other.join();
}

const ParallelFor kLoops[] = {{}, backwards, on_two_threads};

TEST(CheckInPieces, ChecksEachNumberOnce) {
  for (const ParallelFor& loop : kLoops) {
    for (std::uint32_t count = 0; count < 20; ++count) {
      std::vector<std::uint32_t> checked(count, 0);
      const auto good =
          check_in_pieces(loop, count, 3, [&](std::uint32_t begin, std::uint32_t end) {
            EXPECT_LE(end - begin, 3u);
            for (std::uint32_t i = begin; i < end; ++i) ++checked[i];
            return Result<Done>(Done{});
          });
      EXPECT_TRUE(good);
      EXPECT_EQ(checked, std::vector<std::uint32_t>(count, 1));
    }
  }
}

TEST(CheckInPieces, TellsTheFirstFailureOnAnyThreads) {
  for (const ParallelFor& loop : kLoops) {
    for (std::uint32_t first = 0; first < 40; ++first) {
      const auto check = [&](std::uint32_t begin, std::uint32_t end) -> Result<Done> {
        for (std::uint32_t i = begin; i < end; ++i)
          if (i >= first && (i - first) % 7 == 0) return Error{std::to_string(i)};
        return Done{};
      };
      const auto good = check_in_pieces(loop, 40, 4, check);
      ASSERT_FALSE(good);
      EXPECT_EQ(good.error().message, std::to_string(first));
    }
  }
}

}  // namespace
}  // namespace portolan::detail
