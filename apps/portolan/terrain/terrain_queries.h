#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "terrain/loaded_terrain.h"
#include "terrain/merged_structure.h"
#include "terrain/terrain_query_source.h"
#include "world/world.h"

namespace portolan::detail::cli {

/// Queries on a terrain, which must outlive them, as the arguments must.
class TerrainQueries final : public QuerySet {
 public:
  TerrainQueries(const LoadedTerrain& world, std::vector<TerrainEnds> queries,
                 const QueryArguments& arguments);

  const TerrainSnapshot& world() const { return world_.snapshot(); }
  const std::shared_ptr<QueryPool<TerrainQuery>>& pool() const { return world_.pool(); }
  const QueryArguments& arguments() const { return arguments_; }
  const TerrainEnds& query(std::size_t query) const { return queries_[query]; }
  /// For `merged` and `guided`. Built when first asked for.
  MergedStructure& merged() const { return *merged_; }

  /// A point of the ground for programs and for people: x, y, z in metres, or in the coordinates of
  /// the map its x, its y, and the height.
  Json shown_json(const Vec3& point) const;
  std::string shown_text(const Vec3& point) const;
  /// "from 0,0 to 100,50": the box of the ground, in the coordinates that places are given in.
  std::string reach_text() const;
  /// What else to look at where a place is off the ground; begins with "; ", or empty.
  std::string coordinates_hint() const;

  std::size_t size() const override { return queries_.size(); }
  double reference_cost(std::size_t query) const override { return queries_[query].reference_cost; }
  bool exact() const override { return true; }
  std::unique_ptr<Solver> make_solver(Algorithm algorithm) const override;
  Json ends_json(std::size_t query) const override;
  std::string ends_text(std::size_t query) const override;
  std::string reason(std::size_t query, Status status) const override;
  Json nearest_json(std::size_t query, Status status) const override;
  void save_picture(const std::string& file, std::size_t query,
                    std::span<const DrawnAnswer> answers) const override;

 private:
  MapPoint on_map(float x, float z) const;
  Json ground_json(const GroundPoint& point) const;
  std::string ground_text(const GroundPoint& point) const;
  std::string off_ground_text(const GroundPoint& point) const;
  /// Whether a point is still on the ground when what is printed of it is typed in again.
  bool can_be_pasted(const Vec3& point) const;
  /// The point, or one some centimetres beside it that can be pasted.
  Vec3 to_be_pasted(const Vec3& point) const;
  /// Where to begin instead of a start off the ground, or to go to instead of a goal out of reach.
  std::optional<Vec3> find_nearest(std::size_t query, Status status) const;

  const LoadedTerrain& world_;
  std::vector<TerrainEnds> queries_;
  const QueryArguments& arguments_;
  std::shared_ptr<MergedStructure> merged_;
};

}  // namespace portolan::detail::cli
