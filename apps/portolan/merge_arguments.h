#pragma once

#include <cstdint>
#include <functional>

#include "cli_fwd.h"
#include "portolan/terrain/merge/merge_settings.h"

namespace portolan::cli {

/// The options that say how triangles are merged.
struct MergeArguments {
  MergeSettings settings;    ///< Without the scale, which comes from the terrain.
  std::uint32_t layers = 0;  ///< What `merged` is compressed to; 0: not at all.

  /// Adds them to a subcommand, each through `add`; the object must outlive it.
  void add_to(CLI::App& command, const std::function<void(CLI::Option*, const char* type)>& add);
  /// The same without --layers.
  void add_merging_to(CLI::App& command,
                      const std::function<void(CLI::Option*, const char* type)>& add);
};

}  // namespace portolan::cli
