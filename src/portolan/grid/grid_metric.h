#pragma once

#include <array>
#include <cstdint>

#include "portolan/grid/grid.h"

namespace portolan {

/// When a diagonal move is allowed, by the two tiles that it squeezes between.
enum class DiagonalRule : std::uint8_t {
  both_free,            ///< Both must be passable: the MovingAI convention.
  not_between_blocked,  ///< At least one must be passable: the HPA* paper's rule.
  always,               ///< They do not matter.
  never,                ///< No diagonal moves: four directions.
};

/// What a move costs an agent: terrain costs by letter, and the rules of moving.
/// A move between two tiles costs its length times the mean of their terrain costs.
struct GridMetric {
  /// Cost of a straight move over this terrain; 0 = blocked. [0.01, 1000]
  std::array<double, 256> cost = default_costs();
  DiagonalRule diagonals = DiagonalRule::both_free;
  /// Length of a diagonal move; 0 = the square root of 2. [0.5, 4]
  double diagonal_length = 0.0;

  bool passable(Terrain t) const { return cost[static_cast<unsigned char>(t)] > 0.0; }

  /// `.`, `G` and `S` cost 1, the digits 1 to 9 their value, everything else is blocked.
  static constexpr std::array<double, 256> default_costs() {
    std::array<double, 256> cost{};
    cost['.'] = cost['G'] = cost['S'] = 1.0;
    for (int digit = 1; digit <= 9; ++digit) cost[static_cast<std::size_t>('0' + digit)] = digit;
    return cost;
  }
};

}  // namespace portolan
