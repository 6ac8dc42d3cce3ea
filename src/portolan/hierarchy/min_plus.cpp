#include "portolan/hierarchy/min_plus.h"

#include <algorithm>
#include <cstring>

// The resolvers behind these clones run before sanitizers are ready.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define PORTOLAN_BY_MACHINE __attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
#else
#define PORTOLAN_BY_MACHINE
#endif
#define PORTOLAN_INLINE inline __attribute__((always_inline))

namespace portolan {
namespace {

// Vectors are spelled out where partial results must stay in registers: left to itself the
// compiler takes such loops apart. Eight costs; narrower machines split them.
constexpr std::uint32_t kLanes = 8;
using Lanes = Cost __attribute__((vector_size(kLanes * sizeof(Cost))));
using HalfLanes = std::uint16_t __attribute__((vector_size(kLanes * sizeof(std::uint16_t))));

PORTOLAN_INLINE void load(Lanes& lanes, const Cost* from) {
  std::memcpy(&lanes, from, sizeof lanes);
}
PORTOLAN_INLINE void lower_lanes(Lanes& a, const Lanes& b) { a = a < b ? a : b; }

constexpr std::uint32_t kBlock = kRowSlack;
static_assert(kBlock == 2 * kLanes);
constexpr std::uint32_t rounded(std::uint32_t count) {
  return (count + kBlock - 1) / kBlock * kBlock;
}

}  // namespace

PORTOLAN_BY_MACHINE
void least_of_rows(std::span<const CostRow> rows, std::uint32_t count, Cost* out) {
  const CostRow* const end = rows.data() + rows.size();
  for (std::uint32_t b = 0; b < rounded(count); b += kBlock) {
    Lanes best[2] = {Lanes{} + kTableInfinite, Lanes{} + kTableInfinite};
    for (const CostRow* row = rows.data(); row != end; ++row) {
      if (row->count < count) continue;  // see below
      Lanes costs[2];
      load(costs[0], row->costs + b);
      load(costs[1], row->costs + b + kLanes);
      lower_lanes(best[0], costs[0] + row->add);
      lower_lanes(best[1], costs[1] + row->add);
    }
    std::memcpy(out + b, best, sizeof best);
  }
  for (const CostRow* row = rows.data(); row != end; ++row) {
    if (row->count < count) lower(out, row->costs, row->add, row->count);
  }
}

PORTOLAN_BY_MACHINE
void lower(Cost* target, const Cost* row, Cost add, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) target[i] = std::min(target[i], row[i] + add);
}

PORTOLAN_BY_MACHINE
Least least_sum(Cost* a, Cost* b, std::uint32_t count) {
  const std::uint32_t end = rounded(count);
  for (std::uint32_t i = count; i < end; ++i) a[i] = b[i] = kTableInfinite;
  Lanes best = Lanes{} + ~Cost{0};
  Lanes where{};
  for (std::uint32_t k = 0; k < end; k += kLanes) {
    Lanes first;
    Lanes second;
    load(first, a + k);
    load(second, b + k);
    const Lanes sum = first + second;
    where = sum < best ? Lanes{} + k : where;
    lower_lanes(best, sum);
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
  for (std::uint32_t b = 0; b < rounded(count); b += kLanes) {
    Lanes best = Lanes{} + kTableInfinite;
    for (const DeltaRow* row = rows.data(); row != end; ++row) {
      HalfLanes narrow;
      std::memcpy(&narrow, row->deltas + b, sizeof narrow);
      const Lanes deltas = __builtin_convertvector(narrow, Lanes);
      const Lanes none = Lanes{} + kTableInfinite;
      lower_lanes(best, deltas == kNoDelta ? none : deltas + row->add);
    }
    std::memcpy(out + b, &best, sizeof best);
  }
}

}  // namespace portolan
