#include "terrain/terrain_build_arguments.h"

#include <fmt/format.h>

#include <utility>

#include "arguments/argument_parsing.h"
#include "failure.h"
#include "portolan/batch.h"
#include "report/progress_bar.h"
#include "world/table_building.h"

namespace portolan::detail::cli {
namespace {

using Text = const std::string&;

Triangulation parse_triangles(Text text) {
  check_word("--triangles", text, {"two", "four", "contour"});
  if (text == "two") return Triangulation::two;
  return text == "four" ? Triangulation::four : Triangulation::contour;
}

HeightColours parse_colours(Text text) {
  check_word("--colours", text, {"gray", "terrain-rgb", "magnitudes"});
  if (text == "gray") return HeightColours::gray;
  return text == "terrain-rgb" ? HeightColours::terrain_rgb : HeightColours::magnitudes;
}

RawFormat parse_raw(Text text) {
  const auto parts = split(text, ':');
  if (parts.size() != 2)
    refuse("--raw", fmt::format("'{}' is not WxH:TYPE, such as 512x512:u16le", text));
  RawFormat format;
  const Size size = parse_size("--raw", parts[0], 1, 16384);
  format.width = size.width;
  format.height = size.height;
  check_word("--raw", parts[1], {"u8", "u16le", "u16be", "f32le"});
  format.type = take(parse_raw_type(parts[1]));
  return format;
}

Box parse_box(Text text) {
  const auto n = parse_numbers(
      "--box", text, 6, "a box; give X0,Y0,Z0,X1,Y1,Z1 in metres, y up, such as 0,0,0,100,25,100");
  const Box box{{n[0], n[1], n[2]}, {n[3], n[4], n[5]}};
  if (box.low.x >= box.high.x || box.low.y > box.high.y || box.low.z >= box.high.z)
    refuse("--box", fmt::format("'{}' is empty; give its low corner first", text));
  return box;
}

}  // namespace

void TerrainBuildArguments::add_to(Command& command, GivenOptions& all) {
  add_map_options(command, all);
  prices_.add_to(command, [&](Option* option, const char* type) {
    all.add(option);
    given_.add(option->type_name(type)->group("Prices of terrain"));
  });
}

void TerrainBuildArguments::add_map_options(Command& command, GivenOptions& all) {
  const auto add = [&](Option* option, const char* type) {
    all.add(option);
    given_of_maps_.add(option);
    return given_.add(option->type_name(type)->group("Build options of height maps"));
  };
  const auto real = [&](const char* name, float& field, double low, double high, const char* help,
                        const char* type) {
    return add(command.add_option_function(
                   name,
                   [=, &field](Text text) {
                     field = static_cast<float>(parse_real(name, text, low, high));
                   },
                   fmt::format("{} [{:g}, {:g}], {:g} if left out", help, low, high, field)),
               type);
  };
  add(command.add_option_function(
          "--triangles", [this](Text text) { source_.triangulation = parse_triangles(text); },
          "Of each square: two (default), four around a middle, or contour: two, their edge along "
          "the contour lines"),
      "two|four|contour");
  add(command.add_option_function(
          "--spacing",
          [this](Text text) {
            source_.placement.spacing =
                static_cast<float>(parse_real("--spacing", text, 1e-6, 1e6));
          },
          "From one value to the next [1e-06, 1e+06]; if left out as the file says, 1 where it "
          "does "
          "not"),
      "METRES");
  add(command.add_option_function(
          "--map-units",
          [this](Text text) {
            check_word("--map-units", text, {"metres", "degrees"});
            source_.format.units = text == "degrees" ? MapUnits::degrees : MapUnits::metres;
          },
          "What an ESRI ASCII grid without a .prj file beside it counts in: metres (default) or "
          "degrees"),
      "metres|degrees");
  real("--height-scale", source_.placement.height_scale, 1e-9, 1e9,
       "What one step of the values stands for", "METRES");
  add(command.add_option_function(
          "--box", [this](Text text) { source_.placement.box = parse_box(text); },
          "Stretch the map to fill this box instead, y up"),
      "X0,Y0,Z0,X1,Y1,Z1");
  add(command.add_option(
          "--difficulty", source_.difficulty,
          "How difficult the ground is, of the same size: a gray picture, black is 0 "
          "and white 1, or a GeoTIFF, an ESRI ASCII grid or a NumPy array"),
      "FILE");
  real("--most-difficult", source_.most_difficult, 0, 1e6, "What 1 stands for there", "X");
  given_of_pictures_.add(
      add(command.add_option_function(
              "--colours", [this](Text text) { source_.format.colours = parse_colours(text); },
              "What colours mean: gray (default): the value; terrain-rgb, as web maps have it; "
              "magnitudes: red + green / 256 + blue / 65536"),
          "gray|terrain-rgb|magnitudes"));
  add(command.add_option_function(
          "--missing",
          [this](Text text) {
            source_.format.missing = static_cast<float>(parse_real("--missing", text, -1e9, 1e9));
          },
          "The value that means that nothing is known there; no triangles are made of it"),
      "VALUE");
  given_of_raw_.add(add(command.add_option_function(
                            "--raw", [this](Text text) { source_.raw = parse_raw(text); },
                            "Size and type of a .raw file: u8, u16le, u16be or f32le"),
                        "WxH:TYPE"));
}

std::unique_ptr<LoadedTerrain> TerrainBuildArguments::build(
    BegunFile file, SourceKind kind, const SharedBuildOptions& shared) const {
  const std::string path = file.name();
  if (is_geometry(kind))
    given_of_maps_.refuse("height maps", path + " holds triangles, leave it out");
  if (kind == SourceKind::raw)
    given_of_pictures_.refuse("pictures", path + " is raw, leave it out");
  else if (kind == SourceKind::heights)
    given_of_pictures_.refuse("pictures", path + " is none, leave it out");
  if (kind != SourceKind::raw)
    given_of_raw_.refuse("raw values, in files that end in .raw", "leave it out");
  TerrainBuildOptions options;
  options.store_steps = shared.store_paths;
  read_if_given("--levels", shared.levels, 1, 8, options.levels);
  read_if_given("--cell-size", shared.cell_size, 2, 64, options.cell_size);
  read_if_given("--group", shared.group, 2, 16, options.group);
  TerrainSourceOptions source = source_;
  source.axes = shared.axes;
  TriangleMesh mesh = load_terrain_source(std::move(file), kind, source);
  ProgressBar bar("building");
  auto snapshot = TerrainSnapshot::build(std::move(mesh), prices_.settings(), options,
                                         tbb_parallel(), bar.progress());
  if (!snapshot) throw Failure{ExitCode::bad_input, path + ": " + snapshot.error().message};
  bar.finish();
  return std::make_unique<LoadedTerrain>(
      BakedTerrain{with_tables(std::move(*snapshot), shared.table_bytes)});
}

}  // namespace portolan::detail::cli
