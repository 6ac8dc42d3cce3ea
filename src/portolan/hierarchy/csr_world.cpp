#include "portolan/hierarchy/csr_world.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>

#include "portolan/core/narrow.h"

namespace portolan::detail {
namespace {

Error wrong_edge(std::size_t k, const std::string& what) {
  return Error{"edge " + std::to_string(k) + " " + what};
}

Result<Done> check(std::uint32_t node_count, std::uint32_t cell_count,
                   std::span<const OwnedEdge> edges, std::span<const CellId> homes) {
  if (cell_count == 0) return Error{"a world needs at least one cell"};
  std::vector<Edge> plain;
  plain.reserve(edges.size());
  for (std::size_t k = 0; k < edges.size(); ++k) {
    const OwnedEdge& e = edges[k];
    if (e.owner != kNoCell && index(e.owner) >= cell_count) {
      return wrong_edge(k, "lies in cell " + std::to_string(index(e.owner)) +
                               ", but there are only " + std::to_string(cell_count) + " cells");
    }
    plain.push_back({e.from, e.to, e.cost});
  }
  if (!homes.empty() && homes.size() != node_count) {
    return Error{std::to_string(homes.size()) + " homes are given for " +
                 std::to_string(node_count) + " nodes: give one for each, or none"};
  }
  for (std::size_t n = 0; n < homes.size(); ++n) {
    if (index(homes[n]) < cell_count) continue;
    return Error{"node " + std::to_string(n) + " lies in cell " + std::to_string(index(homes[n])) +
                 ", but there are only " + std::to_string(cell_count) + " cells"};
  }
  return check_edges(node_count, plain);
}

std::vector<CellId> derive_homes(std::uint32_t node_count, std::span<const OwnedEdge> edges) {
  std::vector<CellId> homes(node_count, kNoCell);
  for (const OwnedEdge& e : edges) {
    for (const NodeId end : {e.from, e.to}) {
      homes[index(end)] = std::min(homes[index(end)], e.owner);  // kNoCell is the largest
    }
  }
  std::replace(homes.begin(), homes.end(), kNoCell, CellId{0});
  return homes;
}

template <class T>
void sort_and_unite(std::vector<T>& items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

/// The cells besides its home that each node has edges in, and the ends of inter-edges.
struct Meetings {
  std::vector<std::pair<NodeId, CellId>> touches;  // sorted
  std::vector<NodeId> inter_ends;                  // sorted
  struct Inter {
    NodeId from, to;
    Cost out, in;
  };
  std::vector<Inter> inters;  // sorted by both ends, each pair from both sides

  Meetings(std::span<const OwnedEdge> edges, std::span<const CellId> homes) {
    for (const OwnedEdge& e : edges) {
      if (e.owner == kNoCell) {
        inter_ends.insert(inter_ends.end(), {e.from, e.to});
        if (e.cost == kInfinite) continue;  // the ends stay gates, but nothing joins them
        inters.push_back({e.from, e.to, e.cost, kInfinite});
        inters.push_back({e.to, e.from, kInfinite, e.cost});
        continue;
      }
      for (const NodeId end : {e.from, e.to}) {
        if (homes[index(end)] != e.owner) touches.emplace_back(end, e.owner);
      }
    }
    sort_and_unite(touches);
    sort_and_unite(inter_ends);
    unite_inters();
  }

  /// One inter-edge for each pair of nodes and side: the cheapest paths there and back.
  void unite_inters() {
    std::sort(inters.begin(), inters.end(), [](const Inter& a, const Inter& b) {
      return std::tie(a.from, a.to) < std::tie(b.from, b.to);
    });
    std::size_t kept = 0;
    for (const Inter& e : inters) {
      if (kept > 0 && inters[kept - 1].from == e.from && inters[kept - 1].to == e.to) {
        Inter& same = inters[kept - 1];
        same = {e.from, e.to, std::min(same.out, e.out), std::min(same.in, e.in)};
      } else {
        inters[kept++] = e;
      }
    }
    inters.resize(kept);
  }
};

/// Fills in the gates of all cells.
void find_gates(const Meetings& meetings, const std::vector<CellId>& homes,
                std::vector<CsrCellRows>& cells) {
  std::vector<std::pair<CellId, NodeId>> gates;
  const auto add_home = [&](NodeId n) { gates.emplace_back(homes[index(n)], n); };
  std::for_each(meetings.inter_ends.begin(), meetings.inter_ends.end(), add_home);
  for (const auto& [node, cell] : meetings.touches) {
    add_home(node);
    gates.emplace_back(cell, node);
  }
  sort_and_unite(gates);
  std::vector<GatePlace> place_at_home(homes.size(), kNoPlace);
  for (const auto& [cell, node] : gates) {
    CellGates& own = cells[index(cell)].gates;
    if (homes[index(node)] == cell) {
      place_at_home[index(node)] = GatePlace{narrow<std::uint32_t>(own.nodes.size())};
    }
    own.nodes.push_back(node);
    own.homes.push_back(homes[index(node)]);
  }
  // Both lists are sorted by node, and so by gate within each home.
  for (const auto& [node, cell] : meetings.touches) {
    cells[index(homes[index(node)])].gates.touches.push_back({place_at_home[index(node)], cell});
  }
  for (const Meetings::Inter& e : meetings.inters) {
    cells[index(homes[index(e.from)])].gates.inters.push_back(
        {place_at_home[index(e.from)], e.to, homes[index(e.to)], e.out, e.in});
  }
}

/// A cheapest path leaves every node once at most.
std::uint64_t sum_of_most_expensive(std::uint32_t node_count, std::span<const OwnedEdge> edges) {
  std::vector<Cost> most_expensive(node_count, 0);
  for (const OwnedEdge& e : edges) {
    if (e.cost != kInfinite)
      most_expensive[index(e.from)] = std::max(most_expensive[index(e.from)], e.cost);
  }
  return std::accumulate(most_expensive.begin(), most_expensive.end(), std::uint64_t{0});
}

/// Whether the reversed edges are other edges.
bool is_directed(std::span<const OwnedEdge> edges) {
  std::vector<std::array<std::uint32_t, 4>> there;
  std::vector<std::array<std::uint32_t, 4>> back;
  for (const OwnedEdge& e : edges) {
    there.push_back({index(e.from), index(e.to), e.cost, index(e.owner)});
    back.push_back({index(e.to), index(e.from), e.cost, index(e.owner)});
  }
  std::sort(there.begin(), there.end());
  std::sort(back.begin(), back.end());
  return there != back;
}

}  // namespace

std::uint32_t CsrCell::local(NodeId node) const {
  const auto begin = rows_->nodes.begin();
  const auto outside = begin + rows_->home_count;
  auto found = std::lower_bound(begin, outside, node);
  if (found == outside || *found != node) {
    found = std::lower_bound(outside, rows_->nodes.end(), node);
    assert(found != rows_->nodes.end() && *found == node);
  }
  return static_cast<std::uint32_t>(found - begin);  // below local_count()
}

void CsrCell::encode_steps(std::span<const std::uint32_t> locals,
                           std::vector<std::uint8_t>& bytes) const {
  for (const std::uint32_t local : locals.subspan(1)) {
    const std::uint32_t id = index(node(local));
    for (unsigned shift = 0; shift < 32; shift += 8) {
      bytes.push_back(static_cast<std::uint8_t>(id >> shift));  // byte by byte
    }
  }
}

NodeId* CsrWorld::decode_steps(NodeId, const OverlayCell::Steps& steps, bool, NodeId* nodes) const {
  for (const std::uint8_t* begin = steps.begin; steps.end - begin >= 4; begin += 4) {
    std::uint32_t id = 0;
    for (unsigned byte = 0; byte < 4; ++byte) id |= std::uint32_t{begin[byte]} << (8 * byte);
    *nodes++ = NodeId{id};
  }
  return nodes;
}

Result<CsrWorld> make_csr_world(std::uint32_t node_count, std::uint32_t cell_count,
                                std::span<const OwnedEdge> edges, std::span<const CellId> homes) {
  if (auto checked = check(node_count, cell_count, edges, homes); !checked) return checked.error();
  auto data = std::make_shared<CsrWorld::Data>();
  data->homes = homes.empty() ? derive_homes(node_count, edges)
                              : std::vector<CellId>(homes.begin(), homes.end());
  for (std::size_t k = 0; k < edges.size(); ++k) {
    const CellId home = data->homes[index(edges[k].from)];
    if (edges[k].owner != kNoCell || home != data->homes[index(edges[k].to)]) continue;
    return wrong_edge(k, "is an inter-edge, but both its ends lie in cell " +
                             std::to_string(index(home)) + ": give it that cell as its owner");
  }
  data->cells.resize(cell_count);
  data->home_index.resize(node_count);
  for (std::uint32_t n = 0; n < node_count; ++n) {
    CsrCellRows& home = data->cells[index(data->homes[n])];
    data->home_index[n] = home.home_count++;
    home.nodes.push_back(NodeId{n});
  }
  const Meetings meetings(edges, data->homes);
  for (const auto& [node, cell] : meetings.touches) {
    data->cells[index(cell)].nodes.push_back(node);
  }
  find_gates(meetings, data->homes, data->cells);
  for (std::uint32_t c = 0; c < cell_count; ++c) {
    const std::size_t gates = data->cells[c].gates.nodes.size();
    if (gates > OverlayCell::kMostGates) {
      return Error{"cell " + std::to_string(c) + " has " + std::to_string(gates) +
                   " gates, more than the " + std::to_string(OverlayCell::kMostGates) +
                   " that a cell may have: cut the graph into smaller cells"};
    }
  }

  std::vector<std::vector<Edge>> owned(cell_count);
  for (const OwnedEdge& e : edges) {
    if (e.owner == kNoCell) continue;
    CsrCell cell;
    cell.open(data->cells[index(e.owner)]);
    owned[index(e.owner)].push_back({NodeId{cell.local(e.from)}, NodeId{cell.local(e.to)}, e.cost});
  }
  for (std::uint32_t c = 0; c < cell_count; ++c) {
    CsrCellRows& rows = data->cells[c];
    auto graph = make_csr_graph(narrow<std::uint32_t>(rows.nodes.size()), owned[c]);
    if (!graph) return graph.error();
    rows.graph = std::move(*graph);
  }
  data->directed = is_directed(edges);
  data->most_expensive_path = sum_of_most_expensive(node_count, edges);
  CsrWorld world;
  world.data_ = std::move(data);
  return world;
}

}  // namespace portolan::detail
