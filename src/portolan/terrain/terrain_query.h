#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/query/snapshot_query.h"
#include "portolan/terrain/terrain_snapshot.h"
#include "portolan/types.h"

namespace portolan::detail {

struct TerrainQueryOptions {
  QueryOptions search;
  bool tables = true;  ///< Answer from the snapshot's tables where they are complete.
};

/// A path on terrain. Reuse one from query to query: its memory is kept.
struct TerrainPath {
  Status status = Status::unreachable;
  Cost cost = kInfinite;      ///< Sum of the prices of its steps; see TerrainSnapshot::metres.
  unsigned level = 0;         ///< See QueryResult; 0: searched on the base graph.
  std::uint64_t version = 0;  ///< Of the snapshot that answered.
  std::vector<NodeId> nodes;  ///< The triangles from start to goal.
};

/// Answers queries on snapshots of terrain; make one for each thread. Allocates nothing after
/// warm-up. Places are triangles. All costs are optimal, at every level.
class TerrainQuery {
 public:
  /// `kept_connections`: how many popular starts and goals are remembered.
  explicit TerrainQuery(std::size_t kept_connections = 2) : query_(kept_connections) {}

  /// Effort is added up into `counts` from now on; null to count nothing.
  void count_into(QueryCounts* counts) {
    counts_ = counts;
    query_.count_into(counts);
  }

  /// Forgets the starts and goals that it remembers, but keeps its memory.
  void forget() { query_.forget(); }

  Status find_path(const TerrainSnapshot& snapshot, NodeId start, NodeId goal,
                   const TerrainQueryOptions& options, TerrainPath& path);
  Status find_cost(const TerrainSnapshot& snapshot, NodeId start, NodeId goal,
                   const TerrainQueryOptions& options, Cost& cost);
  /// By plain A* on level 0.
  Status find_path_astar(const TerrainSnapshot& snapshot, NodeId start, NodeId goal,
                         TerrainPath& path, std::uint64_t max_expansions = ~std::uint64_t{0});
  /// The costs from one triangle to all others (a wave), by triangle; kInfinite where there is no
  /// path.
  void find_costs_to_all(const TerrainSnapshot& snapshot, NodeId start, std::vector<Cost>& costs);

 private:
  /// A* on level 0, which leaves its answer in the labels.
  template <class Heuristic>
  Status search_path(const TerrainWorld& world, NodeId start, NodeId goal,
                     const Heuristic& heuristic, std::uint64_t max_expansions);

  SnapshotQuery<TerrainWorld> query_;
  Labels labels_;
  OpenList open_;
  QueryCounts* counts_ = nullptr;
};

/// What a path measures by the price model.
Result<PathLengths> measure_path(const TerrainSnapshot& snapshot, const TerrainPath& path);

}  // namespace portolan::detail
