// Many units on one map: wide ones keep to wide streets, a flow field leads a crowd to one goal,
// and a goal that cannot be reached is replaced by the nearest tile that can.
#include <cstdio>
#include <string>
#include <vector>

#include "portolan/grid.h"

int main() {
  std::string drawing;  // houses, streets of four tiles one way and of two the other
  for (int y = 0; y < 256; ++y) {
    for (int x = 0; x < 256; ++x) drawing += x % 12 < 8 && y % 10 < 8 ? '@' : '.';
    drawing += '\n';
  }
  const auto world =
      portolan::GridSnapshot::build(portolan::Grid::parse(drawing).value(), {}, {.sizes = {1, 3}});
  if (!world) return std::fprintf(stderr, "%s\n", world.error().message.c_str()), 1;

  // A unit three tiles wide is named by its top left tile, and cannot use the narrow streets.
  const portolan::GridSnapshot wide = *world->of_size(3);
  portolan::GridQuery query;
  const auto alone = query.find_path(*world, {8, 8}, {248, 248});
  const auto cart = query.find_path(wide, {8, 8}, {248, 248});
  std::printf("on foot: %s, %.1f tiles; three tiles wide: %s\n", to_string(alone.status),
              alone.cost, to_string(cart.status));

  // The cart cannot get there: as near as it can, then.
  const auto nearest = query.find_nearest_reachable(wide, {8, 8}, {248, 248});
  if (nearest) std::printf("as near as it gets: %d,%d\n", nearest->x, nearest->y);

  // A thousand walkers to one goal: each asks where to step next.
  portolan::GridFlow flow;
  flow.begin(*world, {128, 128});
  std::vector<portolan::Tile> units;
  for (int i = 0; units.size() < 1000; ++i) {
    const portolan::Tile tile{(i * 37) % 256, (i * 101) % 256};
    if (world->passable(tile)) units.push_back(tile);
  }
  int frames = 0;
  for (bool moved = true; moved; ++frames) {
    moved = false;
    for (portolan::Tile& unit : units) {
      if (const auto next = flow.next(unit)) {
        unit = *next;
        moved = true;
      }
    }
  }
  std::printf("all there after %d frames\n", frames);
  bool all_there = true;
  for (const portolan::Tile& unit : units)
    all_there = all_there && unit == portolan::Tile{128, 128};
  return alone && !cart && nearest && all_there ? 0 : 1;
}
