#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "table_building.h"

namespace portolan::cli {

/// Build options that every kind of world has, as they were typed; each kind reads them its way.
struct SharedBuildOptions {
  static constexpr const char* kGroup = "Build options (what is left out is chosen for the world)";

  std::string world;   ///< Empty, "grid" or "navmesh".
  std::string levels;  ///< Empty where left out,
  std::vector<std::string> metrics;
  std::string weights;  ///< as here.
  bool store_paths = true;
  std::uint64_t table_bytes = kAutoTableBytes;  ///< What tables may take; 0 for none.
};

}  // namespace portolan::cli
