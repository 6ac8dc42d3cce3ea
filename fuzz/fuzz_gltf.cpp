#include <cstdlib>

#include "portolan/io/gltf.h"

/// Any bytes as a glTF file, binary or JSON; what is accepted must keep the promises of Geometry.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace portolan;
  const auto geometry =
      parse_gltf(std::as_bytes(std::span(data, size)), "fuzz.glb", {SourceAxes::Up::z, 0.01f});
  if (!geometry) return 0;
  for (const Vec3& vertex : geometry->vertices) {
    if (!is_finite(vertex)) std::abort();
  }
  for (const Geometry::Triangle& triangle : geometry->triangles) {
    for (const std::uint32_t corner : triangle) {
      if (corner >= geometry->vertices.size()) std::abort();
    }
  }
  if (geometry->areas.size() != geometry->triangles.size()) std::abort();
  for (const std::uint8_t area : geometry->areas) {
    if (area >= geometry->area_names.size()) std::abort();
  }
  return 0;
}
