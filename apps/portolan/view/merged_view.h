#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "portolan/merged/guided_query.h"
#include "portolan/merged/merged_hierarchy.h"
#include "terrain/loaded_terrain.h"
#include "terrain/shown_clusters.h"
#include "view/bundle.h"
#include "view/http.h"
#include "view/wave.h"

namespace portolan::detail::cli {

/// What the page shows of a terrain's merged hierarchy: its merge steps, what compression leaves,
/// the parents of a triangle, and paths after some expansions. The triangles are merged when that
/// is first asked for. Any number of threads may ask.
class MergedView {
 public:
  explicit MergedView(std::shared_ptr<const LoadedTerrain> world) : world_(std::move(world)) {}

  /// Members of /api/merged.
  Json describe(const Request& request) const;
  void add_clusters(const Request& request, Bundle& bundle) const;
  void add_parents(const Request& request, Bundle& bundle) const;
  void add_path(const Request& request, TriangleId start, TriangleId goal, Bundle& bundle) const;
  /// What a guided query does, step by step.
  GuidedTrace trace_guided(TriangleId start, TriangleId goal) const;
  /// The costs of the thesis' paths to all triangles in a square around the start, `area` metres to
  /// each side; infinite elsewhere.
  Wave make_wave(TriangleId start, double area) const;

 private:
  using Structure = std::shared_ptr<const MergedHierarchy>;

  const TriangleMesh& mesh() const { return world_->snapshot().mesh(); }
  Structure whole() const;
  /// The whole structure, or compressed as a request asks.
  Structure structure(const Request& request) const;

  std::shared_ptr<const LoadedTerrain> world_;
  mutable std::mutex mutex_;  // guards what follows
  mutable Structure compressed_;
  mutable std::pair<std::uint32_t, std::uint32_t> compressed_as_;  // layers, steps
  mutable std::optional<MergeColours> colours_;
};

}  // namespace portolan::detail::cli
