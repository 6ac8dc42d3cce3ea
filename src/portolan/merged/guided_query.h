#pragma once

#include <cstdint>
#include <vector>

#include "portolan/core/id_vector.h"
#include "portolan/merged/guide_layers.h"
#include "portolan/merged/merged_hierarchy.h"
#include "portolan/merged/merged_query.h"
#include "portolan/search/labels.h"
#include "portolan/search/open_list.h"
#include "portolan/search/search.h"

namespace portolan::detail {

struct GuidedSettings {
  /// How far a path may stray from that of the layer above: over its cells only (0), over those
  /// next to them too (1), and so on.
  std::uint32_t cell_margin = 2;  ///< For paths over cells. At 0 many are not found near. [1, 8]
  std::uint32_t triangle_margin = 1;  ///< For the path over triangles. 0 is faster. [0, 8]
};

/// What a guided query did, for those who look. Cells are named by the triangles in their middles.
struct GuidedTrace {
  /// What one of the searches found, in the order of the searches.
  struct Found {
    std::size_t layer;                  ///< Whose cells it led over; 0: over triangles.
    std::vector<TriangleId> triangles;  ///< The path; none where it had to be found otherwise.
  };
  SearchTrace searches;
  std::vector<Found> found;
};

/// Navigation by guide layers: the cheapest path over the largest cells, then layer by layer over
/// smaller ones and at last over triangles, each looked for near the one before only.
///
/// One for each thread; hierarchy and guide must outlive it.
class GuidedQuery {
 public:
  GuidedQuery(const MergedHierarchy& h, const GuideLayers& guide,
              const GuidedSettings& settings = {});

  void find(TriangleId start, TriangleId goal, MergedPath& path);

  const SearchCounts& counts() const { return counts_; }  ///< Of all queries so far.
  /// Lists what queries do from now on; null to list nothing.
  void trace_into(GuidedTrace* trace) {
    trace_ = trace;
    counts_.trace = trace == nullptr ? nullptr : &trace->searches;
  }
  std::size_t bytes() const;

 private:
  struct Corridor {
    IdVector<GuideCellId, std::uint32_t> mark;  // the last query whose corridor holds a cell
    std::vector<GuideCellId> cells;
  };
  bool same_component(TriangleId start, TriangleId goal) const;
  template <class G>
  bool find_path(const G& graph, std::size_t layer, GuideNodeId from, GuideNodeId to,
                 bool everywhere = false);
  void mark_corridor(std::size_t layer, GuideCellId from, GuideCellId to, std::uint32_t margin);
  TriangleId middle(std::size_t layer, GuideNodeId node) const;
  void note_search(std::size_t layer, GuideNodeId to);
  void next_query();

  const MergedHierarchy& h_;
  const GuideLayers& guide_;
  GuidedSettings settings_;
  std::uint32_t query_ = 0;
  std::vector<Corridor> corridors_;  // by layer
  std::vector<Cost> usual_step_;     // over triangles, then by layer
  Labels labels_;
  OpenList open_;
  std::vector<GuideNodeId> from_;  // the start: triangle, then its cell in each layer
  std::vector<GuideNodeId> to_;
  SearchCounts counts_;
  GuidedTrace* trace_ = nullptr;
};

}  // namespace portolan::detail
