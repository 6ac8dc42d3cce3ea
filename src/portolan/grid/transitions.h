#pragma once

#include <cstdint>
#include <vector>

#include "portolan/grid.h"
#include "portolan/grid/grid_graph.h"

namespace portolan::detail {

/// The border between two squares: the tiles `near + i * along` face `near + across + i * along`.
struct Border {
  Tile near;
  Tile across;
  Tile along;
  std::int32_t length = 0;

  Tile near_tile(std::int32_t i) const { return {near.x + along.x * i, near.y + along.y * i}; }
  Tile far_tile(std::int32_t i) const {
    const Tile t = near_tile(i);
    return {t.x + across.x, t.y + across.y};
  }
};

/// A move across a border: from near tile number `near` to far tile number `far`.
struct Crossing {
  std::int32_t near;
  std::int32_t far;
};

/// The transitions that a policy chooses on a border, ascending; a function of the two lines of
/// tiles along it alone. Of the one-sided policies only `near` counts.
void choose_crossings(const GridGraph& graph, const Border& border, const TransitionPolicy& policy,
                      std::vector<Crossing>& crossings);

}  // namespace portolan::detail
