#pragma once

#include <string_view>

#include "portolan/io/images/samples.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Whether the bytes begin as PGM and PPM files do.
bool is_pnm(std::string_view bytes);

/// A PGM or PPM picture as text (P2, P3) or binary (P5, P6), with 8 or 16 bits; each side 1 to
/// Grid::kMaxSide.
Result<Samples> parse_pnm(std::string_view bytes, std::string_view name);

}  // namespace portolan::detail
