#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "portolan/io/queries/point_queries.h"
#include "portolan/navmesh/nav_mesh_query.h"
#include "portolan/recast.h"
#include "report/point_json.h"
#include "studies/paper_connect.h"
#include "world/query_pool.h"
#include "world/world.h"

namespace portolan::detail::cli {

/// Queries of one agent type on a navigation mesh, which must outlive them, as the arguments
/// must. The polygons of all ends are looked up once, so every algorithm gets the same ones.
class MeshQueries final : public QuerySet {
 public:
  /// `detour` may be null: then there is no solver for it.
  MeshQueries(const NavMeshSnapshot& world, const DetourMesh* detour,
              std::vector<PointQuery> queries, const QueryArguments& arguments,
              std::shared_ptr<QueryPool<NavMeshQuery>> pool = nullptr);

  const NavMeshSnapshot& world() const { return world_; }
  const QueryArguments& arguments() const { return arguments_; }
  /// Where solvers borrow; may be null.
  const std::shared_ptr<QueryPool<NavMeshQuery>>& pool() const { return pool_; }
  /// No place of the mesh where the point lies off it.
  const MeshPlace& start(std::size_t query) const { return places_[2 * query]; }
  const MeshPlace& goal(std::size_t query) const { return places_[2 * query + 1]; }
  /// The world under the paper's model, up to the level asked for. Built when first asked for.
  const PaperModel& paper_model() const;
  /// Its connecting paths, by level from 1. Built when first asked for.
  std::span<const PaperConnectTable> paper_tables() const;
  /// Where to go instead when the goal cannot be reached.
  std::optional<MeshPlace> find_nearest_reachable(std::size_t query) const;

  std::size_t size() const override { return queries_.size(); }
  double reference_cost(std::size_t query) const override { return queries_[query].reference_cost; }
  bool exact() const override { return arguments_.connects_exactly() && !arguments_.paper_model; }
  std::unique_ptr<Solver> make_solver(Algorithm algorithm) const override;
  Json ends_json(std::size_t query) const override;
  std::string ends_text(std::size_t query) const override;
  std::string reason(std::size_t query, Status status) const override;
  Json nearest_json(std::size_t query, Status status) const override;
  void save_picture(const std::string& file, std::size_t query,
                    std::span<const DrawnAnswer> answers) const override;

 private:
  std::optional<MeshPlace> find_nearest(const Vec3& point) const;
  std::string off_mesh_text(const Vec3& point) const;

  const NavMeshSnapshot& world_;
  const DetourMesh* detour_;
  std::vector<PointQuery> queries_;
  const QueryArguments& arguments_;
  std::shared_ptr<QueryPool<NavMeshQuery>> pool_;
  std::vector<MeshPlace> places_;  // start and goal of each query
  mutable std::optional<PaperModel> paper_;
  mutable std::vector<PaperConnectTable> paper_tables_;
};

/// A point as the command line spells it.
std::string point_text(const Vec3& point);

}  // namespace portolan::detail::cli
