#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "arguments/command.h"
#include "portolan/merged/merge_settings.h"

namespace portolan::detail::cli {

/// The options that say how triangles are merged.
struct MergeArguments {
  std::optional<EnteringPrice> entering;  ///< What was given
  std::optional<std::uint32_t> patience;  ///< of these.
  std::uint32_t layers = 0;               ///< What `merged` is compressed to; 0: not at all.

  friend bool operator==(const MergeArguments&, const MergeArguments&) = default;

  /// `settings` with what was given in their place.
  MergeSettings over(MergeSettings settings) const;

  /// Adds them to a subcommand, each through `add`; the object must outlive it.
  void add_to(Command& command, const std::function<void(Option*, const char* type)>& add);
  /// The same without --layers.
  void add_merging_to(Command& command, const std::function<void(Option*, const char* type)>& add);
};

/// The option as the command line and the reports spell it.
const char* name(EnteringPrice entering);

}  // namespace portolan::detail::cli
