#pragma once

#include <string>

#include "portolan/terrain/terrain_snapshot.h"
#include "portolan/terrain/triangle_locator.h"
#include "world/world.h"

namespace portolan::cli {

/// A terrain world.
class LoadedTerrain final : public World {
 public:
  explicit LoadedTerrain(TerrainSnapshot snapshot)
      : snapshot_(std::move(snapshot)), locator_(snapshot_.shared_web()) {}

  const TerrainSnapshot& snapshot() const { return snapshot_; }
  const TriangleLocator& locator() const { return locator_; }

  WorldKind kind() const override { return WorldKind::terrain; }
  void save(const std::string& path) const override;
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
  TerrainSnapshot snapshot_;
  TriangleLocator locator_;
};

/// The world as terrain; of another kind it ends the subcommand, since that is for terrain only.
const LoadedTerrain& take_terrain(const World& world, const std::string& name);

}  // namespace portolan::cli
