#pragma once

#include <cstdint>

#include "portolan/core/cost.h"
#include "portolan/core/ids.h"

namespace portolan::detail {

/// The anchors of worlds whose queries begin and end at nodes.
class NodeAnchors {
 public:
  using Anchor = NodeId;
  template <class F>
  void for_each_entry_node(NodeId node, bool, F&& f) const {
    f(node, Cost{0}, std::uint32_t{0});
  }
  Cost direct_cost(NodeId, NodeId) const { return kInfinite; }
};

}  // namespace portolan::detail
