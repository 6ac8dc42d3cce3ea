#include "terrain/shown_clusters.h"

#include <algorithm>
#include <limits>

namespace portolan::detail::cli {
namespace {

constexpr std::uint32_t kNoNumber = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t kMostKept = 64;

/// How many clusters there were after so many steps.
std::uint32_t count_after(const MergedHierarchy& h, std::uint32_t steps) {
  return steps < h.step_count() ? h.made_before[steps] : h.cluster_count();
}

/// Numbers the clusters that triangles lie in, and finds which lie side by side.
void number_clusters(const TriangleMesh& mesh, const IdVector<TriangleId, ClusterId>& in,
                     std::uint32_t cluster_count, ShownClusters& shown) {
  IdVector<ClusterId, std::uint32_t> number(cluster_count, kNoNumber);
  shown.number_of.resize(in.size());
  for (const TriangleId t : mesh.triangles()) {
    std::uint32_t& known = number[in[t]];
    if (known == kNoNumber) {
      known = shown.count();
      shown.clusters.push_back(in[t]);
    }
    shown.number_of[t] = known;
  }
  for (const TriangleId t : mesh.triangles()) {
    for (const TriangleId n : mesh.neighbours[t]) {
      if (n < t && shown.number_of[n] != shown.number_of[t])
        shown.beside.push_back(std::minmax(shown.number_of[n], shown.number_of[t]));
    }
  }
  std::sort(shown.beside.begin(), shown.beside.end());
  shown.beside.erase(std::unique(shown.beside.begin(), shown.beside.end()), shown.beside.end());
}

/// Colours for clusters, each that of the largest cluster before which is a part of it.
std::vector<std::uint8_t> hand_on(const MergedHierarchy& h, const ShownClusters& before,
                                  const std::vector<std::uint8_t>& colours,
                                  const ShownClusters& now) {
  std::vector<std::uint8_t> wanted(now.count(), kAnyColour);
  std::vector<std::uint32_t> sizes(now.count(), 0);  // of the part that each colour comes from
  for (std::uint32_t t = 0; t < before.number_of.size(); ++t) {
    const std::uint32_t part = before.number_of[TriangleId{t}];
    const std::uint32_t number = now.number_of[TriangleId{t}];
    const std::uint32_t size = h.size_of(before.clusters[part]);
    if (size <= sizes[number]) continue;
    sizes[number] = size;
    wanted[number] = colours[part];
  }
  return colour_regions(now.count(), now.beside, wanted);
}

}  // namespace

std::vector<std::uint32_t> ShownClusters::neighbours() const {
  std::vector<std::uint32_t> count(clusters.size(), 0);
  for (const auto& [a, b] : beside) {
    ++count[a];
    ++count[b];
  }
  return count;
}

ShownClusters find_shown_clusters(const MergedHierarchy& h, const TriangleMesh& mesh,
                                  std::uint32_t steps, std::uint32_t layer) {
  const std::uint32_t count = count_after(h, steps);
  IdVector<ClusterId, std::uint32_t> depth(count, 0);  // below its top cluster
  IdVector<ClusterId, ClusterId> shown_as(count);
  ShownClusters shown;
  for (std::uint32_t number = count; number-- > 0;) {  // parents come first
    const ClusterId cluster{number};
    const ClusterId parent = h.parent[cluster];
    shown_as[cluster] = cluster;
    if (index(parent) >= count) continue;
    depth[cluster] = depth[parent] + 1;
    if (depth[cluster] > layer) shown_as[cluster] = shown_as[parent];
    shown.layers = std::max(shown.layers, depth[cluster] + 1);
  }
  IdVector<TriangleId, ClusterId> in(h.triangle_count);
  for (const TriangleId t : h.triangles()) in[t] = shown_as[cluster_of(t)];
  number_clusters(mesh, in, count, shown);
  return shown;
}

IdVector<ClusterId, std::uint32_t> count_layers_below(const MergedHierarchy& h) {
  IdVector<ClusterId, std::uint32_t> layers(std::size_t{h.cluster_count()} + 1, 1);
  for (const ClusterId cluster : h.clusters()) {
    std::uint32_t& above = layers[h.parent[cluster]];
    above = std::max(above, layers[cluster] + 1);
  }
  return layers;
}

std::vector<ClusterId> find_parents(const MergedHierarchy& h, ClusterId cluster,
                                    std::uint32_t steps) {
  const std::uint32_t count = count_after(h, steps);
  std::vector<ClusterId> chain;
  for (; index(cluster) < count; cluster = h.parent[cluster]) chain.push_back(cluster);
  return chain;
}

std::vector<TriangleId> list_triangles(const MergedHierarchy& h, ClusterId cluster) {
  std::vector<TriangleId> triangles;
  std::vector<ClusterId> waiting{cluster};
  while (!waiting.empty()) {
    const ClusterId next = waiting.back();
    waiting.pop_back();
    if (h.is_low(next)) triangles.push_back(triangle_of(next));
    const auto inside = h.children_of(next);
    waiting.insert(waiting.end(), inside.rbegin(), inside.rend());
  }
  return triangles;
}

MergeColours::MergeColours(const MergedHierarchy& h, const TriangleMesh& mesh)
    : h_(h), mesh_(mesh), stride_(h.step_count() / kMostKept + 1) {}

std::vector<std::uint8_t> MergeColours::of(const ShownClusters& shown, std::uint32_t steps) {
  steps = std::min(steps, h_.step_count());
  while (kept_.size() <= steps / stride_) {
    const auto at = static_cast<std::uint32_t>(kept_.size()) * stride_;
    const ShownClusters now = find_shown_clusters(h_, mesh_, at, 0);
    const ShownClusters before =
        kept_.empty() ? ShownClusters{} : find_shown_clusters(h_, mesh_, at - stride_, 0);
    kept_.push_back(
        hand_on(h_, before, kept_.empty() ? std::vector<std::uint8_t>{} : kept_.back(), now));
  }
  const std::vector<std::uint8_t>& colours = kept_[steps / stride_];
  if (steps % stride_ == 0) return colours;
  return hand_on(h_, find_shown_clusters(h_, mesh_, steps - steps % stride_, 0), colours, shown);
}

}  // namespace portolan::detail::cli
