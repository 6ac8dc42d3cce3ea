/// Grids: tiles with terrain costs, four or eight directions, changes while agents walk.
/// Component Portolan::grid.
///
///     const auto map = portolan::Grid::parse("...@...\n.......\n");
///     const auto world = portolan::GridSnapshot::build(*map);
///     portolan::GridQuery query;  // one for each thread
///     const portolan::GridPath path = query.find_path(*world, {0, 0}, {6, 0});
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "portolan/types.h"

namespace portolan {

namespace detail {
class GridSnapshot;
class GridSizes;
class GridQuery;
}  // namespace detail

/// A place on a grid. (0, 0) is the top left tile, y grows downwards.
struct Tile {
  std::int32_t x = 0;
  std::int32_t y = 0;
  friend bool operator==(const Tile&, const Tile&) = default;
};

/// The terrain of one tile: a letter, as the MovingAI maps have it. What a letter costs, and
/// whether it can be entered at all, is the metric's business.
using TileLetter = char;

/// One tile that gets another terrain.
struct TileChange {
  Tile tile;
  TileLetter terrain;
};

/// A rectangle of terrain letters; a value that is not changed once made.
class Grid {
 public:
  static constexpr std::uint32_t kMaxSide = 16384;  ///< Limit of width and height, in tiles.

  /// A grid from memory: `letters` row by row from the top, width x height of them.
  static Result<Grid> make(std::uint32_t width, std::uint32_t height,
                           std::vector<TileLetter> letters);
  /// A grid drawn in text, one line per row, all equally long; line ends at either end are dropped.
  static Result<Grid> parse(std::string_view drawing);

  std::uint32_t width() const { return width_; }
  std::uint32_t height() const { return height_; }
  bool contains(Tile t) const {
    return t.x >= 0 && t.y >= 0 && static_cast<std::uint32_t>(t.x) < width_ &&
           static_cast<std::uint32_t>(t.y) < height_;
  }
  /// The letter at a tile inside the grid.
  TileLetter at(Tile t) const {
    return letters_[static_cast<std::size_t>(t.y) * width_ + static_cast<std::size_t>(t.x)];
  }
  /// All letters, row by row.
  std::span<const TileLetter> letters() const { return letters_; }

  /// The grid with these tiles changed; fails when one of them lies outside.
  Result<Grid> with(std::span<const TileChange> changes) const;

 private:
  Grid() = default;
  std::uint32_t width_ = 0;
  std::uint32_t height_ = 0;
  std::vector<TileLetter> letters_;
};

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

  bool passable(TileLetter t) const { return cost[static_cast<unsigned char>(t)] > 0.0; }

  /// `.`, `G` and `S` cost 1, the digits 1 to 9 their value, everything else is blocked.
  static constexpr std::array<double, 256> default_costs() {
    std::array<double, 256> cost{};
    cost['.'] = cost['G'] = cost['S'] = 1.0;
    for (std::size_t digit = 1; digit <= 9; ++digit) cost['0' + digit] = static_cast<double>(digit);
    return cost;
  }
};

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

/// How a path is straightened after it has been refined.
enum class Smoothing : std::uint8_t {
  none,
  paper,  ///< Section 3.2.3 of HPA*: straight runs in one of the eight directions.
  full,   ///< Straight and diagonal runs joined, from both ends of the path.
};

/// How a grid is built. 0 stands for "choose for me".
struct GridOptions {
  /// What tables may take: with them a query is a look-up. 0: none are built. What does not fit is
  /// searched for; SnapshotInfo::table_reason tells.
  std::uint64_t table_bytes = kDefaultTableBytes;
  std::uint32_t cell_size = 0;  ///< Side of a level-1 square, in tiles. [2, 256]
  std::uint32_t group = 0;   ///< Cells on each side that make one cell of the next level. [2, 16]
  std::uint32_t levels = 0;  ///< Levels above the base graph. [1, 8]
  std::optional<TransitionPolicy> transitions{};  ///< `all` makes every path optimal.
  bool store_paths = true;                        ///< Keep the moves between gates of level 1.
  /// Widths of the units that walk here, in tiles, smaller ones first; empty: one tile. Each
  /// [1, 16]. See GridSnapshot::of_size. Each further one may add at most 40 % to the memory of the
  /// world for the first, map included. It gets tables only as far as they fit in that. Where it
  /// has none and its hierarchy does not fit either, it keeps level 1 alone, whatever that takes.
  /// See docs/units.md for what it comes to.
  std::vector<std::uint32_t> sizes{};
};

struct GridQueryOptions {
  Method method = Method::automatic;
  /// Left out: full, and none by tables, whose paths are nearly optimal already. A* needs none.
  std::optional<Smoothing> smoothing{};
  /// How many gates, or tiles by A*, a search may expand. Nothing is limited where tables answer
  /// and inside the cells of start and goal.
  std::uint64_t max_expansions = ~std::uint64_t{0};
};

