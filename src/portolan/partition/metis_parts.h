#pragma once

#include <cstdint>

#include "portolan/partition/atom_graph.h"
#include "portolan/partition/refine_parts.h"
#include "portolan/types.h"

namespace portolan::detail {

/// METIS is never asked for parts of fewer atoms than this: there it returns empty parts, prints
/// to the standard output, and its cut is worse than that of matching.
inline constexpr std::uint32_t kMetisLeastMerge = 4;

struct MetisParts {
  Parts parts;
  std::uint32_t empty = 0;  ///< Parts that METIS was asked for and left empty.
};

/// Parts of about `size.target` each by METIS' multilevel k-way partition, component by component;
/// large components are first cut into blocks, since the time of one call grows with atoms times
/// parts. Parts may be disconnected and off their size: repair them. `size` must allow for at
/// least kMetisLeastMerge atoms a part. METIS draws from
/// the C library's rand(), which it seeds: calls from several threads wait for each other, and
/// only a foreign thread that calls rand() meanwhile can change the outcome.
Result<MetisParts> metis_parts(const AtomGraph& graph, const PartSize& size, std::uint64_t seed);

}  // namespace portolan::detail
