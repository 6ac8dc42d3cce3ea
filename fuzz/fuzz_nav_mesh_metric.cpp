#include <cstdlib>
#include <string>
#include <vector>

#include "portolan/io/metrics/nav_mesh_metric_file.h"
#include "portolan/navmesh/validate_nav_mesh_metric.h"

/// Any text as a metric for a mesh; one that is accepted must be valid and have a name.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace portolan::detail;
  static const std::vector<std::string> kNames{"ground", "road", "", "water", "7"};
  const auto metric =
      parse_nav_mesh_metric({reinterpret_cast<const char*>(data), size}, "fuzz.json", kNames);
  if (!metric) return 0;
  if (!validate(*metric) || metric->name.empty()) std::abort();
  return 0;
}
