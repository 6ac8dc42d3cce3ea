#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "portolan/types.h"

namespace portolan::detail {

/// "path: cannot be written: reason; remedy", for an errno.
Error system_error(const std::filesystem::path& path, const char* what, int code);

/// "name: message"; the name stands for the file.
inline Error error_in(std::string_view name, std::string_view message) {
  return Error{std::string(name).append(": ").append(message)};
}

}  // namespace portolan::detail
