#pragma once

#include <filesystem>
#include <string>

#include "portolan/geometry.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Writes a Wavefront `.obj` file that load_obj reads back: y up, in metres, to the last bit, area
/// types as materials by name ("area7" where area 7 has none). Links have no place in the format
/// and are left out. The file appears under its name only when it is whole. Fails for areas and
/// vertices that do not exist.
Result<Done> save_obj(const std::filesystem::path& path, const Geometry& geometry);
/// The text of that file.
Result<std::string> write_obj(const Geometry& geometry);

}  // namespace portolan::detail
