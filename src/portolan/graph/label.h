#pragma once

#include <cstdint>

#include "portolan/core/cost.h"

namespace portolan::detail {

/// What a search knows of one node. Graphs see it when they are asked for the node's edges, so
/// that which edges there are may depend on how the node was reached.
struct Label {
  Cost cost = kInfinite;     ///< Cheapest known cost from the sources.
  std::uint32_t parent = 0;  ///< The node before it on that path; itself for a source.
  std::uint32_t via = 0;     ///< What the graph said about the edge from the parent.
};

}  // namespace portolan::detail
