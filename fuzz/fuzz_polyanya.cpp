#include <cstdlib>

#include "portolan/io/geometry/polyanya.h"
#include "portolan/navmesh/validate_polygon_mesh.h"

/// Any text as a Polyanya mesh; what is accepted must be valid, every portal an edge of both
/// of its polygons.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace portolan;
  using namespace portolan::detail;
  const auto mesh = parse_polyanya({reinterpret_cast<const char*>(data), size}, "fuzz.mesh");
  if (!mesh) return 0;
  if (!validate(*mesh)) std::abort();
  for (const Portal& portal : mesh->portals) {
    for (const std::uint32_t polygon : portal.polygons) {
      bool found = false;
      const std::uint32_t count = mesh->corner_count(polygon);
      for (std::uint32_t i = 0; i < count; ++i) {
        const Vec3& a = mesh->corner(polygon, i);
        const Vec3& b = mesh->corner(polygon, (i + 1) % count);
        found = found || (a == portal.ends[0] && b == portal.ends[1]) ||
                (a == portal.ends[1] && b == portal.ends[0]);
      }
      if (!found) std::abort();
    }
  }
  return 0;
}
