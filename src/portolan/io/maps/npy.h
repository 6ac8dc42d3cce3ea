#pragma once

#include <optional>
#include <string_view>

#include "portolan/terrain.h"
#include "portolan/types.h"

namespace portolan::detail {

bool is_npy(std::string_view bytes);

/// An array of NumPy (.npy) with two dimensions, rows and columns, of whole numbers up to 64 bits
/// or of floats with 32 or 64, in either order of bytes and of dimensions. NaN and `missing` are
/// missing heights. `name` stands for the file in messages.
Result<HeightMap> parse_npy(std::string_view bytes, std::string_view name,
                            std::optional<float> missing = {});

}  // namespace portolan::detail
