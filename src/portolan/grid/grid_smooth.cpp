#include "portolan/grid/grid_smooth.h"

#include <algorithm>

#include "portolan/grid/straight_path.h"

namespace portolan::detail {
Cost GridSmoother::smooth(const GridGraph& graph, Smoothing how, std::vector<NodeId>& path,
                          Cost cost) {
  if (how == Smoothing::none || path.size() < 3) return cost;
  if (how == Smoothing::paper) {
    cost = smooth_by_rays(graph, path);
  } else {
    // Twice, so that the second pass starts at the goal and ends where it began.
    for (int pass = 0; pass < 2; ++pass) {
      cost = smooth_forward(graph, path);
      std::reverse(path.begin(), path.end());
    }
  }
  return cost;
}

void GridSmoother::sum_costs(const GridGraph& graph, const std::vector<NodeId>& path) {
  cost_to_.resize(path.size());
  cost_to_[0] = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const unsigned d = graph.direction(path[i - 1], path[i]);
    cost_to_[i] = cost_to_[i - 1] + graph.move_cost(index(path[i - 1]), index(path[i]), d);
  }
}

bool GridSmoother::joins(const GridGraph& graph, const std::vector<NodeId>& path, std::size_t from,
                         std::size_t to) {
  const Tile a = graph.tile(path[from]);
  const Tile b = graph.tile(path[to]);
  const Cost known = cost_to_[to] - cost_to_[from];
  if (graph.distance_bound(a, b) == known) return true;  // already as good as can be
  return bend_cost(graph, index(path[from]), make_bend(a, b, true), known) != kInfinite ||
         bend_cost(graph, index(path[from]), make_bend(a, b, false), known) != kInfinite;
}

Cost GridSmoother::smooth_forward(const GridGraph& graph, std::vector<NodeId>& path) {
  sum_costs(graph, path);
  out_.assign(1, path[0]);
  Cost total = 0;
  const std::size_t last = path.size() - 1;
  for (std::size_t from = 0; from < last;) {
    // Gallop ahead as long as the two ends can be joined, then close in on the farthest one.
    std::size_t good = from + 1;
    std::size_t bad = last + 1;
    for (std::size_t step = 2; from + step <= last; step *= 2) {
      if (!joins(graph, path, from, from + step)) {
        bad = from + step;
        break;
      }
      good = from + step;
    }
    while (bad - good > 1) {
      const std::size_t middle = good + (bad - good) / 2;
      (joins(graph, path, from, middle) ? good : bad) = middle;
    }
    const Tile a = graph.tile(path[from]);
    const Tile b = graph.tile(path[good]);
    const Cost known = cost_to_[good] - cost_to_[from];
    const Bend bends[2] = {make_bend(a, b, true), make_bend(a, b, false)};
    const Cost costs[2] = {bend_cost(graph, index(path[from]), bends[0], known),
                           bend_cost(graph, index(path[from]), bends[1], known)};
    const int better = costs[1] < costs[0];
    total += std::min(costs[better], known);
    if (costs[better] < known) {
      append_bend(graph, index(path[from]), bends[better], out_);
    } else {
      out_.insert(out_.end(), path.begin() + static_cast<std::ptrdiff_t>(from) + 1,
                  path.begin() + static_cast<std::ptrdiff_t>(good) + 1);
    }
    from = good;
  }
  path.swap(out_);
  return total;
}

Cost GridSmoother::smooth_by_rays(const GridGraph& graph, std::vector<NodeId>& path) {
  sum_costs(graph, path);
  seen_.resize(graph.node_count());
  seen_stamp_.resize(graph.node_count());
  ++stamp_;
  for (std::size_t i = 0; i < path.size(); ++i) {
    seen_[index(path[i])] = static_cast<std::uint32_t>(i);
    seen_stamp_[index(path[i])] = stamp_;
  }
  out_.assign(1, path[0]);
  for (std::size_t from = 0; from + 1 < path.size();) {
    std::size_t best = from + 1;
    unsigned best_direction = 8;
    for (unsigned d = 0; d < 8; ++d) {
      Cost cost = 0;
      for (std::uint32_t at = index(path[from]); ((graph.moves(at) >> d) & 1) != 0;) {
        const std::uint32_t next = at + static_cast<std::uint32_t>(graph.offset(d));
        cost += graph.move_cost(at, next, d);
        at = next;
        if (seen_stamp_[at] != stamp_) continue;
        const std::size_t to = seen_[at];
        if (to > best && cost <= cost_to_[to] - cost_to_[from]) {
          best = to;
          best_direction = d;
        }
      }
    }
    if (best_direction == 8) {
      out_.push_back(path[best]);
    } else {
      const auto offset = static_cast<std::uint32_t>(graph.offset(best_direction));
      for (std::uint32_t at = index(path[from]); at != index(path[best]);)
        out_.push_back(NodeId{at += offset});
    }
    from = best;
  }
  path.swap(out_);
  return graph.cost(path);
}

}  // namespace portolan::detail
