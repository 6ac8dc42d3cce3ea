#include "portolan/grid/grid_walk.h"

#include <algorithm>
#include <cstring>

namespace portolan::detail {
namespace {

// What a detour back onto the path may take: it looks at the surroundings only.
constexpr std::uint64_t kNearExpansions = 400;
constexpr std::size_t kNearTargets = 32;
// Squares within so many tiles of an agent are searched tile by tile, however far it looks ahead.
constexpr std::size_t kMostSurroundings = 16;

/// What the crossing of a cell costs in a snapshot; kInfinite when it no longer exists.
Cost crossing_cost(const GridSnapshot& snapshot, const Hop& hop) {
  const OverlayCell cell = snapshot.hierarchy().cell(hop.cell);
  const GatePlace from = cell.find(hop.from);
  const GatePlace to = cell.find(hop.to);
  return from == kNoPlace || to == kNoPlace ? kInfinite : cell.cost(from, to);
}

/// Whether a square and the tiles around it, as far as units reach, have the same terrain in both.
/// Paths inside a square that lead to no gate leave no trace in its cell.
bool same_ground(const GridSnapshot& a, const GridSnapshot& b, CellId square) {
  const TileRect rect = a.world().squares().rect(square);
  const auto width = static_cast<std::int32_t>(a.grid().width());
  const auto height = static_cast<std::int32_t>(a.grid().height());
  const auto beyond = static_cast<std::int32_t>(a.unit_size());
  const std::int32_t left = std::max(0, rect.x - 1);
  const auto count = static_cast<std::size_t>(std::min(width, rect.x + rect.width + beyond) - left);
  const std::int32_t bottom = std::min(height, rect.y + rect.height + beyond);
  for (std::int32_t y = std::max(0, rect.y - 1); y < bottom; ++y) {
    const std::int32_t at = y * width + left;
    if (std::memcmp(a.grid().letters().data() + at, b.grid().letters().data() + at, count) != 0)
      return false;
  }
  return true;
}

/// Whether a hop is there in both and costs the same.
bool same_hop(const GridSnapshot& a, const GridSnapshot& b, const Hop& hop) {
  if (hop.kind == Hop::Kind::inter) {
    const NodeId move[2] = {hop.from, hop.to};
    return a.graph().cost(move) == b.graph().cost(move);
  }
  if (hop.inside()) return same_ground(a, b, CellId{hop.cell});
  return a.hierarchy().cells()[hop.cell] == b.hierarchy().cells()[hop.cell] ||
         crossing_cost(a, hop) == crossing_cost(b, hop);
}

/// The squares within `reach` tiles of a tile, and those of some nodes.
std::vector<CellId> squares_around(const GridSnapshot& snapshot, NodeId middle, std::size_t reach,
                                   std::span<const NodeId> nodes) {
  const Squares& squares = snapshot.world().squares();
  const GridGraph& graph = snapshot.graph();
  const auto far = static_cast<std::int32_t>(std::min(reach, kMostSurroundings));
  const Tile at = graph.tile(middle);
  const auto low = [&](std::int32_t x) {
    return static_cast<std::uint32_t>(std::max(0, x - far)) / squares.side();
  };
  const auto high = [&](std::int32_t x, std::uint32_t size) {
    return std::min(size - 1, static_cast<std::uint32_t>(x + far)) / squares.side();
  };
  std::vector<CellId> around;
  for (std::uint32_t y = low(at.y); y <= high(at.y, graph.height()); ++y) {
    for (std::uint32_t x = low(at.x); x <= high(at.x, graph.width()); ++x)
      around.push_back(CellId{y * squares.columns() + x});
  }
  for (const NodeId node : nodes) around.push_back(squares.at(graph.tile(node)));
  std::sort(around.begin(), around.end());
  around.erase(std::unique(around.begin(), around.end()), around.end());
  return around;
}

}  // namespace

Status GridWalk::plan(GridQuery& query, const GridSnapshot& snapshot, Tile start, Tile goal,
                      const GridQueryOptions& options) {
  snapshot_ = snapshot;
  options_ = options;
  replans_ = 0;
  nodes_.clear();
  next_ = 0;
  hops_.clear();
  position_ = goal_ = kNoNode;
  const GridGraph& graph = snapshot_.graph();
  status_ = !graph.passable(start)  ? Status::invalid_start
            : !graph.passable(goal) ? Status::invalid_goal
                                    : Status::partial;
  if (status_ != Status::partial) return status_;
  position_ = graph.node(start);
  goal_ = graph.node(goal);
  return replan(query);
}

Status GridWalk::replan(GridQuery& query) {
  nodes_.clear();
  next_ = 0;
  Query<GridWorld>& search = query.hierarchy_query();
  const FoundHops<GridWorld> found = search.find(snapshot_.world(), snapshot_.hierarchy(),
                                                 position_, goal_, options_.search, hops_);
  status_ = found.result.status == Status::complete && position_ != goal_ ? Status::partial
                                                                          : found.result.status;
  if (status_ != Status::partial) {
    hops_.clear();
    return status_;
  }
  // The path to the first gate is known from connecting the start: the first moves cost nothing.
  search.append(snapshot_.world(), snapshot_.hierarchy(), found, hops_.front(), nodes_);
  std::reverse(hops_.begin(), hops_.end());
  hops_.pop_back();
  return status_;
}

void GridWalk::refine_next(GridQuery& query) {
  Query<GridWorld>& search = query.hierarchy_query();
  while (hops_.back().kind == Hop::Kind::cross &&
         hops_.back().cell >= snapshot_.hierarchy().partition().cell_count(1)) {
    const Hop hop = hops_.back();
    hops_.pop_back();
    const std::size_t at = hops_.size();
    search.split(snapshot_.world(), snapshot_.hierarchy(), hop, hops_);
    std::reverse(hops_.begin() + static_cast<std::ptrdiff_t>(at), hops_.end());
  }
  search.append_hop(snapshot_.world(), snapshot_.hierarchy(), hops_.back(), nodes_);
  hops_.pop_back();
}

std::span<const NodeId> GridWalk::ahead(GridQuery& query, std::size_t count) {
  if (status_ != Status::partial) return {};
  bool grew = false;
  while (nodes_.size() - next_ < count && !hops_.empty()) {
    refine_next(query);
    grew = true;
  }
  if (grew && options_.smoothing != Smoothing::none) {
    nodes_.erase(nodes_.begin(), nodes_.begin() + static_cast<std::ptrdiff_t>(next_));
    nodes_.insert(nodes_.begin(), position_);
    query.smoother().smooth(snapshot_.graph(), options_.smoothing, nodes_);
    next_ = 1;
  }
  return {nodes_.data() + next_, std::min(count, nodes_.size() - next_)};
}

void GridWalk::advance() {
  if (status_ != Status::partial || next_ == nodes_.size()) return;
  position_ = nodes_[next_++];
  if (position_ == goal_) status_ = Status::complete;
}

bool GridWalk::still_holds(const GridSnapshot& next) const {
  // Hops name cells by number, which says nothing about a world that edits did not make of this.
  if (next.hierarchy().shared_partition() != snapshot_.hierarchy().shared_partition()) return false;
  const GridGraph& now = snapshot_.graph();
  const GridGraph& then = next.graph();
  NodeId at = position_;
  for (std::size_t i = next_; i < nodes_.size(); ++i) {
    const NodeId move[2] = {at, nodes_[i]};
    if (then.cost(move) != now.cost(move)) return false;
    at = nodes_[i];
  }
  return std::all_of(hops_.begin(), hops_.end(),
                     [&](const Hop& hop) { return same_hop(snapshot_, next, hop); });
}

Status GridWalk::adopt(GridQuery& query, const GridSnapshot& snapshot) {
  if (status_ == Status::complete || position_ == kNoNode) return status_;
  const bool holds =
      status_ == Status::partial && snapshot.graph().passable(position_) && still_holds(snapshot);
  snapshot_ = snapshot;
  if (holds) return status_;
  ++replans_;
  if (!snapshot_.graph().passable(position_)) return status_ = Status::invalid_start;
  if (!snapshot_.graph().passable(goal_)) return status_ = Status::invalid_goal;
  return replan(query);
}

Status GridWalk::stop() {
  if (position_ != kNoNode) status_ = Status::invalid_start;
  return status_;
}

Status GridWalk::avoid(GridQuery& query, const Occupied& occupied, std::size_t count,
                       std::uint64_t max_expansions) {
  const std::span<const NodeId> view = ahead(query, count);
  const auto hit = std::find_if(view.begin(), view.end(), occupied);
  if (hit == view.end()) return status_;
  // Back onto the path: the nodes behind the occupied one, a few more than were looked at.
  // Looking further may smooth, so the occupied one is looked for again.
  ahead(query, static_cast<std::size_t>(hit - view.begin()) + 1 + count);
  const auto begin = nodes_.begin() + static_cast<std::ptrdiff_t>(next_);
  const auto blocked = std::find_if(begin, nodes_.end(), occupied);
  if (blocked == nodes_.end()) return status_;
  std::vector<NodeId> rest;
  for (auto node = blocked + 1; node != nodes_.end() && rest.size() < kNearTargets; ++node) {
    if (*node != position_ && !occupied(*node)) rest.push_back(*node);
  }
  std::vector<NodeId> detour;
  const std::uint64_t near = std::min(kNearExpansions, max_expansions);
  GridDetour::Budget budget{near};
  SearchCounts* const counts = query.counts() ? &query.counts()->main : nullptr;
  if (!query.detour().find_near(snapshot_, position_, rest, occupied, budget, counts, detour)) {
    const auto seen = static_cast<std::size_t>(blocked + 1 - begin);
    budget = {max_expansions - (near - budget.left)};
    return go_far_around(query, occupied, std::max(seen, count), budget);
  }
  const auto joined = std::find(blocked + 1, nodes_.end(), detour.back());
  detour.insert(detour.end(), joined + 1, nodes_.end());
  nodes_ = std::move(detour);
  next_ = 0;
  ++replans_;
  return status_;
}

Status GridWalk::go_far_around(GridQuery& query, const Occupied& occupied, std::size_t seen,
                               GridDetour::Budget& budget) {
  const std::span<const NodeId> left(nodes_.data() + next_, nodes_.size() - next_);
  const std::vector<CellId> near =
      squares_around(snapshot_, position_, seen, left.first(std::min(seen, left.size())));
  SearchCounts* const counts = query.counts() ? &query.counts()->main : nullptr;
  Hops hops;
  query.detour().find_far(snapshot_, position_, goal_, near, occupied, budget, counts, hops);
  if (hops.empty()) return budget.spent ? Status::out_of_budget : Status::unreachable;
  hops_.assign(hops.rbegin(), hops.rend());
  nodes_.clear();
  next_ = 0;
  while (!hops_.empty() && hops_.back().kind == Hop::Kind::inter) {
    nodes_.push_back(hops_.back().to);
    hops_.pop_back();
  }
  ++replans_;
  return status_;
}

}  // namespace portolan::detail
