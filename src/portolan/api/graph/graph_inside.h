#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "portolan/graph.h"
#include "portolan/graph/csr_graph.h"
#include "portolan/hierarchy/csr_world.h"
#include "portolan/snapshot/snapshot.h"

namespace portolan::detail {

/// What a public snapshot of a graph holds.
class GraphInside : public Snapshot<GraphInside, CsrWorld> {
 public:
  static Result<GraphInside> build(std::uint32_t node_count, std::span<const GraphEdge> edges,
                                   const GraphOptions& options, const Progress& progress);
  /// The same with other costs, without tables.
  Result<GraphInside> with_costs(std::span<const Cost> costs) const;

  const CsrGraph& graph() const { return graph_; }  ///< For searches on level 0.
  double build_ms() const { return build_ms_; }

 private:
  Result<Done> set_edges(std::uint32_t node_count, std::uint32_t cell_count,
                         std::span<const CellId> homes);

  CsrGraph graph_;
  std::vector<OwnedEdge> edges_;  // in the order of the build
  double build_ms_ = 0.0;
};

}  // namespace portolan::detail
