#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "portolan/grid/grid_detour.h"
#include "portolan/grid/grid_query.h"
#include "portolan/grid/grid_snapshot.h"
#include "portolan/types.h"

namespace portolan::detail {

/// The path of one agent, refined as it walks: the first moves at once, the rest when they are
/// needed. Small; scratch is the GridQuery's that is passed in. One thread at a time.
class GridWalk {
 public:
  /// Plans from `start` to `goal`. The snapshot is pinned until `adopt` brings a newer one. Where
  /// either tile cannot be stood on there is no walk afterwards, not even that of an earlier plan.
  Status plan(GridQuery& query, const GridSnapshot& snapshot, Tile start, Tile goal,
              const GridQueryOptions& options);

  /// The next `count` tiles, or fewer where the goal is nearer. Refines as much as that takes.
  /// Valid until the next call of anything that is not const.
  std::span<const NodeId> ahead(GridQuery& query, std::size_t count);
  /// The agent has moved onto the first tile of `ahead`.
  void advance();

  /// Takes a newer snapshot of the same world. When a change broke what is left of the path,
  /// or made it more expensive, plans again from where the agent is. Cheaper paths that open
  /// elsewhere are not looked for. It has to be for units of the same width, on a map as large.
  Status adopt(GridQuery& query, const GridSnapshot& snapshot);
  /// The agent stays where it is, as `invalid_start`, until `adopt` plans again.
  Status stop();
  /// Looks at the next `count` tiles and, when one is occupied, finds a path around it: back onto
  /// the path behind it if one is near, to the goal through the hierarchy otherwise, which knows
  /// what is occupied in the squares around only. `unreachable` when there is none,
  /// `out_of_budget` when none was found with so many expansions: the agent may wait and try again;
  /// its path is kept.
  Status avoid(GridQuery& query, const Occupied& occupied, std::size_t count,
               std::uint64_t max_expansions = kDefaultDetourExpansions);

  NodeId position() const { return position_; }  ///< kNoNode where there is no walk.
  /// `complete` once the agent is at the goal, `partial` until then, else why there is no path.
  Status status() const { return status_; }
  /// How often it had to plan again.
  std::uint32_t replans() const { return replans_; }
  /// Hops that have not been refined yet.
  std::size_t hops_left() const { return hops_.size(); }

 private:
  void refine_next(GridQuery& query);
  Status go_far_around(GridQuery& query, const Occupied& occupied, std::size_t seen,
                       GridDetour::Budget& budget);
  bool still_holds(const GridSnapshot& next) const;
  Status replan(GridQuery& query);

  GridSnapshot snapshot_;
  GridQueryOptions options_;
  NodeId position_ = kNoNode;
  NodeId goal_ = kNoNode;
  std::vector<NodeId> nodes_;  // refined; those before next_ have been walked
  std::size_t next_ = 0;
  Hops hops_;  // not refined yet, the next one last
  Status status_ = Status::unreachable;
  std::uint32_t replans_ = 0;
};

}  // namespace portolan::detail
