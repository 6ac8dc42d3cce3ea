// From heights to a path: uphill is expensive, and the paths there and back differ.
#include <cmath>
#include <cstdio>

#include "portolan/io.h"
#include "portolan/terrain.h"

int main() {
  // A ridge with a pass. load_height_map() reads pictures, GeoTIFF, .asc and .npy, and
  // load_raw_height_map() raw values. GeoTIFF and .asc know their place on a map: there points come
  // from *world->from_map({512300, 4021650}), and world->to_map() gives the map's back.
  portolan::TerrainSource source{.heights = {128, 128, {}}};
  for (int z = 0; z < 128; ++z) {
    for (int x = 0; x < 128; ++x) {
      const double ridge = 40.0 * std::exp(-std::pow((x - 64) / 12.0, 2));
      const double pass = 1.0 - 0.8 * std::exp(-std::pow((z - 100) / 10.0, 2));
      source.heights.values.push_back(static_cast<float>(ridge * pass));
    }
  }
  portolan::PriceSettings prices;
  prices.y = {.down = 2.0, .up = 8.0};
  const auto world = portolan::TerrainSnapshot::build(source, prices);
  if (!world) return std::fprintf(stderr, "%s\n", world.error().message.c_str()), 1;

  portolan::TerrainQuery query;
  const portolan::TerrainPath path = query.find_path(*world, {10, 0, 20}, {118, 0, 20});
  if (!path) return std::fprintf(stderr, "no path: %s\n", to_string(path.status)), 1;
  const portolan::LineLengths length = world->measure(path)->points;
  std::printf("%zu triangles, %.0f m on the map, %.0f m up and %.0f down, cost %.0f\n",
              path.triangles.size(), length.map, length.up, length.down, path.cost);
  return portolan::save_png("08_terrain_path.png", portolan::draw(*world, path)) ? 0 : 1;
}
