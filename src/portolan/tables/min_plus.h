#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/cost.h"

/// The inner loops of tables: sums and minima over rows of costs, by the widest instructions that
/// the machine has, chosen when the program starts. Whole numbers: the same result everywhere.
namespace portolan::detail {

/// "No path" in tables. Four of them add up without overflow, so that sums need no checks; a sum of
/// at least this is no path either. A more expensive one is not told: shortcuts alone leave it to
/// a search, and beside a connect table nothing is built where there may be one.
inline constexpr Cost kTableInfinite = 0x3FFF'FFFFu;

/// Rows may be read up to so many entries behind their end, and results are written up to so many
/// behind theirs: arrays that are handed to the functions below have that much room more.
inline constexpr std::uint32_t kRowSlack = 32;

/// Rows of different lengths are padded with kTableInfinite, so that any may be read in steps of so
/// many entries.
inline constexpr std::uint32_t kRowStep = 8;
constexpr std::uint32_t padded_row(std::uint32_t count) {
  return (count + kRowStep - 1) / kRowStep * kRowStep;
}

/// A padded row of some array of costs.
struct RowOf {
  std::uint32_t begin;
  std::uint32_t count;
};
/// out[i], for i below `count`: the least of adds[r] + costs[rows[r].begin + i] over all rows r
/// longer than i; kTableInfinite or more where there is none. Rows at least `count` long need no
/// padding.
void least_of_rows(const Cost* costs, std::span<const RowOf> rows, const Cost* adds,
                   std::uint32_t count, Cost* out);

/// So many entries of a row that begin at a multiple of it.
inline constexpr std::uint32_t kStretch = 32;
static_assert(kStretch <= kRowSlack);
/// The same, of the stretches that begin at `stretches` alone.
void least_of_rows(const Cost* costs, std::span<const RowOf> rows, const Cost* adds,
                   std::uint32_t count, std::span<const std::uint32_t> stretches, Cost* out);
/// Appends where the stretches begin in which some a[i] + b[i] is at most `slack` more than the
/// least of all, for i below `count`; all stretches where that is more than tables tell. `least`:
/// scratch.
void append_stretches_within(const Cost* a, const Cost* b, std::uint32_t count, Cost slack,
                             std::vector<Cost>& least, std::vector<std::uint32_t>& stretches);

/// target[i] = min(target[i], add + row[i]) for i below `count`, exactly.
void lower(Cost* target, const Cost* row, Cost add, std::uint32_t count);

struct Least {
  Cost cost = kTableInfinite;
  std::uint32_t at = 0;
};
/// The least a[i] + b[i], and the first place where it occurs. Both have room behind their end.
Least least_sum(Cost* a, Cost* b, std::uint32_t count);

/// at[i] = mark where add + row[i] == target[i]. Whether it is less nowhere.
bool mark_equal(const Cost* target, const Cost* row, Cost add, std::uint32_t count,
                std::uint32_t mark, std::uint32_t* at);

/// Costs in two bytes above a base; kNoDelta is no path.
inline constexpr std::uint16_t kNoDelta = 0xFFFF;
struct DeltaRow {
  const std::uint16_t* deltas;
  Cost add;
};
/// The most by which an entry of `a` exceeds the one of `row`, or with `both_ways` they differ,
/// over all places where neither is "no path"; 0 where there is none. `a` has room behind its end.
Cost largest_difference(const Cost* a, const Cost* row, std::uint32_t count, bool both_ways);
Cost largest_difference(const Cost* a, const DeltaRow& row, std::uint32_t count, bool both_ways);

/// As least_of_rows, for rows of one length.
void least_of_deltas(std::span<const DeltaRow> rows, std::uint32_t count, Cost* out);

}  // namespace portolan::detail
