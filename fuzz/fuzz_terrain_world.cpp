#include <cstdlib>

#include "portolan/io/baked/terrain_world_file.h"
#include "portolan/merged/cluster_merger.h"
#include "portolan/merged/compress_layers.h"
#include "portolan/merged/guided_query.h"
#include "portolan/merged/merged_query.h"
#include "portolan/merged/validate_merged.h"
#include "portolan/terrain/terrain_query.h"
#include "right_checksums.h"
#include "studies/hashed_memory.h"

namespace portolan::detail {
namespace {

/// Paths by one of the queries over what was merged.
template <class Q>
void find_paths(const TerrainSnapshot& world, Q&& query) {
  MergedPath path;
  const std::uint32_t count = world.mesh().triangle_count();
  for (std::uint32_t k = 0; k < 8; ++k) {
    query.find(TriangleId{k * 31 % count}, TriangleId{count - 1 - k * 17 % count}, path);
    if (path.status != Status::complete) continue;
    if (!measure_path(world.mesh(), world.settings(), path.triangles)) std::abort();
  }
}

void use_merged(const TerrainSnapshot& world, const MergedHierarchy& h) {
  if (!validate(h)) std::abort();
  find_paths(world, MergedQuery(h));
  find_paths(world, HashedMergedQuery(*compress_layers(h, 3)));
  find_paths(world, GuidedQuery(h, *build_guide_layers(h, {2, 2, 1})));
  if (!merge_on(ClusterMerger(h))->is_merged()) std::abort();
}

}  // namespace

/// Any bytes as baked terrain: refused, or paths on it are made of steps of its mesh, and what was
/// merged can be merged further.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const auto file = with_right_checksums(std::as_bytes(std::span(data, size)));
  const auto baked = parse_terrain_world(*make_shared_bytes(file), "fuzz.world");
  if (!baked) return 0;
  const TerrainSnapshot& world = baked->world;
  TerrainQuery query;
  TerrainPath path;
  const std::uint32_t count = world.mesh().triangle_count();
  for (std::uint32_t k = 0; k < 8; ++k) {
    TerrainQueryOptions options;
    options.search.level = k % (world.hierarchy().levels() + 1);
    options.tables = k % 2 == 0;
    query.find_path(world, NodeId{k * 31 % count}, NodeId{count - 1 - k * 17 % count}, options,
                    path);
    if (path.status == Status::complete && !measure_path(world, path)) std::abort();
  }
  if (baked->merged) use_merged(world, *baked->merged);
  return 0;
}

}  // namespace portolan::detail
