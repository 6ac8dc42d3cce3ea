#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mesh/mesh_source.h"
#include "portolan/io/baked/nav_mesh_world_file.h"
#include "portolan/navmesh/nav_mesh_query.h"
#include "world/query_pool.h"
#include "world/world.h"

namespace portolan::detail::cli {

/// A navigation mesh with its agent types.
class LoadedMesh final : public World {
 public:
  /// `meshing_ms`: what making the mesh from geometry took; NaN where that is not known.
  /// `loose`: the links that were left out; nothing where that is not known.
  explicit LoadedMesh(BakedNavMesh baked, double meshing_ms = kNone,
                      std::optional<LooseLinks> loose = std::nullopt)
      : baked_(std::move(baked)),
        meshing_ms_(meshing_ms),
        loose_(std::move(loose)),
        pool_(std::make_shared<QueryPool<NavMeshQuery>>()) {}
  /// The same world after a change.
  LoadedMesh(BakedNavMesh baked, const LoadedMesh& before)
      : baked_(std::move(baked)),
        meshing_ms_(before.meshing_ms_),
        loose_(before.loose_),
        pool_(before.pool_) {}

  const BakedNavMesh& baked() const { return baked_; }

  /// The agent type of a name, the first for the empty one. Ends the subcommand where there is
  /// none of that name.
  const NavMeshSnapshot& agent(const std::string& name) const;
  std::vector<std::string> agent_names() const override;
  /// Null where the world has no Detour data.
  const DetourMesh* detour() const { return baked_.detour ? &*baked_.detour : nullptr; }

  WorldKind kind() const override { return WorldKind::navmesh; }
  void save(const std::string& path) const override;
  std::optional<MoreMemory> more_memory() const override;
  std::string text(const std::string& name) const override;
  Json json(const std::string& name) const override;
  std::string size_text() const override;
  double build_ms() const override;              ///< Of all agent types together,
  std::size_t hierarchy_bytes() const override;  ///< and so here,
  std::size_t table_bytes() const override;      ///< and here.
  unsigned levels() const override { return baked_.agents.front().hierarchy().levels(); }
  const Tables& tables(const std::string& name) const override { return agent(name).tables(); }
  std::unique_ptr<QuerySet> load_queries(const std::string& text, std::size_t limit,
                                         const QueryArguments& arguments) const override;
  std::unique_ptr<QuerySet> make_query(const std::string& from, const std::string& to,
                                       const QueryArguments& arguments) const override;

 private:
  BakedNavMesh baked_;
  double meshing_ms_;
  std::optional<LooseLinks> loose_;
  std::shared_ptr<QueryPool<NavMeshQuery>> pool_;
};

}  // namespace portolan::detail::cli
