#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace portolan {

/// The first bytes of a file, to tell what it is; fewer where it is shorter, none where it cannot
/// be read.
std::string read_file_start(const std::filesystem::path& path, std::size_t count);

}  // namespace portolan
