#include "portolan/search/open_list.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <tuple>

namespace portolan::detail {
namespace {

/// What the order promises: estimate, then larger cost, then smaller id.
using Key = std::tuple<Cost, std::int64_t, std::uint32_t>;
Key key(std::uint32_t node, Cost cost, Cost estimate) {
  return {estimate, -std::int64_t{cost}, node};
}
Key key(const OpenEntry& e) { return key(e.node, e.cost(), e.estimate()); }

TEST(OpenList, PopsInTotalOrderWhateverIsPushedWhen) {
  std::mt19937 random(3);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random()) % n; };
  OpenList open;
  for (int round = 0; round < 300; ++round) {
    open.configure(1u << below(24));
    open.clear();
    const Cost range = 1u << (1 + below(30));  // from all in one bucket to far beyond the ring
    const bool monotone = below(2) == 0;       // estimates never below the last one popped
    std::multiset<Key> reference;
    Cost floor = 0;
    for (int step = 0; step < 400; ++step) {
      if (reference.empty() || below(3) != 0) {
        const Cost estimate = (monotone ? floor : 0) + below(range);
        const Cost cost = below(2) == 0 ? estimate : below(estimate + 1);
        const std::uint32_t node = below(50);
        open.push(node, cost, estimate);
        reference.insert(key(node, cost, estimate));
      } else {
        const OpenEntry top = open.pop();
        ASSERT_EQ(key(top), *reference.begin()) << "round " << round;
        reference.erase(reference.begin());
        floor = top.estimate();
      }
      ASSERT_EQ(open.size(), reference.size());
      ASSERT_EQ(open.empty(), reference.empty());
    }
    if (below(2) == 0) continue;  // some rounds leave entries for clear() to forget
    while (!open.empty()) {
      ASSERT_EQ(key(open.pop()), *reference.begin()) << "round " << round;
      reference.erase(reference.begin());
    }
    ASSERT_TRUE(reference.empty());
  }
}

/// All in the bucket being emptied, each behind all others: inserted one by one into a sorted row
/// these would move 10^10 entries.
TEST(OpenList, TakesACrowdOfOneBucket) {
  OpenList open(1u << 30);
  const std::uint32_t count = 300'000;
  open.push(0, 0, 0);
  for (std::uint32_t k = 1; k < count; ++k) open.push(k, 0, (k * 7919u) % count);
  for (std::uint32_t k = 0; k < count / 2; ++k) open.push(count + k, 0, k);
  Key last{};
  for (std::uint32_t k = 0; k < count + count / 2; ++k) {
    ASSERT_FALSE(open.empty());
    const Key next = key(open.pop());
    ASSERT_TRUE(k == 0 || last < next) << k;
    last = next;
  }
  EXPECT_TRUE(open.empty());
}

TEST(OpenList, HoldsTheLargestCosts) {
  OpenList open(1);
  open.push(1, kInfinite - 1, kInfinite - 1);
  open.push(2, 0, 0);
  open.push(3, 0, kInfinite);
  EXPECT_EQ(open.pop().node, 2u);
  const OpenEntry second = open.pop();
  EXPECT_EQ(second.node, 1u);
  EXPECT_EQ(second.cost(), kInfinite - 1);
  EXPECT_EQ(second.estimate(), kInfinite - 1);
  EXPECT_EQ(open.pop().node, 3u);
}

TEST(BucketOpenList, SuitsCostsThatAreNotTooFarApart) {
  EXPECT_TRUE(BucketOpenList::suits(2378, 3363 * 4));
  EXPECT_TRUE(BucketOpenList::suits(0, 0));
  EXPECT_TRUE(BucketOpenList::suits(0, 100));
  EXPECT_FALSE(BucketOpenList::suits(0, 1000000));
  EXPECT_FALSE(BucketOpenList::suits(1, 1000000));
  EXPECT_TRUE(BucketOpenList::suits(kInfinite / 2, kInfinite));
}

}  // namespace
}  // namespace portolan::detail
