#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "portolan/geometry.h"
#include "portolan/io/file.h"
#include "portolan/io/geometry/axes.h"
#include "portolan/types.h"

namespace portolan::detail {

/// A glTF 2.0 file, `.gltf` with its buffers or `.glb`: the triangles, strips and fans of the
/// default scene, or of all nodes where there is none, moved as their nodes say. Materials become
/// area types by name: `area_names` has them in the order of first use, area 0 is "default" and
/// has what is without material. Points, lines, skins, morphs and everything that is no geometry
/// is passed over; compressed and sparse data are refused. By its standard the format is y up and
/// in metres, as `axes` is by default.
Result<Geometry> load_gltf(BegunFile file, const SourceAxes& axes = {});
/// The same from memory, where no buffer may lie in a file of its own; `name` stands for the file
/// in messages.
Result<Geometry> parse_gltf(std::span<const std::byte> bytes, std::string_view name,
                            const SourceAxes& axes = {});

}  // namespace portolan::detail
