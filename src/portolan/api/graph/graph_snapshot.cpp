#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "portolan/api/graph/graph_inside.h"
#include "portolan/core/narrow.h"
#include "portolan/graph.h"
#include "portolan/hierarchy/customize.h"
#include "portolan/partition/nested_cells.h"
#include "portolan/query/snapshot_info.h"
#include "portolan/snapshot/with_tables.h"
#include "portolan/validation/validate_cell_numbers.h"

namespace portolan {
namespace detail {
namespace {

/// The nodes as atoms, joined where an edge joins them: twice where there is one for each
/// direction.
AtomGraph make_atoms(std::uint32_t node_count, std::span<const GraphEdge> edges) {
  std::vector<std::pair<AtomId, AtomId>> pairs;
  pairs.reserve(2 * edges.size());
  for (const GraphEdge& e : edges) pairs.emplace_back(AtomId{e.from}, AtomId{e.to});
  return make_atom_graph(node_count, std::move(pairs));
}

/// Homes of the nodes, and the partition of their cells.
struct CellsOfNodes {
  std::vector<CellId> homes;
  std::shared_ptr<const Partition> partition;
};

Result<CellsOfNodes> share(std::vector<CellId> homes,
                           const std::vector<std::vector<CellId>>& parents) {
  const auto count = validate_cell_numbers(homes, "node");
  if (!count) return count.error();
  auto partition = Partition::make(*count, parents);
  if (!partition) return partition.error();
  return CellsOfNodes{std::move(homes), std::make_shared<const Partition>(std::move(*partition))};
}

Result<CellsOfNodes> choose_cells(std::uint32_t node_count, std::span<const GraphEdge> edges,
                                  const GraphOptions& options, const Progress& progress) {
  MergeOptions merge;
  merge.merge = options.merge;
  auto cells = build_nested_cells(make_atoms(node_count, edges), merge, progress);
  if (!cells) return cells.error();
  return share(std::move(cells->cell_of_atom), cells->parents);
}

Result<CellsOfNodes> take_cells(std::uint32_t node_count, const GraphCells& cells) {
  if (cells.of_node.size() != node_count) {
    return Error{"cells.of_node has " + std::to_string(cells.of_node.size()) +
                 " entries; give one for each of the " + std::to_string(node_count) + " nodes"};
  }
  std::vector<CellId> homes;
  for (const std::uint32_t cell : cells.of_node) homes.push_back(CellId{cell});
  std::vector<std::vector<CellId>> parents;
  for (const auto& level : cells.parents) {
    parents.emplace_back();
    for (const std::uint32_t parent : level) parents.back().push_back(CellId{parent});
  }
  return share(std::move(homes), parents);
}

Result<Done> check(std::uint32_t node_count, std::span<const GraphEdge> edges) {
  if (node_count == 0) return Error{"the graph has no nodes; give at least one"};
  for (std::size_t i = 0; i < edges.size(); ++i) {
    for (const std::uint32_t end : {edges[i].from, edges[i].to}) {
      if (end >= node_count) {
        return Error{"edge " + std::to_string(i) + " ends at node " + std::to_string(end) +
                     ", but there are only " + std::to_string(node_count) +
                     "; nodes are numbered from 0"};
      }
    }
    if (edges[i].from == edges[i].to) {
      return Error{"edge " + std::to_string(i) + " leads from node " +
                   std::to_string(edges[i].from) + " to itself; leave it out"};
    }
  }
  return Done{};
}

}  // namespace

/// Both views of the edges.
Result<Done> GraphInside::set_edges(std::uint32_t node_count, std::uint32_t cell_count,
                                    std::span<const CellId> homes) {
  std::vector<Edge> plain;
  plain.reserve(edges_.size());
  for (const OwnedEdge& e : edges_) plain.push_back({e.from, e.to, e.cost});
  auto graph = make_csr_graph(node_count, plain);
  if (!graph) return graph.error();
  auto world = make_csr_world(node_count, cell_count, edges_, homes);
  if (!world) return world.error();
  graph_ = std::move(*graph);
  world_ = std::move(*world);
  return Done{};
}

Result<GraphInside> GraphInside::build(std::uint32_t node_count, std::span<const GraphEdge> edges,
                                       const GraphOptions& options, const Progress& progress) {
  const auto begin = std::chrono::steady_clock::now();
  if (auto good = check(node_count, edges); !good) return good.error();
  auto cells = options.cells.of_node.empty() ? choose_cells(node_count, edges, options, progress)
                                             : take_cells(node_count, options.cells);
  if (!cells) return cells.error();
  GraphInside inside;
  for (const GraphEdge& e : edges) {
    const CellId from = cells->homes[e.from];
    inside.edges_.push_back(
        {NodeId{e.from}, NodeId{e.to}, e.cost, from == cells->homes[e.to] ? from : kNoCell});
  }
  if (auto set = inside.set_edges(node_count, cells->partition->cell_count(1), cells->homes); !set)
    return set.error();
  auto hierarchy = build_hierarchy(inside.world_, cells->partition, {}, progress);
  if (!hierarchy) return hierarchy.error();
  inside.hierarchy_ = std::move(*hierarchy);
  inside.build_ms_ =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  return inside;
}

Result<GraphInside> GraphInside::with_costs(std::span<const Cost> costs) const {
  if (costs.size() != edges_.size()) {
    return Error{std::to_string(costs.size()) + " costs were given; give one for each of the " +
                 std::to_string(edges_.size()) + " edges"};
  }
  GraphInside next;
  next.edges_ = edges_;
  next.build_ms_ = build_ms_;
  std::vector<CellId> touched;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    OwnedEdge& edge = next.edges_[i];
    if (edge.cost == costs[i]) continue;
    edge.cost = costs[i];
    touched.push_back(world_.home_cell(edge.from));
    touched.push_back(world_.home_cell(edge.to));
  }
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  const std::uint32_t cells = hierarchy_.partition().cell_count(1);
  if (auto set = next.set_edges(world_.node_count(), cells, world_.homes()); !set)
    return set.error();
  next.hierarchy_ = update_hierarchy(hierarchy_, next.world_, touched, {}).hierarchy;
  return next;
}

template class Snapshot<GraphInside, CsrWorld>;

}  // namespace detail

