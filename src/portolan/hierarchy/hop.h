#pragma once

#include <cstdint>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/ids.h"
#include "portolan/hierarchy/partition.h"

namespace portolan {

/// One step of an abstract path.
struct Hop {
  enum class Kind : std::uint8_t {
    cross,   ///< An intra-edge: through `cell` from one of its gates to another.
    inter,   ///< An inter-edge: straight from one node to the other.
    inside,  ///< Through a cell of level 1 between any two of its nodes.
  };
  Kind kind;
  CellHandle cell;
  NodeId from;
  NodeId to;
};

/// An abstract path, from start to goal.
using Hops = std::vector<Hop>;

}  // namespace portolan
