#pragma once

#include <cstdint>
#include <vector>

#include "portolan/search/labels.h"
#include "portolan/search/open_list.h"
#include "portolan/terrain/merge/merge_settings.h"

namespace portolan {

/// Distances between the children of one mesh, and what entering the mesh by one of them adds
/// (section 5.2.2 of the thesis). Few children: Floyd-Warshall, all at once. Many: a search from
/// each one that is asked for, since only those on the mesh's border are ever entered by.
/// Reused for one mesh after the other; keeps its memory.
class ChildDistances {
 public:
  /// Children are 0 .. count-1 from here on.
  void begin(std::uint32_t count);
  /// By ascending `from`.
  void add(std::uint32_t from, std::uint32_t to, const MeshDistance& distance);
  /// After the last `add`.
  void finish();

  /// Of the cheapest way; that of a child to itself is 0. Valid until the next `from`.
  const std::vector<MeshDistance>& from(std::uint32_t child);
  MeshDistance entering(std::uint32_t child, EnteringPrice option);

  /// For `search`.
  template <class F>
  void for_each_edge(std::uint32_t node, const Label&, F&& f) const {
    for (std::uint32_t k = begin_[node]; k < begin_[node + 1]; ++k) {
      f(edges_[k].to, edges_[k].distance.weighted, k);
    }
  }

 private:
  static constexpr std::uint32_t kFew = 16;
  struct Edge {
    std::uint32_t to;
    MeshDistance distance;
  };
  void close_all();
  void search_from(std::uint32_t child);

  std::uint32_t count_ = 0;
  std::vector<std::uint32_t> begin_;
  std::vector<Edge> edges_;
  std::vector<MeshDistance> all_;  // count_ * count_, where they are few
  std::vector<MeshDistance> row_;
  Labels labels_;
  OpenList open_;
};

}  // namespace portolan
