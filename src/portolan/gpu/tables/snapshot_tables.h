#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "portolan/gpu/tables/table_arrays.h"
#include "portolan/tables/tables.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Anything with data() and size() as a constant array.
template <class Range>
auto array_of(const Range& range) {
  using T = std::remove_cvref_t<decltype(*range.data())>;
  return Array<T>{range.data(), range.size()};
}

/// What the arrays of a snapshot's tables need beside the tables: labels hub by hub.
class SnapshotTables {
 public:
  /// Views the tables, which the caller keeps. Fails where they have no labels, or more of them
  /// than arrays number, and says what to do.
  Result<Done> fill(const Tables& tables, TableArrays& arrays);

 private:
  Result<Done> place_hubs(const GateLinks& links);
  void fill_costs(const Tables& tables, bool backward);

  std::vector<HubRows> hubs_;
  std::uint64_t size_ = 0;  // of the costs of a direction
  std::vector<Cost> costs_[2];
};

}  // namespace portolan::detail
