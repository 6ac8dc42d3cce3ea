#pragma once

#include <string>
#include <vector>

namespace portolan::cli {

/// Build options that every kind of world has, as they were typed; each kind reads them its way.
struct SharedBuildOptions {
  static constexpr const char* kGroup = "Build options (what is left out is chosen for the world)";

  std::string world;   ///< Empty, "grid" or "navmesh".
  std::string levels;  ///< Empty where left out,
  std::vector<std::string> metrics;
  std::string weights;  ///< as here.
  bool store_paths = true;
};

}  // namespace portolan::cli
