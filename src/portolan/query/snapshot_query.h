#pragma once

#include <concepts>
#include <cstddef>
#include <vector>

#include "portolan/query/query.h"
#include "portolan/query/table_query.h"

namespace portolan::detail {

/// A world, its hierarchy and perhaps tables for it, at one moment.
template <class S, class W>
concept SnapshotOf = requires(const S& snapshot) {
  { snapshot.world() } -> std::convertible_to<const W&>;
  { snapshot.hierarchy() } -> std::convertible_to<const Hierarchy&>;
  { snapshot.tables() } -> std::convertible_to<const Tables&>;
};

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
/// its hierarchy, which may connect by the table. Owns all scratch; make one for each thread.
template <CellWorld W>
class SnapshotQuery {
 public:
  using Anchor = typename W::Anchor;

  /// `kept_connections`: how many popular starts and goals are remembered.
  explicit SnapshotQuery(std::size_t kept_connections) : search_(kept_connections) {}

  /// By tables nothing is counted.
  void count_into(QueryCounts* counts) { search_.count_into(counts); }
  Query<W>& search() { return search_; }

  template <SnapshotOf<W> S>
  static bool answers_by_tables(const S& snapshot, bool tables) {
    return tables && snapshot.tables().complete();
  }

  template <SnapshotOf<W> S>
  QueryResult find_path(const S& snapshot, const Anchor& start, const Anchor& goal, bool tables,
                        const QueryOptions& options, std::vector<NodeId>& nodes) {
    if (answers_by_tables(snapshot, tables)) {
      return tables_.find_path(snapshot.world(), snapshot.hierarchy(), snapshot.tables(), start,
                               goal, nodes);
    }
    return search_.find_path(snapshot.world(), snapshot.hierarchy(), start, goal,
                             with_table(options, snapshot.tables()), nodes);
  }

  template <SnapshotOf<W> S>
  QueryResult find_cost(const S& snapshot, const Anchor& start, const Anchor& goal, bool tables,
                        const QueryOptions& options) {
    if (answers_by_tables(snapshot, tables)) {
      return tables_.find_cost(snapshot.world(), snapshot.hierarchy(), snapshot.tables(), start,
                               goal);
    }
    return search_.find_hops(snapshot.world(), snapshot.hierarchy(), start, goal,
                             with_table(options, snapshot.tables()), hops_);
  }

 private:
  /// Options of a search that may connect by the table of the same snapshot.
  static QueryOptions with_table(QueryOptions options, const Tables& tables) {
    if (!tables.connect().empty()) options.table = &tables.connect();
    return options;
  }

  Query<W> search_;
  TableQuery<W> tables_;
  Hops hops_;
};

}  // namespace portolan::detail
