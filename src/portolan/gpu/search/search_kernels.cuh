#pragma once

#include <cstdint>

#include "portolan/gpu/device/agent_views.cuh"
#include "portolan/gpu/device/group_lanes.cuh"
#include "portolan/gpu/search/group_open.h"
#include "portolan/gpu/search/search_lanes.h"
#include "portolan/gpu/search/search_path.h"

namespace portolan::detail {

/// What the searches of a kernel work in, a slot for each agent that is searched for at a time.
struct SearchScratch {
  std::uint64_t* labels;   ///< Rows::label_count() for each slot,
  std::uint32_t* left;     ///< one,
  std::uint64_t* entries;  ///< and `most_entries`.
  std::uint32_t most_entries;
  Cost window;
  std::uint32_t* next;  ///< Of the chunk: the first agent that no slot has taken.
  unsigned long long* expansions;
};

inline constexpr unsigned kSearchBlock = 128;
inline constexpr std::uint32_t kNearEntries = 64;  // of GroupOpen

/// How an agent's lanes search, and where.
template <class L, class R, class O>
struct SearchMapping {
  using Lanes = L;
  using Rows = R;
  using Open = O;
};
template <class Rows>
using ThreadMapping = SearchMapping<SearchLane, Rows, HeapOpen>;
/// N lanes, of which as many as a node has moves, about, work on one node.
template <unsigned N, unsigned LanesOfRow, class Rows>
using GroupMapping =
    SearchMapping<GroupLanes<N>, Rows, GroupOpen<(N > LanesOfRow ? N / LanesOfRow : 1)>>;

/// Where the polygons of an agent go: into its slot of the chunk, or behind all slots where
/// `again` and they are too many.
template <class Lanes>
struct PathPlace {
  const ChunkView& chunk;
  const Lanes& lanes;
  bool again;
  std::uint64_t source;

  __device__ std::uint32_t* operator()(std::uint32_t most) {
    if (most <= chunk.stride) return chunk.polygons + source;
    if (!again) return nullptr;
    unsigned long long used = 0;
    if (lanes.lane() == 0) used = atomicAdd(chunk.more_used, most);
    used = lanes.of(used, 0);
    if (used + most > chunk.more) return nullptr;
    source = std::uint64_t{chunk.count} * chunk.stride + used;
    return chunk.polygons + source;
  }
};

template <class Search, class Lanes>
__device__ void store_found(const MeshArrays& mesh, const ChunkView& chunk, const Search& search,
                            const Lanes& lanes, const OpenRoom& room, std::uint32_t at,
                            bool again) {
  PathPlace<Lanes> place{chunk, lanes, again, std::uint64_t{at} * chunk.stride};
  AgentAnswer answer =
      answer_of(lanes, mesh, search, chunk.output != AgentOutput::costs, room, place);
  if (lanes.lane() != 0) return;
  if (chunk.output == AgentOutput::next && answer.polygons > 0) {
    std::uint32_t* const path = chunk.polygons + place.source;
    if (answer.polygons > 1) path[0] = path[1];
    answer.polygons = 1;
  }
  if (answer.no_room) {
    if (again) {
      *chunk.failed = 1;
    } else {
      chunk.repeat[atomicAdd(chunk.repeat_count, 1u)] = chunk.order[at];
    }
  }
  store_answer(chunk, at, answer, place.source);
}

/// The next agent of the chunk that nobody has taken.
template <class Lanes>
__device__ std::uint32_t take_agent(const Lanes& lanes, const SearchScratch& scratch) {
  std::uint32_t at = 0;
  if (lanes.lane() == 0) at = atomicAdd(scratch.next, 1u);
  return lanes.of(at, 0);
}

/// As many agents at a time as there are slots; who is done takes the next one. `again`: these are
/// agents that did not have enough room before.
template <class Mapping>
__global__ void __launch_bounds__(kSearchBlock, 8)
    search_agents(const __grid_constant__ MeshArrays mesh,
                  const __grid_constant__ SearchArrays arrays,
                  const __grid_constant__ ChunkView chunk,
                  const __grid_constant__ SearchScratch scratch, bool again) {
  using Lanes = typename Mapping::Lanes;
  constexpr unsigned kGroups = kSearchBlock / Lanes::kCount;
  constexpr bool kGrouped = Lanes::kCount > 1;
  __shared__ std::uint64_t near[kGrouped ? kGroups * kNearEntries : 1];
  const std::uint32_t group = threadIdx.x / Lanes::kCount;
  const std::uint64_t slot = std::uint64_t{blockIdx.x} * kGroups + group;
  const Lanes lanes;
  const OpenRoom open{kGrouped ? near + group * kNearEntries : nullptr,
                      scratch.entries + slot * scratch.most_entries, kNearEntries,
                      scratch.most_entries, scratch.window};
  const SearchRoom room{scratch.labels + slot * Mapping::Rows::label_count(arrays),
                        scratch.left + slot, open};
  AgentSearch<Lanes, typename Mapping::Rows, typename Mapping::Open> search(mesh, arrays, room);
  std::uint32_t at = 0;
  bool going = false;
  for (;;) {
    if (!going) {
      at = take_agent(lanes, scratch);
      if (at >= chunk.count) break;
      const std::uint32_t agent = chunk.order[at];
      going = search.begin(lanes, chunk.starts[agent], chunk.goals[agent]);
    }
    if (going) going = search.advance(lanes);
    if (!going) store_found(mesh, chunk, search, lanes, open, at, again);
  }
  if (search.expansions() > 0)
    atomicAdd(scratch.expansions, static_cast<unsigned long long>(search.expansions()));
}

}  // namespace portolan::detail
