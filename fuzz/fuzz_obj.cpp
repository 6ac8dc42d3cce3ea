#include "geometry_promises.h"
#include "portolan/io/geometry/obj.h"

/// Any text as an OBJ file; what is accepted must keep the promises of Geometry.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace portolan;
  using namespace portolan::detail;
  const auto geometry = parse_obj({reinterpret_cast<const char*>(data), size}, "fuzz.obj",
                                  {SourceAxes::Up::z, 0.01f});
  if (geometry) check_promises(*geometry);
  return 0;
}
