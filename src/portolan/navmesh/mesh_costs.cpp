#include "portolan/navmesh/mesh_costs.h"

#include <algorithm>
#include <cmath>

#include "portolan/core/id_range.h"
#include "portolan/core/narrow.h"
#include "portolan/core/to_whole.h"
#include "portolan/navmesh/validate_nav_mesh_metric.h"

namespace portolan::detail {
namespace {

std::uint16_t flags_of(const PolygonMesh& mesh, PolygonId polygon) {
  return mesh.flags.empty() ? std::uint16_t{1} : mesh.flags[index(polygon)];
}

/// A link's price in metres, before the cost of its area.
double metres_of(const OffMeshLink& link) {
  return link.cost < 0.0f ? length_between(link.from, link.to) : double{link.cost};
}

/// The most expensive move within one polygon, from anywhere to anywhere, in metres.
double most_expensive_move(const PolygonMesh& mesh, const MeshCosts& costs) {
  double most_expensive = 0.0;
  for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
    Vec3 low = mesh.corner(p, 0);
    Vec3 high = low;
    for (std::uint32_t i = 1; i < mesh.corner_count(p); ++i) {
      const Vec3& corner = mesh.corner(p, i);
      low = {std::min(low.x, corner.x), std::min(low.y, corner.y), std::min(low.z, corner.z)};
      high = {std::max(high.x, corner.x), std::max(high.y, corner.y), std::max(high.z, corner.z)};
    }
    most_expensive = std::max(most_expensive,
                              length_between(low, high) * double{costs.area_costs[PolygonId{p}]});
  }
  return most_expensive;
}

/// The sum, over all nodes, of the most expensive move out of each, and of the first and the last
/// move, in metres: no path is more expensive.
double most_expensive_path(const PolygonMesh& mesh, const MeshLayout& layout,
                           const NavMeshMetric& metric, const MeshCosts& costs) {
  double sum = 2.0 * most_expensive_move(mesh, costs);
  for (const NodeId node : IdRange<NodeId>(layout.node_count())) {
    double most_expensive = 0.0;
    for (const MeshLayout::Side& side : layout.sides(node).of) {
      if (side.polygon == kNoPolygon) continue;
      for (const MeshLayout::Slot& to : layout.slots(side.polygon)) {
        most_expensive =
            std::max(most_expensive, length_between(layout.place(node), layout.place(to.node)) *
                                         double{costs.area_costs[side.polygon]});
      }
    }
    sum += most_expensive;
  }
  for (const PolygonLink& l : mesh.links)
    sum += 2.0 * metres_of(l.link) * double{metric.of(l.link.area, l.link.flags)};
  return sum;
}

void fill_matrix(const MeshLayout& layout, PolygonId polygon, MeshCosts& costs) {
  const auto slots = layout.slots(polygon);
  const std::size_t count = slots.size();
  Cost* row = costs.matrix.data() + layout.matrix(polygon);
  if (costs.area_costs[polygon] == NavMeshMetric::kBlocked) return;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Cost cost =
          costs.of_length(length_between(layout.place(slots[i].node), layout.place(slots[j].node)),
                          costs.area_costs[polygon]);
      if (slots[i].enter && slots[j].leave) row[i * count + j] = cost;
      if (slots[j].enter && slots[i].leave) row[j * count + i] = cost;
    }
  }
}

void fill_links(const PolygonMesh& mesh, const NavMeshMetric& metric, MeshCosts& costs,
                float& least) {
  for (const PolygonLink& l : mesh.links) {
    const float area_cost = metric.of(l.link.area, l.link.flags);
    const bool open = area_cost != NavMeshMetric::kBlocked;
    const Cost cost = open ? costs.of_length(metres_of(l.link), area_cost) : kInfinite;
    costs.links.push_back({cost, l.link.both_ways ? cost : kInfinite});
    const double length = length_between(l.link.from, l.link.to);
    if (!open || length == 0.0) continue;
    const double per_metre = metres_of(l.link) * double{area_cost} / length;
    least = std::min(least, static_cast<float>(per_metre));  // a short cut: bounds must know it
  }
}

