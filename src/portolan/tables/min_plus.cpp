#include "portolan/tables/min_plus.h"

#include <algorithm>
#include <cstring>

#include "portolan/core/platform.h"

namespace portolan::detail {
namespace {

// Vectors are spelled out where partial results must stay in registers: left to itself the
// compiler takes such loops apart. Eight costs; narrower machines split them.
constexpr std::uint32_t kLanes = kRowStep;
using Costs = Lanes<Cost, kLanes>;
using Deltas = Lanes<std::uint16_t, kLanes>;

PORTOLAN_ALWAYS_INLINE inline void store(Cost* to, const Costs& lanes) {
  std::memcpy(to, &lanes, sizeof lanes);
}
/// best = min(best, row + add)
PORTOLAN_ALWAYS_INLINE inline void lower_by_row(Costs& best, const Cost* row, Cost add) {
  Costs sum;
  std::memcpy(&sum, row, sizeof sum);
  sum += add;
  take_lesser(best, sum);
}

/// What deltas from `at` on stand for.
PORTOLAN_ALWAYS_INLINE inline void read_deltas(const DeltaRow& row, std::uint32_t at,
                                               Costs& costs) {
  Deltas narrow;
  Costs deltas;
  std::memcpy(&narrow, row.deltas + at, sizeof narrow);
  convert_lanes(narrow, deltas);
  costs = deltas + row.add;
  take_where(deltas == kNoDelta, costs, Costs{} + kTableInfinite);
}

/// widest = max(widest, a - b), with `both_ways` also b - a, in the first `left` lanes, as far as
/// both are paths.
PORTOLAN_ALWAYS_INLINE inline void widen(Costs& widest, const Cost* a, const Costs& b,
                                         std::uint32_t left, bool both_ways) {
  const Costs number{0, 1, 2, 3, 4, 5, 6, 7};
  Costs first;
  std::memcpy(&first, a, sizeof first);
  Costs apart = both_ways ? b - first : Costs{};
  take_where(first > b, apart, first - b);
  Costs counted{};
  take_where((number < left) & (first < kTableInfinite) & (b < kTableInfinite), counted, apart);
  take_greater(widest, counted);
}
PORTOLAN_ALWAYS_INLINE inline Cost most(const Costs& lanes) {
  Cost most = 0;
  for (std::uint32_t i = 0; i < kLanes; ++i) most = std::max(most, lanes[i]);
  return most;
}

/// out[i] for i from `begin` on, kStretch of them: see least_of_rows.
PORTOLAN_ALWAYS_INLINE inline void least_of_stretch(const Cost* costs, std::span<const RowOf> rows,
                                                    const Cost* adds, std::uint32_t count,
                                                    std::uint32_t begin, Cost* out) {
  static_assert(kStretch == 4 * kLanes);
  const std::size_t row_count = rows.size();
  Costs best0 = Costs{} + kTableInfinite;
  Costs best1 = best0;
  Costs best2 = best0;
  Costs best3 = best0;
  for (std::size_t r = 0; r < row_count; ++r) {
    const Cost* row = costs + rows[r].begin + begin;
    const Cost add = adds[r];
    if (rows[r].count >= count || rows[r].count >= begin + kStretch) {
      lower_by_row(best0, row, add);
      lower_by_row(best1, row + kLanes, add);
      lower_by_row(best2, row + 2 * kLanes, add);
      lower_by_row(best3, row + 3 * kLanes, add);
    } else if (rows[r].count > begin) {
      const std::uint32_t left = rows[r].count - begin;
      lower_by_row(best0, row, add);
      if (left > kLanes) lower_by_row(best1, row + kLanes, add);
      if (left > 2 * kLanes) lower_by_row(best2, row + 2 * kLanes, add);
      if (left > 3 * kLanes) lower_by_row(best3, row + 3 * kLanes, add);
    }
  }
  store(out + begin, best0);
  store(out + begin + kLanes, best1);
  store(out + begin + 2 * kLanes, best2);
  store(out + begin + 3 * kLanes, best3);
}

}  // namespace

PORTOLAN_BY_MACHINE
void least_of_rows(const Cost* costs, std::span<const RowOf> rows, const Cost* adds,
                   std::uint32_t count, Cost* out) {
  for (std::uint32_t b = 0; b < count; b += kStretch)
    least_of_stretch(costs, rows, adds, count, b, out);
}

PORTOLAN_BY_MACHINE
void least_of_rows(const Cost* costs, std::span<const RowOf> rows, const Cost* adds,
                   std::uint32_t count, std::span<const std::uint32_t> stretches, Cost* out) {
  for (const std::uint32_t b : stretches) least_of_stretch(costs, rows, adds, count, b, out);
}

PORTOLAN_BY_MACHINE
void append_stretches_within(const Cost* a, const Cost* b, std::uint32_t count, Cost slack,
                             std::vector<Cost>& least, std::vector<std::uint32_t>& stretches) {
  least.clear();
  Cost limit = kTableInfinite;
  for (std::uint32_t begin = 0; begin < count; begin += kStretch) {
    Cost here = kTableInfinite;
    for (std::uint32_t i = begin; i < std::min(count, begin + kStretch); ++i)
      here = std::min(here, a[i] + b[i]);
    least.push_back(here);
    limit = std::min(limit, here);
  }
  limit = std::min(limit + slack, kTableInfinite);
  for (std::uint32_t k = 0; k * kStretch < count; ++k)
    if (least[k] <= limit) stretches.push_back(k * kStretch);
}

PORTOLAN_BY_MACHINE
void lower(Cost* target, const Cost* row, Cost add, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) target[i] = std::min(target[i], row[i] + add);
}

