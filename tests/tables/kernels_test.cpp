#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "portolan/core/copy_nodes.h"
#include "portolan/tables/min_plus.h"
#include "portolan/tables/row_sums.h"
#include "tests/hierarchy/random_world.h"

/// The vector loops of tables against plain ones, at every length around their widths.
namespace portolan::detail {
namespace {

using test::Random;

constexpr std::uint32_t kMost = 75;  // more than twice the widest block

/// Small, large, the largest that is a path, or none.
Cost draw_cost(Random& random) {
  switch (random.below(5)) {
    case 0: return random.below(4);
    case 1: return kTableInfinite;
    case 2: return kTableInfinite - 1;
    default: return random.below(kTableInfinite / 4);
  }
}

std::vector<Cost> draw_costs(Random& random, std::size_t count, std::size_t slack = kRowSlack) {
  std::vector<Cost> costs(count + slack, 0);  // what lies behind the end would win every minimum
  for (std::size_t i = 0; i < count; ++i) costs[i] = draw_cost(random);
  return costs;
}

std::vector<Cost> firsts(const std::vector<Cost>& costs, std::uint32_t count) {
  return {costs.begin(), costs.begin() + count};
}

TEST(Kernels, LeastOfRowsIsTheLeastOfPaddedRows) {
  Random random(1);
  for (std::uint32_t count = 1; count <= kMost; ++count) {
    std::vector<RowOf> rows;
    std::vector<Cost> costs;
    std::vector<Cost> adds;
    for (std::uint32_t r = random.below(6); r > 0; --r) {
      const std::uint32_t length = 1 + random.below(count + 10);
      rows.push_back({static_cast<std::uint32_t>(costs.size()), length});
      for (std::uint32_t i = 0; i < length; ++i) costs.push_back(draw_cost(random));
      for (std::uint32_t i = length; i < padded_row(length); ++i) costs.push_back(kTableInfinite);
      adds.push_back(random.below(1000));
    }
    costs.resize(costs.size() + kRowSlack, 0);
    std::vector<Cost> expected(count, kTableInfinite);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      for (std::uint32_t i = 0; i < std::min(count, rows[r].count); ++i)
        expected[i] = std::min(expected[i], costs[rows[r].begin + i] + adds[r]);
    }
    std::vector<Cost> out(count + kRowSlack);
    least_of_rows(costs.data(), rows, adds.data(), count, out.data());
    EXPECT_EQ(firsts(out, count), expected) << count;
    const std::vector<std::uint32_t> last{(count - 1) / kStretch * kStretch};
    std::fill_n(out.begin(), last[0], 5);
    least_of_rows(costs.data(), rows, adds.data(), count, last, out.data());
    std::fill_n(expected.begin(), last[0], 5);
    EXPECT_EQ(firsts(out, count), expected) << count;
  }
}

TEST(Kernels, StretchesWithinHoldASumThatIsNotMuchMoreThanTheLeast) {
  Random random(7);
  std::vector<Cost> scratch;
  for (std::uint32_t round = 0; round < 20 * kMost; ++round) {
    const std::uint32_t count = 1 + round % (4 * kMost);
    const std::vector<Cost> a = draw_costs(random, count);
    const std::vector<Cost> b = draw_costs(random, count);
    const Cost slack = round % 3 == 0 ? kTableInfinite : random.below(kTableInfinite / 8);
    Cost least = kTableInfinite;
    for (std::uint32_t i = 0; i < count; ++i) least = std::min(least, a[i] + b[i]);
    std::vector<std::uint32_t> expected;
    for (std::uint32_t begin = 0; begin < count; begin += kStretch) {
      Cost here = kTableInfinite;
      for (std::uint32_t i = begin; i < std::min(count, begin + kStretch); ++i)
        here = std::min(here, a[i] + b[i]);
      if (here <= least + slack) expected.push_back(begin);
    }
    std::vector<std::uint32_t> stretches;
    append_stretches_within(a.data(), b.data(), count, slack, scratch, stretches);
    EXPECT_EQ(stretches, expected) << count;
  }
}

TEST(Kernels, LowerTakesTheLesserOfEachTwo) {
  Random random(2);
  for (std::uint32_t count = 0; count <= kMost; ++count) {
    std::vector<Cost> target = draw_costs(random, count, 0);
    const std::vector<Cost> row = draw_costs(random, count, 0);
    const Cost add = random.below(1000);
    std::vector<Cost> expected = target;
    for (std::uint32_t i = 0; i < count; ++i) expected[i] = std::min(expected[i], row[i] + add);
    lower(target.data(), row.data(), add, count);
    EXPECT_EQ(target, expected) << count;
  }
}

TEST(Kernels, LeastSumTellsTheFirstPlaceOfTheLeast) {
  Random random(3);
  for (std::uint32_t round = 0; round < 20 * kMost; ++round) {
    const std::uint32_t count = round % kMost;
    std::vector<Cost> a = draw_costs(random, count);
    std::vector<Cost> b = draw_costs(random, count);
    Least expected;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (a[i] + b[i] < expected.cost) expected = {a[i] + b[i], i};
    }
    const Least least = least_sum(a.data(), b.data(), count);
    EXPECT_EQ(least.cost, expected.cost) << count;
    EXPECT_EQ(least.at, expected.at) << count;
  }
}

TEST(Kernels, MarkEqualMarksWhereARowMeetsItsTarget) {
  Random random(4);
  for (std::uint32_t count = 0; count <= kMost; ++count) {
    const std::vector<Cost> row = draw_costs(random, count, 0);
    std::vector<Cost> target = row;
    for (Cost& cost : target) cost += random.below(2);
    std::vector<std::uint32_t> at(count, 7);
    EXPECT_TRUE(mark_equal(target.data(), row.data(), 1, count, 9, at.data()));
    for (std::uint32_t i = 0; i < count; ++i) EXPECT_EQ(at[i], row[i] + 1 == target[i] ? 9u : 7u);
    if (count == 0) continue;
    target[random.below(count)] += 2;
    EXPECT_FALSE(mark_equal(target.data(), row.data(), 1, count, 9, at.data())) << count;
  }
}

