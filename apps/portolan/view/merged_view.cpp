#include "view/merged_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "portolan/batch.h"
#include "portolan/core/narrow.h"
#include "portolan/merged/compress_layers.h"
#include "portolan/merged/merged_query.h"
#include "report/point_json.h"
#include "terrain/merged_structure.h"
#include "terrain/partial_path.h"
#include "view/request_values.h"

namespace portolan::detail::cli {
namespace {

constexpr std::uint32_t kMostParents = 64;
/// A wave by the thesis' paths is one query for each triangle.
constexpr std::size_t kMostGoals = 300'000;
constexpr std::uint32_t kGoalsPerBlock = 512;
constexpr std::uint32_t kAnyNumber = std::numeric_limits<std::uint32_t>::max();

std::uint32_t read_whole_or(const Request& request, std::string_view name, std::uint32_t low,
                            std::uint32_t high, std::uint32_t otherwise) {
  return request.parameter(name) ? read_whole(request, name, low, high) : otherwise;
}

std::vector<std::uint32_t> numbers_of(std::span<const ClusterId> clusters) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(clusters.size());
  for (const ClusterId cluster : clusters) numbers.push_back(index(cluster));
  return numbers;
}

std::vector<std::uint32_t> sizes_of(const MergedHierarchy& h, std::span<const ClusterId> clusters) {
  std::vector<std::uint32_t> sizes;
  sizes.reserve(clusters.size());
  for (const ClusterId cluster : clusters) sizes.push_back(h.size_of(cluster));
  return sizes;
}

/// Where a cluster is drawn: a triangle at its middle, others at that of their box.
Vec3 place_of(const MergedHierarchy& h, const TriangleMesh& mesh, ClusterId cluster) {
  if (h.is_low(cluster)) return centre_of(mesh, triangle_of(cluster));
  return (h.boxes[cluster].low + h.boxes[cluster].high) * 0.5f;
}

}  // namespace

MergedView::Structure MergedView::whole() const {
  return {world_, &world_->merged()->whole()};  // lives as long as the world
}

MergedView::Structure MergedView::structure(const Request& request) const {
  Structure h = whole();
  const std::uint32_t layers = read_whole_or(request, "layers", 2, kAnyNumber, 0);
  if (layers == 0) return h;
  const std::uint32_t steps = read_whole_or(request, "compress", 0, kAnyNumber, kAnyNumber);
  const std::lock_guard lock(mutex_);
  if (!compressed_ || compressed_as_ != std::pair{layers, steps}) {
    compressed_ =
        std::make_shared<const MergedHierarchy>(take(compress_layers(*h, layers, {}, steps)));
    compressed_as_ = {layers, steps};
  }
  return compressed_;
}

Json MergedView::describe(const Request& request) const {
  const Structure h = whole();
  const auto& stored = world_->baked().merged;
  Json json{{"steps", h->step_count()},
            {"stored_steps", stored ? stored->step_count() : 0},
            {"clusters", h->cluster_count()},
            {"layers", h->layer_count()},
            {"merge_ms", world_->merged()->merge_ms()}};
  if (const auto layers = read_whole_or(request, "layers", 2, kAnyNumber, 0); layers > 0)
    json["compression_steps"] = count_compression_steps(*h, layers);
  return json;
}

void MergedView::add_clusters(const Request& request, Bundle& bundle) const {
  const Structure h = structure(request);
  const std::uint32_t steps = read_whole_or(request, "step", 0, h->step_count(), h->step_count());
  const std::uint32_t layer = read_whole_or(request, "layer", 0, kAnyNumber, 0);
  const ShownClusters shown = find_shown_clusters(*h, mesh(), steps, layer);
  std::vector<std::uint8_t> colours;
  if (layer == 0 && h->step_count() > 0) {
    const std::lock_guard lock(mutex_);
    if (!colours_) colours_.emplace(*h, mesh());
    colours = colours_->of(shown, steps);
  } else {
    const std::vector<std::uint8_t> any(shown.count(), kAnyColour);
    colours = colour_regions(shown.count(), shown.beside, any);
  }
  const auto below = count_layers_below(*h);
  std::vector<std::uint32_t> layers;
  for (const ClusterId cluster : shown.clusters) layers.push_back(below[cluster]);
  bundle.header()["step"] = steps;
  bundle.header()["layer"] = layer;
  bundle.header()["layers"] = shown.layers;
  bundle.header()["clusters"] = shown.count();
  bundle.add("cluster", std::span(shown.number_of.begin(), shown.number_of.end()));
  bundle.add("colour", colours);
  bundle.add("id", numbers_of(shown.clusters));
  bundle.add("triangles", sizes_of(*h, shown.clusters));
  bundle.add("neighbours", shown.neighbours());
  bundle.add("layers", layers);
}

