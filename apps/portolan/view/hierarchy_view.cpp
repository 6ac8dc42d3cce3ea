#include "view/hierarchy_view.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "portolan/picture/region_colours.h"
#include "report/point_json.h"

namespace portolan::detail::cli {
namespace {

/// More intra-edges of one cell are not sent: nobody could tell them apart.
constexpr std::size_t kMostIntraEdges = 4000;

/// The number that a cell has among those of its level.
std::uint32_t number_of(const Partition& partition, unsigned level, CellId lowest) {
  return index(partition.cell(partition.ancestor(lowest, level)));
}

using CellPairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Cells of a level that lie side by side, the smaller number first, each two once.
CellPairs find_neighbours(const ViewedWorld& world, unsigned level) {
  const Partition& partition = world.hierarchy("").partition();
  CellPairs pairs;
  std::pair<std::uint32_t, std::uint32_t> latest{0, 0};
  world.for_each_border([&](std::uint32_t a, std::uint32_t b) {
    const CellId one = world.cell_of(a);
    const CellId other = world.cell_of(b);
    if (one == other) return;
    const std::pair<std::uint32_t, std::uint32_t> pair =
        std::minmax({number_of(partition, level, one), number_of(partition, level, other)});
    if (pair.first == pair.second || pair == latest) return;
    pairs.push_back(latest = pair);
  });
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

/// The nodes that are gates of a level, ascending.
std::vector<NodeId> find_gates(const Hierarchy& hierarchy, unsigned level) {
  const Partition& partition = hierarchy.partition();
  std::vector<NodeId> gates;
  for (std::uint32_t c = 0; c < partition.cell_count(level); ++c) {
    const OverlayCell cell = hierarchy.cell(partition.handle(level, CellId{c}));
    for (const GatePlace gate : cell.places()) gates.push_back(cell.gate(gate));
  }
  std::sort(gates.begin(), gates.end());
  gates.erase(std::unique(gates.begin(), gates.end()), gates.end());
  return gates;
}

/// Both ends of the inter-edges that join cells of a level, each edge once.
std::vector<Vec3> find_inter_edges(const ViewedWorld& world, const Hierarchy& hierarchy,
                                   unsigned level) {
  const Partition& partition = hierarchy.partition();
  std::vector<Vec3> ends;
  for (std::uint32_t c = 0; c < partition.cell_count(1); ++c) {
    const OverlayCell cell = hierarchy.cell(c);
    for (const GatePlace gate : cell.places()) {
      if (cell.home(gate) != CellId{c}) continue;
      cell.for_each_inter(gate, [&](const InterEdge& edge) {
        const bool apart =
            partition.ancestor(CellId{c}, level) != partition.ancestor(edge.to_home, level);
        // Both ends list it; where it leads one way only, its beginning counts.
        const bool here = cell.gate(gate) < edge.to || edge.cost_in == kInfinite;
        if (!apart || !here || edge.cost_out == kInfinite) return;
        ends.push_back(world.place_of(cell.gate(gate)));
        ends.push_back(world.place_of(edge.to));
      });
    }
  }
  return ends;
}

struct IntraEdge {
  NodeId from;
  NodeId to;
  Cost cost;
};

/// Cheapest first. Where both directions cost the same, one of them stands for both.
std::vector<IntraEdge> find_intra_edges(const OverlayCell& cell) {
  std::vector<IntraEdge> edges;
  for (const GatePlace from : cell.places()) {
    for (const GatePlace to : cell.places()) {
      const Cost cost = cell.cost(from, to);
      if (from == to || cost == kInfinite || (to < from && cell.cost(to, from) == cost)) continue;
      edges.push_back({cell.gate(from), cell.gate(to), cost});
    }
  }
  std::stable_sort(edges.begin(), edges.end(),
                   [](const IntraEdge& a, const IntraEdge& b) { return a.cost < b.cost; });
  return edges;
}

bool is_same(const CellWords& a, const CellWords& b) {
  if (a == b) return true;
  const std::uint32_t words = OverlayCell(a.get()).word_count();
  return words == OverlayCell(b.get()).word_count() &&
         std::equal(a.get(), a.get() + words, b.get());
}

Json children_json(const Partition& partition, CellHandle handle) {
  Json children = Json::array();
  for (const CellHandle child : partition.children(handle))
    children.push_back(index(partition.cell(child)));
  return children;
}

Json neighbours_json(const ViewedWorld& world, unsigned level, CellId cell) {
  Json neighbours = Json::array();
  for (const auto& [a, b] : find_neighbours(world, level)) {
    if (a == index(cell)) neighbours.push_back(b);
    if (b == index(cell)) neighbours.push_back(a);
  }
  return neighbours;
}

std::uint32_t count_elements(const ViewedWorld& world, const Partition& partition, unsigned level,
                             CellHandle handle) {
  std::uint32_t count = 0;
  for (std::uint32_t e = 0; e < world.element_count(); ++e)
    count += partition.ancestor(world.cell_of(e), level) == handle ? 1 : 0;
  return count;
}

}  // namespace

Json level_info_json(const Hierarchy& hierarchy) {
  Json levels = Json::array();
  for (unsigned level = 1; level <= hierarchy.levels(); ++level) {
    const LevelSize size = hierarchy.level_size(level);
    levels.push_back({{"level", level},
                      {"cells", size.cells},
                      {"gates", size.gates},
                      {"inter_edges", size.inter_edges},
                      {"intra_edges", size.intra_edges},
                      {"bytes", size.bytes}});
  }
  return levels;
}

void add_cells(const ViewedWorld& world, unsigned level, Bundle& bundle) {
  const Partition& partition = world.hierarchy("").partition();
  std::vector<std::uint32_t> number(partition.cell_count(1));
  for (std::uint32_t c = 0; c < number.size(); ++c)
    number[c] = number_of(partition, level, CellId{c});
  std::vector<std::uint32_t> cells(world.element_count());
  for (std::uint32_t e = 0; e < cells.size(); ++e) cells[e] = number[index(world.cell_of(e))];
  const std::uint32_t count = partition.cell_count(level);
  const std::vector<std::uint8_t> any(count, kAnyColour);
  bundle.header()["level"] = level;
  bundle.header()["cells"] = count;
  bundle.add("cell", cells);
  bundle.add("colour", colour_regions(count, find_neighbours(world, level), any));
}

void add_gates(const ViewedWorld& world, const std::string& agent, unsigned level, Bundle& bundle) {
  const Hierarchy& hierarchy = world.hierarchy(agent);
  const std::vector<NodeId> gates = find_gates(hierarchy, level);
  std::vector<Vec3> points;
  std::vector<std::uint32_t> nodes;
  for (const NodeId gate : gates) {
    points.push_back(world.place_of(gate));
    nodes.push_back(index(gate));
  }
  bundle.header()["level"] = level;
  bundle.add_points("points", points);
  bundle.add("node", nodes);
  bundle.add_points("inter_edges", find_inter_edges(world, hierarchy, level), 2);
  world.add_to_gates(level, bundle);
}

Json cell_json(const ViewedWorld& world, const std::string& agent, unsigned level, CellId cell) {
  const Hierarchy& hierarchy = world.hierarchy(agent);
  const Partition& partition = hierarchy.partition();
  const CellHandle handle = partition.handle(level, cell);
  const OverlayCell overlay = hierarchy.cell(handle);
  Json gates = Json::array();
  for (const GatePlace gate : overlay.places())
    gates.push_back(point_json(world.place_of(overlay.gate(gate))));
  std::vector<IntraEdge> edges = find_intra_edges(overlay);
  const std::size_t edge_count = edges.size();
  edges.resize(std::min(edge_count, kMostIntraEdges));
  Json intra_edges = Json::array();
  for (const IntraEdge& edge : edges) {
    intra_edges.push_back({{"from", point_json(world.place_of(edge.from))},
                           {"to", point_json(world.place_of(edge.to))},
                           {"cost", world.in_units(edge.cost, agent)}});
  }
  const CellHandle parent = partition.parent(handle);
  return {{"level", level},
          {"cell", index(cell)},
          {"elements", count_elements(world, partition, level, handle)},
          {"gate_count", overlay.gate_count()},
          {"gates", std::move(gates)},
          {"parent", parent == kNoHandle ? Json() : Json(index(partition.cell(parent)))},
          {"children", children_json(partition, handle)},
          {"neighbours", neighbours_json(world, level, cell)},
          {"bytes", 4 * std::size_t{overlay.word_count()}},
          {"intra_edge_count", edge_count},
          {"intra_edges", std::move(intra_edges)}};
}

std::vector<std::uint32_t> find_changed_cells(const ViewedWorld& before, const ViewedWorld& after) {
  std::vector<std::uint32_t> changed;
  const std::uint32_t count = after.hierarchy("").partition().cell_count(1);
  const std::vector<std::string> agents = after.agents();
  for (std::uint32_t c = 0; c < count; ++c) {
    const bool differs = std::any_of(agents.begin(), agents.end(), [&](const std::string& agent) {
      return !is_same(before.hierarchy(agent).cells()[c], after.hierarchy(agent).cells()[c]);
    });
    if (differs) changed.push_back(c);
  }
  return changed;
}

Json cells_of(const ViewedWorld& world, std::uint32_t element) {
  Json cells = Json::array();
  if (element == kNoElement) return cells;
  const Partition& partition = world.hierarchy("").partition();
  const CellId lowest = world.cell_of(element);
  for (unsigned level = 1; level <= partition.levels(); ++level)
    cells.push_back(number_of(partition, level, lowest));
  return cells;
}

}  // namespace portolan::detail::cli
