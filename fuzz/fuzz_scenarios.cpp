#include <cstdlib>

#include "portolan/io/maps/movingai.h"

/// Any text as scenarios; what is accepted must keep the promises of Scenario.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace portolan;
  using namespace portolan::detail;
  const auto scenarios = parse_scenarios({reinterpret_cast<const char*>(data), size}, "fuzz.scen");
  if (!scenarios) return 0;
  for (const Scenario& scenario : *scenarios) {
    const auto inside = [&](Tile tile) {
      return tile.x >= 0 && tile.y >= 0 && static_cast<std::uint32_t>(tile.x) < scenario.width &&
             static_cast<std::uint32_t>(tile.y) < scenario.height;
    };
    if (!inside(scenario.start) || !inside(scenario.goal) || !(scenario.optimal >= 0.0)) {
      std::abort();
    }
  }
  return 0;
}
