#pragma once

#include <memory>

#include "mesh/loaded_mesh.h"
#include "view/viewed_world.h"

namespace portolan::detail::cli {

/// A navigation mesh; its elements are polygons.
class ViewedMesh final : public ViewedWorld {
 public:
  explicit ViewedMesh(std::shared_ptr<const LoadedMesh> world) : world_(std::move(world)) {}

  const World& world() const override { return *world_; }
  const LoadedMesh& loaded() const { return *world_; }
  std::uint32_t element_count() const override { return polygons().polygon_count(); }
  Box bounds() const override;
  Json details(const std::string& agent) const override;
  std::vector<Algorithm> algorithms(const std::string& agent) const override;
  void add_geometry(Bundle& bundle) const override;
  std::vector<std::string> agents() const override { return world_->agent_names(); }
  const Hierarchy& hierarchy(const std::string& agent) const override {
    return world_->agent(agent).hierarchy();
  }
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
  Edited edit(const Edit& edit) const override;
  std::vector<std::uint32_t> cell_sizes() const override;
  std::shared_ptr<const ViewedWorld> with_cell_size(std::uint32_t size,
                                                    const Progress& progress) const override;
  std::shared_ptr<const ViewedWorld> with_tables(const Progress& progress) const override;
  std::uint32_t component_of(std::uint32_t element) const override;
  double size_of(std::uint32_t element) const override;
  Vec3 point_on(std::uint32_t element, float u, float v) const override;
  std::unique_ptr<RouteFinder> make_route_finder() const override;
  Route step_randomly(const Spot& from, scenes::Random& random) const override;

 private:
  const PolygonMesh& polygons() const { return first().mesh().polygons(); }
  /// The first agent type: all share mesh and partition.
  const NavMeshSnapshot& first() const { return world_->agent(""); }

  std::shared_ptr<const LoadedMesh> world_;
};

/// The mean of a polygon's corners.
Vec3 middle_of_polygon(const PolygonMesh& mesh, std::uint32_t polygon);
/// The areas that a mesh has, ascending.
std::vector<unsigned> areas_of(const PolygonMesh& mesh);

}  // namespace portolan::detail::cli
