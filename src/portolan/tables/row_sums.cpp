#include "portolan/tables/row_sums.h"

#include <algorithm>
#include <cstring>

#include "portolan/core/platform.h"

namespace portolan::detail {
namespace {

constexpr std::uint32_t kLanes = 8;
using Costs = Lanes<Cost, kLanes>;
static_assert(kLanes <= kRowSlack);

/// best = min(best, a + b)
PORTOLAN_ALWAYS_INLINE inline void lower_by_sum(Costs& best, const Cost* a, const Cost* b) {
  Costs sum;
  Costs other;
  std::memcpy(&sum, a, sizeof sum);
  std::memcpy(&other, b, sizeof other);
  sum += other;
  take_lesser(best, sum);
}

/// The same for the first `left` lanes.
PORTOLAN_ALWAYS_INLINE inline void lower_by_some(Costs& best, const Cost* a, const Cost* b,
                                                 std::uint32_t left) {
  const Costs number{0, 1, 2, 3, 4, 5, 6, 7};
  Costs sums = Costs{} + kTableInfinite;
  lower_by_sum(sums, a, b);
  Costs some = Costs{} + kTableInfinite;
  take_where(number < left, some, sums);
  take_lesser(best, some);
}

/// Folds the lanes in half until one is left.
PORTOLAN_ALWAYS_INLINE inline Cost least_lane(Costs& a) {
  Costs other;
  shuffle<4, 5, 6, 7, 0, 1, 2, 3>(a, a, other);
  take_lesser(a, other);
  shuffle<2, 3, 0, 1, 6, 7, 4, 5>(a, a, other);
  take_lesser(a, other);
  shuffle<1, 0, 3, 2, 5, 4, 7, 6>(a, a, other);
  take_lesser(a, other);
  return a[0];
}

PORTOLAN_ALWAYS_INLINE inline Cost least_row_sum(const Cost* costs, const Cost* row,
                                                 std::uint32_t count) {
  // Two, so that one does not wait for the other.
  Costs best = Costs{} + kTableInfinite;
  Costs best2 = best;
  for (; count >= 2 * kLanes; count -= 2 * kLanes, costs += 2 * kLanes, row += 2 * kLanes) {
    lower_by_sum(best, costs, row);
    lower_by_sum(best2, costs + kLanes, row + kLanes);
  }
  if (count >= kLanes) {
    lower_by_sum(best, costs, row);
    count -= kLanes;
    costs += kLanes;
    row += kLanes;
  }
  if (count > 0) lower_by_some(best2, costs, row, count);
  take_lesser(best, best2);
  return least_lane(best);
}

}  // namespace

PORTOLAN_BY_MACHINE
void least_row_sums(const Cost* costs, std::uint32_t count, const Cost* table,
                    std::span<const RowOf> rows, Cost* out) {
  for (const RowOf& row : rows)
    *out++ = least_row_sum(costs, table + row.begin, std::min(row.count, count));
}

PORTOLAN_BY_MACHINE
void least_row_sums(const Cost* costs, std::uint32_t count, const Cost* rows,
                    std::uint32_t row_count, Cost* out) {
  for (std::uint32_t r = 0; r < row_count; ++r, rows += count)
    *out++ = least_row_sum(costs, rows, count);
}

}  // namespace portolan::detail
