#pragma once

#include <cstdint>

#include "portolan/core/result.h"
#include "portolan/tables/gate_graph.h"

namespace portolan {

/// Orders the groups of gates by nested dissection (METIS): those of a small separator last, the
/// two sides before it in the same way. The same seed gives the same order.
Result<GroupOrder> dissect(const GateGraph& graph, std::uint64_t seed = 1);

}  // namespace portolan
