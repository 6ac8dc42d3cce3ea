#pragma once

#include <string_view>

#include "portolan/core/result.h"
#include "portolan/io/image.h"

namespace portolan {

/// Whether the bytes begin as every PNG file does.
bool is_png(std::string_view bytes);

/// The PNG part of parse_image.
Result<Image> parse_png(std::string_view bytes, std::string_view name);

}  // namespace portolan
