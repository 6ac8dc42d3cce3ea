#pragma once

#include <span>
#include <vector>

#include "portolan/gpu/search/group_open.h"
#include "portolan/gpu/search/search_lanes.h"
#include "portolan/gpu/search/search_path.h"

namespace portolan::detail {

/// Answers agents on the CPU by the searches that a GPU runs: what they are tested with.
template <class Rows, class Open>
class HostSearch {
 public:
  /// `most_entries`: room of the open list; `window`: see GroupOpen.
  HostSearch(const MeshArrays& mesh, const SearchArrays& arrays, std::uint32_t most_entries,
             Cost window)
      : mesh_(mesh),
        labels_(Rows::label_count(arrays), SearchLabels::kUnset),
        near_(16),
        entries_(most_entries),
        path_(std::size_t{arrays.node_count} + 1),
        room_{labels_.data(), &left_, {near_.data(), entries_.data(), 16, most_entries, window}},
        search_(mesh, arrays, room_) {}
  HostSearch(const HostSearch&) = delete;
  HostSearch& operator=(const HostSearch&) = delete;

  AgentAnswer answer(const MeshPlace& start, const MeshPlace& goal, bool paths = true) {
    const SearchLane lane;
    bool going = search_.begin(lane, start, goal);
    while (going) going = search_.advance(lane);
    return answer_of(lane, mesh_, search_, paths, room_.open, [&](std::uint32_t most) {
      return most <= path_.size() ? path_.data() : nullptr;
    });
  }
  /// The polygons of the last answer.
  std::span<const std::uint32_t> polygons(const AgentAnswer& answer) const {
    return std::span(path_).first(answer.polygons);
  }
  /// The nodes of a path just found.
  std::span<const std::uint32_t> nodes() {
    if (search_.last() == kNoneHere) return {};
    const FoundNodes found =
        collect_nodes(SearchLane{}, search_, reinterpret_cast<std::uint32_t*>(entries_.data()),
                      2 * room_.open.most_entries);
    return {found.begin, found.count};
  }
  std::uint64_t expansions() const { return search_.expansions(); }

 private:
  const MeshArrays& mesh_;
  std::vector<std::uint64_t> labels_;
  std::vector<std::uint64_t> near_;
  std::vector<std::uint64_t> entries_;
  std::vector<std::uint32_t> path_;
  std::uint32_t left_ = 0;
  SearchRoom room_;
  AgentSearch<SearchLane, Rows, Open> search_;
};

}  // namespace portolan::detail
