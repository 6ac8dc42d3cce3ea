// A map that changes under an agent's feet: edits share what they do not touch, and a walk that
// is refined as it goes plans again when a change breaks what is left of it.
#include <cstdio>
#include <string>
#include <vector>

#include "portolan/grid.h"

int main() {
  std::string drawing;  // houses with streets between them
  for (int y = 0; y < 256; ++y) {
    for (int x = 0; x < 256; ++x) drawing += x % 12 < 8 && y % 10 < 7 ? '@' : '.';
    drawing += '\n';
  }
  auto world = portolan::GridSnapshot::build(portolan::Grid::parse(drawing).value());
  if (!world) return std::fprintf(stderr, "%s\n", world.error().message.c_str()), 1;

  portolan::GridQuery query;
  portolan::GridWalk walk;
  walk.plan(query, *world, {8, 0}, {250, 248});
  int steps = 0;
  for (; walk.status() == portolan::Status::partial; ++steps) {
    if (steps == 40 || steps == 120) {
      // A wall falls across the street ten tiles ahead.
      const auto ahead = walk.ahead(query, 10);
      const portolan::Tile at = ahead.back();
      std::vector<portolan::TileChange> wall;
      for (int i = -5; i <= 5; ++i) {
        if (world->passable({at.x + i, at.y})) wall.push_back({{at.x + i, at.y}, '@'});
        if (i != 0 && world->passable({at.x, at.y + i})) wall.push_back({{at.x, at.y + i}, '@'});
      }
      world = world->edit(wall);
      if (!world) return std::fprintf(stderr, "%s\n", world.error().message.c_str()), 1;
      walk.adopt(query, *world);
    }
    if (walk.ahead(query, 1).empty()) break;
    walk.advance();
  }
  std::printf("%s at %d,%d after %d steps and %u new plans\n", to_string(walk.status()),
              walk.position()->x, walk.position()->y, steps, walk.replans());
  return walk.status() == portolan::Status::complete && walk.replans() == 2 ? 0 : 1;
}