/// Rows in two bytes, and what they stand for.
struct Deltas {
  std::vector<std::uint16_t> deltas;
  Cost add;

  Deltas(Random& random, std::uint32_t count) : add(random.below(1'000'000)) {
    for (std::uint32_t i = 0; i < count; ++i) {
      deltas.push_back(random.chance(20) ? kNoDelta
                                         : static_cast<std::uint16_t>(random.below(kNoDelta)));
    }
    deltas.resize(count + kRowSlack, 0);
  }
  Cost cost(std::uint32_t i) const {
    return deltas[i] == kNoDelta ? kTableInfinite : add + deltas[i];
  }
};

TEST(Kernels, LeastOfDeltasIsTheLeastOfTheirSums) {
  Random random(5);
  for (std::uint32_t count = 1; count <= kMost; ++count) {
    std::vector<Deltas> rows;
    for (std::uint32_t r = random.below(5); r > 0; --r) rows.emplace_back(random, count);
    std::vector<DeltaRow> views;
    std::vector<Cost> expected(count, kTableInfinite);
    for (const Deltas& row : rows) {
      views.push_back({row.deltas.data(), row.add});
      for (std::uint32_t i = 0; i < count; ++i) expected[i] = std::min(expected[i], row.cost(i));
    }
    std::vector<Cost> out(count + kRowSlack);
    least_of_deltas(views, count, out.data());
    EXPECT_EQ(firsts(out, count), expected) << count;
  }
}

TEST(Kernels, LargestDifferenceCountsOnlyWhereBothArePaths) {
  Random random(6);
  for (std::uint32_t count = 1; count <= kMost; ++count) {
    const std::vector<Cost> a = draw_costs(random, count);
    const std::vector<Cost> row = draw_costs(random, count);
    const Deltas deltas(random, count);
    for (const bool both_ways : {false, true}) {
      Cost wide = 0;
      Cost narrow = 0;
      const auto widen = [&](Cost& widest, Cost x, Cost y) {
        if (x >= kTableInfinite || y >= kTableInfinite) return;
        if (x > y) widest = std::max(widest, x - y);
        if (both_ways && y > x) widest = std::max(widest, y - x);
      };
      for (std::uint32_t i = 0; i < count; ++i) {
        widen(wide, a[i], row[i]);
        widen(narrow, a[i], deltas.cost(i));
      }
      EXPECT_EQ(largest_difference(a.data(), row.data(), count, both_ways), wide) << count;
      EXPECT_EQ(largest_difference(a.data(), DeltaRow{deltas.deltas.data(), deltas.add}, count,
                                   both_ways),
                narrow)
          << count;
    }
  }
}

TEST(Kernels, LeastRowSumsReadNoMoreThanTheirRows) {
  Random random(7);
  for (std::uint32_t count = 0; count <= kMost; ++count) {
    const std::vector<Cost> costs = draw_costs(random, count);
    const std::uint32_t row_count = 1 + random.below(5);
    const std::vector<Cost> table = draw_costs(random, std::size_t{row_count} * count + 40);
    std::vector<RowOf> rows;
    std::vector<Cost> expected_any, expected_equal;
    const auto least = [&](std::uint32_t begin, std::uint32_t length) {
      Cost best = kTableInfinite;
      for (std::uint32_t i = 0; i < std::min(count, length); ++i)
        best = std::min(best, costs[i] + table[begin + i]);
      return best;
    };
    for (std::uint32_t r = 0; r < row_count; ++r) {
      rows.push_back({r * count + random.below(8), random.below(count + 5)});
      expected_any.push_back(least(rows[r].begin, rows[r].count));
      expected_equal.push_back(least(r * count, count));
    }
    std::vector<Cost> out(row_count);
    least_row_sums(costs.data(), count, table.data(), rows, out.data());
    EXPECT_EQ(out, expected_any) << count;
    least_row_sums(costs.data(), count, table.data(), row_count, out.data());
    EXPECT_EQ(out, expected_equal) << count;
  }
}

TEST(Kernels, CopiedNodesAreTheSameInEitherDirection) {
  for (std::uint32_t count = 0; count <= kMost; ++count) {
    std::vector<NodeId> stored;
    for (std::uint32_t i = 0; i < count + 2 * kCopySlack; ++i) stored.push_back(NodeId{100 + i});
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(stored.data());
    const std::uint8_t* from = bytes + kCopySlackBytes;
    const std::uint8_t* end = bytes + stored.size() * sizeof(NodeId);
    std::vector<NodeId> expected(stored.begin() + kCopySlack, stored.begin() + kCopySlack + count);
    for (const std::uint8_t* readable :
         {end, from + count * sizeof(NodeId), static_cast<const std::uint8_t*>(nullptr)}) {
      std::vector<NodeId> out(count + kCopySlack, NodeId{0});
      copy_nodes(from, count, readable, out.data());
      out.resize(count);
      EXPECT_EQ(out, expected) << count;
    }
    std::reverse(expected.begin(), expected.end());
    for (const std::uint8_t* readable : {end, static_cast<const std::uint8_t*>(nullptr)}) {
      std::vector<NodeId> out(count + kCopySlack, NodeId{0});
      copy_nodes_reversed(from, count, readable, out.data());
      out.resize(count);
      EXPECT_EQ(out, expected) << count;
    }
  }
}

}  // namespace
}  // namespace portolan::detail
