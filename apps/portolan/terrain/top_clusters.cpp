#include "terrain/top_clusters.h"

#include <algorithm>
#include <utility>

#include "portolan/picture/region_colours.h"

namespace portolan::detail::cli {
namespace {

constexpr std::uint32_t kNoNumber = 0xFFFF'FFFFu;

}  // namespace

TopClusters::TopClusters(const MergedHierarchy& h, const TriangleMesh& mesh)
    : h_(h), mesh_(mesh), top_of_(h.triangle_count), colour_of_(h.cluster_count(), kAnyColour) {
  for (const TriangleId t : h.triangles()) top_of_[t] = cluster_of(t);
}

void TopClusters::advance(std::uint32_t steps) {
  const std::uint32_t clusters =
      steps < h_.step_count() ? h_.made_before[steps] : h_.cluster_count();
  const IdVector<TriangleId, ClusterId> before = top_of_;
  number_of_.assign(h_.cluster_count(), kNoNumber);
  tops_.clear();
  for (ClusterId& top : top_of_) {
    while (!h_.is_top(top) && index(h_.parent[top]) < clusters) top = h_.parent[top];
    if (number_of_[top] != kNoNumber) continue;
    number_of_[top] = count();
    tops_.push_back(top);
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> neighbours;
  for (const TriangleId t : mesh_.triangles()) {
    for (const TriangleId n : mesh_.neighbours[t]) {
      if (n < t && top_of_[n] != top_of_[t])
        neighbours.emplace_back(number_of_[top_of_[n]], number_of_[top_of_[t]]);
    }
  }
  const auto colours = colour_regions(count(), std::move(neighbours), find_inherited(before));
  for (std::uint32_t i = 0; i < count(); ++i) colour_of_[tops_[i]] = colours[i];
}

std::vector<std::uint8_t> TopClusters::find_inherited(
    const IdVector<TriangleId, ClusterId>& before) const {
  std::vector<std::uint8_t> colours(count(), kAnyColour);
  std::vector<std::uint32_t> sizes(count(), 0);  // of the part that each colour comes from
  for (const TriangleId t : mesh_.triangles()) {
    const std::uint32_t number = number_of_[top_of_[t]];
    if (h_.size_of(before[t]) <= sizes[number]) continue;
    sizes[number] = h_.size_of(before[t]);
    colours[number] = colour_of_[before[t]];
  }
  return colours;
}

Colour TopClusters::colour(TriangleId triangle) const {
  return kRegionColours[colour_of_[top_of_[triangle]]];
}

std::uint32_t TopClusters::largest() const {
  std::uint32_t largest = 0;
  for (const ClusterId top : tops_) largest = std::max(largest, h_.size_of(top));
  return largest;
}

}  // namespace portolan::detail::cli
