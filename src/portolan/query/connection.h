#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "portolan/core/id_vector.h"
#include "portolan/core/node_buffer.h"
#include "portolan/hierarchy/cell_places.h"
#include "portolan/query/climbed_end.h"
#include "portolan/query/query_world.h"
#include "portolan/search/labels.h"
#include "portolan/tables/connect_path.h"

namespace portolan::detail {

/// How a start or goal finds its costs to the gates of its cell.
enum class ConnectMethod : std::uint8_t {
  dijkstra,  ///< One bounded search reaches them all.
  astar,     ///< One bounded A* for each, as the papers have it.
  threads,   ///< As dijkstra, start and goal at the same time.
  sparse,    ///< One gate for each part of the cell that hangs together; not exact.
  goalward,  ///< The gates in the goal's direction first, more when they do not do; not exact.
  table,     ///< Looked up in a connect table; without one as dijkstra.
};

/// An anchor's costs to the gates of its cell, and the search tree that they came from.
template <QueryWorld W>
struct Connection {
  typename W::Anchor anchor{};
  CellId cell = kNoCell;
  bool backward = false;  ///< Costs from the gates to the anchor.
  bool ready = false;     ///< Whether the costs are there.
  ConnectMethod method = ConnectMethod::dijkstra;
  std::shared_ptr<const std::uint64_t> snapshot;  ///< Identity of the hierarchy it was made for.
  std::uint64_t last_used = 0;
  typename W::Cell opened;
  Labels labels;  ///< By local number; a whole tree only after dijkstra.
  IdVector<GatePlace, Cost> costs;
  ClimbedEnds climbed;  ///< The same at the levels above that were asked for.
  OverlayCell overlay;  ///< The cell, as long as a query lasts.
  const ConnectTable* table = nullptr;
  ConnectEnd end;  ///< How the table sees the anchor.
};

/// A path to another anchor in a connection's cell that does not leave the cell.
struct InsidePath {
  Cost cost = kInfinite;
  NodeId entry_node = kNoNode;  ///< Of the other anchor.
};

/// The entry node of the anchor that the labels' branch to a node of the cell begins at.
template <QueryWorld W>
NodeId branch_root(const Connection<W>& c, NodeId end) {
  std::uint32_t n = c.opened.local(end);
  while (c.labels[n].parent != n) n = c.labels[n].parent;
  return c.opened.node(n);
}

/// Appends the labels' branch to a node of the cell, from the anchor's entry node on.
template <QueryWorld W>
void append_branch(const Connection<W>& c, NodeId end, NodeBuffer& nodes) {
  const auto at = static_cast<std::ptrdiff_t>(nodes.size());
  std::uint32_t n = c.opened.local(end);
  for (; c.labels[n].parent != n; n = c.labels[n].parent) nodes.push_back(c.opened.node(n));
  nodes.push_back(c.opened.node(n));
  std::reverse(nodes.begin() + at, nodes.end());
}

/// The same without its first node; `to_anchor`: reversed, without the node of the cell.
template <QueryWorld W>
void append_branch_after_first(const Connection<W>& c, NodeId end, bool to_anchor,
                               std::vector<NodeId>& nodes) {
  const auto at = static_cast<std::ptrdiff_t>(nodes.size());
  std::uint32_t n = c.opened.local(end);
  if (to_anchor) {
    while (c.labels[n].parent != n) {
      n = c.labels[n].parent;
      nodes.push_back(c.opened.node(n));
    }
    return;
  }
  for (; c.labels[n].parent != n; n = c.labels[n].parent) nodes.push_back(c.opened.node(n));
  std::reverse(nodes.begin() + at, nodes.end());
}

}  // namespace portolan::detail
