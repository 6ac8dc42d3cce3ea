#pragma once

#include <cmath>
#include <cstdint>

#include "portolan/gpu/device/agent_room.h"
#include "portolan/gpu/mesh/mesh_agent.h"
#include "portolan/gpu/mesh/mesh_moves.h"
#include "portolan/gpu/search/search_labels.h"
#include "portolan/gpu/search/search_open.h"
#include "portolan/gpu/search/search_rows.h"

/// The search of one agent, for CPU and GPU: A* over rows of moves with the heuristic of
/// NavMeshQuery, by one lane or by several. It is taken step by step, so that the lanes of a warp
/// that are done with one agent go on with another.
namespace portolan::detail {

/// What an agent's search works in beside its open list. All lanes see it.
struct SearchRoom {
  std::uint64_t* labels;  ///< Rows::label_count(); SearchLabels::kUnset before the first search.
  std::uint32_t* left;    ///< See SearchLabels; 0 before the first search.
  OpenRoom open;
};

template <class Lanes, class Rows, class Open>
class AgentSearch {
 public:
  PORTOLAN_HOST_DEVICE AgentSearch(const MeshArrays& mesh, const SearchArrays& arrays,
                                   const SearchRoom& room)
      : mesh_(mesh),
        arrays_(arrays),
        rows_(arrays, 0, 0),
        labels_(room.labels, Rows::label_count(arrays), arrays.node_count, room.left),
        open_(room.open) {}

  /// Starts an agent's search. False where there is nothing to search for: then status() says why.
  PORTOLAN_HOST_DEVICE bool begin(const Lanes& lanes, const MeshPlace& start,
                                  const MeshPlace& goal) {
    start_ = start;
    goal_ = goal;
    best_ = kInfinite;
    last_ = kNoneHere;
    open_.clear();
    status_ = Status::complete;
    if (!passable(mesh_, goal)) status_ = Status::invalid_goal;
    if (!passable(mesh_, start)) status_ = Status::invalid_start;
    if (status_ != Status::complete) return false;
    rows_ = Rows(arrays_, index(mesh_.cells[start.polygon]), index(mesh_.cells[goal.polygon]));
    best_ = direct_cost(mesh_, start, goal);
    if (!may_reach(lanes)) return false;
    labels_.clear(lanes);
    open_start(lanes);
    return true;
  }

  /// Expands some nodes. False where the search is over.
  PORTOLAN_HOST_DEVICE bool advance(const Lanes& lanes) {
    constexpr std::uint32_t kLanesOfRow = Lanes::kCount / Open::kRows;
    std::uint64_t entry = 0;
    bool taken = false;
    if (open_.full() || !open_.take(lanes, best_, entry, taken)) return false;
    const std::uint32_t node = node_of_row(static_cast<std::uint32_t>(entry));
    const bool first = lanes.lane() % kLanesOfRow == 0;
    const std::uint64_t word = taken ? labels_.load(lanes, rows_.label(node)) : 0;
    taken = taken && SearchLabels::open(word);  // else it was expanded at this cost or a lower one
    lanes.sync();
    MoveRange range;
    if (taken) {
      if (first) {
        labels_.close(lanes, rows_.label(node), word);
        ++expansions_;
      }
      range = rows_.moves(2 * node + SearchLabels::side(word));
    }
    const Cost cost = labels_.cost(word);
    lanes.sync();
    reach_goal(lanes, taken && range.polygon == goal_.polygon, node, cost);
    const auto count = static_cast<std::uint32_t>(range.end - range.begin);
    for (std::uint32_t k = lanes.lane() % kLanesOfRow; lanes.any(k < count); k += kLanesOfRow) {
      const SearchMove next = k < count ? range.begin[k] : SearchMove{0, kInfinite};
      open(lanes, next.cost != kInfinite, next.row, cost + next.cost, node);
    }
    lanes.sync();
    return true;
  }

  /// After the search.
  PORTOLAN_HOST_DEVICE Status status() const {
    return status_ == Status::complete && best_ == kInfinite ? Status::unreachable : status_;
  }
  PORTOLAN_HOST_DEVICE Cost cost() const { return best_; }
  PORTOLAN_HOST_DEVICE bool full() const { return open_.full(); }
  /// The last node of the path; kNoneHere where it touches none.
  PORTOLAN_HOST_DEVICE std::uint32_t last() const { return last_; }
  PORTOLAN_HOST_DEVICE const MeshPlace& start() const { return start_; }
  PORTOLAN_HOST_DEVICE const MeshPlace& goal() const { return goal_; }
  PORTOLAN_HOST_DEVICE const SearchArrays& arrays() const { return arrays_; }
  PORTOLAN_HOST_DEVICE const SearchLabels& labels() const { return labels_; }
  PORTOLAN_HOST_DEVICE const Rows& rows() const { return rows_; }
  /// By this lane, of all agents.
  PORTOLAN_HOST_DEVICE std::uint64_t expansions() const { return expansions_; }

