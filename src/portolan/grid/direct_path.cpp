#include "portolan/grid/direct_path.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "portolan/grid/straight_path.h"

namespace portolan::detail {
namespace {

/// The tiles between two, seen from the left one: row k is k rows nearer to the right one, and bit
/// x of it x columns.
class DirectSweep {
 public:
  DirectSweep(const GridGraph& graph, Tile left, Tile right)
      : graph_(graph),
        columns_(static_cast<unsigned>(right.x - left.x)),
        rows_(static_cast<unsigned>(std::abs(right.y - left.y))),
        down_(right.y >= left.y ? graph.stride() : 0u - graph.stride()),
        first_(index(graph.node(left))) {}

  bool wide() const { return columns_ > rows_; }  ///< Straight moves lead right, not to other rows.
  unsigned diagonals() const { return std::min(columns_, rows_); }
  unsigned straights() const { return std::max(columns_, rows_) - diagonals(); }

  /// Marks what can be reached from the left tile; whether the right one is.
  bool reach() {
    const std::uint64_t window = ~std::uint64_t{0} >> (63 - columns_);
    std::uint64_t free = graph_.free_tiles(first_) & window;
    std::uint64_t reached = wide() ? run_right(1, free) : 1;
    reached_[0] = reached;
    for (unsigned k = 0; k < rows_; ++k) {
      const std::uint64_t next = graph_.free_tiles(first_ + (k + 1) * down_) & window;
      const std::uint64_t aside = (reached & graph_.diagonals_between(free, next)) << 1;
      reached = wide() ? run_right(aside, next) : aside | (reached & next);
      if (reached == 0) return false;
      reached_[k + 1] = reached;
      free = next;
    }
    return (reached >> columns_ & 1) != 0;
  }

  /// Whether the path that goes diagonally first, then straight, was found.
  bool bends_once() const {
    const unsigned corner = diagonals();
    if (wide()) return reached_[rows_] >> corner == (std::uint64_t{2} << (columns_ - corner)) - 1;
    for (unsigned k = corner; k < rows_; ++k)
      if ((reached_[k] >> columns_ & 1) == 0) return false;
    return true;
  }

  /// Calls take(node) for each node of a path after the right tile, back to the left one: straight
  /// as long as that goes.
  template <class Take>
  void trace_back(Take&& take) const {
    unsigned x = columns_;
    unsigned k = rows_;
    while ((x | k) != 0) {
      const bool straight = wide() ? x > 0 && (reached_[k] >> (x - 1) & 1) != 0
                                   : k > 0 && (reached_[k - 1] >> x & 1) != 0;
      x -= straight && !wide() ? 0 : 1;
      k -= straight && wide() ? 0 : 1;
      take(NodeId{first_ + k * down_ + x});
    }
  }

 private:
  /// The free tiles that are reached by going right from some of them: the sum carries from each
  /// over the ones beside it.
  static std::uint64_t run_right(std::uint64_t from, std::uint64_t free) {
    return free & (~(free + from) | from);
  }

  const GridGraph& graph_;
  unsigned columns_;
  unsigned rows_;
  std::uint32_t down_;                                  // from a node to that of the next row
  std::uint32_t first_;                                 // the left tile's
  std::array<std::uint64_t, kMostDirect + 1> reached_;  // by row, as far as that was looked at
};

NodeId* write_bend(const GridGraph& graph, Tile from, const Bend& bend, NodeId* out) {
  std::array<std::uint8_t, 2 * (kMostDirect / GridRun::kLongest + 1)> runs;
  std::size_t count = 0;
  for (const int part : {0, 1}) {
    for (auto left = static_cast<unsigned>(bend.lengths[part]); left > 0;) {
      const GridRun run{bend.directions[part], std::min(left, GridRun::kLongest)};
      runs[count++] = run.byte();
      left -= run.length;
    }
  }
  return graph.write_runs(graph.node(from), {runs.data(), count}, out);
}

}  // namespace

NodeId* write_direct_path(const GridGraph& graph, Tile from, Tile to, NodeId* out) {
  if (!within_direct(from, to)) return nullptr;
  const bool leftward = to.x < from.x;
  DirectSweep sweep(graph, leftward ? to : from, leftward ? from : to);
  if (!sweep.reach()) return nullptr;
  if (sweep.bends_once()) return write_bend(graph, from, make_bend(from, to, !leftward), out);
  NodeId* const end = out + sweep.diagonals() + sweep.straights();
  if (leftward) {
    sweep.trace_back([&](NodeId node) { *out++ = node; });
  } else {
    NodeId* last = end - 1;
    *last = graph.node(to);
    sweep.trace_back([&](NodeId node) { *--last = node; });
  }
  return end;
}

}  // namespace portolan::detail
