#include "portolan/merged/guide_layers.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "portolan/core/narrow.h"
#include "portolan/merged/guide_cells.h"
#include "portolan/search/search.h"

namespace portolan::detail {
namespace {

Vec3 centre_of(const Box& box) { return (box.low + box.high) * 0.5f; }

/// By cell, the nodes in it.
struct Members {
  std::vector<std::uint32_t> begin;
  std::vector<GuideNodeId> nodes;

  Members(const IdVector<GuideNodeId, GuideCellId>& cell_of, std::uint32_t cell_count)
      : begin(std::size_t{cell_count} + 1, 0), nodes(cell_of.size()) {
    for (const GuideCellId cell : cell_of) ++begin[index(cell) + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    IdVector<GuideCellId, std::uint32_t> next(begin.begin(), begin.end() - 1);
    for (const GuideNodeId node : IdRange<GuideNodeId>(narrow<std::uint32_t>(cell_of.size()))) {
      nodes[next[cell_of[node]]++] = node;
    }
  }
  std::span<const GuideNodeId> of(GuideCellId cell) const {
    return {nodes.data() + begin[index(cell)], nodes.data() + begin[index(cell) + 1]};
  }
};

/// A layer's graph without the nodes of other cells than some.
template <class G>
struct MarkedCells {
  const G& graph;
  const IdVector<GuideNodeId, GuideCellId>& cell_of;
  const IdVector<GuideCellId, GuideCellId>& mark;
  GuideCellId wanted;

  template <class F>
  void for_each_edge(std::uint32_t node, const Label& label, F&& f) const {
    graph.for_each_edge(node, label, [&](std::uint32_t to, Cost cost, std::uint32_t via) {
      if (mark[cell_of[GuideNodeId{to}]] == wanted) f(to, cost, via);
    });
  }
};

/// Makes one layer upon another, whose nodes have these middles.
template <class G>
class LayerBuilder {
 public:
  LayerBuilder(const MergedHierarchy& h, const G& below, IdVector<GuideNodeId, TriangleId> middles,
               std::uint32_t size, GuideNodes& nodes)
      : h_(h), below_(below), middles_(std::move(middles)) {
    layer_.cell_of = join_nodes(h, below, size, nodes);
    cell_count_ = narrow<std::uint32_t>(nodes.cluster.size());
  }

  GuideLayer build() {
    const Members members(layer_.cell_of, cell_count_);
    const IdRange<GuideCellId> cells(cell_count_);
    for (const GuideCellId cell : cells) choose_middle(members.of(cell));
    mark_.assign(cell_count_, kNoGuideCell);
    reached_.assign(cell_count_, kNoGuideCell);
    labels_.reserve(narrow<std::uint32_t>(layer_.cell_of.size()));
    layer_.begin.push_back(0);
    for (const GuideCellId cell : cells) {
      connect(cell, members.of(cell));
      layer_.begin.push_back(narrow<std::uint32_t>(layer_.arcs.size()));
    }
    return std::move(layer_);
  }

 private:
  Vec3 place_of(GuideNodeId node) const { return centre_of(h_.boxes[cluster_of(middles_[node])]); }

  /// The node nearest to the mean of all.
  void choose_middle(std::span<const GuideNodeId> nodes) {
    Vec3 mean;
    for (const GuideNodeId node : nodes) mean = mean + place_of(node);
    mean = mean * (1.0f / static_cast<float>(nodes.size()));
    GuideNodeId middle = nodes[0];
    float nearest = std::numeric_limits<float>::infinity();
    for (const GuideNodeId node : nodes) {
      const float d = distance(place_of(node), mean);
      if (d < nearest) {
        nearest = d;
        middle = node;
      }
    }
    middle_.push_back(middle);
    layer_.middle.push_back(middles_[middle]);
  }

