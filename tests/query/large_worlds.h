#pragma once

#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include "portolan/hierarchy/csr_world.h"
#include "portolan/hierarchy/customize.h"
#include "portolan/tables/build_tables.h"

/// Worlds that are too large for some of the tables.
namespace portolan::detail::test {

/// Joins two nodes both ways by an edge of a cell.
inline void join(std::vector<OwnedEdge>& edges, std::uint32_t a, std::uint32_t b,
                 std::uint32_t owner) {
  edges.push_back({NodeId{a}, NodeId{b}, 1, CellId{owner}});
  edges.push_back({NodeId{b}, NodeId{a}, 1, CellId{owner}});
}

/// Orders gates by their numbers.
inline Result<SupernodeOrder> as_they_come(const GateGraph& graph) {
  SupernodeOrder order(graph.supernode_count());
  std::iota(order.begin(), order.end(), 0u);
  return order;
}

struct Built {
  Built(std::uint32_t nodes, std::uint32_t cells, const std::vector<OwnedEdge>& edges,
        const std::vector<CellId>& homes)
      : world(make_csr_world(nodes, cells, edges, homes).value()),
        hierarchy(build_hierarchy(
                      world, std::make_shared<const Partition>(Partition::make(cells, {}).value()))
                      .value()) {}

  Tables tables(const TableOptions& options, const SupernodeOrderer& order) const {
    return build_tables(world, hierarchy, options, order).value();
  }

  CsrWorld world;
  Hierarchy hierarchy;
};

/// `arms` chains of cells with a gate between any two, all from node 0 of cell 0. Ordered from the
/// far ends on, the gates of an arm lie all above each other.
struct Star {
  Star(std::uint32_t arms, std::uint32_t length) : arm_nodes(length), built(make(arms, length)) {}
  static Built make(std::uint32_t arms, std::uint32_t length) {
    std::vector<OwnedEdge> edges;
    std::vector<CellId> homes{CellId{0}};
    for (std::uint32_t a = 0; a < arms; ++a) {
      std::uint32_t before = 0;
      for (std::uint32_t k = 0; k < length; ++k) {
        const auto node = static_cast<std::uint32_t>(homes.size());
        homes.push_back(CellId{node});
        join(edges, before, node, node);  // node `before` is a gate of both
        before = node;
      }
    }
    const auto nodes = static_cast<std::uint32_t>(homes.size());
    return {nodes, nodes, edges, homes};
  }
  static Result<SupernodeOrder> from_far_ends(const GateGraph& graph) {
    SupernodeOrder order(graph.supernode_count());
    for (const GraphSupernodeId g : graph.supernodes())
      order[g] = graph.supernode_count() - 1 - index(g);
    return order;
  }
  NodeId node(std::uint32_t arm, std::uint32_t k) const { return NodeId{1 + arm * arm_nodes + k}; }

  std::uint32_t arm_nodes;
  Built built;
};

}  // namespace portolan::detail::test
