#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "portolan/query/query.h"
#include "portolan/query/query_world.h"
#include "portolan/query/snapshot_view.h"
#include "portolan/query/table_query.h"

namespace portolan::detail {

/// `complete` where both ends of a query can be stood on.
template <class S, class Place>
Status check_ends(const S& snapshot, const Place& start, const Place& goal) {
  if (!snapshot.passable(start)) return Status::invalid_start;
  return snapshot.passable(goal) ? Status::complete : Status::invalid_goal;
}

/// Worlds with all gates promise optimal paths: there the inexact connections are not taken.
inline QueryOptions exactly(QueryOptions options) {
  if (options.connect == ConnectMethod::sparse || options.connect == ConnectMethod::goalward)
    options.connect = ConnectMethod::dijkstra;
  return options;
}

/// Answers from a snapshot's tables where they are asked for and complete, else by a search over
/// its hierarchy, which may connect by the table, or look up what lies between cells. Owns all
/// scratch; make one for each thread.
template <QueryWorld W>
class SnapshotQuery {
 public:
  using Anchor = typename W::Anchor;

  /// `kept_connections`: how many popular starts and goals are remembered.
  explicit SnapshotQuery(std::size_t kept_connections = 2) : search_(kept_connections) {}

  /// By tables nothing is counted.
  void count_into(QueryCounts* counts) { search_.count_into(counts); }
  Query<W>& search() { return search_; }
  /// See Query::forget.
  void forget() { search_.forget(); }

  /// `wanted`: whether tables may answer at all.
  static bool answers_by_tables(const SnapshotView<W>& snapshot, bool wanted) {
    return wanted && snapshot.tables().complete();
  }

  /// See Query and TableQuery. By tables, with `most_nodes`, a path may end after so many.
  QueryResult find_path(const SnapshotView<W>& snapshot, const Anchor& start, const Anchor& goal,
                        bool tables, const QueryOptions& options, std::vector<NodeId>& nodes,
                        std::size_t most_nodes = kAllNodes) {
    if (answers_by_tables(snapshot, tables))
      return tables_.find_path(snapshot, start, goal, nodes, most_nodes);
    return search_.find_path(snapshot.world(), snapshot.hierarchy(), start, goal,
                             with_tables(options, snapshot.tables(), tables), nodes);
  }

  /// The same with the nodes in memory of the query's until it is asked again.
  QueryResult find_path(const SnapshotView<W>& snapshot, const Anchor& start, const Anchor& goal,
                        bool tables, const QueryOptions& options, std::span<const NodeId>& nodes,
                        std::size_t most_nodes = kAllNodes) {
    if (answers_by_tables(snapshot, tables))
      return tables_.find_path(snapshot, start, goal, nodes, most_nodes);
    const QueryResult result = find_path(snapshot, start, goal, tables, options, searched_);
    nodes = searched_;
    return result;
  }

  QueryResult find_cost(const SnapshotView<W>& snapshot, const Anchor& start, const Anchor& goal,
                        bool tables, const QueryOptions& options) {
    if (answers_by_tables(snapshot, tables)) return tables_.find_cost(snapshot, start, goal);
    return search_.find_cost(snapshot.world(), snapshot.hierarchy(), start, goal,
                             with_tables(options, snapshot.tables(), tables));
  }

 private:
  /// Options of a search that may use what tables of the same snapshot there are.
  static QueryOptions with_tables(QueryOptions options, const Tables& tables, bool wanted) {
    if (!tables.connect().empty()) options.table = &tables.connect();
    if (wanted && tables.answer()) options.tables = &tables;
    return options;
  }

  Query<W> search_;
  TableQuery<W> tables_;
  std::vector<NodeId> searched_;
};

}  // namespace portolan::detail
