#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "portolan/io/geometry/axes.h"
#include "world/table_building.h"
#include "world/world_kind.h"

namespace portolan::detail::cli {

/// Build options that every kind of world has, as they were typed; each kind reads them its way.
struct SharedBuildOptions {
  static constexpr const char* kGroup = "Build options (what is left out is chosen for the world)";

  std::optional<WorldKind> world;
  std::string levels;  ///< Empty where left out,
  std::vector<std::string> metrics;
  std::string weights;    ///< as here,
  std::string cell_size;  ///< here
  std::string group;      ///< and here.
  SourceAxes axes;        ///< Of geometry.
  bool store_paths = true;
  std::uint64_t table_bytes = kDefaultTableBytes;  ///< What tables may take; 0 for none.
};

}  // namespace portolan::detail::cli
