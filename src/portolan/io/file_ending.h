#pragma once

#include <filesystem>
#include <string>

namespace portolan::detail {

/// What a file's name ends in, in small letters whatever the name has: ".png" of "MAP.PNG".
std::string file_ending(const std::filesystem::path& path);

}  // namespace portolan::detail
