#pragma once

#include <string>

namespace portolan::detail::cli {

/// Ends the subcommand, before any work is done, where a file of that name cannot be written: it is
/// a directory, or its folder is missing or closed. An empty name is none.
void check_output(const std::string& name);

/// The same for a picture, which also has to end in .png or .ppm.
void check_picture_output(const std::string& argument, const std::string& name);

}  // namespace portolan::detail::cli
