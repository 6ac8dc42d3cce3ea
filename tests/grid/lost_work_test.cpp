#include <gtest/gtest.h>

#include "grid_testing.h"
#include "tests/parallel_loops.h"

namespace portolan::detail {
namespace {

/// A job system that is being shut down may return from any loop before its work is done.
TEST(LostWork, FailsABuildOfTablesWhereverItHappens) {
  test::Random random(1);
  const GridSnapshot built =
      test::build(test::random_grid(random, 90, 80, 20), GridMetric{}, {.cell_size = 6});
  const std::uint64_t all = built.with_tables({})->tables().bytes();
  for (const TableOptions& options :
       {TableOptions{}, TableOptions{.max_bytes = all * 3 / 4}, TableOptions{.level_alone = 1}}) {
    const GridSnapshot whole = *built.with_tables(options);
    int calls = 0;
    for (;; ++calls) {
      test::LosingOneOfCall losing(calls);
      const auto made = built.with_tables(options, losing.loop());
      ASSERT_EQ(made.ok(), !losing.lost()) << calls;
      if (!made) {
        EXPECT_NE(made.error().message.find("before all of its work was done"), std::string::npos);
        continue;
      }
      EXPECT_EQ(made->tables().bytes(), whole.tables().bytes());
      break;
    }
    EXPECT_GT(calls, 1);
  }
}

}  // namespace
}  // namespace portolan::detail