namespace {

Result<GraphSnapshot> with_tables(Result<detail::GraphInside> inside, std::uint64_t table_bytes,
                                  const Execution& execution) {
  if (inside && table_bytes > 0) {
    detail::TableOptions options;
    options.max_bytes = table_bytes;
    inside = inside->with_tables(options, execution.parallel, execution.progress);
  }
  if (!inside) return inside.error();
  return GraphSnapshot(std::move(*inside), table_bytes);
}

}  // namespace

GraphSnapshot::GraphSnapshot(detail::GraphInside inside, std::uint64_t table_bytes)
    : inside_(std::make_shared<const detail::GraphInside>(std::move(inside))),
      table_bytes_(table_bytes) {}

Result<GraphSnapshot> GraphSnapshot::build(std::uint32_t node_count,
                                           std::span<const GraphEdge> edges,
                                           const GraphOptions& options,
                                           const Execution& execution) {
  return with_tables(detail::GraphInside::build(node_count, edges, options, execution.progress),
                     options.table_bytes, execution);
}

Result<GraphSnapshot> GraphSnapshot::with_costs(std::span<const Cost> costs,
                                                const Execution& execution) const {
  return with_tables(inside_->with_costs(costs), table_bytes_, execution);
}

std::uint32_t GraphSnapshot::node_count() const { return inside_->world().node_count(); }

SnapshotInfo GraphSnapshot::info() const {
  return detail::make_snapshot_info(inside_->hierarchy(), inside_->tables(), inside_->build_ms());
}

}  // namespace portolan
