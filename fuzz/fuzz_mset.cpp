#include <cstdlib>
#include <span>

#include "portolan/navmesh/validate_polygon_mesh.h"
#include "portolan/recast/detour_polygons.h"
#include "portolan/recast/mset.h"

/// Any bytes as an MSET file; a mesh that is accepted must give valid polygons, and must survive
/// being written and read again.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace portolan::detail;
  const auto mesh = parse_mset(std::as_bytes(std::span(data, size)), "fuzz.mset");
  if (!mesh) return 0;
  const auto again = parse_mset(write_mset(**mesh), "again.mset");
  if (!again) std::abort();
  const auto polygons = make_polygon_mesh(**mesh);
  const auto polygons_again = make_polygon_mesh(**again);
  if (polygons.ok() != polygons_again.ok()) std::abort();
  if (!polygons) return 0;
  if (!validate(polygons->mesh) || polygons->mesh.refs != polygons_again->mesh.refs) std::abort();
  return 0;
}
