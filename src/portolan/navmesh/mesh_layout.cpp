#include "portolan/navmesh/mesh_layout.h"

#include <algorithm>
#include <utility>

#include "portolan/core/id_range.h"
#include "portolan/core/narrow.h"
#include "portolan/navmesh/doorway_points.h"

namespace portolan::detail {
namespace {

Gap make_gap(const Vec3& left, const Vec3& right) { return {{left.x, right.x}, {left.z, right.z}}; }

/// Turns counts, kept one place to the right, into where each part begins.
template <class T>
void add_up(std::vector<T>& begin) {
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
}

}  // namespace

MeshLayout::MeshLayout(const PolygonMesh& mesh, std::span<const CellId> cells,
                       std::uint32_t cell_count)
    : cells_(cells.begin(), cells.end()), first_(cell_count + 1, 0) {
  number_nodes(mesh);
  list_slots(mesh);
  find_outsiders();
  for (std::uint32_t p = 0; p < cells_.size(); ++p) {
    for (std::uint32_t k = slot_begin_[p]; k < slot_begin_[p + 1]; ++k)
      slots_[k].local = local(slots_[k].node, cell(PolygonId{p})) & 0x3FFF'FFFFu;
  }
}

void MeshLayout::number_nodes(const PolygonMesh& mesh) {
  const std::uint32_t portals = size32(mesh.portals.size());
  const std::uint32_t count = portals + 2 * size32(mesh.links.size());
  std::vector<CellId> home(count);
  for (std::uint32_t d = 0; d < portals; ++d) {
    const Portal& portal = mesh.portals[d];
    home[d] = std::min(cell(PolygonId{portal.polygons[0]}), cell(PolygonId{portal.polygons[1]}));
  }
  for (std::uint32_t l = 0; l < mesh.links.size(); ++l) {
    home[portals + 2 * l] = cell(PolygonId{mesh.links[l].from_polygon});
    home[portals + 2 * l + 1] = cell(PolygonId{mesh.links[l].to_polygon});
  }
  for (const CellId cell : home) ++first_[index(cell) + 1];
  add_up(first_);
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  nodes_.resize(count);
  doorways_.resize(count);
  homes_.resize(count);
  places_.resize(count);
  const std::vector<Vec3> points = make_doorway_points(mesh);
  gaps_.resize(count);
  gap_heights_.resize(count);
  for (std::uint32_t d = 0; d < count; ++d) {
    const NodeId node{next[index(home[d])]++};
    nodes_[DoorwayId{d}] = node;
    doorways_[node] = DoorwayId{d};
    homes_[node] = home[d];
    if (d < portals) {
      const Portal& portal = mesh.portals[d];
      places_[node] = points[d];
      const std::uint32_t left = portal.polygons[0] < portal.polygons[1] ? 0 : 1;
      gaps_[node] = make_gap(portal.ends[left], portal.ends[1 - left]);
      gap_heights_[node] = {portal.ends[left].y, portal.ends[1 - left].y};
    } else {
      const OffMeshLink& link = mesh.links[(d - portals) / 2].link;
      places_[node] = (d - portals) % 2 == 0 ? link.from : link.to;
      gaps_[node] = make_gap(places_[node], places_[node]);
      gap_heights_[node] = {places_[node].y, places_[node].y};
    }
  }
}

void MeshLayout::list_slots(const PolygonMesh& mesh) {
  const std::uint32_t portals = size32(mesh.portals.size());
  slot_begin_.assign(mesh.polygon_count() + 1, 0);
  const auto for_each_side = [&](auto&& f) {  // f(doorway, side, polygon, enter, leave)
    for (std::uint32_t d = 0; d < portals; ++d) {
      const Portal& portal = mesh.portals[d];
      for (std::uint32_t s = 0; s < 2; ++s)
        f(DoorwayId{d}, s, portal.polygons[s], portal.crossable_from[1 - s],
          portal.crossable_from[s]);
    }
    for (std::uint32_t l = 0; l < mesh.links.size(); ++l) {
      const bool both = mesh.links[l].link.both_ways;
      f(DoorwayId{portals + 2 * l}, 0u, mesh.links[l].from_polygon, both, true);
      f(DoorwayId{portals + 2 * l + 1}, 0u, mesh.links[l].to_polygon, true, both);
    }
  };
  for_each_side([&](DoorwayId, std::uint32_t, std::uint32_t polygon, bool, bool) {
    ++slot_begin_[polygon + 1];
  });
  matrix_begin_.assign(slot_begin_.begin(), slot_begin_.end());
  for (std::size_t& doorways : matrix_begin_) doorways *= doorways;
  add_up(slot_begin_);
  add_up(matrix_begin_);
  slots_.resize(slot_begin_.back());
  slot_places_.resize(slots_.size());
  sides_.resize(nodes_.size());
  std::vector<std::uint32_t> used(mesh.polygon_count(), 0);
  for_each_side(
      [&](DoorwayId doorway, std::uint32_t s, std::uint32_t polygon, bool enter, bool leave) {
        const NodeId at = node(doorway);
        const std::uint32_t slot = used[polygon]++;
        slots_[slot_begin_[polygon] + slot] = {at, 0, enter, leave};
        slot_places_[slot_begin_[polygon] + slot] = place(at);
        sides_[at].of[s] = {PolygonId{polygon}, slot};
      });
  for (std::uint32_t d = portals; d < nodes_.size(); ++d) {
    const DoorwayId other{portals + ((d - portals) ^ 1u)};
    sides_[node(DoorwayId{d})].of[1] = {kNoPolygon, index(node(other))};
  }
}

void MeshLayout::find_outsiders() {
  outsider_begin_.assign(first_.size(), 0);
  std::vector<std::pair<CellId, NodeId>> touching;
  for (const NodeId node : IdRange<NodeId>(node_count())) {
    for (const Side& side : sides(node).of) {
      if (side.polygon != kNoPolygon && cell(side.polygon) != home(node))
        touching.emplace_back(cell(side.polygon), node);
    }
  }
  std::sort(touching.begin(), touching.end());
  for (const auto& [cell, node] : touching) {
    ++outsider_begin_[index(cell) + 1];
    outsiders_.push_back(node);
  }
  add_up(outsider_begin_);
}

std::uint32_t MeshLayout::local(NodeId node, CellId cell) const {
  if (home(node) == cell) return index(node) - first(cell);
  const std::span<const NodeId> list = outsiders(cell);
  return home_count(cell) + size32(static_cast<std::size_t>(
                                std::lower_bound(list.begin(), list.end(), node) - list.begin()));
}

std::size_t MeshLayout::bytes() const {
  return cells_.capacity() * 4 + places_.capacity() * sizeof(Vec3) +
         gaps_.capacity() * sizeof(Gap) +
         gap_heights_.capacity() * sizeof(gap_heights_[NodeId{0}]) +
         sides_.capacity() * sizeof(Sides) +
         (homes_.capacity() + doorways_.capacity() + nodes_.capacity() + first_.capacity() +
          outsider_begin_.capacity() + outsiders_.capacity() + slot_begin_.capacity()) *
             4 +
         slots_.capacity() * sizeof(Slot) + slot_places_.capacity() * sizeof(Vec3) +
         matrix_begin_.capacity() * sizeof(std::size_t);
}

}  // namespace portolan::detail
