#pragma once

#include <filesystem>

#include "portolan/types.h"

namespace portolan::detail {

/// "path: cannot be written: reason; remedy", for an errno.
Error system_error(const std::filesystem::path& path, const char* what, int code);

}  // namespace portolan::detail
