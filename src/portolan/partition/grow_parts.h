#pragma once

#include <cstdint>

#include "portolan/partition/atom_graph.h"
#include "portolan/partition/refine_parts.h"

namespace portolan::detail {

/// Parts of about `size.target` each, all connected, by matching: in rounds, the lightest parts
/// first, each is joined to the neighbour with the heaviest edge for its weight, until `wanted`
/// parts are left or none fits under `size.most`; then borders are refined from the last round
/// back to the first, as multilevel partitioning does. Linear in the graph for each round, and
/// there are about log2 of the atoms a part of them.
Parts grow_parts(const AtomGraph& graph, std::uint32_t wanted, const PartSize& size,
                 std::uint64_t seed);

}  // namespace portolan::detail