 private:
  /// Whether an entry node of the start lies in the component of one of the goal.
  PORTOLAN_HOST_DEVICE bool may_reach(const Lanes& lanes) const {
    const std::uint32_t begin = mesh_.slot_begin[start_.polygon];
    const std::uint32_t count = mesh_.slot_begin[start_.polygon + 1] - begin;
    bool same = false;
    for (std::uint32_t i = lanes.lane(); i < count; i += Lanes::kCount) {
      const std::uint32_t own = arrays_.places[number(begin + i)].component;
      for (std::uint32_t k = mesh_.slot_begin[goal_.polygon];
           k < mesh_.slot_begin[goal_.polygon + 1]; ++k) {
        same |= arrays_.places[number(k)].component == own;
      }
    }
    return lanes.any(same);
  }

  /// Of the doorway in a slot.
  PORTOLAN_HOST_DEVICE std::uint32_t number(std::uint32_t slot) const {
    return arrays_.numbers[index(mesh_.slots[slot].node)];
  }

  PORTOLAN_HOST_DEVICE void open_start(const Lanes& lanes) {
    const std::uint32_t begin = mesh_.slot_begin[start_.polygon];
    const std::uint32_t end = mesh_.slot_begin[start_.polygon + 1];
    for (std::uint32_t first = begin; first < end; first += Lanes::kCount) {
      const std::uint32_t slot = first + lanes.lane();
      const Cost cost = slot < end ? slot_cost(mesh_, start_, slot, false) : kInfinite;
      const NodeId doorway = mesh_.slots[slot < end ? slot : begin].node;
      const std::uint32_t node = arrays_.numbers[index(doorway)];
      const bool beyond = index(mesh_.sides[index(doorway)].of[0].polygon) == start_.polygon;
      open(lanes, cost != kInfinite, 2 * node + (beyond ? 1 : 0), cost, node);
    }
    lanes.sync();
  }

  /// Where `wanted`, a path to a row's node: if it is the cheapest yet, the node waits to be
  /// expanded.
  PORTOLAN_HOST_DEVICE void open(const Lanes& lanes, bool wanted, std::uint32_t row, Cost cost,
                                 std::uint32_t parent) {
    Cost estimate = kInfinite;
    if (wanted && labels_.improve(lanes, rows_.label(node_of_row(row)), row, cost, parent))
      estimate = cost + bound(row);
    open_.push(lanes, estimate < best_, open_entry(estimate, row));
  }

  /// See MeshCosts::bound.
  PORTOLAN_HOST_DEVICE Cost bound(std::uint32_t row) const {
    constexpr float kMost = 1u << 30;
    const SearchPlace place = arrays_.places[node_of_row(row)];
    const float x = place.x - goal_.point.x;
    const float y = place.y - goal_.point.y;
    const float z = place.z - goal_.point.z;
    const float least = std::sqrt(x * x + y * y + z * z) * arrays_.least_per_metre;
    return static_cast<Cost>(least < kMost ? least : kMost);
  }

  /// Where `there`, the node is a doorway of the goal's polygon that one may enter by.
  PORTOLAN_HOST_DEVICE void reach_goal(const Lanes& lanes, bool there, std::uint32_t node,
                                       Cost cost) {
    if (!lanes.any(there)) return;
    Cost whole = kInfinite;
    if (there) {
      const SearchPlace place = arrays_.places[node];
      whole = cost + move_cost(mesh_, goal_.point, {place.x, place.y, place.z},
                               mesh_.area_costs[goal_.polygon]);
    }
    const Cost least = lanes.least(whole);
    if (least >= best_) return;
    best_ = least;
    last_ = lanes.of(node, lanes.first(whole == least));
  }

  const MeshArrays& mesh_;
  const SearchArrays& arrays_;
  MeshPlace start_;
  MeshPlace goal_;
  Rows rows_;
  SearchLabels labels_;
  Open open_;
  Status status_ = Status::unreachable;
  Cost best_ = kInfinite;
  std::uint32_t last_ = kNoneHere;
  std::uint64_t expansions_ = 0;
};

}  // namespace portolan::detail
