#pragma once

#include <memory>
#include <utility>

#include "portolan/grid/grid_query.h"
#include "portolan/grid/grid_snapshot.h"
#include "world/query_pool.h"
#include "world/world.h"

namespace portolan::detail::cli {

/// A grid world.
class LoadedGrid final : public World {
 public:
  explicit LoadedGrid(GridSnapshot snapshot)
      : LoadedGrid(std::move(snapshot), std::make_shared<QueryPool<GridQuery>>()) {}
  /// The same world after a change.
  LoadedGrid(GridSnapshot snapshot, const LoadedGrid& before)
      : LoadedGrid(std::move(snapshot), before.pool_) {}

  const GridSnapshot& snapshot() const { return snapshot_; }

  WorldKind kind() const override { return WorldKind::grid; }
  void save(const std::string& path) const override;
  std::string forecast_text() const override;
  std::string text(const std::string& name) const override;
  Json json(const std::string& name) const override;
  std::string size_text() const override;
  double build_ms() const override { return snapshot_.build_ms(); }
  std::size_t hierarchy_bytes() const override { return snapshot_.hierarchy().bytes(); }
  std::size_t table_bytes() const override { return snapshot_.tables().bytes(); }
  unsigned levels() const override { return snapshot_.hierarchy().levels(); }
  const Tables& tables(const std::string&) const override { return snapshot_.tables(); }
  std::unique_ptr<QuerySet> load_queries(const std::string& text, std::size_t limit,
                                         const QueryArguments& arguments) const override;
  std::unique_ptr<QuerySet> make_query(const std::string& from, const std::string& to,
                                       const QueryArguments& arguments) const override;

 private:
  LoadedGrid(GridSnapshot snapshot, std::shared_ptr<QueryPool<GridQuery>> pool)
      : snapshot_(std::move(snapshot)), pool_(std::move(pool)) {}

  GridSnapshot snapshot_;
  std::shared_ptr<QueryPool<GridQuery>> pool_;
};

}  // namespace portolan::detail::cli
