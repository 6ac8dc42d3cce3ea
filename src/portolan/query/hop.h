#pragma once

#include <cstdint>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/ids.h"
#include "portolan/hierarchy/partition.h"

namespace portolan::detail {

/// One step of an abstract path.
struct Hop {
  enum class Kind : std::uint8_t {
    cross,   ///< An intra-edge: through `cell` from one of its gates to another.
    inter,   ///< An inter-edge: straight from one node to the other.
    leave,   ///< Through a cell of level 1 from an entry node of the start.
    arrive,  ///< Through a cell of level 1 to an entry node of the goal.
  };
  bool inside() const { return kind == Kind::leave || kind == Kind::arrive; }

  Kind kind;
  CellHandle cell;
  NodeId from;
  NodeId to;
};

/// An abstract path, from start to goal.
using Hops = std::vector<Hop>;

}  // namespace portolan::detail
