#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arguments/description.h"

namespace portolan::detail::cli {

/// bash, zsh, fish.
std::vector<std::string_view> completion_shells();

/// What one of these shells reads to complete subcommands, options, the words that an option
/// takes, and files.
std::string completion_script(const CommandDescription& tool, std::string_view shell);

}  // namespace portolan::detail::cli
