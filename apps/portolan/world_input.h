#pragma once

#include <string>

#include "build_arguments.h"
#include "portolan/grid/grid_snapshot.h"

namespace portolan::cli {

/// Whether a file is a map or a picture, to be built first, by its name: .map, .pgm, .ppm, .png.
bool is_source(const std::string& path);

/// Builds with a progress bar.
GridSnapshot build_world(BuildArguments::Source source, const GridBuildOptions& options);

/// A baked world; or a map or picture, which is built in memory with the build options. Build
/// options for a baked world, which has its own, are refused.
GridSnapshot open_world(const std::string& path, const BuildArguments& build);

}  // namespace portolan::cli
