#pragma once

#include <cstdint>

#include "portolan/tables/gate_graph.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Orders the supernodes of gates by nested dissection (METIS): those of a small separator last,
/// the two sides before it in the same way. The same seed gives the same order.
Result<SupernodeOrder> dissect(const GateGraph& graph, std::uint64_t seed = 1);

}  // namespace portolan::detail
