#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <random>
#include <set>

#include "portolan/core/cost.h"
#include "portolan/core/divider.h"
#include "portolan/core/ids.h"
#include "portolan/types.h"

namespace portolan::detail {
namespace {

TEST(Cost, NoPathPlusAnythingIsNoPath) {
  EXPECT_EQ(add(2, 3), 5u);
  EXPECT_EQ(add(kInfinite, 3), kInfinite);
  EXPECT_EQ(add(3, kInfinite), kInfinite);
  EXPECT_EQ(add(kInfinite, kInfinite), kInfinite);
  static_assert(add(kInfinite, 1) == kInfinite);
}

TEST(Ids, AreTheirNumbers) {
  EXPECT_EQ(index(NodeId{7}), 7u);
  EXPECT_EQ(index(CellId{8}), 8u);
  EXPECT_LT(NodeId{7}, kNoNode);
  static_assert(!std::is_convertible_v<NodeId, CellId>);
}

TEST(Divider, IsExact) {
  std::mt19937 random(1);
  std::vector<std::uint32_t> divisors{2,   3,     5,     7,           255,         256,
                                      257, 65535, 65537, 0x7FFF'FFFF, 0x8000'0000, 0xFFFF'FFFF};
  for (int k = 0; k < 300; ++k)
    divisors.push_back(
        std::max<std::uint32_t>(2, static_cast<std::uint32_t>(random()) >> (k % 31)));
  for (const std::uint32_t divisor : divisors) {
    const Divider divider(divisor);
    ASSERT_EQ(divider.divisor(), divisor);
    const auto check = [&](std::uint32_t n) {
      ASSERT_EQ(divider.divide(n), n / divisor) << n << " / " << divisor;
    };
    for (std::uint32_t n = 0; n < 300; ++n) {
      check(n);
      check(0xFFFF'FFFFu - n);
      check(n * divisor);  // around whole multiples, where a wrong magic number shows
      check(n * divisor - 1);
      check(static_cast<std::uint32_t>(random()));
    }
  }
}

TEST(Result, HoldsAValueOrAReason) {
  Result<std::unique_ptr<int>> good = std::make_unique<int>(5);
  EXPECT_TRUE(good.ok());
  EXPECT_TRUE(static_cast<bool>(good));
  EXPECT_EQ(**good, 5);
  const std::unique_ptr<int> taken = std::move(good).value();
  EXPECT_EQ(*taken, 5);
  const Result<int> bad = Error{"no number"};
  EXPECT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().message, "no number");
  Result<std::string> text = std::string("word");
  EXPECT_EQ(text->size(), 4u);
}

TEST(Result, ThatFailedSaysWhyWhenItIsUsed) {
  const Result<int> bad = Error{"no number"};
  EXPECT_DEATH(static_cast<void>(*bad), "no number");
}

TEST(Result, OfACallMayBeLoopedOver) {
  const auto numbers = [] { return Result<std::vector<int>>(std::vector<int>{1, 2, 3}); };
  int sum = 0;
  for (const int number : *numbers()) sum += number;
  EXPECT_EQ(sum, 6);
}

TEST(Status, HasANameEach) {
  std::set<std::string> names;
  for (const Status s : {Status::complete, Status::partial, Status::unreachable,
                         Status::out_of_budget, Status::invalid_start, Status::invalid_goal}) {
    names.insert(to_string(s));
  }
  EXPECT_EQ(names, (std::set<std::string>{"complete", "partial", "unreachable", "out_of_budget",
                                          "invalid_start", "invalid_goal"}));
}

TEST(Progress, GoesOnUnlessToldOtherwise) {
  EXPECT_TRUE(Progress{}.step(1, 2, "x"));
  EXPECT_FALSE(Progress{[](std::uint64_t done, std::uint64_t total, const char*) {
                 return done < total;
               }}.step(2, 2, "x"));
}

}  // namespace
}  // namespace portolan::detail
