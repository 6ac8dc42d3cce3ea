#pragma once

#include <cstdint>

#include "portolan/core/cost.h"
#include "portolan/graph/label.h"

namespace portolan::detail {

/// A visitor of edges that does nothing; concepts use it to ask for `for_each_edge`.
struct IgnoredEdge {
  void operator()(std::uint32_t, Cost, std::uint32_t) const {}
};

/// Something with edges to follow: `for_each_edge(node, label, f)` calls `f(to, cost, via)` for
/// every edge that may be taken from `node`, which was reached as `label` says. Costs are finite;
/// `via` is whatever the graph wants to find in the label of `to` later. Edges may be stored
/// (CsrGraph) or computed while they are asked for.
template <class G>
concept Graph = requires(const G& graph, std::uint32_t node, const Label& label) {
  graph.for_each_edge(node, label, IgnoredEdge{});
};

}  // namespace portolan::detail
