#pragma once

#include <string>

#include "arguments/description.h"

namespace portolan::detail::cli {

/// The manual page of the tool, section 1, in the macros of man(7).
std::string manual_page(const CommandDescription& tool, const std::string& version);

}  // namespace portolan::detail::cli
