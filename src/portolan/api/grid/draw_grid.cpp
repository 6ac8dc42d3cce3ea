#include "portolan/grid/grid_picture.h"
#include "portolan/grid/grid_snapshot.h"
#include "portolan/picture.h"

namespace portolan {

Picture draw(const GridSnapshot& world, std::span<const GridPath> paths, std::uint32_t side) {
  const detail::GridSnapshot& inside = world.inside();
  detail::GridPictureOptions options;
  options.max_side = side;
  detail::GridPicture picture(world.grid(), world.metric(), options);
  picture.draw_cell_lines(inside.options().cell_size);
  for (std::size_t i = 0; i < paths.size(); ++i)
    picture.draw_path(paths[i].tiles, detail::path_colour(i));
  for (const GridPath& path : paths) {
    if (path.tiles.empty()) continue;
    picture.draw_marker(path.tiles.front(), detail::palette::kAmber);
    picture.draw_marker(path.tiles.back(), detail::palette::kBlack);
  }
  return picture.picture();
}

}  // namespace portolan
