#pragma once

#include <cstdint>

#include "portolan/core/cost.h"
#include "portolan/query/connection.h"
#include "portolan/search/search.h"
#include "portolan/tables/tables.h"
#include "portolan/types.h"

namespace portolan::detail {

/// The level is chosen cell by cell: as high as possible where neither start nor goal is.
inline constexpr unsigned kAutoLevel = 0;

struct QueryOptions {
  /// kAutoLevel, or the level to search at, from 1; start and goal are then connected level by
  /// level as in the HPA* paper's section 3.4. A level at which both lie in one cell is lowered.
  unsigned level = kAutoLevel;
  ConnectMethod connect = ConnectMethod::dijkstra;
  std::uint64_t max_expansions = ~std::uint64_t{0};  ///< Of the main search.
  const ParallelFor* parallel = nullptr;  ///< For ConnectMethod::threads; without one, one thread.
  const ConnectTable* table = nullptr;    ///< For ConnectMethod::table: of this very hierarchy.
  const Tables* tables = nullptr;  ///< With shortcuts, of this very hierarchy: for kAutoLevel.
};

/// The effort of a query, as the HPA* paper splits it.
struct QueryCounts {
  SearchCounts connect;  ///< Connecting start and goal ("SG").
  SearchCounts main;     ///< The search over the gates.
  SearchCounts refine;   ///< Turning hops into nodes.
};

struct QueryResult {
  Status status = Status::unreachable;
  Cost cost = kInfinite;
  unsigned level = 0;         ///< The level searched; the top one allowed when chosen cell by cell.
  std::uint64_t version = 0;  ///< Of the snapshot that answered.
};

}  // namespace portolan::detail
