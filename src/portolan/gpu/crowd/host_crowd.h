#pragma once

#include <span>
#include <vector>

#include "portolan/gpu/crowd/crowd.h"
#include "portolan/gpu/mesh/snapshot_arrays.h"

namespace portolan::detail {

/// A crowd on the CPU's threads: its agents are where those of a GpuCrowd are.
class HostCrowd {
 public:
  /// The world outlives it. `parallel` may be empty.
  static Result<HostCrowd> make(const SnapshotArrays& world, std::span<const MeshPlace> places,
                                const CrowdOptions& options, ParallelFor parallel = {});

  CrowdFrame advance();
  std::span<const Walker> walkers() const { return walkers_; }

 private:
  /// Where an agent is going.
  struct Plan {
    Status status = Status::invalid_goal;
    MeshPlace goal;
    std::vector<std::uint32_t> polygons;
  };

  HostCrowd(const SnapshotArrays& world, std::span<const MeshPlace> places,
            const CrowdOptions& options, ParallelFor parallel);
  void plan(const Cohort& cohort);
  void move(CrowdFrame& frame);
  /// Calls f(begin, end) for pieces of a range of agents.
  template <class F>
  void for_pieces(const Cohort& cohort, F&& f) const;

  const SnapshotArrays& world_;
  std::vector<MeshPlace> places_;
  CrowdOptions options_;
  ParallelFor parallel_;
  std::vector<Walker> walkers_;
  std::vector<Plan> plans_;
  std::uint32_t frame_ = 0;
};

}  // namespace portolan::detail
