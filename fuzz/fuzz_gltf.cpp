#include "geometry_promises.h"
#include "portolan/io/geometry/gltf.h"

/// Any bytes as a glTF file, binary or JSON; what is accepted must keep the promises of Geometry.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace portolan;
  using namespace portolan::detail;
  const auto geometry =
      parse_gltf(std::as_bytes(std::span(data, size)), "fuzz.glb", {SourceAxes::Up::z, 0.01f});
  if (geometry) check_promises(*geometry);
  return 0;
}
