#include "portolan/tables/row_sums.h"

#include <algorithm>
#include <cstring>

#include "portolan/core/by_machine.h"
#include "portolan/core/inlining.h"

namespace portolan::detail {
namespace {

constexpr std::uint32_t kLanes = 8;
using Lanes = Cost __attribute__((vector_size(kLanes * sizeof(Cost))));
static_assert(kLanes <= kRowSlack);

PORTOLAN_ALWAYS_INLINE inline void lower_lanes(Lanes& a, const Lanes& b) { a = a < b ? a : b; }

/// best = min(best, a + b)
PORTOLAN_ALWAYS_INLINE inline void lower_by_sum(Lanes& best, const Cost* a, const Cost* b) {
  Lanes sum;
  Lanes other;
  std::memcpy(&sum, a, sizeof sum);
  std::memcpy(&other, b, sizeof other);
  sum += other;
  lower_lanes(best, sum);
}

/// The same for the first `left` lanes.
PORTOLAN_ALWAYS_INLINE inline void lower_by_some(Lanes& best, const Cost* a, const Cost* b,
                                                 std::uint32_t left) {
  const Lanes number{0, 1, 2, 3, 4, 5, 6, 7};
  Lanes sums = Lanes{} + kTableInfinite;
  lower_by_sum(sums, a, b);
  lower_lanes(best, number < left ? sums : Lanes{} + kTableInfinite);
}

/// Folds the lanes in half until one is left.
PORTOLAN_ALWAYS_INLINE inline Cost least_lane(Lanes& a) {
  lower_lanes(a, __builtin_shufflevector(a, a, 4, 5, 6, 7, 0, 1, 2, 3));
  lower_lanes(a, __builtin_shufflevector(a, a, 2, 3, 0, 1, 6, 7, 4, 5));
  lower_lanes(a, __builtin_shufflevector(a, a, 1, 0, 3, 2, 5, 4, 7, 6));
  return a[0];
}

PORTOLAN_ALWAYS_INLINE inline Cost least_row_sum(const Cost* costs, const Cost* row,
                                                 std::uint32_t count) {
  // Two, so that one does not wait for the other.
  Lanes best = Lanes{} + kTableInfinite;
  Lanes best2 = best;
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
  lower_lanes(best, best2);
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
