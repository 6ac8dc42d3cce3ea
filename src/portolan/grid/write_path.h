#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "portolan/core/ids.h"
#include "portolan/grid.h"

/// The nodes and tiles of paths on grids, many at once.
namespace portolan::detail {

/// Some moves in one direction. Stored in a byte: three bits of direction, five of length less one.
struct GridRun {
  static constexpr unsigned kLongest = 32;
  /// Makes of the byte of a run that of the same moves backward.
  static constexpr std::uint8_t kOpposite = 4;

  unsigned direction;
  unsigned length;

  static constexpr GridRun of(std::uint8_t byte) { return {byte & 7u, (byte >> 3) + 1u}; }
  constexpr std::uint8_t byte() const {
    return static_cast<std::uint8_t>(direction | (length - 1) << 3);
  }
};

/// By direction: what a node's number grows by in one to sixteen moves.
using MovesAhead = std::array<std::array<std::uint32_t, 16>, 8>;

/// So many nodes more than a path has may be written behind it.
inline constexpr std::size_t kRunSlack = 16;

/// Writes the nodes of runs, going on from a node; returns their end. Up to kRunSlack more are
/// written behind them.
NodeId* write_runs(const MovesAhead& ahead, NodeId from, std::span<const std::uint8_t> runs,
                   NodeId* out);

/// Writes the tiles of nodes of a GridGraph whose rows are `stride` apart.
void write_tiles(std::span<const NodeId> nodes, std::uint32_t stride, Tile* tiles);

}  // namespace portolan::detail
