#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "portolan/grid/grid_query.h"
#include "portolan/grid/grid_snapshot.h"
#include "portolan/io/queries/queries.h"
#include "world/query_pool.h"
#include "world/world.h"

namespace portolan::detail::cli {

/// Queries on a grid. Grid and arguments must outlive them.
class GridQueries final : public QuerySet {
 public:
  GridQueries(const GridSnapshot& world, std::vector<TileQuery> queries,
              const QueryArguments& arguments, std::shared_ptr<QueryPool<GridQuery>> pool = nullptr)
      : world_(world),
        queries_(std::move(queries)),
        arguments_(arguments),
        pool_(std::move(pool)) {}

  const GridSnapshot& world() const { return world_; }
  const TileQuery& query(std::size_t i) const { return queries_[i]; }
  const QueryArguments& arguments() const { return arguments_; }
  /// Where solvers borrow; may be null.
  const std::shared_ptr<QueryPool<GridQuery>>& pool() const { return pool_; }

  /// Where to go instead of a goal that is blocked, outside or cut off.
  std::optional<Tile> find_nearest_reachable(std::size_t query) const;

  std::size_t size() const override { return queries_.size(); }
  double reference_cost(std::size_t query) const override { return queries_[query].reference_cost; }
  bool exact() const override { return false; }  // smoothing may even save something
  std::unique_ptr<Solver> make_solver(Algorithm algorithm) const override;
  Json ends_json(std::size_t query) const override;
  std::string ends_text(std::size_t query) const override;
  std::string reason(std::size_t query, Status status) const override;
  Json nearest_json(std::size_t query, Status status) const override;
  void save_picture(const std::string& file, std::size_t query,
                    std::span<const DrawnAnswer> answers) const override;

 private:
  std::string blocked_text(Tile tile) const;

  const GridSnapshot& world_;
  std::vector<TileQuery> queries_;
  const QueryArguments& arguments_;
  std::shared_ptr<QueryPool<GridQuery>> pool_;
};

}  // namespace portolan::detail::cli
