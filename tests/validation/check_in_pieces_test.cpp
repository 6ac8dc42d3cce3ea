#include "portolan/validation/check_in_pieces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/parallel_loops.h"

namespace portolan::detail {
namespace {

const ParallelFor kLoops[] = {{}, test::backwards, test::on_two_threads};

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

TEST(CheckInPieces, FailsWhereNotAllWasChecked) {
  const auto all_right = [](std::uint32_t, std::uint32_t) { return Result<Done>(Done{}); };
  for (const ParallelFor& loop : {ParallelFor(test::losing_one), ParallelFor(test::doubling_one)}) {
    const auto good = check_in_pieces(loop, 40, 4, all_right);
    ASSERT_FALSE(good);
    EXPECT_NE(good.error().message.find("before all of its work was done"), std::string::npos);
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
