#include "portolan/navmesh/nav_mesh_picture.h"
#include "portolan/picture.h"

namespace portolan {

Picture draw(const NavMeshSnapshot& world, std::span<const NavMeshPath> paths, std::uint32_t side) {
  detail::NavMeshPicture picture(world.inside(), {.width = side});
  for (std::size_t i = 0; i < paths.size(); ++i)
    picture.draw_path(paths[i].waypoints, detail::path_colour(i));
  for (const NavMeshPath& path : paths) {
    if (path.waypoints.empty()) continue;
    picture.draw_marker(path.waypoints.front().point, detail::palette::kAmber);
    picture.draw_marker(path.waypoints.back().point, detail::palette::kBlack);
  }
  return picture.picture();
}

}  // namespace portolan
