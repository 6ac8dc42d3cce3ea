#include <portolan/terrain.h>

int main() {
  const portolan::TerrainSource flat{.heights = {8, 8, std::vector<float>(64, 1.0f)}};
  const auto world = portolan::TerrainSnapshot::build(flat);
  return world && portolan::TerrainQuery().find_path(*world, {1, 0, 1}, {6, 0, 5}) ? 0 : 1;
}
