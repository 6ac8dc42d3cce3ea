#pragma once

#include <string_view>

#include "portolan/geometry.h"
#include "portolan/io/file.h"
#include "portolan/io/geometry/axes.h"
#include "portolan/types.h"

namespace portolan::detail {

/// A Wavefront `.obj` file: its vertices `v`, its faces `f`, cut into triangles, and their
/// materials `usemtl`, which become area types by name: `area_names` has them in the order of
/// first use, area 0 is "default" and has the faces without material. The rest, material
/// libraries too, is passed over. A face may only use vertices that stand above it.
Result<Geometry> load_obj(BegunFile file, const SourceAxes& axes = {});
/// The same from memory; `name` stands for the file in messages.
Result<Geometry> parse_obj(std::string_view text, std::string_view name,
                           const SourceAxes& axes = {});

}  // namespace portolan::detail
