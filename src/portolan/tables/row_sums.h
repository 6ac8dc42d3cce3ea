#pragma once

#include <cstdint>
#include <span>

#include "portolan/core/cost.h"
#include "portolan/tables/min_plus.h"

/// Many rows of costs against one: what min_plus.h is to a single pair, and chosen by machine in
/// the same way. Costs and rows may be read kRowSlack entries behind their end; nothing but `out`
/// is written, and nothing behind its end. Sums are at most kTableInfinite, which is no path.
namespace portolan::detail {

/// out[r]: the least costs[i] + table[rows[r].begin + i] over all i below `count` and below that
/// row's length.
void least_row_sums(const Cost* costs, std::uint32_t count, const Cost* table,
                    std::span<const RowOf> rows, Cost* out);

/// The same for `row_count` rows of length `count`, one behind the other.
void least_row_sums(const Cost* costs, std::uint32_t count, const Cost* rows,
                    std::uint32_t row_count, Cost* out);

}  // namespace portolan::detail
