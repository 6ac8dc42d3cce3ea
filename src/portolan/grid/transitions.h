#pragma once

#include <cstdint>
#include <vector>

#include "portolan/grid/grid_graph.h"

namespace portolan {

/// Which of the tiles along a border between two squares become gates.
enum class TransitionKind : std::uint8_t {
  middle,  ///< One transition in the middle of each entrance.
  ends,    ///< The paper's: one in the middle of a narrow entrance, one at each end of a wide one.
  every,   ///< About both ends of each entrance and one every few tiles between, where terrain
           ///< is cheapest, with their diagonal moves.
  all,     ///< Every move that leaves a square, diagonals and corners included: exact.
};

struct TransitionPolicy {
  TransitionKind kind = TransitionKind::every;
  std::uint32_t spacing = 8;    ///< Of `every`: most tiles from one gate to the next. [1, 256]
  std::uint32_t threshold = 6;  ///< Of `ends`: entrances this wide get two transitions. [1, 256]

  /// `middle` and `ends` join the two tiles of a transition by an inter-edge, as HPA* does. The
  /// others make a gate of the tile on the near side, and its crossing moves belong to the cell
  /// on the far side.
  bool paper() const { return kind == TransitionKind::middle || kind == TransitionKind::ends; }
};

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

}  // namespace portolan
