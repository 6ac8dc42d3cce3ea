#pragma once

#include <algorithm>
#include <cstdint>

#include "portolan/gpu/device/agent_views.cuh"
#include "portolan/gpu/device/device_arrays.cuh"
#include "portolan/gpu/device/device_memory.cuh"
#include "portolan/gpu/device/gpu_options.h"
#include "portolan/gpu/search/search_arrays.h"

namespace portolan::detail {

/// Agents that are searched for on the GPU: the arrays, and what the searches work in.
class GpuSearch {
 public:
  /// Copies the arrays.
  Result<Done> set(const SearchArrays& arrays);
  bool ready() const { return arrays().node_count > 0; }
  /// Before a batch: room for the searches of an algorithm, of up to so many agents at a time.
  Result<Done> begin_batch(const GpuOptions& options, std::uint32_t agents);
  /// Searches for the agents of a chunk. Those of which the path or the open list did not fit are
  /// noted in chunk.repeat, and searched for `again` with more room.
  void answer(const GpuOptions& options, const MeshArrays& mesh, const ChunkView& chunk,
              bool again);
  /// Lets the next batch have more room.
  void grow() { growth_ *= 4; }
  /// Of all searches of the batch.
  Result<std::uint64_t> expansions() const;

 private:
  /// What agents are searched for in, `count` at a time.
  struct Slots {
    DeviceArray<std::uint64_t> labels;
    DeviceArray<std::uint32_t> left;
    DeviceArray<std::uint64_t> entries;
    bool cleared = false;  ///< The labels are those of this mesh.
    std::uint32_t count = 0;
    std::uint32_t labels_each = 0;
    std::uint32_t most_entries = 0;

    std::uint64_t bytes() const { return (labels.size() + entries.size()) * 8; }
    /// How many have room in these.
    std::uint32_t held() const {
      return static_cast<std::uint32_t>(
          std::min({labels.size() / labels_each, entries.size() / most_entries, left.size()}));
    }
  };
  static Result<std::uint32_t> count_slots(const Slots& slots, std::uint32_t wanted,
                                           std::uint32_t per_block);
  static Result<Done> make_slots(Slots& slots, std::uint32_t wanted, std::uint32_t per_block,
                                 std::uint32_t labels_each, std::uint32_t most_entries);
  template <class Mapping>
  void launch(const GpuOptions& options, const MeshArrays& mesh, const ChunkView& chunk,
              Slots& slots, bool again);
  template <class Rows>
  void launch_group(const GpuOptions& options, const MeshArrays& mesh, const ChunkView& chunk);

  const SearchArrays& arrays() const { return device_arrays_.view(); }

  DeviceArrays<SearchArrays> device_arrays_;
  Slots first_;
  Slots again_;
  DeviceArray<std::uint64_t> counters_;  // the next agent, expansions
  std::uint32_t growth_ = 1;
};

/// Whether agents are sorted by these keys rather than by their cells.
inline bool by_length(GpuAlgorithm algorithm) {
  return algorithm == GpuAlgorithm::astar_thread || algorithm == GpuAlgorithm::astar_group;
}
/// Sort keys by which agents with long searches come first, and those of one cell together.
void make_search_keys(const MeshPlace* starts, const MeshPlace* goals, const MeshArrays& mesh,
                      std::uint32_t count, std::uint32_t* keys, std::uint32_t* order);

}  // namespace portolan::detail