PORTOLAN_BY_MACHINE
Least least_sum(Cost* a, Cost* b, std::uint32_t count) {
  const std::uint32_t end = padded_row(count);
  for (std::uint32_t i = count; i < end; ++i) a[i] = b[i] = kTableInfinite;
  Costs best = Costs{} + ~Cost{0};
  Costs where{};
  for (std::uint32_t k = 0; k < end; k += kLanes) {
    Costs sum;
    Costs other;
    std::memcpy(&sum, a + k, sizeof sum);
    std::memcpy(&other, b + k, sizeof other);
    sum += other;
    take_where(sum < best, where, Costs{} + k);
    take_lesser(best, sum);
  }
  Least least;
  for (std::uint32_t i = 0; i < kLanes; ++i) {
    const Least lane{best[i], where[i] + i};
    if (lane.cost < least.cost || (lane.cost == least.cost && lane.at < least.at)) least = lane;
  }
  return least.cost < kTableInfinite ? least : Least{};
}

PORTOLAN_BY_MACHINE
bool mark_equal(const Cost* target, const Cost* row, Cost add, std::uint32_t count,
                std::uint32_t mark, std::uint32_t* at) {
  std::uint32_t less = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Cost cost = row[i] + add;
    at[i] = cost == target[i] ? mark : at[i];
    less |= cost < target[i] ? 1u : 0u;
  }
  return less == 0;
}

PORTOLAN_BY_MACHINE
void least_of_deltas(std::span<const DeltaRow> rows, std::uint32_t count, Cost* out) {
  const DeltaRow* const end = rows.data() + rows.size();
  for (std::uint32_t b = 0; b < count; b += kLanes) {
    Costs best = Costs{} + kTableInfinite;
    for (const DeltaRow* row = rows.data(); row != end; ++row) {
      Costs sum;
      read_deltas(*row, b, sum);
      take_lesser(best, sum);
    }
    store(out + b, best);
  }
}

PORTOLAN_BY_MACHINE
Cost largest_difference(const Cost* a, const Cost* row, std::uint32_t count, bool both_ways) {
  Costs widest{};
  for (std::uint32_t b = 0; b < count; b += kLanes) {
    Costs other;
    std::memcpy(&other, row + b, sizeof other);
    widen(widest, a + b, other, count - b, both_ways);
  }
  return most(widest);
}

PORTOLAN_BY_MACHINE
Cost largest_difference(const Cost* a, const DeltaRow& row, std::uint32_t count, bool both_ways) {
  Costs widest{};
  for (std::uint32_t b = 0; b < count; b += kLanes) {
    Costs other;
    read_deltas(row, b, other);
    widen(widest, a + b, other, count - b, both_ways);
  }
  return most(widest);
}

}  // namespace portolan::detail
