#pragma once

#include <string>

namespace portolan::detail::cli {

/// Ends the subcommand, before any work is done, where a file of that name cannot be written: it is
/// a directory, or its folder is missing or closed. An empty name is none.
void check_output(const std::string& name);

/// Makes a folder to write to, unless it is there. Ends the subcommand where it cannot be made, or
/// nothing can be written to it.
void make_output_folder(const std::string& folder);

/// As `check_output`, for a picture, which also has to end in .png or .ppm.
void check_picture_output(const std::string& argument, const std::string& name);

}  // namespace portolan::detail::cli
