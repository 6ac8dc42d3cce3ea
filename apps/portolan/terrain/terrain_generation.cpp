#include "terrain/terrain_generation.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "arguments/argument_parsing.h"
#include "failure.h"
#include "portolan/io/file_ending.h"
#include "portolan/io/maps/height_map_file.h"

namespace portolan::detail::cli {
namespace {

/// The options of `build` that read a file as it was written.
struct Written {
  std::string format;  ///< Empty, or an option with a space before it.
  float step = 1.0f;   ///< Metres that one of its values stands for.
};

/// The finest of 0.001, 0.01, ... metres that lets the map be written in so many steps.
float fitting_step(const HeightMap& map, float first, float steps) {
  const float highest = *std::max_element(map.values.begin(), map.values.end());
  float step = first;
  while (highest >= step * steps) step *= 10.0f;
  return step;
}

Written write_heights(const std::string& output, const HeightMap& map) {
  const std::string ending = file_ending(output);
  Written written;
  if (ending == ".pgm") {
    written.step = fitting_step(map, 0.001f, 65534.0f);
    take(save_pgm(output, map, written.step));
  } else if (ending == ".png") {
    written.step = fitting_step(map, 1.0f, 255.0f);
    HeightMap scaled = map;
    for (float& value : scaled.values) value /= written.step;
    take(save_magnitudes_png(output, scaled));
    written.format = " --colours magnitudes";
  } else if (ending == ".raw") {
    take(save_raw_height_map(output, map));
    written.format = fmt::format(" --raw {}x{}:f32le", map.width, map.height);
  } else {
    refuse("--output", fmt::format("'{}' does not end in .pgm (16 bits), .png (magnitudes in "
                                   "colours) or .raw (float)",
                                   output));
  }
  return written;
}

}  // namespace

void TerrainGeneration::add_to(Command& command,
                               const std::function<void(Option*, const char* type)>& add) {
  relief = command.add_option_function(
      "--relief-percent",
      [this](const std::string& text) {
        options.relief_percent = parse_whole32("--relief-percent", text, 0, 1000);
      },
      "hills, ridges, fractal: how high [0, 1000], 100 if left out");
  add(relief, "N");
  add(command.add_option("--difficulty", difficulty,
                         "fractal: write the difficulty map too, a .pgm file"),
      "FILE");
}

GeneratedTerrain TerrainGeneration::generate(const std::string& scene,
                                             const std::string& output) const {
  if (relief->count() > 0 && (scene == "cone" || scene == "walls")) {
    refuse("--relief-percent",
           fmt::format("is for hills, ridges and fractal; {} has no seed, leave it out", scene));
  }
  if (!difficulty.empty() && file_ending(difficulty) != ".pgm")
    refuse("--difficulty", fmt::format("'{}' does not end in .pgm", difficulty));
  const scenes::TerrainScene made = take(scenes::generate_terrain(scene, options), ExitCode::usage);
  if (!difficulty.empty() && made.difficulty.values.empty())
    refuse("--difficulty", fmt::format("{} has no difficulty map; leave it out", scene));
  const Written written = write_heights(output, made.heights);
  if (!difficulty.empty()) take(save_pgm(difficulty, made.difficulty, 1.0f / 65534.0f));
  return {made.heights.width, made.heights.height,
          fmt::format("portolan build {} --world terrain{} --spacing {:g} --height-scale {:g}{} "
                      "-o {}",
                      output, written.format, made.spacing, written.step,
                      difficulty.empty() ? "" : " --difficulty " + difficulty,
                      std::filesystem::path(output).replace_extension(".portolan").string())};
}

}  // namespace portolan::detail::cli