  /// Arcs to the middles of all cells next to this one, over these cells and this one.
  void connect(GuideCellId cell, std::span<const GuideNodeId> nodes) {
    std::vector<GuideCellId> beside;
    mark_[cell] = cell;
    for (const GuideNodeId node : nodes) {
      below_.for_each_edge(index(node), Label{}, [&](std::uint32_t to, Cost, std::uint32_t) {
        const GuideCellId other = layer_.cell_of[GuideNodeId{to}];
        if (mark_[other] == cell) return;
        mark_[other] = cell;
        beside.push_back(other);
      });
    }
    std::sort(beside.begin(), beside.end());
    labels_.clear();
    open_.clear();
    add_source(labels_, open_, NoHeuristic{}, index(middle_[cell]), 0);
    std::size_t missing = beside.size();
    const auto settle = [&](const OpenEntry& entry) {
      const GuideNodeId node{entry.node};
      const GuideCellId other = layer_.cell_of[node];
      if (other == cell || middle_[other] != node) return Settle::expand;
      reached_[other] = cell;
      return --missing == 0 ? Settle::stop : Settle::expand;
    };
    const MarkedCells<G> around{below_, layer_.cell_of, mark_, cell};
    search(around, labels_, open_, NoHeuristic{}, settle, Uncounted{});
    for (const GuideCellId other : beside) {
      if (reached_[other] == cell) {
        layer_.arcs.push_back({other, labels_.cost(index(middle_[other]))});
      }
    }
  }

  const MergedHierarchy& h_;
  const G& below_;
  IdVector<GuideNodeId, TriangleId> middles_;
  std::uint32_t cell_count_ = 0;
  GuideLayer layer_;
  IdVector<GuideCellId, GuideNodeId> middle_;
  IdVector<GuideCellId, GuideCellId> mark_;     // the one that a cell was last found beside
  IdVector<GuideCellId, GuideCellId> reached_;  // the one whose search last came to its middle
  Labels labels_;
  OpenList open_;
};

}  // namespace

std::size_t GuideLayers::bytes() const {
  std::size_t sum = 0;
  for (const GuideLayer& layer : layers) {
    sum += 4 * (layer.cell_of.size() + layer.middle.size() + layer.begin.size()) +
           sizeof(GuideLayer::Arc) * layer.arcs.size();
  }
  return sum;
}

Result<GuideLayers> build_guide_layers(const MergedHierarchy& h, const GuideSettings& settings,
                                       const Progress& progress) {
  if (settings.first_size < 2 || settings.first_size > 4096 || settings.growth < 2 ||
      settings.growth > 64 || settings.top_cells < 1) {
    return Error{"guide layers: give first_size 2 to 4096, growth 2 to 64, top_cells 1 or more"};
  }
  GuideLayers guide;
  GuideNodes nodes;
  IdVector<GuideNodeId, TriangleId> triangles;
  for (const TriangleId t : h.triangles()) {
    triangles.push_back(t);
    nodes.cluster.push_back(cluster_of(t));
  }
  nodes.size.assign(h.triangle_count, 1);
  std::uint64_t size = settings.first_size;
  std::uint32_t count = h.triangle_count;
  while (count > settings.top_cells && size < h.triangle_count) {
    if (!progress.step(guide.layers.size(), 0, "guide layers")) {
      return Error{"building guide layers was cancelled"};
    }
    const std::uint32_t size32 = narrow<std::uint32_t>(size);
    if (guide.layers.empty()) {
      const JointGraph below{h};
      guide.layers.push_back(
          LayerBuilder(h, below, std::exchange(triangles, {}), size32, nodes).build());
    } else {
      const GuideLayer& below = guide.layers.back();
      GuideLayer layer = LayerBuilder(h, below, below.middle, size32, nodes).build();
      guide.layers.push_back(std::move(layer));
    }
    size *= settings.growth;
    const std::uint32_t before = std::exchange(count, guide.layers.back().cell_count());
    if (count == before) break;  // as many components as cells
  }
  return guide;
}

}  // namespace portolan::detail
