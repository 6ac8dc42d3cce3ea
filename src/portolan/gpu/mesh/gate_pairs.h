#pragma once

#include <cstdint>
#include <vector>

#include "portolan/gpu/mesh/mesh_arrays.h"
#include "portolan/tables/tables.h"
#include "portolan/types.h"

namespace portolan::detail {

/// The cheapest path between any two gates, and between the doorways of a cell and its gates, so
/// that agents need only find theirs. Grows with the square of the gates: for worlds where that is
/// little.
class GatePairs {
 public:
  /// Empty where they would take more than `most_bytes`.
  static GatePairs make(const MeshArrays& mesh, const Tables& tables, std::uint64_t most_bytes,
                        const ParallelFor& parallel);

  const std::vector<std::uint32_t>& connect_costs_begin() const { return connect_costs_begin_; }
  const std::vector<Cost>& connect_costs(bool backward) const {
    return connect_costs_[backward && !connect_costs_[1].empty() ? 1 : 0];
  }
  const std::vector<std::uint32_t>& connection_begin() const { return connection_begin_; }
  const std::vector<ConnectionPath>& connections(bool backward) const {
    return connections_[backward && !connections_[1].empty() ? 1 : 0];
  }
  const std::vector<GatePair>& pairs() const { return pairs_; }
  const std::vector<PairPath>& paths() const { return paths_; }
  const std::vector<std::uint32_t>& polygons() const { return polygons_; }

 private:
  void add_connect_costs(const MeshArrays& mesh);
  void add_connections(const MeshArrays& mesh);

  // By direction, the second only where paths back differ.
  std::vector<std::uint32_t> connect_costs_begin_;
  std::vector<Cost> connect_costs_[2];
  std::vector<std::uint32_t> connection_begin_;
  std::vector<ConnectionPath> connections_[2];
  std::vector<GatePair> pairs_;
  std::vector<PairPath> paths_;
  std::vector<std::uint32_t> polygons_;
};

}  // namespace portolan::detail
