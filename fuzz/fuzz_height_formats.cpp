#include <cstdlib>

#include "portolan/io/maps/ascii_grid.h"
#include "portolan/io/maps/coordinate_system.h"
#include "portolan/io/maps/npy.h"
#include "portolan/terrain/map_frame.h"
#include "portolan/terrain/triangle_mesh.h"

/// Any bytes as an ESRI ASCII grid and as an array of NumPy: each is refused, or has a value for
/// every place, none of them infinite, and what it is placed by is found again on the map. As a
/// coordinate system, too: it has a name and a unit.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace portolan;
  using namespace portolan::detail;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto check = [](const Result<HeightMap>& map) {
    if (!map) return;
    if (map->values.size() != std::size_t{map->width} * map->height) std::abort();
    for (const float value : map->values) {
      if (std::isinf(value)) std::abort();
    }
    if (map->values.size() > 4096) return;
    const auto mesh = make_triangle_mesh(*map, Triangulation::two);
    if (!mesh || !mesh->frame) return;
    const MapPoint point = to_map(*mesh->frame, mesh->raster, bounds_of(*mesh).high);
    if (!std::isfinite(point.x) || !std::isfinite(point.y)) std::abort();
  };
  check(parse_ascii_grid(bytes, "fuzz.asc", 0.0f));
  check(parse_npy(bytes, "fuzz.npy", 0.0f));
  const auto system = parse_coordinate_system(bytes, "fuzz.prj");
  if (system && (system->name.empty() || !(system->metres_per_unit > 0.0))) std::abort();
  return 0;
}
