#include "portolan/grid/write_path.h"

#include <cstring>

#include "portolan/core/platform.h"

namespace portolan::detail {
namespace {

/// Nearly all runs are no longer, so that writing so many at once spares a branch that nobody could
/// predict.
PORTOLAN_ALWAYS_INLINE inline void write_sixteen(std::uint32_t at,
                                                 const std::array<std::uint32_t, 16>& ahead,
                                                 NodeId* out) {
  using Eight = Lanes<std::uint32_t, 8>;
  for (unsigned k = 0; k < 16; k += 8) {
    Eight nodes;
    std::memcpy(&nodes, ahead.data() + k, sizeof nodes);
    nodes += at;
    std::memcpy(out + k, &nodes, sizeof nodes);
  }
}

}  // namespace

PORTOLAN_BY_MACHINE
NodeId* write_runs(const MovesAhead& ahead, NodeId from, std::span<const std::uint8_t> runs,
                   NodeId* out) {
  static_assert(GridRun::kLongest <= 32 && kRunSlack >= 15);
  std::uint32_t at = index(from);
  for (const std::uint8_t byte : runs) {
    const GridRun run = GridRun::of(byte);
    const std::array<std::uint32_t, 16>& moves = ahead[run.direction];
    write_sixteen(at, moves, out);
    if (run.length > 16) [[unlikely]]
      write_sixteen(at + moves[15], moves, out + 16);
    at += run.length * moves[0];
    out += run.length;
  }
  return out;
}

/// Exact: a row has 16,385 nodes at most and there are fewer than 2^29 nodes, so that no rounding
/// gets from the middle of a node to the next row.
PORTOLAN_BY_MACHINE
void write_tiles(std::span<const NodeId> nodes, std::uint32_t stride, Tile* tiles) {
  const double rows_per_node = 1.0 / stride;
  const auto width = static_cast<std::int32_t>(stride);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto node = static_cast<std::int32_t>(index(nodes[i]));
    const auto row = static_cast<std::int32_t>((node + 0.5) * rows_per_node);
    tiles[i] = {node - row * width, row - 1};
  }
}

}  // namespace portolan::detail
