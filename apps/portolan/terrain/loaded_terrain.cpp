#include "terrain/loaded_terrain.h"

#include <fmt/format.h>

#include "arguments/argument_parsing.h"
#include "portolan/io/text/text_lines.h"
#include "portolan/terrain/map_frame.h"
#include "report/json.h"
#include "report/table.h"
#include "report/table_report.h"
#include "terrain/merged_structure.h"
#include "terrain/terrain_queries.h"
#include "terrain/terrain_query_source.h"
#include "terrain/terrain_report.h"

namespace portolan::detail::cli {
namespace {

const MergeArguments kNoMergeArguments;

/// A place without the height that places are printed with: in metres between X and Z, on a map
/// behind X and Y. What is no number stays, to be refused.
std::string without_height(const std::string& text, bool of_map) {
  const auto parts = split(text, ',');
  if (parts.size() != 3 || !parse_number<double>(parts[of_map ? 2 : 1])) return text;
  return parts[0] + "," + parts[of_map ? 1 : 2];
}

}  // namespace

LoadedTerrain::LoadedTerrain(BakedTerrain baked)
    : baked_(std::move(baked)),
      locator_(snapshot().shared_mesh()),
      merged_(std::make_shared<MergedStructure>(baked_, kNoMergeArguments)),
      pool_(std::make_shared<QueryPool<TerrainQuery>>()) {}

void LoadedTerrain::save(const std::string& path) const { take(save_terrain_world(path, baked_)); }

std::optional<MoreMemory> LoadedTerrain::more_memory() const {
  return find_more_memory(snapshot());
}

std::string LoadedTerrain::text(const std::string& name) const {
  return terrain_text(name, baked_);
}

Json LoadedTerrain::json(const std::string& name) const { return terrain_json(name, baked_); }

std::string LoadedTerrain::size_text() const {
  return counted(snapshot().mesh().triangle_count(), "triangle");
}

std::unique_ptr<QuerySet> LoadedTerrain::load_queries(const std::string& text, std::size_t limit,
                                                      const QueryArguments& arguments) const {
  if (arguments.map_coordinates) check_frame();
  return std::make_unique<TerrainQueries>(
      *this, load_terrain_queries(text, *this, limit, arguments), arguments);
}

void LoadedTerrain::check_frame() const {
  if (snapshot().mesh().frame) return;
  refuse("--coordinates",
         "this world does not know where it lies on a map; build it from a GeoTIFF or an ESRI "
         "ASCII grid, or leave it out");
}

GroundPoint LoadedTerrain::from_map(const MapPoint& point) const {
  const TriangleMesh& mesh = snapshot().mesh();
  const Vec3 place = detail::from_map(*mesh.frame, mesh.raster, point);
  return {place.x, place.z};
}

GroundPoint LoadedTerrain::parse_place(const std::string& argument, const std::string& text,
                                       const QueryArguments& arguments) const {
  const std::string place = without_height(text, arguments.map_coordinates);
  if (!arguments.map_coordinates) return parse_ground_point(argument, place);
  check_frame();
  return from_map(parse_map_point(argument, place, snapshot().mesh().frame->degrees));
}

std::unique_ptr<QuerySet> LoadedTerrain::make_query(const std::string& from, const std::string& to,
                                                    const QueryArguments& arguments) const {
  return std::make_unique<TerrainQueries>(
      *this,
      std::vector{find_ends(*this, parse_place("--from", from, arguments),
                            parse_place("--to", to, arguments))},
      arguments);
}

const LoadedTerrain& take_terrain(const World& world, const std::string& name) {
  if (world.kind() == WorldKind::terrain) return static_cast<const LoadedTerrain&>(world);
  throw Failure{ExitCode::usage,
                fmt::format("{}: this is for terrain, and the world is one of the {}; build one "
                            "with --world terrain",
                            name, plural(world.kind()))};
}

}  // namespace portolan::detail::cli