void MergedView::add_parents(const Request& request, Bundle& bundle) const {
  const Structure h = structure(request);
  const TriangleId triangle{read_whole(request, "triangle", 0, h->triangle_count - 1)};
  const std::uint32_t steps = read_whole_or(request, "step", 0, h->step_count(), h->step_count());
  const auto chain = find_parents(*h, cluster_of(triangle), steps);
  const std::size_t highest = std::min<std::size_t>(
      read_whole_or(request, "parents", 0, kMostParents, 6), chain.size() - 1);
  std::vector<std::uint32_t> triangles;
  std::vector<std::uint8_t> parent;
  for (const TriangleId t : list_triangles(*h, chain[highest])) {
    std::uint8_t smallest = 0;
    while (!h->contains(chain[smallest], cluster_of(t))) ++smallest;
    triangles.push_back(index(t));
    parent.push_back(smallest);
  }
  bundle.add("chain", numbers_of(chain));
  bundle.add("sizes", sizes_of(*h, chain));
  bundle.add("triangle", triangles);
  bundle.add("parent", parent);
}

void MergedView::add_path(const Request& request, TriangleId start, TriangleId goal,
                          Bundle& bundle) const {
  const Structure h = structure(request);
  const std::uint32_t most = read_whole_or(request, "expansions", 0, kAnyNumber, kAnyNumber);
  const PartialPath path = find_partial_path(*h, start, goal, most);
  const PartialPath end = find_partial_path(*h, start, goal, kAnyNumber);
  std::vector<Vec3> line;
  std::vector<std::uint32_t> triangles, places;
  for (std::uint32_t place = 0; place < path.clusters.size(); ++place) {
    line.push_back(place_of(*h, mesh(), path.clusters[place]));
    for (const TriangleId t : list_triangles(*h, path.clusters[place])) {
      triangles.push_back(index(t));
      places.push_back(place);
    }
  }
  bundle.header()["status"] = to_string(path.status);
  bundle.header()["expansions"] = path.expansions;
  bundle.header()["all_expansions"] = end.expansions;
  bundle.header()["walked"] = path.walked;
  bundle.header()["cost"] =
      end.status == Status::complete ? Json(world_->snapshot().metres(end.cost)) : Json();
  bundle.add_points("line", line);
  bundle.add("clusters", numbers_of(path.clusters));
  bundle.add("triangle", triangles);
  bundle.add("place", places);
}

GuidedTrace MergedView::trace_guided(TriangleId start, TriangleId goal) const {
  GuidedQuery query(*whole(), world_->merged()->guide());
  GuidedTrace trace;
  MergedPath path;
  query.trace_into(&trace);
  query.find(start, goal, path);
  return trace;
}

Wave MergedView::make_wave(TriangleId start, double area) const {
  const Structure h = whole();
  const Vec3 middle = centre_of(mesh(), start);
  std::vector<TriangleId> goals;
  for (const TriangleId t : mesh().triangles()) {
    const Vec3 apart = centre_of(mesh(), t) - middle;
    if (std::abs(double{apart.x}) <= area && std::abs(double{apart.z}) <= area) goals.push_back(t);
  }
  if (goals.size() > kMostGoals) {
    throw HttpError{400, fmt::format("area: there are {} triangles in it and a path is found to "
                                     "each; give a smaller one, with {} at most",
                                     goals.size(), kMostGoals)};
  }
  Wave wave;
  wave.costs.assign(mesh().triangle_count(), std::numeric_limits<float>::infinity());
  const auto begin = std::chrono::steady_clock::now();
  const auto blocks = narrow<std::uint32_t>((goals.size() + kGoalsPerBlock - 1) / kGoalsPerBlock);
  std::vector<std::uint64_t> expansions(blocks, 0);
  tbb_parallel()(blocks, [&](std::uint32_t block) {
    MergedQuery query(*h);
    MergedPath path;
    const std::size_t end = std::min<std::size_t>(goals.size(), (block + 1) * kGoalsPerBlock);
    for (std::size_t i = std::size_t{block} * kGoalsPerBlock; i < end; ++i) {
      query.find(start, goals[i], path);
      if (path.status == Status::complete) {
        wave.costs[index(goals[i])] = static_cast<float>(world_->snapshot().metres(path.cost));
      }
    }
    expansions[block] = query.counts().expansions;
  });
  wave.microseconds =
      std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
  for (const std::uint64_t count : expansions) wave.expansions += count;
  return wave;
}

}  // namespace portolan::detail::cli
