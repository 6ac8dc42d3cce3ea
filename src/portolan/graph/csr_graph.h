#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/ids.h"
#include "portolan/graph/graph.h"
#include "portolan/types.h"

namespace portolan::detail {

/// A directed edge.
struct Edge {
  NodeId from;
  NodeId to;
  Cost cost;  ///< 0 is allowed. kInfinite: closed, it cannot be taken.
};

/// A directed graph in compressed rows, readable in both directions. Immutable.
class CsrGraph {
 public:
  CsrGraph() = default;

  std::uint32_t node_count() const { return size32(out_.begin.size()) - 1; }
  std::uint32_t edge_count() const { return size32(out_.arcs.size()); }  ///< Without closed ones.
  /// Bounds of the cost of every edge; both 0 where there is none.
  Cost cheapest_edge() const { return cheapest_; }
  Cost most_expensive_edge() const { return most_expensive_; }

  /// The edges out of a node by ascending far end; `via` is the edge's place in the rows.
  template <class F>
  void for_each_edge(std::uint32_t node, const Label&, F&& f) const {
    out_.for_each(node, f);
  }
  /// The edges into a node: `f(from, cost, via)`.
  template <class F>
  void for_each_edge_back(std::uint32_t node, const Label&, F&& f) const {
    in_.for_each(node, f);
  }
  std::size_t bytes() const { return out_.bytes() + in_.bytes(); }

 private:
  friend Result<CsrGraph> make_csr_graph(std::uint32_t node_count, std::span<const Edge> edges);
  struct Arc {
    std::uint32_t end;
    Cost cost;
  };
  struct Rows {
    std::vector<std::uint32_t> begin{0};  // by node, and one more
    std::vector<Arc> arcs;

    template <class F>
    void for_each(std::uint32_t node, F& f) const {
      const std::uint32_t end = begin[node + 1];
      for (std::uint32_t k = begin[node]; k < end; ++k) f(arcs[k].end, arcs[k].cost, k);
    }
    std::size_t bytes() const { return begin.capacity() * 4 + arcs.capacity() * sizeof(Arc); }
  };
  static std::uint32_t size32(std::size_t n) { return static_cast<std::uint32_t>(n); }
  static Rows make_rows(std::uint32_t node_count, const std::vector<Edge>& sorted);

  Rows out_;
  Rows in_;
  Cost cheapest_ = 0;
  Cost most_expensive_ = 0;
};

/// Sorts edges into rows; the order in which they are given does not matter, parallel edges and
/// loops are kept. Fails as check_edges does.
Result<CsrGraph> make_csr_graph(std::uint32_t node_count, std::span<const Edge> edges);

/// Fails when an edge names a node that does not exist, or when costs could overflow: the
/// most expensive edges out of every node together must stay below a quarter of kInfinite, since a
/// search adds the cost of one path to that of another and a lower bound to both.
Result<Done> check_edges(std::uint32_t node_count, std::span<const Edge> edges);

}  // namespace portolan::detail
