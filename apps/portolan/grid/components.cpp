#include "grid/components.h"

#include <algorithm>
#include <unordered_map>

#include "portolan/core/narrow.h"

namespace portolan::detail::cli {

std::vector<std::vector<Tile>> find_components(const GridSnapshot& world) {
  const GridGraph& graph = world.graph();
  std::unordered_map<std::uint32_t, std::size_t> number;
  std::vector<std::vector<Tile>> components;
  for (std::int32_t y = 0; y < narrow<std::int32_t>(graph.height()); ++y) {
    for (std::int32_t x = 0; x < narrow<std::int32_t>(graph.width()); ++x) {
      const NodeId node = graph.node({x, y});
      if (!graph.passable(node)) continue;
      const std::uint32_t root = world.hierarchy().component(world.world().home_cell(node),
                                                             world.world().home_index(node));
      const auto [entry, fresh] = number.try_emplace(root, components.size());
      if (fresh) components.emplace_back();
      components[entry->second].push_back({x, y});
    }
  }
  std::stable_sort(components.begin(), components.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  return components;
}

}  // namespace portolan::detail::cli
