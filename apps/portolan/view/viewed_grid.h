#pragma once

#include <memory>

#include "grid/loaded_grid.h"
#include "view/viewed_world.h"

namespace portolan::detail::cli {

/// A grid. Tile x,y covers the square from x,0,y to x+1,0,y+1; its element is y * width + x.
class ViewedGrid final : public ViewedWorld {
 public:
  explicit ViewedGrid(std::shared_ptr<const LoadedGrid> world) : world_(std::move(world)) {}

  const World& world() const override { return *world_; }
  const GridSnapshot& snapshot() const { return world_->snapshot(); }
  std::uint32_t element_count() const override;
  Box bounds() const override;
  Json details(const std::string& agent) const override;
  std::vector<Algorithm> algorithms(const std::string& agent) const override;
  void add_geometry(Bundle& bundle) const override;
  const Hierarchy& hierarchy(const std::string&) const override { return snapshot().hierarchy(); }
  CellId cell_of(std::uint32_t element) const override;
  Vec3 place_of(NodeId node) const override;
  double in_units(Cost cost, const std::string& agent) const override;
  void for_each_border(
      const std::function<void(std::uint32_t, std::uint32_t)>& visit) const override;
  /// "entrances": the stretches of free border between cells.
  void add_to_gates(unsigned level, Bundle& bundle) const override;
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
  Vec3 point_on(std::uint32_t element, float u, float v) const override;
  std::unique_ptr<RouteFinder> make_route_finder() const override;
  Route step_randomly(const Spot& from, scenes::Random& random) const override;
  std::uint32_t element_on(const Route& route, std::size_t next,
                           const Vec3& position) const override;
  Vec3 step_end(const Route& route, std::size_t next, const Vec3& position) const override;
  bool is_clear(const Route& route, std::size_t next, std::uint32_t place) const override;

 private:
  Tile tile_of(std::uint32_t element) const;
  std::uint32_t element_of(Tile tile) const;
  /// The passable tile nearest to one, within some distance.
  std::uint32_t find_passable_near(Tile tile) const;

  std::shared_ptr<const LoadedGrid> world_;
};

/// The middle of a tile.
Vec3 middle_of(Tile tile);
/// The tile at a point; it may lie outside of the grid.
Tile tile_at(const Vec3& point);
/// The middles of tiles, one beside the next; of straight runs only both ends.
std::vector<Vec3> line_through(std::span<const Tile> tiles);

}  // namespace portolan::detail::cli