/// A path on a grid. Reuse one from query to query: its memory is kept.
struct GridPath {
  Status status = Status::unreachable;
  /// Sum of its moves: a straight move over terrain of cost 1 costs 1. Infinite without a path.
  double cost = std::numeric_limits<double>::infinity();
  std::vector<Tile> tiles;    ///< From start to goal, every tile; none unless complete.
  std::uint64_t version = 0;  ///< Of the snapshot that answered.

  explicit operator bool() const { return status == Status::complete; }
};

/// A grid, its metric, its hierarchy and its tables at one moment. Immutable and cheap to copy;
/// any number of threads may query it while others make newer ones.
class GridSnapshot {
 public:
  /// Fails for options and costs that are out of their range, and when cancelled.
  static Result<GridSnapshot> build(Grid grid, const GridMetric& metric = {},
                                    const GridOptions& options = {},
                                    const Execution& execution = {});

  /// The snapshot after some tiles got another terrain, for units of the same size; that for others
  /// is the new one's `of_size`. Shares every cell that these do not touch, and has no tables:
  /// queries search it until `with_tables` has made new ones, on another thread perhaps. It keeps
  /// the gates that were chosen for tables, which are more: build a map that changes all the time
  /// with GridOptions::table_bytes = 0. Fails where a tile lies outside.
  Result<GridSnapshot> edit(std::span<const TileChange> changes) const;
  /// This snapshot with tables of at most so many bytes, in place of those it has.
  Result<GridSnapshot> with_tables(std::uint64_t table_bytes = kDefaultTableBytes,
                                   const Execution& execution = {}) const;

  /// The same world for units of another width, one of GridOptions::sizes: with it paths, batches,
  /// walks and flows are those of such units. A unit `width` tiles wide occupies a square of
  /// width x width tiles and is named by its top left one. It can stand where all of them can be
  /// walked on; what a move costs is decided by the named tile alone. Edits of either are edits of
  /// all. None where that width was not asked for.
  std::optional<GridSnapshot> of_size(std::uint32_t width) const;
  std::uint32_t size() const;                ///< Width of the units it is for, in tiles.
  std::vector<std::uint32_t> sizes() const;  ///< All that `of_size` knows.
  /// Width of the widest unit that can stand at a tile, up to 16; 0 where it is blocked.
  std::uint32_t clearance(Tile tile) const;

  const Grid& grid() const;
  const GridMetric& metric() const;
  bool passable(Tile tile) const;  ///< For a unit of its size. False outside, too.
  /// 1 when built or loaded, and one more with every edit: two edits of one snapshot have the same.
  std::uint64_t version() const;
  SnapshotInfo info() const;  ///< Of a further size: what it takes beside the first.

  // For Portolan itself.
  explicit GridSnapshot(detail::GridSnapshot inside);
  explicit GridSnapshot(detail::GridSizes sizes);
  const detail::GridSnapshot& inside() const { return *inside_; }
  const detail::GridSizes& all_sizes() const { return *sizes_; }

 private:
  GridSnapshot(std::shared_ptr<const detail::GridSizes> sizes, const detail::GridSnapshot& inside);

  std::shared_ptr<const detail::GridSizes> sizes_;
  const detail::GridSnapshot* inside_;  // one of them
};

/// Answers queries on grid snapshots; make one for each thread. Allocates nothing after warm-up.
class GridQuery {
 public:
  GridQuery();
  ~GridQuery();
  GridQuery(GridQuery&&) noexcept;
  GridQuery& operator=(GridQuery&&) noexcept;

  /// The path between two tiles; status and cost are in it. Its error is about half a per cent
  /// with the default options, none with the `all` transitions.
  GridPath find_path(const GridSnapshot& snapshot, Tile start, Tile goal,
                     const GridQueryOptions& options = {});
  /// The same into a path whose memory is used again.
  Status find_path(const GridSnapshot& snapshot, Tile start, Tile goal, GridPath& path,
                   const GridQueryOptions& options = {});
  /// Only a cost: never below that of the path that `find_path` gives, and above it where that is
  /// smoothed or, by tables, where it is a straight line or short: short ones are searched for
  /// again among all tiles. Infinite where there is no path.
  double find_cost(const GridSnapshot& snapshot, Tile start, Tile goal,
                   const GridQueryOptions& options = {});

  /// The tile nearest to `goal`, in a straight line, that can be reached from `start`: where to go
  /// instead when a goal is blocked, cut off or outside. Of several equally near ones the topmost,
  /// then the leftmost. None where the start cannot be stood on. A look-up: nothing is searched.
  std::optional<Tile> find_nearest_reachable(const GridSnapshot& snapshot, Tile start, Tile goal);

  detail::GridQuery& inside();  ///< For Portolan itself.

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

/// How many tiles and gates a walk expands at most to get around something in its way, where
/// nothing else is asked for.
inline constexpr std::uint64_t kDefaultDetourExpansions = 2048;

/// The path of one agent, refined as it walks: the first moves at once, the rest when they are
/// needed. One thread at a time.
class GridWalk {
 public:
  GridWalk();
  ~GridWalk();
  GridWalk(GridWalk&&) noexcept;
  GridWalk& operator=(GridWalk&&) noexcept;

