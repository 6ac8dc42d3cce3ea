#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/id_range.h"
#include "portolan/core/id_vector.h"
#include "portolan/graph/label.h"
#include "portolan/merged/merged_hierarchy.h"
#include "portolan/types.h"

namespace portolan::detail {

struct GuideSettings {
  std::uint32_t first_size = 8;    ///< Triangles in a cell of the first layer, about. [2, 4096]
  std::uint32_t growth = 4;        ///< How many times larger each layer's cells are. [2, 64]
  std::uint32_t top_cells = 2048;  ///< No layer is put upon one with this few cells. At least 1.
};

/// The triangles of a merged hierarchy as a graph: nodes are triangles, edges are joints. To
/// searches nodes are plain numbers.
struct JointGraph {
  const MergedHierarchy& h;

  template <class F>
  void for_each_edge(std::uint32_t triangle, const Label&, F&& f) const {
    for (const JointId joint : joints_out_of(TriangleId{triangle})) {
      if (h.mate[joint] != kNoJoint)
        f(index(triangle_of(h.mate[joint])), h.weighted[joint], index(joint));
    }
  }
};

/// Cells of about one size, each with a middle, and what it costs to get from the middle of one to
/// the middles of those next to it. Nodes of the layer below are triangles or cells.
struct GuideLayer {
  struct Arc {
    GuideCellId to;
    Cost cost;
  };
  IdVector<GuideNodeId, GuideCellId> cell_of;
  IdVector<GuideCellId, TriangleId> middle;  ///< The triangle that stands for a cell.
  std::vector<std::uint32_t> begin;          ///< By cell and one more, into arcs.
  std::vector<Arc> arcs;

  std::uint32_t cell_count() const { return static_cast<std::uint32_t>(middle.size()); }
  template <class F>
  void for_each_edge(std::uint32_t cell, const Label&, F&& f) const {
    for (std::uint32_t k = begin[cell]; k < begin[cell + 1]; ++k)
      f(index(arcs[k].to), arcs[k].cost, k);
  }
};

/// Our own addition to the thesis: a few layers of cells cut out of the merged hierarchy, the
/// largest clusters that are no larger than a size, with real costs from middle to middle in place
/// of one price for entering a cluster from anywhere. See GuidedQuery.
struct GuideLayers {
  std::vector<GuideLayer> layers;  ///< Smallest cells first.

  std::size_t bytes() const;
};

/// Fails for settings out of their limits, and when cancelled.
Result<GuideLayers> build_guide_layers(const MergedHierarchy& h, const GuideSettings& settings = {},
                                       const Progress& progress = {});

}  // namespace portolan::detail
