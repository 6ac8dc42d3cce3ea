#pragma once

#include <string_view>

#include "portolan/io/images/image.h"
#include "portolan/io/images/samples.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Whether the bytes begin as every PNG file does.
bool is_png(std::string_view bytes);

/// The PNG part of parse_image.
Result<Image> parse_png(std::string_view bytes, std::string_view name);

/// A PNG file with all its channels, alpha too, and all 16 bits where it has them; fewer than 8
/// are scaled to 8.
Result<Samples> parse_png_samples(std::string_view bytes, std::string_view name);

}  // namespace portolan::detail
