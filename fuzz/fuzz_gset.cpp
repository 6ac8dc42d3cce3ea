#include <cstdlib>

#include "portolan/core/vec3.h"
#include "portolan/io/geometry/gset.h"

/// Any text as a scene of RecastDemo; what is accepted must keep the promises of Gset.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace portolan;
  using namespace portolan::detail;
  const auto gset = parse_gset({reinterpret_cast<const char*>(data), size}, "fuzz.gset");
  if (!gset) return 0;
  for (const OffMeshLink& link : gset->links) {
    if (!is_finite(link.from) || !is_finite(link.to) || link.area > 62) std::abort();
  }
  for (const AreaVolume& volume : gset->volumes) {
    if (volume.outline.size() < 3 || volume.area > 62) std::abort();
    for (const Vec3& corner : volume.outline) {
      if (!is_finite(corner)) std::abort();
    }
  }
  return 0;
}
