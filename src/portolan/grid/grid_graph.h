#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/divider.h"
#include "portolan/core/ids.h"
#include "portolan/grid.h"
#include "portolan/grid/write_path.h"
#include "portolan/search/labels.h"
#include "portolan/types.h"

namespace portolan::detail {

/// The eight directions, clockwise from east; odd ones are diagonal, `d ^ 4` is the opposite.
inline constexpr std::array<Tile, 8> kDirections{
    {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};

/// The base graph of a grid under one metric: an implicit view over a bit grid. Moves are
/// computed, never stored. Immutable; any number of threads may read it.
///
/// A node is a tile's position in a bit grid with one column and two rows of blocked padding,
/// so that a tile's surroundings are three loads and need no bounds checks.
class GridGraph {
 public:
  static constexpr std::uint32_t kMaxUnitSize = 16;

  /// For units `unit_size` tiles wide: a tile is passable where all tiles of the square that has it
  /// as its top left corner are, and its terrain cost is its own. Fails when a terrain cost is out
  /// of range or the most expensive path could overflow a Cost.
  static Result<GridGraph> make(const Grid& grid, const GridMetric& metric,
                                std::uint32_t unit_size = 1);

  /// The graph of `grid`, which differs from the one this was made of in these tiles only. Its
  /// units are the same unless a more expensive terrain that had not occurred before needs coarser
  /// ones.
  Result<GridGraph> with(const Grid& grid, std::span<const TileChange> changes) const;

  std::uint32_t width() const { return width_; }
  std::uint32_t height() const { return height_; }
  std::uint32_t node_count() const { return (height_ + 2) * stride() + 2; }
  std::uint32_t stride() const { return stride_.divisor(); }
  std::uint32_t unit_size() const { return unit_size_; }

  NodeId node(Tile t) const {
    return NodeId{static_cast<std::uint32_t>(t.y + 1) * stride() + static_cast<std::uint32_t>(t.x)};
  }
  Tile tile(NodeId n) const {
    const std::uint32_t row = stride_.divide(index(n));
    return {static_cast<std::int32_t>(index(n) - row * stride()),
            static_cast<std::int32_t>(row) - 1};
  }
  bool contains(Tile t) const {
    return t.x >= 0 && t.y >= 0 && static_cast<std::uint32_t>(t.x) < width_ &&
           static_cast<std::uint32_t>(t.y) < height_;
  }
  bool passable(NodeId n) const { return (bits_[(index(n) + 8) >> 3] >> ((index(n) + 8) & 7)) & 1; }
  bool passable(Tile t) const { return contains(t) && passable(node(t)); }

  /// Which tiles are passable from a node on, to the right; the lowest bit is its own. At least 57.
  std::uint64_t free_tiles(std::uint32_t n) const {
    std::uint64_t eight_bytes;
    std::memcpy(&eight_bytes, bits_.data() + ((n + 8) >> 3), sizeof eight_bytes);
    return eight_bytes >> ((n + 8) & 7);
  }
  /// Of tiles beside each other those from which one may move to the right and to the row above or
  /// below; `free` and `next` tell which tiles of both rows are passable.
  std::uint64_t diagonals_between(std::uint64_t free, std::uint64_t next) const {
    const std::uint64_t ends = free & next >> 1;
    switch (metric_.diagonals) {
      case DiagonalRule::both_free: return ends & free >> 1 & next;
      case DiagonalRule::not_between_blocked: return ends & (free >> 1 | next);
      case DiagonalRule::always: return ends;
      case DiagonalRule::never: break;
    }
    return 0;
  }

  /// The moves that may be made from a passable tile, as one bit for each direction.
  unsigned moves(std::uint32_t n) const {
    return move_table_[three_bits(n - stride()) | three_bits(n) << 3 |
                       three_bits(n + stride()) << 6];
  }
  /// What a node's number grows by when moving in this direction.
  std::int32_t offset(unsigned direction) const { return offsets_[direction]; }
  /// See `write_runs` of write_path.h.
  NodeId* write_runs(NodeId from, std::span<const std::uint8_t> runs, NodeId* nodes) const {
    return detail::write_runs(ahead_, from, runs, nodes);
  }
  /// Cost of the move from `from` to its neighbour `to`.
  Cost move_cost(std::uint32_t from, std::uint32_t to, unsigned direction) const {
    return uniform_ ? unit_[direction & 1] : weighted_cost(from, to, direction);
  }

  /// The edges of level 0; `via` is the direction.
  template <class F>
  void for_each_edge(std::uint32_t from, const Label&, F&& f) const {
    const unsigned mask = moves(from);
    if (uniform_) return for_each_uniform(mask, from, stride(), f);
    for (unsigned left = mask; left != 0; left &= left - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(left));
      const std::uint32_t to = from + static_cast<std::uint32_t>(offsets_[d]);
      f(to, weighted_cost(from, to, d), d);
    }
  }

  /// The moves of `mask` where every tile costs 1, in a numbering whose rows are `down` apart.
  /// Written out, since searches spend their time here.
  template <class F>
  void for_each_uniform(unsigned mask, std::uint32_t from, std::uint32_t down, F&& f) const {
    const Cost straight = unit_[0];
    const Cost diagonal = unit_[1];
    if (mask & 1u) f(from + 1, straight, 0u);
    if (mask & 2u) f(from + down + 1, diagonal, 1u);
    if (mask & 4u) f(from + down, straight, 2u);
    if (mask & 8u) f(from + down - 1, diagonal, 3u);
    if (mask & 16u) f(from - 1, straight, 4u);
    if (mask & 32u) f(from - down - 1, diagonal, 5u);
    if (mask & 64u) f(from - down, straight, 6u);
    if (mask & 128u) f(from - down + 1, diagonal, 7u);
  }

  /// Every tile costs the same.
  bool uniform() const { return uniform_; }
  Cost straight() const { return unit_[0]; }  ///< Cost of a straight move at terrain cost 1.
  Cost diagonal() const { return unit_[1]; }  ///< Cost of a diagonal move at terrain cost 1.
  /// Bounds of what a move can cost under the metric, whatever terrain the map has now.
  Cost cheapest_move() const { return cheapest_; }
  Cost most_expensive_move() const { return most_expensive_; }
  const GridMetric& metric() const { return metric_; }
  /// A lower bound of the cost of any path between the two.
  Cost distance_bound(Tile a, Tile b) const {
    const auto dx = static_cast<std::uint32_t>(a.x < b.x ? b.x - a.x : a.x - b.x);
    const auto dy = static_cast<std::uint32_t>(a.y < b.y ? b.y - a.y : a.y - b.y);
    const std::uint32_t low = dx < dy ? dx : dy;
    return bound_straight_ * (dx + dy - 2 * low) + bound_diagonal_ * low;
  }

  /// A cost in straight moves over terrain of cost 1; infinite for kInfinite.
  double in_tiles(Cost cost) const {
    return cost == kInfinite ? std::numeric_limits<double>::infinity()
                             : static_cast<double>(cost) / unit_[0];
  }
  /// The tiles of nodes, written one after the other.
  void write_tiles(std::span<const NodeId> nodes, Tile* tiles) const {
    detail::write_tiles(nodes, stride(), tiles);
  }

  /// Length of a path for people: recomputed in floating point from its moves, in tiles times
  /// terrain cost. Negative when some step of it is not a legal move.
  double length(std::span<const NodeId> path) const;
  /// Sum of the move costs along a path; kInfinite when some step is not a legal move.
  Cost cost(std::span<const NodeId> path) const;
  /// The direction from a node to its neighbour; 8 when they are no neighbours.
  unsigned direction(NodeId from, NodeId to) const;

  /// What moves are computed from, for those who compute them elsewhere.
  struct Arrays {
    std::span<const std::uint8_t> bits;  ///< As `passable` reads them.
    std::span<const std::uint8_t> move_table;
    std::span<const std::uint8_t> classes;  ///< Empty where every tile costs the same.
    std::span<const Cost> costs;            ///< By two classes, straight and diagonal.
    std::uint32_t class_count;
  };
  Arrays arrays() const {
    return {bits_, move_table_, classes_, uniform_ ? std::span<const Cost>(unit_) : table_,
            class_count_};
  }

  std::size_t bytes() const {
    return bits_.capacity() + classes_.capacity() + table_.capacity() * sizeof(Cost);
  }

 private:
  unsigned three_bits(std::uint32_t n) const {
    std::uint16_t two_bytes;
    std::memcpy(&two_bytes, bits_.data() + ((n + 7) >> 3), 2);
    return (two_bytes >> ((n + 7) & 7)) & 7u;
  }
  Cost weighted_cost(std::uint32_t from, std::uint32_t to, unsigned direction) const {
    return table_[(classes_[from] * class_count_ + classes_[to]) * 2 + (direction & 1)];
  }
  Result<Done> choose_costs(const Grid& grid);
  Result<Done> choose_units(std::span<const double> costs);
  void bound_moves();
  void fill_classes(const Grid& grid, std::span<const double> costs);
  void fill_bits(const Grid& grid);
  bool fits(const Grid& grid, Tile corner) const;
  void set_passable(Tile tile, bool passable);
  void fill_move_table();

  std::uint32_t width_ = 0;
  std::uint32_t height_ = 0;
  std::uint32_t unit_size_ = 1;
  Divider stride_;
  std::array<std::int32_t, 8> offsets_{};
  MovesAhead ahead_{};
  std::array<Cost, 2> unit_{};
  Cost bound_straight_ = 0;
  Cost bound_diagonal_ = 0;
  Cost cheapest_ = 0;
  Cost most_expensive_ = 0;
  bool uniform_ = true;
  std::uint32_t class_count_ = 1;
  std::array<std::uint16_t, 256> class_of_{};  // by letter; kNoClass when it does not occur
  std::array<std::uint8_t, 512> move_table_{};
  std::vector<std::uint8_t> bits_;     // position n + 8: passable
  std::vector<std::uint8_t> classes_;  // terrain class of a node; empty when uniform
  std::vector<double> class_costs_;    // terrain cost of a class
  std::vector<Cost> table_;            // by class of both ends and straight or diagonal
  GridMetric metric_;
};

/// Lower bound of the rest of a path to one tile.
struct GridHeuristic {
  const GridGraph* graph;
  Tile goal;
  Cost operator()(std::uint32_t node) const {
    return graph->distance_bound(graph->tile(NodeId{node}), goal);
  }
};

}  // namespace portolan::detail
