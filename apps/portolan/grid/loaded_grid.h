#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "portolan/grid/grid_query.h"
#include "portolan/grid/grid_sizes.h"
#include "world/query_pool.h"
#include "world/world.h"

namespace portolan::detail::cli {

/// A grid world.
class LoadedGrid final : public World {
 public:
  explicit LoadedGrid(GridSizes sizes)
      : LoadedGrid(std::move(sizes), std::make_shared<QueryPool<GridQuery>>()) {}
  /// The same world after a change, for the smallest units only.
  LoadedGrid(GridSnapshot snapshot, const LoadedGrid& before)
      : LoadedGrid(GridSizes(std::move(snapshot)), before.pool_) {}

  /// For the smallest units.
  const GridSnapshot& snapshot() const { return sizes_.first(); }

  WorldKind kind() const override { return WorldKind::grid; }
  void save(const std::string& path) const override;
  std::optional<MoreMemory> more_memory() const override;
  std::string text(const std::string& name) const override;
  Json json(const std::string& name) const override;
  std::string size_text() const override;
  double build_ms() const override;  ///< Of all sizes together.
  std::size_t hierarchy_bytes() const override { return snapshot().hierarchy().bytes(); }
  std::size_t table_bytes() const override { return snapshot().tables().bytes(); }
  /// For further sizes beside what they share with the first, as `info` has it.
  WorldBytes bytes_of(const std::string& size) const override;
  unsigned levels() const override { return snapshot().hierarchy().levels(); }
  unsigned levels_of(const std::string& size) const override {
    return of_size(size).hierarchy().levels();
  }
  /// By the width of the units.
  const Tables& tables(const std::string& size) const override { return of_size(size).tables(); }
  std::unique_ptr<QuerySet> load_queries(const std::string& text, std::size_t limit,
                                         const QueryArguments& arguments) const override;
  std::unique_ptr<QuerySet> make_query(const std::string& from, const std::string& to,
                                       const QueryArguments& arguments) const override;

 private:
  LoadedGrid(GridSizes sizes, std::shared_ptr<QueryPool<GridQuery>> pool)
      : sizes_(std::move(sizes)), pool_(std::move(pool)) {}
  /// For the smallest units where no size is named.
  const GridSnapshot& of_size(const std::string& size) const;

  GridSizes sizes_;
  std::shared_ptr<QueryPool<GridQuery>> pool_;
};

}  // namespace portolan::detail::cli
