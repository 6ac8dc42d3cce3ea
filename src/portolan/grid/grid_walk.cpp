#include "portolan/grid/grid_walk.h"

#include <algorithm>

namespace portolan::detail {
namespace {

constexpr std::uint64_t kDetourExpansions = 2000;

/// What a hop costs in a snapshot; kInfinite when it no longer exists.
Cost hop_cost(const GridSnapshot& snapshot, const Hop& hop) {
  const OverlayCell cell = snapshot.hierarchy().cell(hop.cell);
  const GatePlace from = cell.find(hop.from);
  const GatePlace to = cell.find(hop.to);
  if (hop.kind == Hop::Kind::inter) {  // the cell named is that of one of its ends, either
    const GatePlace end = from == kNoPlace ? to : from;
    const NodeId other = from == kNoPlace ? hop.from : hop.to;
    Cost cost = kInfinite;
    if (end == kNoPlace) return cost;
    cell.for_each_inter(end, [&](const InterEdge& e) {
      if (e.to == other) cost = e.cost_out;
    });
    return cost;
  }
  return from == kNoPlace || to == kNoPlace ? kInfinite : cell.cost(from, to);
}

/// Whether a square and the tiles around it have the same terrain in both. Paths inside a square
/// that lead to no gate leave no trace in its cell.
bool same_ground(const GridSnapshot& a, const GridSnapshot& b, CellId square) {
  const TileRect rect = a.world().squares().rect(square);
  for (std::int32_t y = rect.y - 1; y <= rect.y + rect.height; ++y) {
    for (std::int32_t x = rect.x - 1; x <= rect.x + rect.width; ++x) {
      if (a.grid().contains({x, y}) && a.grid().at({x, y}) != b.grid().at({x, y})) return false;
    }
  }
  return true;
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
  const GridGraph& now = snapshot_.graph();
  const GridGraph& then = next.graph();
  NodeId at = position_;
  for (std::size_t i = next_; i < nodes_.size(); ++i) {
    const NodeId move[2] = {at, nodes_[i]};
    if (then.cost(move) != now.cost(move)) return false;
    at = nodes_[i];
  }
  return std::all_of(hops_.begin(), hops_.end(), [&](const Hop& hop) {
    if (hop.inside()) return same_ground(snapshot_, next, CellId{hop.cell});
    return snapshot_.hierarchy().cells()[hop.cell] == next.hierarchy().cells()[hop.cell] ||
           hop_cost(snapshot_, hop) == hop_cost(next, hop);
  });
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

Status GridWalk::avoid(GridQuery& query, const Occupied& occupied, std::size_t count) {
  const std::span<const NodeId> view = ahead(query, count);
  const auto hit = std::find_if(view.begin(), view.end(), occupied);
  if (hit == view.end()) return status_;
  // Back onto the path: the nodes behind the occupied one, a few more than were looked at.
  // Looking further may smooth, so the occupied one is looked for again.
  ahead(query, static_cast<std::size_t>(hit - view.begin()) + 1 + count);
  const auto blocked =
      std::find_if(nodes_.begin() + static_cast<std::ptrdiff_t>(next_), nodes_.end(), occupied);
  if (blocked == nodes_.end()) return status_;
  std::vector<NodeId> rest(blocked + 1, nodes_.end());
  std::erase_if(rest, [&](NodeId n) { return n == position_ || occupied(n); });
  std::vector<NodeId> detour;
  if (query.find_detour(snapshot_, position_, rest, occupied, kDetourExpansions, detour)) {
    const auto joined = std::find(blocked + 1, nodes_.end(), detour.back());
    detour.insert(detour.end(), joined + 1, nodes_.end());
  } else {
    const NodeId goal[1] = {goal_};
    if (!query.find_detour(snapshot_, position_, goal, occupied, ~std::uint64_t{0}, detour))
      return Status::unreachable;
    hops_.clear();
  }
  nodes_ = std::move(detour);
  next_ = 0;
  ++replans_;
  return status_;
}

}  // namespace portolan::detail
