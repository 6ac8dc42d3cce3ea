#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "portolan/merged/merge_settings.h"
#include "portolan/search/labels.h"
#include "portolan/search/open_list.h"

namespace portolan::detail {

/// Distances between the children of one cluster, and what entering the cluster by one of them adds
/// (section 5.2.2 of the thesis). Few children: Floyd-Warshall, all at once. Many: a search from
/// each one that is asked for, since only those on the cluster's border are ever entered by. Very
/// many (flat ground merges in one step): over one of them, twice as far at most, so that a
/// lake of a million triangles takes two searches and not one from each of its shore. Reused for
/// one cluster after the other; keeps its memory.
class ChildDistances {
 public:
  /// Children are 0 .. count-1 from here on.
  void begin(std::uint32_t count);
  /// By ascending `from`.
  void add(std::uint32_t from, std::uint32_t to, const ClusterDistance& distance);
  /// After the last `add`.
  void finish();

  /// Of the cheapest path; that of a child to itself is 0. Valid until the next `from`.
  const std::vector<ClusterDistance>& from(std::uint32_t child);
  ClusterDistance entering(std::uint32_t child, EnteringPrice option);

  /// For `search`.
  template <class F>
  void for_each_edge(std::uint32_t node, const Label& label, F&& f) const {
    for_each_of({edges_.data() + begin_[node], edges_.data() + begin_[node + 1]}, begin_[node],
                label, f);
  }

 private:
  static constexpr std::uint32_t kFew = 16;
  static constexpr std::uint32_t kVeryMany = 8192;
  struct Edge {
    std::uint32_t to;
    ClusterDistance distance;
  };
  /// f(to, price, number) for edges numbered from `first` on, out of a node with this label.
  template <class F>
  static void for_each_of(std::span<const Edge> edges, std::uint32_t first, const Label& label,
                          F&& f) {
    const Cost headroom = headroom_above(label.cost);
    for (const Edge& edge : edges) f(edge.to, std::min(edge.distance.weighted, headroom), first++);
  }
  /// The reversed edges, for paths to a child.
  struct Backward {
    std::vector<std::uint32_t> begin;
    std::vector<Edge> edges;

    template <class F>
    void for_each_edge(std::uint32_t node, const Label& label, F&& f) const {
      for_each_of({edges.data() + begin[node], edges.data() + begin[node + 1]}, begin[node], label,
                  f);
    }
  };
  void close_all();
  template <class G>
  void search_from(std::uint32_t child, const G& graph, const std::vector<Edge>& edges);
  void turn_round();
  ClusterDistance pick(std::uint32_t child, EnteringPrice option) const;

  std::uint32_t count_ = 0;
  std::vector<std::uint32_t> begin_;
  std::vector<Edge> edges_;
  std::vector<ClusterDistance> all_;  // count_ * count_, where they are few
  std::vector<ClusterDistance> row_;
  std::vector<ClusterDistance> to_first_;  // where they are very many: to child 0,
  ClusterDistance from_first_;             // and what entering by that adds
  bool from_first_known_ = false;
  Backward backward_;
  Labels labels_;
  OpenList open_;
};

}  // namespace portolan::detail
