#include "portolan/navmesh/nav_mesh_world.h"

#include <bit>

#include "portolan/core/narrow.h"

namespace portolan::detail {

static_assert(sizeof(NodeId) == 4 && std::endian::native == std::endian::little,
              "stored paths are copied as they lie there");

void NavMeshCell::encode_steps(std::span<const std::uint32_t> locals,
                               std::vector<std::uint8_t>& bytes) const {
  if (locals.size() < 2) return;
  for (const std::uint32_t step : locals.subspan(costs_->directed ? 1 : 0)) {
    const NodeId id = node(step);
    const auto* first = reinterpret_cast<const std::uint8_t*>(&id);
    bytes.insert(bytes.end(), first, first + sizeof id);
  }
}

void NavMeshWorld::describe_gates(CellId cell, CellGates& gates) const {
  gates.clear();
  const std::uint32_t begin = layout_->first(cell);
  const std::uint32_t end = begin + layout_->home_count(cell);
  const auto outsiders = layout_->outsiders(cell);
  auto outsider = outsiders.begin();
  const auto add_outsiders_below = [&](std::uint32_t limit) {
    for (; outsider != outsiders.end() && index(*outsider) < limit; ++outsider) {
      gates.nodes.push_back(*outsider);
      gates.homes.push_back(layout_->home(*outsider));
    }
  };
  add_outsiders_below(begin);
  for (std::uint32_t n = begin; n < end; ++n) {
    const NodeId node{n};
    const GatePlace gate{narrow<std::uint32_t>(gates.nodes.size())};
    const MeshLayout::Side& second = layout_->sides(node).of[1];
    const MeshLayout::Side& first = layout_->sides(node).of[0];
    if (const NodeId partner = layout_->partner(node); partner != kNoNode) {
      const Cost there = link_cost(node);
      const Cost back = link_cost(partner);
      if (layout_->home(partner) == cell || (there == kInfinite && back == kInfinite)) continue;
      gates.inters.push_back({gate, partner, layout_->home(partner), there, back});
    } else if (layout_->cell(first.polygon) != layout_->cell(second.polygon)) {
      const CellId one = layout_->cell(first.polygon);
      gates.touches.push_back({gate, one == cell ? layout_->cell(second.polygon) : one});
    } else {
      continue;
    }
    gates.nodes.push_back(node);
    gates.homes.push_back(cell);
  }
  add_outsiders_below(0xFFFF'FFFFu);
}

}  // namespace portolan::detail
