#include <cstdlib>

#include "portolan/io/terrain_world_file.h"
#include "portolan/terrain/terrain_query.h"
#include "right_checksums.h"

/// Any bytes as baked terrain: refused, or ways on it are made of steps of its web.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace portolan;
  const auto file = with_right_checksums(std::as_bytes(std::span(data, size)));
  const auto world = parse_terrain_world(*make_shared_bytes(file), "fuzz.world");
  if (!world) return 0;
  TerrainQuery query;
  TerrainPath path;
  const std::uint32_t count = world->web().triangle_count();
  for (std::uint32_t k = 0; k < 8; ++k) {
    TerrainQueryOptions options;
    options.search.level = k % (world->hierarchy().levels() + 1);
    options.tables = k % 2 == 0;
    query.find_path(*world, NodeId{k * 31 % count}, NodeId{count - 1 - k * 17 % count}, options,
                    path);
    if (path.status == Status::complete && !measure_path(*world, path)) std::abort();
  }
  return 0;
}
