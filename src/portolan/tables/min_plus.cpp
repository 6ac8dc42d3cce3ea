#include "portolan/tables/min_plus.h"

#include <algorithm>
#include <cstring>

#include "portolan/core/by_machine.h"
#include "portolan/core/inlining.h"

namespace portolan::detail {
namespace {

// Vectors are spelled out where partial results must stay in registers: left to itself the
// compiler takes such loops apart. Eight costs; narrower machines split them.
constexpr std::uint32_t kLanes = kRowStep;
using Lanes = Cost __attribute__((vector_size(kLanes * sizeof(Cost))));
using HalfLanes = std::uint16_t __attribute__((vector_size(kLanes * sizeof(std::uint16_t))));

PORTOLAN_ALWAYS_INLINE inline void store(Cost* to, const Lanes& lanes) {
  std::memcpy(to, &lanes, sizeof lanes);
}
/// best = min(best, row + add)
PORTOLAN_ALWAYS_INLINE inline void lower_lanes(Lanes& best, const Cost* row, Cost add) {
  Lanes sum;
  std::memcpy(&sum, row, sizeof sum);
  sum += add;
  best = best < sum ? best : sum;
}

/// widest = max(widest, a - b), with `both_ways` also b - a, in the first `left` lanes, as far as
/// both are paths.
PORTOLAN_ALWAYS_INLINE inline void widen(Lanes& widest, const Cost* a, const Lanes& b,
                                         std::uint32_t left, bool both_ways) {
  const Lanes number{0, 1, 2, 3, 4, 5, 6, 7};
  Lanes first;
  std::memcpy(&first, a, sizeof first);
  const Lanes less = both_ways ? b - first : Lanes{};
  const Lanes gap = first > b ? first - b : less;
  const auto counts = (number < left) & (first < kTableInfinite) & (b < kTableInfinite);
  const Lanes counted = counts ? gap : Lanes{};
  widest = widest > counted ? widest : counted;
}
PORTOLAN_ALWAYS_INLINE inline Cost most(const Lanes& lanes) {
  Cost most = 0;
  for (std::uint32_t i = 0; i < kLanes; ++i) most = std::max(most, lanes[i]);
  return most;
}

}  // namespace

PORTOLAN_BY_MACHINE
void least_of_rows(const Cost* costs, std::span<const RowOf> rows, const Cost* adds,
                   std::uint32_t count, Cost* out) {
  constexpr std::uint32_t kBlock = 4 * kLanes;
  static_assert(kBlock <= kRowSlack);
  const std::size_t row_count = rows.size();
  for (std::uint32_t b = 0; b < count; b += kBlock) {
    Lanes best0 = Lanes{} + kTableInfinite;
    Lanes best1 = best0;
    Lanes best2 = best0;
    Lanes best3 = best0;
    for (std::size_t r = 0; r < row_count; ++r) {
      const Cost* row = costs + rows[r].begin + b;
      const Cost add = adds[r];
      if (rows[r].count >= count || rows[r].count >= b + kBlock) {
        lower_lanes(best0, row, add);
        lower_lanes(best1, row + kLanes, add);
        lower_lanes(best2, row + 2 * kLanes, add);
        lower_lanes(best3, row + 3 * kLanes, add);
      } else if (rows[r].count > b) {
        const std::uint32_t left = rows[r].count - b;
        lower_lanes(best0, row, add);
        if (left > kLanes) lower_lanes(best1, row + kLanes, add);
        if (left > 2 * kLanes) lower_lanes(best2, row + 2 * kLanes, add);
        if (left > 3 * kLanes) lower_lanes(best3, row + 3 * kLanes, add);
      }
    }
    store(out + b, best0);
    store(out + b + kLanes, best1);
    store(out + b + 2 * kLanes, best2);
    store(out + b + 3 * kLanes, best3);
  }
}

PORTOLAN_BY_MACHINE
void lower(Cost* target, const Cost* row, Cost add, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) target[i] = std::min(target[i], row[i] + add);
}

PORTOLAN_BY_MACHINE
Least least_sum(Cost* a, Cost* b, std::uint32_t count) {
  const std::uint32_t end = padded_row(count);
  for (std::uint32_t i = count; i < end; ++i) a[i] = b[i] = kTableInfinite;
  Lanes best = Lanes{} + ~Cost{0};
  Lanes where{};
  for (std::uint32_t k = 0; k < end; k += kLanes) {
    Lanes sum;
    Lanes other;
    std::memcpy(&sum, a + k, sizeof sum);
    std::memcpy(&other, b + k, sizeof other);
    sum += other;
    where = sum < best ? Lanes{} + k : where;
    best = best < sum ? best : sum;
  }
  Least least;
  for (std::uint32_t i = 0; i < kLanes; ++i) {
    const Least lane{best[i], where[i] + i};
    if (lane.cost < least.cost || (lane.cost == least.cost && lane.at < least.at)) least = lane;
  }
  return least.cost < kTableInfinite ? least : Least{};
}

PORTOLAN_BY_MACHINE
void mark_equal(const Cost* target, const Cost* row, Cost add, std::uint32_t count,
                std::uint32_t mark, std::uint32_t* at) {
  for (std::uint32_t i = 0; i < count; ++i) at[i] = row[i] + add == target[i] ? mark : at[i];
}

PORTOLAN_BY_MACHINE
void least_of_deltas(std::span<const DeltaRow> rows, std::uint32_t count, Cost* out) {
  const DeltaRow* const end = rows.data() + rows.size();
  for (std::uint32_t b = 0; b < count; b += kLanes) {
    Lanes best = Lanes{} + kTableInfinite;
    for (const DeltaRow* row = rows.data(); row != end; ++row) {
      HalfLanes narrow;
      std::memcpy(&narrow, row->deltas + b, sizeof narrow);
      const Lanes deltas = __builtin_convertvector(narrow, Lanes);
      const Lanes none = Lanes{} + kTableInfinite;
      const Lanes sum = deltas == kNoDelta ? none : deltas + row->add;
      best = best < sum ? best : sum;
    }
    store(out + b, best);
  }
}

PORTOLAN_BY_MACHINE
Cost widest_gap(const Cost* a, const Cost* row, std::uint32_t count, bool both_ways) {
  Lanes widest{};
  for (std::uint32_t b = 0; b < count; b += kLanes) {
    Lanes other;
    std::memcpy(&other, row + b, sizeof other);
    widen(widest, a + b, other, count - b, both_ways);
  }
  return most(widest);
}

PORTOLAN_BY_MACHINE
Cost widest_gap(const Cost* a, const DeltaRow& row, std::uint32_t count, bool both_ways) {
  Lanes widest{};
  for (std::uint32_t b = 0; b < count; b += kLanes) {
    HalfLanes narrow;
    std::memcpy(&narrow, row.deltas + b, sizeof narrow);
    const Lanes deltas = __builtin_convertvector(narrow, Lanes);
    const Lanes none = Lanes{} + kTableInfinite;
    widen(widest, a + b, deltas == kNoDelta ? none : deltas + row.add, count - b, both_ways);
  }
  return most(widest);
}

}  // namespace portolan::detail
