#pragma once

#include <cstdint>
#include <vector>

#include "portolan/gpu/mesh_arrays.h"
#include "portolan/tables/tables.h"
#include "portolan/types.h"

namespace portolan::detail {

/// The cheapest path between any two gates, so that agents need only find theirs. Grows with the
/// square of the gates: for worlds where that is little.
class GatePairs {
 public:
  /// Empty where they would take more than `most_bytes`.
  static GatePairs make(const MeshArrays& mesh, const Tables& tables, std::uint64_t most_bytes,
                        const ParallelFor& parallel);

  const std::vector<GatePair>& pairs() const { return pairs_; }
  const std::vector<PairPath>& paths() const { return paths_; }
  const std::vector<std::uint32_t>& polygons() const { return polygons_; }

 private:
  std::vector<GatePair> pairs_;
  std::vector<PairPath> paths_;
  std::vector<std::uint32_t> polygons_;
};

}  // namespace portolan::detail
