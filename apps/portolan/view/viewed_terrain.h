#pragma once

#include <memory>

#include "terrain/loaded_terrain.h"
#include "view/merged_view.h"
#include "view/viewed_world.h"

namespace portolan::detail::cli {

/// A terrain; its elements are triangles.
class ViewedTerrain final : public ViewedWorld {
 public:
  explicit ViewedTerrain(std::shared_ptr<const LoadedTerrain> world)
      : world_(std::move(world)), merged_(world_) {}

  const World& world() const override { return *world_; }
  const TerrainSnapshot& snapshot() const { return world_->snapshot(); }
  const TriangleMesh& mesh() const { return snapshot().mesh(); }
  std::uint32_t element_count() const override { return mesh().triangle_count(); }
  Box bounds() const override { return bounds_of(mesh()); }
  Json details(const std::string& agent) const override;
  std::vector<Algorithm> algorithms(const std::string& agent) const override;
  void add_geometry(Bundle& bundle) const override;
  const Hierarchy& hierarchy(const std::string&) const override { return snapshot().hierarchy(); }
  CellId cell_of(std::uint32_t element) const override;
  Vec3 place_of(NodeId node) const override;
  double in_units(Cost cost, const std::string& agent) const override;
  void for_each_border(
      const std::function<void(std::uint32_t, std::uint32_t)>& visit) const override;
  Underneath find(const Vec3& point, const std::string& agent) const override;
  std::string spell(const Vec3& point) const override;
  Route route_of(const Solver& solver) const override;
  AbstractLine abstract_line(const Vec3& start, const Vec3& goal, const QueryOptions& options,
                             const std::string& agent) const override;
  std::vector<std::pair<Vec3, Vec3>> draw_pairs(std::size_t count,
                                                std::uint64_t seed) const override;
  Wave make_wave(const Vec3& from, bool by_hierarchy, const std::string& agent) const override;
  const MergedView* merged() const override { return &merged_; }
  Edited edit(const Edit& edit) const override;
  std::vector<std::uint32_t> cell_sizes() const override;
  std::shared_ptr<const ViewedWorld> with_cell_size(std::uint32_t size,
                                                    const Progress& progress) const override;
  std::shared_ptr<const ViewedWorld> with_tables(const Progress& progress) const override;
  std::uint32_t component_of(std::uint32_t element) const override;
  Vec3 point_on(std::uint32_t element, float u, float v) const override;
  std::unique_ptr<RouteFinder> make_route_finder() const override;
  Route step_randomly(const Spot& from, scenes::Random& random) const override;

 private:
  std::shared_ptr<const LoadedTerrain> world_;
  MergedView merged_;
};

/// The middles of triangles, each beside the next, and where the line between two of them leaves
/// the first: it lies on the ground.
Route line_on_terrain(const TriangleMesh& mesh, std::span<const std::uint32_t> triangles);

}  // namespace portolan::detail::cli
