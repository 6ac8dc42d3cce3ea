#include "portolan/search/labels.h"

#include <gtest/gtest.h>

namespace portolan::detail {
namespace {

TEST(Labels, TakeOnlyCheaperPaths) {
  Labels labels;
  labels.reserve(3);
  labels.clear();
  EXPECT_FALSE(labels.reached(1));
  EXPECT_EQ(labels.cost(1), kInfinite);
  EXPECT_TRUE(labels.improve(1, 10, 0, 5));
  EXPECT_FALSE(labels.improve(1, 10, 2, 6));
  EXPECT_FALSE(labels.improve(1, 11, 2, 6));
  EXPECT_EQ(labels[1].parent, 0u);
  EXPECT_TRUE(labels.improve(1, 9, 2, 7));
  EXPECT_EQ(labels[1].cost, 9u);
  EXPECT_EQ(labels[1].parent, 2u);
  EXPECT_EQ(labels[1].via, 7u);
  labels.clear();
  EXPECT_FALSE(labels.reached(1));
}

TEST(Labels, GrowWithoutForgettingOrInventing) {
  Labels labels;
  labels.reserve(2);
  labels.clear();
  labels.improve(0, 4, 0, 0);
  labels.reserve(10);
  EXPECT_EQ(labels.cost(0), 4u);
  EXPECT_FALSE(labels.reached(9));
  const std::size_t bytes = labels.bytes();
  labels.reserve(5);
  EXPECT_EQ(labels.bytes(), bytes);
}

// Clearing counts a stamp of 32 bits up; once it wraps, labels as old as it must stay forgotten.
TEST(Labels, StayForgottenWhenTheStampWrapsSlow) {
  Labels labels;
  labels.reserve(2);
  labels.clear();  // stamp 1
  labels.improve(0, 7, 0, 0);
  for (std::uint64_t k = 0; k < 0xFFFF'FFFFu; ++k) {
    labels.clear();
    if (k == 1000) labels.improve(1, 8, 1, 0);
  }
  EXPECT_FALSE(labels.reached(0));
  EXPECT_FALSE(labels.reached(1));
  EXPECT_TRUE(labels.improve(0, 100, 0, 0));
  EXPECT_EQ(labels.cost(0), 100u);
}

}  // namespace
}  // namespace portolan::detail