/// Whether some doorway lies on a cheapest path between two others of its polygon. Not looked for
/// among very many doorways.
bool has_ties(const MeshLayout& layout, const MeshCosts& costs, PolygonId polygon) {
  constexpr std::size_t kMost = 32;
  const std::size_t count = layout.slots(polygon).size();
  if (count > kMost) return true;
  const Cost* cost = costs.matrix.data() + layout.matrix(polygon);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) {
      for (std::size_t k = 0; k < count; ++k) {
        if (i != j && j != k && i != k &&
            cost[i * count + k] >= add(cost[i * count + j], cost[j * count + k]) &&
            cost[i * count + j] != kInfinite && cost[j * count + k] != kInfinite) {
          return true;
        }
      }
    }
  }
  return false;
}

IdVector<NodeId, std::uint32_t> find_across(const MeshLayout& layout, const MeshCosts& costs) {
  IdVector<PolygonId, std::uint8_t> ties(layout.cells().size());
  for (std::uint32_t p = 0; p < ties.size(); ++p)
    ties[PolygonId{p}] = has_ties(layout, costs, PolygonId{p});
  IdVector<NodeId, std::uint32_t> across(layout.node_count(), 0);
  for (const NodeId node : IdRange<NodeId>(layout.node_count())) {
    const auto& [one, other] = layout.sides(node).of;
    if (other.polygon != kNoPolygon && !ties[one.polygon] && !ties[other.polygon])
      across[node] = index(one.polygon) ^ index(other.polygon);
  }
  return across;
}

bool is_directed(const PolygonMesh& mesh) {
  return std::any_of(mesh.portals.begin(), mesh.portals.end(),
                     [](const Portal& p) { return p.crossable_from[0] != p.crossable_from[1]; }) ||
         std::any_of(mesh.links.begin(), mesh.links.end(),
                     [](const PolygonLink& l) { return !l.link.both_ways; });
}

}  // namespace

Result<MeshCosts> make_mesh_costs(const PolygonMesh& mesh, const MeshLayout& layout,
                                  const NavMeshMetric& metric) {
  if (auto valid = validate(metric); !valid) return valid.error();
  MeshCosts costs;
  float least = NavMeshMetric::kMost;
  costs.area_costs.resize(mesh.polygon_count());
  for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
    const PolygonId polygon{p};
    const float cost = metric.of(mesh.areas.empty() ? 0 : mesh.areas[p], flags_of(mesh, polygon));
    costs.area_costs[polygon] = cost;
    if (cost != NavMeshMetric::kBlocked) least = std::min(least, cost);
  }
  // A search adds the cost of one path to that of another and a lower bound to both.
  const double most = double{kInfinite / 4};
  const double most_expensive = most_expensive_path(mesh, layout, metric, costs);
  while (most_expensive * costs.units_per_metre + 2.0 * layout.node_count() > most) {
    costs.units_per_metre /= 2.0;
    if (costs.units_per_metre >= 1.0) continue;
    return Error{
        "the mesh is too large for path costs of 32 bits: split the world, or lower the "
        "costs of areas and links"};
  }
  costs.matrix.assign(layout.matrix_size(), kInfinite);
  for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) fill_matrix(layout, PolygonId{p}, costs);
  fill_links(mesh, metric, costs, least);
  costs.across = find_across(layout, costs);
  costs.most_expensive_path =
      to_whole<std::uint64_t>(most_expensive * costs.units_per_metre) + 2 * layout.node_count();
  costs.directed = is_directed(mesh);
  std::uint64_t sum = 0;
  std::uint64_t count = 0;
  for (const Cost cost : costs.matrix) {
    if (cost == kInfinite) continue;
    sum += cost;
    ++count;
  }
  costs.typical = count == 0 ? 1 : narrow<Cost>(sum / count);
  constexpr double kSlack = 1.0 - 1e-6;  // more than float lengths can be off
  costs.least_per_metre = static_cast<float>(double{least} * costs.units_per_metre * kSlack);
  return costs;
}

std::size_t MeshCosts::bytes() const {
  return area_costs.capacity() * sizeof(float) + matrix.capacity() * sizeof(Cost) +
         links.capacity() * sizeof(std::array<Cost, 2>) + across.capacity() * sizeof(std::uint32_t);
}

}  // namespace portolan::detail
