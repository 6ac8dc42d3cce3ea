#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "portolan/geometry.h"
#include "portolan/io/file.h"
#include "portolan/io/geometry/axes.h"
#include "portolan/recast_options.h"
#include "portolan/types.h"

namespace portolan::detail {

/// A `.gset` file of RecastDemo, without the geometry that it names.
struct Gset {
  std::string geometry;  ///< The file's name, as it stands there.
  RecastOptions recast;  ///< The usual ones where it has none.
  std::vector<OffMeshLink> links;
  std::vector<AreaVolume> volumes;
};

/// Reads its lines: `f` the geometry; `s` the settings; `c` an off-mesh connection; `v` a convex
/// volume, whose corners stand on the lines below it. Other lines are passed over. Numbers are
/// finite, areas at most 62; whether the settings make sense is seen when a mesh is built.
Result<Gset> parse_gset(std::string_view text, std::string_view name);

/// The same from a file, with its geometry: see the public header.
Result<RecastScene> load_gset(BegunFile file, const SourceAxes& axes = {});

}  // namespace portolan::detail
