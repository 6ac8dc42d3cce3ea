#pragma once

#include <cstdint>

#include "portolan/gpu/mesh/mesh_trace.h"
#include "portolan/gpu/search/agent_search.h"

/// The polygons of a path that a search found.
namespace portolan::detail {

/// Nodes of a path, from its start on.
struct FoundNodes {
  const std::uint32_t* begin = nullptr;
  std::uint32_t count = 0;  ///< 0: they have no room.
};

/// Collects nodes from the last one back.
template <class Lanes>
struct NodeCollector {
  const Lanes& lanes;
  const SearchArrays& arrays;
  std::uint32_t* nodes;
  std::uint32_t left;  ///< Nodes that there is room for before those collected.
  bool fits = true;

  PORTOLAN_HOST_DEVICE void add(std::uint32_t node) {
    fits = fits && left > 0;
    if (!fits) return;
    --left;
    if (lanes.lane() == 0) nodes[left] = arrays.nodes[node];
  }
  /// All but the first, by all lanes.
  PORTOLAN_HOST_DEVICE void add(const OverlayPath& path) {
    fits = fits && path.steps <= left;
    if (!fits) return;
    left -= path.steps;
    for (std::uint32_t k = lanes.lane(); k < path.steps; k += Lanes::kCount) {
      const std::uint32_t at = path.reversed != 0 ? path.steps - 1 - k : k + 1;
      nodes[left + k] = arrays.path_nodes[path.begin + at];
    }
  }
  PORTOLAN_HOST_DEVICE void add_moves(const OverlayPath& path) {
    for (std::uint32_t k = path.steps; k-- > 0;) {
      const std::uint32_t at = path.reversed != 0 ? path.steps - 1 - k : k;
      OverlayPath part = arrays.paths[arrays.path_moves[path.begin + at]];
      part.reversed ^= path.reversed;
      add(part);
    }
  }
};

/// Writes them to the end of `nodes`, which has room for `most`: the parents are followed from the
/// last one back, and the lanes copy what is stored between two gates.
template <class Lanes, class Rows, class Open>
PORTOLAN_HOST_DEVICE FoundNodes collect_nodes(const Lanes& lanes,
                                              const AgentSearch<Lanes, Rows, Open>& search,
                                              std::uint32_t* nodes, std::uint32_t most) {
  const Rows& rows = search.rows();
  const SearchLabels& labels = search.labels();
  NodeCollector<Lanes> collected{lanes, search.arrays(), nodes, most};
  for (std::uint32_t node = search.last(); collected.fits;) {
    const std::uint64_t word = labels.load(lanes, rows.label(node));
    const std::uint32_t parent = labels.parent(word);
    if (parent == node) {
      collected.add(node);
      break;
    }
    const OverlayPath path = rows.path(parent, 2 * node + SearchLabels::side(word));
    if (path.begin == kNoneHere) {
      collected.add(node);
    } else if (path.composed == 0) {
      collected.add(path);
    } else {
      collected.add_moves(path);
    }
    node = parent;
  }
  lanes.sync();
  if (!collected.fits) return {};
  return {nodes + collected.left, most - collected.left};
}

/// Writes the polygons of a path that goes through every node it touches, as nearly all do: one
/// more than there are nodes. False where that is not certain.
template <class Lanes>
PORTOLAN_HOST_DEVICE bool write_plain_nodes(const Lanes& lanes, const MeshArrays& m,
                                            std::uint32_t start, std::uint32_t goal,
                                            const FoundNodes& nodes, std::uint32_t* path) {
  std::uint32_t polygon = start;
  bool doubtful = false;
  if (lanes.lane() == 0) path[0] = start;
  for (std::uint32_t first = 0; first < nodes.count; first += Lanes::kCount) {
    const std::uint32_t k = first + lanes.lane();
    std::uint32_t across = 0;
    if (k < nodes.count) {
      const std::uint32_t node = nodes.begin[k];
      across = m.across[node];
      doubtful |= across == 0 || (k == 1 && is_doorway(m, node, start)) ||
                  (k + 2 == nodes.count && is_doorway(m, node, goal));
    }
    const std::uint32_t joined = lanes.xor_up_to(across);
    if (k < nodes.count) path[k + 1] = polygon ^ joined;
    polygon ^= lanes.of(joined, Lanes::kCount - 1);
  }
  return !lanes.any(doubtful) && polygon == goal;
}

/// Writes the polygons of any path. How many; there is room for one more than there are nodes.
template <class Lanes>
PORTOLAN_HOST_DEVICE std::uint32_t write_polygons(const Lanes& lanes, const MeshArrays& m,
                                                  std::uint32_t start, std::uint32_t goal,
                                                  const FoundNodes& nodes, std::uint32_t* path) {
  if (write_plain_nodes(lanes, m, start, goal, nodes, path)) return nodes.count + 1;
  lanes.sync();
  std::uint32_t count = 0;
  if (lanes.lane() == 0) {
    count = trace_polygons(m, start, goal, nodes.begin, nodes.count, path, nodes.count + 1);
  }
  return lanes.of(count, 0);
}

/// What a search that is over found. `place(most)` says where as many polygons go; null: nowhere.
/// The nodes are collected in the memory of the open list, which is not needed any more.
template <class Lanes, class Rows, class Open, class Place>
PORTOLAN_HOST_DEVICE AgentAnswer answer_of(const Lanes& lanes, const MeshArrays& m,
                                           const AgentSearch<Lanes, Rows, Open>& search, bool paths,
                                           const OpenRoom& scratch, Place&& place) {
  AgentAnswer answer;
  if (search.full()) return AgentAnswer::needs_room();
  answer.status = search.status();
  answer.cost = search.cost();
  if (!paths || answer.status != Status::complete) return answer;
  FoundNodes nodes;
  if (search.last() != kNoneHere) {
    nodes = collect_nodes(lanes, search, reinterpret_cast<std::uint32_t*>(scratch.entries),
                          2 * scratch.most_entries);
    if (nodes.count == 0) return AgentAnswer::needs_room();
  }
  std::uint32_t* const path = place(nodes.count + 1);
  if (path == nullptr) return AgentAnswer::needs_room();
  answer.polygons =
      write_polygons(lanes, m, search.start().polygon, search.goal().polygon, nodes, path);
  lanes.sync();
  return answer;
}

}  // namespace portolan::detail
