#pragma once

#include <cstdint>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/ids.h"
#include "portolan/grid/grid_graph.h"

namespace portolan {

/// How a path is straightened after it has been refined.
enum class Smoothing : std::uint8_t {
  none,
  paper,  ///< Section 3.2.3 of HPA*: straight runs in one of the eight directions.
  full,   ///< Straight and diagonal runs joined, from both ends of the path.
};

/// Replaces parts of a path by straighter ones that are legal and never dearer, whatever the
/// terrain costs. Keeps its scratch; one thread at a time.
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

}  // namespace portolan
