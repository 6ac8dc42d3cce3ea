#include "portolan/terrain/terrain_world.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

#include "portolan/core/narrow.h"

namespace portolan::detail {
namespace {

/// f(other cell) for every neighbour of a triangle in another cell.
template <class F>
void for_each_other_cell(const TerrainLayout& layout, TriangleId triangle, F&& f) {
  for (const TriangleId to : layout.mesh->neighbours[triangle]) {
    if (to != kNoTriangle && layout.cell_of[to] != layout.cell_of[triangle]) f(layout.cell_of[to]);
  }
}

Result<Done> list_members(std::uint32_t cells, TerrainLayout& layout) {
  layout.cell_begin.assign(std::size_t{cells} + 1, 0);
  layout.index_of.resize(layout.cell_of.size());
  layout.members.resize(layout.cell_of.size());
  for (const TriangleId t : layout.mesh->triangles()) {
    std::uint32_t& count = layout.cell_begin[index(layout.cell_of[t]) + 1];
    if (count > 0xFFFF) {
      return Error{"a cell has more than 65,535 triangles: make cells smaller"};
    }
    layout.index_of[t] = narrow<std::uint16_t>(count++);
  }
  for (std::uint32_t c = 0; c < cells; ++c) layout.cell_begin[c + 1] += layout.cell_begin[c];
  for (const TriangleId t : layout.mesh->triangles()) {
    const std::uint32_t begin = layout.cell_begin[index(layout.cell_of[t])];
    layout.members[begin + layout.index_of[t]] = node_of(t);
  }
  return Done{};
}

void list_guests(std::uint32_t cells, TerrainLayout& layout) {
  std::vector<std::pair<CellId, NodeId>> guests;
  for (const TriangleId t : layout.mesh->triangles()) {
    for_each_other_cell(layout, t, [&](CellId cell) {
      if (cell > layout.cell_of[t]) guests.emplace_back(cell, node_of(t));
    });
  }
  std::sort(guests.begin(), guests.end());
  guests.erase(std::unique(guests.begin(), guests.end()), guests.end());
  layout.guest_begin.assign(std::size_t{cells} + 1, 0);
  layout.guests.reserve(guests.size());
  for (const auto& [cell, guest] : guests) {
    ++layout.guest_begin[index(cell) + 1];
    layout.guests.push_back(guest);
  }
  for (std::uint32_t c = 0; c < cells; ++c) layout.guest_begin[c + 1] += layout.guest_begin[c];
}

Cost mean_price(const TerrainPrices& prices) {
  std::uint64_t sum = 0;
  std::uint64_t count = 0;
  for (const Cost price : prices.weighted) {
    if (price == kInfinite) continue;
    sum += price;
    ++count;
  }
  return narrow<Cost>(count == 0 ? 0 : sum / count);
}

bool any_price_differs_back(const TriangleMesh& mesh, const TerrainPrices& prices) {
  for (const TriangleId t : mesh.triangles()) {
    for (unsigned k = 0; k < 3; ++k) {
      const TriangleId to = mesh.neighbours[t][k];
      if (to == kNoTriangle || to < t) continue;
      const std::size_t back = step_index(to, find_edge(mesh, to, t));
      if (prices.weighted[step_index(t, k)] != prices.weighted[back]) return true;
    }
  }
  return false;
}

}  // namespace

std::size_t TerrainLayout::bytes() const {
  return sizeof(*this) + 4 * cell_of.capacity() + 2 * index_of.capacity() +
         4 * cell_begin.capacity() + 4 * members.capacity() + 4 * guest_begin.capacity() +
         4 * guests.capacity();
}

RasterSteps find_raster_steps(const TriangleMesh& mesh) {
  const std::uint64_t squares = std::uint64_t{mesh.raster.columns} * mesh.raster.rows;
  RasterSteps steps;
  for (const std::uint32_t per_square : {2u, 4u}) {
    if (squares > 0 && mesh.triangle_count() == per_square * squares) steps.per_square = per_square;
  }
  if (steps.per_square == 0) return {};
  std::array<bool, 12> known{};
  for (const TriangleId t : mesh.triangles()) {
    for (unsigned k = 0; k < 3; ++k) {
      const TriangleId to = mesh.neighbours[t][k];
      if (to == kNoTriangle) continue;
      const unsigned at = 3 * (index(t) & (steps.per_square - 1)) + k;
      if (!known[at]) steps.offsets[at] = index(to) - index(t);
      known[at] = true;
      if (steps.next(t, k) != to) return {};
    }
  }
  return steps;
}

TerrainLayout make_ground_layout(std::shared_ptr<const TriangleMesh> mesh,
                                 std::shared_ptr<const TerrainPrices> prices,
                                 const TerrainBound& bound) {
  TerrainLayout layout;
  layout.mesh = std::move(mesh);
  layout.prices = std::move(prices);
  layout.bound = bound;
  layout.usual_price = mean_price(*layout.prices);
  return layout;
}

Result<TerrainLayout> make_terrain_layout(std::shared_ptr<const TriangleMesh> mesh,
                                          std::shared_ptr<const TerrainPrices> prices,
                                          const PriceSettings& settings, const TerrainCells& cells,
                                          const ParallelFor& parallel) {
  const auto bound = TerrainBound::make(*mesh, *prices, settings, parallel);
  if (!bound) return bound.error();
  TerrainLayout layout = make_ground_layout(std::move(mesh), std::move(prices), *bound);
  layout.steps = find_raster_steps(*layout.mesh);
  layout.cell_of = cells.of;
  if (auto listed = list_members(cells.count, layout); !listed) return listed.error();
  list_guests(cells.count, layout);
  layout.directed = any_price_differs_back(*layout.mesh, *layout.prices);
  return layout;
}

void TerrainCell::open(const TerrainLayout& layout, CellId cell) {
  layout_ = &layout;
  cell_ = cell;
  members_ = layout.members_of(cell);
  guests_ = layout.guests_of(cell);
  arcs_.resize(members_.size() + guests_.size());
  cheapest_ = kInfinite;
  most_expensive_ = 0;
  std::uint64_t sum = 0;
  std::uint64_t count = 0;
  const TriangleMesh& mesh = *layout.mesh;
  const std::vector<Cost>& prices = layout.prices->weighted;
  for (std::uint32_t l = 0; l < arcs_.size(); ++l) {
    const TriangleId t = triangle_of(node(l));
    const bool at_home = l < members_.size();
    for (unsigned k = 0; k < 3; ++k) {
      const TriangleId to = mesh.neighbours[t][k];
      arcs_[l].to[k] = kNone;
      if (to == kNoTriangle) continue;
      const CellId there = layout.cell_of[to];
      if (at_home ? there > cell : there != cell) continue;
      arcs_[l].to[k] = local(node_of(to));
      arcs_[l].out[k] = prices[step_index(t, k)];
      arcs_[l].in[k] = prices[step_index(to, find_edge(mesh, to, t))];
      cheapest_ = std::min(cheapest_, arcs_[l].out[k]);
      most_expensive_ = std::max(most_expensive_, arcs_[l].out[k]);
      sum += arcs_[l].out[k];
      ++count;
    }
  }
  if (count == 0) cheapest_ = 0;
  usual_ = narrow<Cost>(count == 0 ? 0 : sum / count);
}

std::uint32_t TerrainCell::local(NodeId node) const {
  if (layout_->cell_of[triangle_of(node)] == cell_) return layout_->index_of[triangle_of(node)];
  const auto found = std::lower_bound(guests_.begin(), guests_.end(), node);
  assert(found != guests_.end() && *found == node);
  return static_cast<std::uint32_t>(members_.size()) +
         static_cast<std::uint32_t>(found - guests_.begin());
}

void TerrainCell::encode_steps(std::span<const std::uint32_t> locals,
                               std::vector<std::uint8_t>& bytes) const {
  unsigned filled = 4;
  for (std::size_t i = 1; i < locals.size(); ++i) {
    const Arcs& arcs = arcs_[locals[i - 1]];
    unsigned edge = 0;
    while (arcs.to[edge] != locals[i]) ++edge;
    if (filled == 4) {
      bytes.push_back(0xFF);
      filled = 0;
    }
    bytes.back() = static_cast<std::uint8_t>(bytes.back() & ~((3u ^ edge) << (2 * filled)));
    ++filled;
  }
}

void TerrainWorld::describe_gates(CellId cell, CellGates& gates) const {
  gates.clear();
  const auto guests = layout_->guests_of(cell);
  auto guest = guests.begin();
  std::vector<CellId> later;  // the cells that a triangle touches besides this one
  const auto add = [&](NodeId node) {
    gates.nodes.push_back(node);
    gates.homes.push_back(home_cell(node));
  };
  for (const NodeId member : layout_->members_of(cell)) {
    later.clear();
    for_each_other_cell(*layout_, triangle_of(member), [&](CellId other) {
      if (other > cell) later.push_back(other);
    });
    if (later.empty()) continue;
    for (; guest != guests.end() && *guest < member; ++guest) add(*guest);
    add(member);
    std::sort(later.begin(), later.end());
    later.erase(std::unique(later.begin(), later.end()), later.end());
    for (const CellId other : later)
      gates.touches.push_back({GatePlace{narrow<std::uint32_t>(gates.nodes.size() - 1)}, other});
  }
  for (; guest != guests.end(); ++guest) add(*guest);
}

std::size_t TerrainWorld::count_steps(const std::uint8_t* begin, const std::uint8_t* end) const {
  std::size_t count = 4 * static_cast<std::size_t>(end - begin);
  if (begin == end) return 0;
  for (unsigned shift = 8; shift > 0 && ((end[-1] >> (shift - 2)) & 3) == 3; shift -= 2) --count;
  return count;
}

NodeId* TerrainWorld::decode_steps(NodeId from, const OverlayCell::Steps& steps, bool,
                                   NodeId* nodes) const {
  const TriangleMesh& mesh = *layout_->mesh;
  const RasterSteps raster = layout_->steps;
  const std::uint32_t triangles = mesh.triangle_count();
  const auto neighbour = [&](TriangleId at, unsigned edge) {
    return raster.per_square != 0 ? raster.next(at, edge) : mesh.neighbours[at][edge];
  };
  TriangleId at = triangle_of(from);
  std::size_t left = count_steps(steps.begin, steps.end);
  for (const std::uint8_t* byte = steps.begin; left > 0; ++byte) {
    unsigned edges = *byte;
    for (unsigned k = 0; k < 4 && left > 0; ++k, --left, edges >>= 2) {
      // Untrusted bytes lead somewhere; validate_paths checks whether that is right.
      const TriangleId to = neighbour(at, std::min(edges & 3u, 2u));
      at = index(to) < triangles ? to : at;
      *nodes++ = node_of(at);
    }
  }
  return nodes;
}

}  // namespace portolan::detail
