#include "scenes/components.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace portolan::detail::scenes {
namespace {

/// Calls visit(neighbour index, direction 0…3) for the straight neighbours inside the canvas.
template <class Visit>
void for_each_neighbour(const TileCanvas& canvas, std::size_t tile, Visit visit) {
  const std::size_t width = static_cast<std::size_t>(canvas.width);
  const std::size_t x = tile % width;
  if (x > 0) visit(tile - 1, 0);
  if (x + 1 < width) visit(tile + 1, 1);
  if (tile >= width) visit(tile - width, 2);
  if (tile + width < canvas.letters.size()) visit(tile + width, 3);
}

/// Walls up all components below `min_size` tiles, except the largest.
void drop_small_components(TileCanvas& canvas, Components& components, std::uint32_t min_size) {
  const auto largest = std::max_element(components.sizes.begin(), components.sizes.end());
  for (std::size_t tile = 0; tile < components.component_of.size(); ++tile) {
    std::uint32_t& component = components.component_of[tile];
    if (component == Components::kNone) continue;
    const std::uint32_t size = components.sizes[component];
    if (size >= min_size ||
        component == static_cast<std::uint32_t>(largest - components.sizes.begin()))
      continue;
    canvas.letters[tile] = kWall;
    component = Components::kNone;
  }
}

/// Grows all components through the rock at once; where two meet that are not joined yet, digs back
/// along the paths they came. Each tile is visited once, so this is linear in the map.
class TunnelDigger {
 public:
  TunnelDigger(TileCanvas& canvas, Components components, Random& random)
      : canvas_(canvas),
        owner_(std::move(components.component_of)),
        root_(components.sizes.size()),
        random_(random) {
    std::iota(root_.begin(), root_.end(), 0u);
    separate_ = root_.size();
    came_from_.assign(owner_.size(), kStart);
  }

  void dig() {
    std::vector<std::uint32_t> front, next;
    for (std::size_t tile = 0; tile < owner_.size(); ++tile) {
      if (owner_[tile] != Components::kNone) front.push_back(static_cast<std::uint32_t>(tile));
    }
    while (!front.empty() && separate_ > 1) {
      next.clear();
      for (const std::uint32_t tile : front) grow(tile, next);
      front.swap(next);
    }
  }

 private:
  static constexpr std::uint8_t kStart = 4;

  void grow(std::uint32_t tile, std::vector<std::uint32_t>& next) {
    for_each_neighbour(canvas_, tile, [&](std::size_t other, int direction) {
      if (owner_[other] == Components::kNone) {
        // Rock gives way unevenly: a tile that resists waits for another turn of the front, so
        // that tunnels wind instead of running straight.
        if (random_.below(3) == 0) {
          if (next.empty() || next.back() != tile) next.push_back(tile);
          return;
        }
        owner_[other] = owner_[tile];
        came_from_[other] = static_cast<std::uint8_t>(direction);
        next.push_back(static_cast<std::uint32_t>(other));
      } else if (const std::uint32_t a = find(owner_[tile]), b = find(owner_[other]); a != b) {
        root_[std::max(a, b)] = std::min(a, b);
        --separate_;
        dig_back(tile);
        dig_back(other);
      }
    });
  }

  void dig_back(std::size_t tile) {
    const std::size_t width = static_cast<std::size_t>(canvas_.width);
    const std::array<std::size_t, 4> step{1, std::size_t{0} - 1, width, std::size_t{0} - width};
    while (came_from_[tile] != kStart) {
      clear_around(tile);
      tile += step[came_from_[tile]];  // wraps: an unsigned step back
    }
  }

  void clear_around(std::size_t tile) {
    const auto x = static_cast<std::int32_t>(tile % static_cast<std::size_t>(canvas_.width));
    const auto y = static_cast<std::int32_t>(tile / static_cast<std::size_t>(canvas_.width));
    canvas_.letters[tile] = kFree;
    const std::int32_t left = random_.between(0, 1), up = random_.between(0, 1);
    canvas_.fill({std::max(1, x - left), std::max(1, y - up), std::min(canvas_.width - 1, x + 2),
                  std::min(canvas_.height - 1, y + 2)},
                 kFree);
  }

  std::uint32_t find(std::uint32_t component) {
    while (root_[component] != component) component = root_[component] = root_[root_[component]];
    return component;
  }

  TileCanvas& canvas_;
  std::vector<std::uint32_t> owner_;
  std::vector<std::uint32_t> root_;
  std::size_t separate_ = 0;  ///< Components not joined yet.
  std::vector<std::uint8_t> came_from_;
  Random& random_;
};

}  // namespace

Components find_components(const TileCanvas& canvas) {
  Components components;
  components.component_of.assign(canvas.letters.size(), Components::kNone);
  std::vector<std::uint32_t> open;
  for (std::size_t first = 0; first < canvas.letters.size(); ++first) {
    if (!is_free(canvas.letters[first]) || components.component_of[first] != Components::kNone)
      continue;
    const auto component = static_cast<std::uint32_t>(components.sizes.size());
    components.sizes.push_back(0);
    components.component_of[first] = component;
    open.push_back(static_cast<std::uint32_t>(first));
    while (!open.empty()) {
      const std::uint32_t tile = open.back();
      open.pop_back();
      ++components.sizes[component];
      for_each_neighbour(canvas, tile, [&](std::size_t other, int) {
        if (!is_free(canvas.letters[other]) || components.component_of[other] != Components::kNone)
          return;
        components.component_of[other] = component;
        open.push_back(static_cast<std::uint32_t>(other));
      });
    }
  }
  return components;
}

void keep_largest_component(TileCanvas& canvas) {
  Components components = find_components(canvas);
  drop_small_components(canvas, components, Components::kNone);
}

void join_components(TileCanvas& canvas, std::uint32_t min_size, Random& random) {
  Components components = find_components(canvas);
  drop_small_components(canvas, components, min_size);
  TunnelDigger(canvas, find_components(canvas), random).dig();
}

}  // namespace portolan::detail::scenes
