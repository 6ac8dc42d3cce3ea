#include "studies/hashed_memory.h"

#include <gtest/gtest.h>

#include "tests/merged/query_testing.h"

namespace portolan::detail {
namespace {

using namespace merge_testing;

TEST(HashedMergedQuery, PathsArePaths) { expect_paths_are_paths<HashedMergedQuery>(); }

TEST(HashedMergedQuery, AgreesWithTheOneByArray) {
  const MergedHierarchy h = build(rough_ground(15, 14, 3));
  MergedQuery by_array(h);
  HashedMergedQuery hashed(h);
  MergedPath a;
  MergedPath b;
  Random random(4);
  for (int k = 0; k < 100; ++k) {
    const TriangleId start{random() % h.triangle_count};
    const TriangleId goal{random() % h.triangle_count};
    by_array.find(start, goal, a);
    hashed.find(start, goal, b);
    EXPECT_EQ(a.triangles, b.triangles);
    ASSERT_EQ(hashed.begin(start, goal), Status::complete);
    for (const std::uint32_t t : a.triangles) EXPECT_EQ(hashed.next(), TriangleId{t});
    EXPECT_EQ(hashed.next(), kNoTriangle);
  }
  EXPECT_LT(hashed.bytes(), by_array.bytes());
}

TEST(HashedMergedQuery, ManyNavigateAtOnce) {
  expect_many_to_navigate_at_once<HashedMergedQuery>();
}

TEST(HashedMergedQuery, SurvivesTheOverflowOfItsIterations) {
  expect_to_survive_overflow<HashedMergedQuery>();
}

TEST(HashedMemory, ForgetsWhatIsAsOldAsTheOverflow) {
  expect_to_forget_at_overflow<HashedMemory>();
}

}  // namespace
}  // namespace portolan::detail
