#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "measuring/statistics.h"
#include "measuring/thread_pool.h"

namespace portolan::detail::measuring {
namespace {

TEST(Statistics, NothingHasNoMean) {
  EXPECT_TRUE(std::isnan(mean({})));
  EXPECT_TRUE(std::isnan(quantile({}, 0.5)));
}

TEST(Statistics, QuantilesAreAmongTheValues) {
  const std::vector<double> values{4, 1, 3, 2};
  EXPECT_EQ(mean(values), 2.5);
  EXPECT_EQ(quantile(values, 0.0), 1);
  EXPECT_EQ(quantile(values, 0.25), 1);
  EXPECT_EQ(quantile(values, 0.26), 2);
  EXPECT_EQ(quantile(values, 0.5), 2);
  EXPECT_EQ(quantile(values, 1.0), 4);
  const Quartiles spread = quartiles(values);
  EXPECT_EQ(spread.least, 1);
  EXPECT_EQ(spread.third, 3);
  EXPECT_EQ(spread.most, 4);
}

TEST(ThreadPool, WorksOnEveryNumberOnceRoundAfterRound) {
  for (const unsigned threads : {1u, 2u, 5u}) {
    ThreadPool pool(threads);
    for (std::uint32_t count = 0; count < 40; ++count) {
      std::vector<int> done(count, 0);
      pool.parallel()(count, [&](std::uint32_t i) { ++done[i]; });
      EXPECT_EQ(done, std::vector<int>(count, 1)) << threads << " threads";
    }
  }
}

}  // namespace
}  // namespace portolan::detail::measuring
