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
void for_each_other_cell(const TerrainLayout& layout, std::uint32_t triangle, F&& f) {
  for (const std::uint32_t to : layout.mesh->neighbours[triangle]) {
    if (to != kNoTriangle && layout.cell_of[to] != layout.cell_of[triangle]) f(layout.cell_of[to]);
  }
}

Result<Done> list_members(std::uint32_t cells, TerrainLayout& layout) {
  layout.cell_begin.assign(std::size_t{cells} + 1, 0);
  layout.index_of.resize(layout.cell_of.size());
  layout.members.resize(layout.cell_of.size());
  for (std::size_t t = 0; t < layout.cell_of.size(); ++t) {
    std::uint32_t& count = layout.cell_begin[layout.cell_of[t] + 1];
    if (count > 0xFFFF) {
      return Error{"a cell has more than 65,535 triangles: make cells smaller"};
    }
    layout.index_of[t] = narrow<std::uint16_t>(count++);
  }
  for (std::uint32_t c = 0; c < cells; ++c) layout.cell_begin[c + 1] += layout.cell_begin[c];
  for (std::uint32_t t = 0; t < layout.cell_of.size(); ++t)
    layout.members[layout.cell_begin[layout.cell_of[t]] + layout.index_of[t]] = t;
  return Done{};
}

void list_guests(std::uint32_t cells, TerrainLayout& layout) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> guests;  // cell, triangle
  for (std::uint32_t t = 0; t < layout.cell_of.size(); ++t) {
    for_each_other_cell(layout, t, [&](std::uint32_t cell) {
      if (cell > layout.cell_of[t]) guests.emplace_back(cell, t);
    });
  }
  std::sort(guests.begin(), guests.end());
  guests.erase(std::unique(guests.begin(), guests.end()), guests.end());
  layout.guest_begin.assign(std::size_t{cells} + 1, 0);
  layout.guests.reserve(guests.size());
  for (const auto& [cell, triangle] : guests) {
    ++layout.guest_begin[cell + 1];
    layout.guests.push_back(triangle);
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
  for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
    for (unsigned k = 0; k < 3; ++k) {
      const std::uint32_t to = mesh.neighbours[t][k];
      if (to == kNoTriangle || to < t) continue;
      const std::size_t back = 3 * std::size_t{to} + find_edge(mesh, to, t);
      if (prices.weighted[3 * std::size_t{t} + k] != prices.weighted[back]) return true;
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
  for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
    for (unsigned k = 0; k < 3; ++k) {
      const std::uint32_t to = mesh.neighbours[t][k];
      if (to == kNoTriangle) continue;
      const unsigned at = 3 * (t & (steps.per_square - 1)) + k;
      if (!known[at]) steps.offsets[at] = to - t;
      known[at] = true;
      if (steps.next(t, k) != to) return {};
    }
  }
  return steps;
}

Result<TerrainLayout> make_terrain_layout(std::shared_ptr<const TriangleMesh> mesh,
                                          std::shared_ptr<const TerrainPrices> prices,
                                          const PriceSettings& settings, const TerrainCells& cells,
                                          const ParallelFor& parallel) {
  TerrainLayout layout;
  layout.mesh = std::move(mesh);
  layout.prices = std::move(prices);
  layout.steps = find_raster_steps(*layout.mesh);
  layout.bound = TerrainBound::make(*layout.mesh, *layout.prices, settings, parallel);
  layout.cell_of = cells.of;
  if (auto listed = list_members(cells.count, layout); !listed) return listed.error();
  list_guests(cells.count, layout);
  layout.usual_price = mean_price(*layout.prices);
  layout.directed = any_price_differs_back(*layout.mesh, *layout.prices);
  return layout;
}

void TerrainCell::open(const TerrainLayout& layout, std::uint32_t cell) {
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
    const std::uint32_t t = index(node(l));
    const bool at_home = l < members_.size();
    for (unsigned k = 0; k < 3; ++k) {
      const std::uint32_t to = mesh.neighbours[t][k];
      arcs_[l].to[k] = kNone;
      if (to == kNoTriangle) continue;
      const std::uint32_t there = layout.cell_of[to];
      if (at_home ? there > cell : there != cell) continue;
      arcs_[l].to[k] = local(NodeId{to});
      arcs_[l].out[k] = prices[3 * std::size_t{t} + k];
      arcs_[l].in[k] = prices[3 * std::size_t{to} + find_edge(mesh, to, t)];
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
  if (layout_->cell_of[index(node)] == cell_) return layout_->index_of[index(node)];
  const auto found = std::lower_bound(guests_.begin(), guests_.end(), index(node));
  assert(found != guests_.end() && *found == index(node));
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
  const auto guests = layout_->guests_of(index(cell));
  auto guest = guests.begin();
  std::vector<std::uint32_t> later;  // the cells that a triangle touches besides this one
  const auto add = [&](std::uint32_t triangle) {
    gates.nodes.push_back(NodeId{triangle});
    gates.homes.push_back(CellId{layout_->cell_of[triangle]});
  };
  for (const std::uint32_t t : layout_->members_of(index(cell))) {
    later.clear();
    for_each_other_cell(*layout_, t, [&](std::uint32_t other) {
      if (other > index(cell)) later.push_back(other);
    });
    if (later.empty()) continue;
    for (; guest != guests.end() && *guest < t; ++guest) add(*guest);
    add(t);
    std::sort(later.begin(), later.end());
    later.erase(std::unique(later.begin(), later.end()), later.end());
    for (const std::uint32_t other : later)
      gates.touches.push_back({narrow<std::uint32_t>(gates.nodes.size() - 1), CellId{other}});
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
  const auto neighbour = [&](std::uint32_t at, unsigned edge) {
    return raster.per_square != 0 ? raster.next(at, edge) : mesh.neighbours[at][edge];
  };
  std::uint32_t at = index(from);
  std::size_t left = count_steps(steps.begin, steps.end);
  for (const std::uint8_t* byte = steps.begin; left > 0; ++byte) {
    unsigned edges = *byte;
    for (unsigned k = 0; k < 4 && left > 0; ++k, --left, edges >>= 2) {
      // Bytes that may be anything lead somewhere; whether that is right others check.
      const std::uint32_t to = neighbour(at, std::min(edges & 3u, 2u));
      at = to < triangles ? to : at;
      *nodes++ = NodeId{at};
    }
  }
  return nodes;
}

}  // namespace portolan::detail
