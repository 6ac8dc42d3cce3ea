#pragma once

#include <cstdint>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/ids.h"
#include "portolan/grid.h"
#include "portolan/grid/grid_graph.h"

namespace portolan::detail {

/// Replaces parts of a path by straighter ones that are legal and never more expensive, whatever
/// the terrain costs. Keeps its scratch; one thread at a time.
class GridSmoother {
 public:
  /// Smooths `path` in place; its ends stay. Returns its cost, given the cost before.
  Cost smooth(const GridGraph& graph, Smoothing how, std::vector<NodeId>& path,
              Cost cost = kInfinite);

 private:
  Cost smooth_by_rays(const GridGraph& graph, std::vector<NodeId>& path);
  Cost smooth_forward(const GridGraph& graph, std::vector<NodeId>& path);
  bool joins(const GridGraph& graph, const std::vector<NodeId>& path, std::size_t from,
             std::size_t to);
  void sum_costs(const GridGraph& graph, const std::vector<NodeId>& path);

  std::vector<Cost> cost_to_;  // cost from the path's first node to its i-th
  std::vector<NodeId> out_;
  std::vector<std::uint32_t> seen_;  // by node: its position on the path plus one, when current
  std::vector<std::uint32_t> seen_stamp_;
  std::uint32_t stamp_ = 0;
};

}  // namespace portolan::detail
