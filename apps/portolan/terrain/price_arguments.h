#pragma once

#include <functional>
#include <string>

#include "arguments/command.h"
#include "portolan/terrain/terrain_prices.h"

namespace portolan::detail::cli {

/// The options that say what steps on terrain cost.
class PriceArguments {
 public:
  /// Adds them to a subcommand, each through `add`; the object must outlive it.
  void add_to(Command& command, const std::function<void(Option*, const char* type)>& add);

  /// The set asked for with what was given beside it.
  PriceSettings settings() const;

 private:
  PriceSettings set_;
  std::vector<std::function<void(PriceSettings&)>> changes_;
};

/// Whether these are the settings of a set by name; "own" where of none.
const char* price_set_name(const PriceSettings& settings);

}  // namespace portolan::detail::cli
