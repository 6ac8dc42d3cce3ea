#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/entered_once.h"
#include "portolan/core/node_buffer.h"
#include "portolan/query/far_path.h"
#include "portolan/query/query_options.h"
#include "portolan/query/query_world.h"
#include "portolan/query/snapshot_view.h"
#include "portolan/query/table_cost.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Answers queries from complete tables: no search, except inside the cell where both ends lie in
/// one. The same costs as Query, at every level. Owns all scratch, so it allocates nothing after
/// warm-up; make one for each thread.
template <QueryWorld W>
class TableQuery {
 public:
  using Anchor = typename W::Anchor;

  /// The cost of the cheapest path between two anchors, which lie where the world can be walked on.
  QueryResult find_cost(const SnapshotView<W>& snapshot, const Anchor& start, const Anchor& goal) {
    const EnteredOnce::Scope only_here(entered_);
    return result_of(snapshot, costs_.find(snapshot, start, goal, ends_));
  }

  /// The same with its nodes, from an entry node of the start to one of the goal, both included:
  /// none where the path touches no node. With `most_nodes` at least so many from the start on,
  /// then it may end: partial. The nodes lie in memory of the query's until it is asked again.
  QueryResult find_path(const SnapshotView<W>& snapshot, const Anchor& start, const Anchor& goal,
                        std::span<const NodeId>& nodes, std::size_t most_nodes = kAllNodes) {
    const EnteredOnce::Scope only_here(entered_);
    nodes_.clear();
    const TableCosts<W> costs = costs_.find(snapshot, start, goal, ends_);
    QueryResult result = result_of(snapshot, costs);
    if (result.status == Status::complete && result.cost < costs.direct) {
      if (costs.inside.cost <= costs.far.cost) {
        append_branch(*costs.start, costs.inside.entry_node, nodes_);
      } else if (!far_path_.append(snapshot, ends_, costs.far.hub, most_nodes, nodes_)) {
        result.status = Status::partial;
      }
    }
    nodes = {nodes_.begin(), nodes_.end()};
    return result;
  }
  /// The same with the nodes in a path of the caller's.
  QueryResult find_path(const SnapshotView<W>& snapshot, const Anchor& start, const Anchor& goal,
                        std::vector<NodeId>& path, std::size_t most_nodes = kAllNodes) {
    std::span<const NodeId> nodes;
    const QueryResult result = find_path(snapshot, start, goal, nodes, most_nodes);
    path.assign(nodes.begin(), nodes.end());
    return result;
  }

 private:
  static QueryResult result_of(const SnapshotView<W>& snapshot, const TableCosts<W>& costs) {
    const Cost least = costs.least();
    return {least == kInfinite ? Status::unreachable : Status::complete, least, 1,
            snapshot.hierarchy().version()};
  }

  TableEnds ends_;
  TableCostFinder<W> costs_;
  FarPath<W> far_path_;
  NodeBuffer nodes_;
  EnteredOnce entered_;
};

}  // namespace portolan::detail
