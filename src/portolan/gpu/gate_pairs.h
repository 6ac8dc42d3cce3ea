#pragma once

#include <cstdint>
#include <vector>

#include "portolan/gpu/mesh_arrays.h"
#include "portolan/tables/tables.h"
#include "portolan/types.h"

namespace portolan::detail {

/// The cheapest path between any two gates, and between the doorways of a cell and its gates, so
/// that agents need only find theirs. Grows with the square of the gates: for worlds where that is
/// little.
class GatePairs {
 public:
  /// Connections of one direction.
  struct Connections {
    std::vector<ConnectionPath> paths;
    std::vector<std::uint32_t> polygons;
  };
  /// Empty where they would take more than `most_bytes`.
  static GatePairs make(const MeshArrays& mesh, const Tables& tables, std::uint64_t most_bytes,
                        const ParallelFor& parallel);

  const std::vector<std::uint32_t>& connection_begin() const { return connection_begin_; }
  const Connections& connections(bool backward) const {
    return connections_[backward && !connections_[1].paths.empty() ? 1 : 0];
  }
  const std::vector<GatePair>& pairs() const { return pairs_; }
  const std::vector<PairPath>& paths() const { return paths_; }
  const std::vector<std::uint32_t>& polygons() const { return polygons_; }

 private:
  void add_connections(const MeshArrays& mesh);

  std::vector<std::uint32_t> connection_begin_;
  Connections connections_[2];  // the second only where paths back differ
  std::vector<GatePair> pairs_;
  std::vector<PairPath> paths_;
  std::vector<std::uint32_t> polygons_;
};

}  // namespace portolan::detail