  /// Plans from `start` to `goal`. `partial`: there is a path, go on; `complete`: the agent is
  /// there already; else why there is no path. The snapshot is pinned until `adopt` brings a newer
  /// one. Where either tile cannot be stood on there is no walk afterwards, not even that of an
  /// earlier plan, and `adopt` does not wait for the tile to become free: plan again.
  Status plan(GridQuery& query, const GridSnapshot& snapshot, Tile start, Tile goal,
              Smoothing smoothing = Smoothing::full);
  /// The next `count` tiles, or fewer where the goal is nearer. Refines as much as that takes.
  /// Valid until the next call of anything that is not const.
  std::span<const Tile> ahead(GridQuery& query, std::size_t count);
  /// The agent has moved onto the first tile of `ahead`, which has to be asked for before. Where no
  /// tile is known to be ahead, as at the goal and without a plan, nothing happens.
  void advance();
  /// Takes a newer snapshot of the same world. When a change broke what is left of the path, or
  /// made it more expensive, plans again from where the agent is. Cheaper paths that open elsewhere
  /// are not looked for. Of the snapshot's sizes it takes the one that the walk was planned for,
  /// whichever is given. Where it has no such size, or its map is of another width or height, it is
  /// not taken: the agent keeps its position and stands still, as `invalid_start`, until a
  /// snapshot that fits is adopted. While the agent's own tile is blocked, `invalid_start`, too.
  Status adopt(GridQuery& query, const GridSnapshot& snapshot);
  /// Looks at the next `count` tiles and, when something that is not in the map stands on one, such
  /// as another unit, finds a path around it: back onto the path behind it if one is near, to the
  /// goal through the hierarchy otherwise. `partial`: there is a path, go on; `complete`: the agent
  /// is at its goal; `unreachable` when there is no path, `out_of_budget` when none was found
  /// within `max_expansions` tiles and gates: the agent may wait and try again; its path is kept.
  /// Near a goal on which another unit stands every call says `unreachable`: plan to another goal.
  ///
  /// `occupied` is asked about tiles that would name the agent: of a wide unit it answers for the
  /// whole square. It must leave out the tiles that the agent itself stands on, since the next
  /// square of a wide unit overlaps its own. It is asked about the cells around the agent only:
  /// what stands farther away will have moved by then.
  Status avoid(GridQuery& query, const std::function<bool(Tile)>& occupied, std::size_t count,
               std::uint64_t max_expansions = kDefaultDetourExpansions);

  /// Where the agent is; none before a plan.
  std::optional<Tile> position() const;
  /// `complete` once the agent is at the goal, `partial` until then, else why there is no path.
  Status status() const;
  std::uint32_t replans() const;  ///< How often it had to plan again, detours of `avoid` included.

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

/// Many units to one goal: costs and next tiles from anywhere, a flow field. Only the cells that
/// are asked for are worked out, once each. Costs are those of GridQuery::find_cost, so never below
/// that of a path by `find_path`, and units that follow `next` need that much or less. With all
/// tables everything is looked up; without, as after an edit, or with shortcuts alone, `begin`
/// searches all gates of the map once. One thread at a time.
class GridFlow {
 public:
  GridFlow();
  ~GridFlow();
  GridFlow(GridFlow&&) noexcept;
  GridFlow& operator=(GridFlow&&) noexcept;

  /// Prepares for a goal: `complete`, or `invalid_goal`. The snapshot is pinned until the next one,
  /// or until `adopt` brings a newer one. Memory is kept from goal to goal.
  Status begin(const GridSnapshot& snapshot, Tile goal);
  /// Takes a newer snapshot of the same world; the goal stays. Afterwards everything is as if it
  /// had begun on that snapshot. From one without tables to the next, as edits make them, only what
  /// a change may have made cheaper or more expensive is searched again. Of the snapshot's sizes it
  /// takes the one that it began for, whichever is given. `complete`, or `invalid_goal` as long as
  /// the goal cannot be stood on, and before `begin`. `invalid_goal`, too, where the snapshot has
  /// no such size or its map is of another width or height: it is not taken, and there are no costs
  /// and no next tiles until one that fits is adopted.
  Status adopt(const GridSnapshot& snapshot);
  /// What it costs to get to the goal, as `find_cost` tells it: infinite where there is no path, or
  /// no goal yet.
  double cost(Tile from);
  /// Where to step from a tile: none at the goal, and where there is no path.
  std::optional<Tile> next(Tile from);
  /// The same around what is not in the map, such as other units. Where the next tile is occupied:
  /// the best free tile beside that is nearer to the goal by its cost, so that no unit goes in
  /// circles; none where there is no such tile: the unit may wait. `occupied` is asked about the
  /// tiles that name the unit, as GridWalk::avoid asks: for the whole square of a wide unit, the
  /// tiles that the unit itself stands on left out.
  std::optional<Tile> next(Tile from, const std::function<bool(Tile)>& occupied);

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace portolan
