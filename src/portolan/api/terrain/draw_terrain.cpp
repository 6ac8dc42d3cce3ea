#include "portolan/api/terrain/terrain_inside.h"
#include "portolan/picture.h"
#include "portolan/terrain/terrain_picture.h"

namespace portolan {

Picture draw(const TerrainSnapshot& world, std::span<const TerrainPath> paths, std::uint32_t side) {
  const detail::TerrainInside& inside = world.inside();
  detail::TerrainPicture picture(inside.world.mesh(), inside.locator, side);
  picture.draw_relief();
  for (std::size_t i = 0; i < paths.size(); ++i)
    picture.draw_line(paths[i].waypoints.empty() ? paths[i].points : paths[i].waypoints,
                      detail::path_colour(i));
  for (const TerrainPath& path : paths) {
    if (path.points.empty()) continue;
    picture.draw_marker(path.points.front().x, path.points.front().z, detail::palette::kAmber);
    picture.draw_marker(path.points.back().x, path.points.back().z, detail::palette::kBlack);
  }
  return picture.picture();
}

}  // namespace portolan
