#include "world_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "failure.h"
#include "portolan/io/grid_world_file.h"
#include "progress_bar.h"

namespace portolan::cli {

bool is_source(const std::string& path) {
  static constexpr std::array kEndings{".map", ".pgm", ".ppm", ".png"};
  const auto ending = std::filesystem::path(path).extension();
  return std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

GridSnapshot build_world(BuildArguments::Source source, const GridBuildOptions& options) {
  ProgressBar bar("building");
  return take(GridSnapshot::build(std::move(source.grid), source.metric, options, bar.progress()));
}

GridSnapshot open_world(const std::string& path, const BuildArguments& build) {
  if (is_source(path)) return build_world(build.load_source(path), build.options());
  if (const std::string given = build.given(); !given.empty()) {
    throw Failure{ExitCode::usage,
                  fmt::format("{}: a built world has its build options inside; leave {} out, or "
                              "name the map instead",
                              path, given)};
  }
  return take(load_grid_world(path));
}

}  // namespace portolan::cli
