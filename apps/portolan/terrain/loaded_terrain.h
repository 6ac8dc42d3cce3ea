#pragma once

#include <memory>
#include <optional>
#include <string>

#include "arguments/argument_parsing.h"
#include "portolan/io/baked/terrain_world_file.h"
#include "portolan/terrain/terrain_query.h"
#include "portolan/terrain/triangle_locator.h"
#include "world/query_pool.h"
#include "world/world.h"

namespace portolan::detail::cli {

class MergedStructure;

/// A terrain world.
class LoadedTerrain final : public World {
 public:
  explicit LoadedTerrain(BakedTerrain baked);
  LoadedTerrain(const LoadedTerrain&) = delete;
  LoadedTerrain& operator=(const LoadedTerrain&) = delete;

  const BakedTerrain& baked() const { return baked_; }
  const TerrainSnapshot& snapshot() const { return baked_.world; }
  const TriangleLocator& locator() const { return locator_; }
  /// What all queries share that ask for no other merging.
  const std::shared_ptr<MergedStructure>& merged() const { return merged_; }
  /// Where solvers borrow.
  const std::shared_ptr<QueryPool<TerrainQuery>>& pool() const { return pool_; }

  /// A place as the command line spells it: X,Z in metres, or X,Y in the coordinates of the map.
  /// With its height, as it is printed, it may be pasted too: X,HEIGHT,Z or X,Y,HEIGHT.
  GroundPoint parse_place(const std::string& argument, const std::string& text,
                          const QueryArguments& arguments) const;
  /// A place of the map, which the world must know.
  GroundPoint from_map(const MapPoint& point) const;

  WorldKind kind() const override { return WorldKind::terrain; }
  void save(const std::string& path) const override;
  std::optional<MoreMemory> more_memory() const override;
  std::string text(const std::string& name) const override;
  Json json(const std::string& name) const override;
  std::string size_text() const override;
  double build_ms() const override { return snapshot().build_ms(); }
  std::size_t hierarchy_bytes() const override { return snapshot().hierarchy().bytes(); }
  std::size_t table_bytes() const override { return snapshot().tables().bytes(); }
  unsigned levels() const override {
    return snapshot().has_hierarchy() ? snapshot().hierarchy().levels() : 0;
  }
  const Tables& tables(const std::string&) const override { return snapshot().tables(); }
  std::unique_ptr<QuerySet> load_queries(const std::string& text, std::size_t limit,
                                         const QueryArguments& arguments) const override;
  std::unique_ptr<QuerySet> make_query(const std::string& from, const std::string& to,
                                       const QueryArguments& arguments) const override;

 private:
  /// Ends the subcommand unless the world knows where it lies on a map.
  void check_frame() const;

  BakedTerrain baked_;
  TriangleLocator locator_;
  std::shared_ptr<MergedStructure> merged_;
  std::shared_ptr<QueryPool<TerrainQuery>> pool_;
};

/// The world as terrain; of another kind it ends the subcommand, since that is for terrain only.
const LoadedTerrain& take_terrain(const World& world, const std::string& name);

}  // namespace portolan::detail::cli
