// From a map to a path: draw a grid, build it, ask for a path, print it.
#include <cstdio>
#include <string>

#include "portolan/grid.h"

int main() {
  std::string drawing =
      "................@...............\n"
      ".@@@@@@@@@@@@@..@..@@@@@@@@@@@@.\n"
      ".@............@.@.@............@\n"
      ".@.@@@@@@@@@@.@.@.@.@@@@@@@@@@.@\n"
      ".@.@........@.@.@.@.@........@.@\n"
      ".@.@.@@@@@@.@.@...@.@.@@@@@@.@..\n"
      ".@...@......@...@...@......@...@\n"
      ".@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@.\n"
      "................................\n";
  const auto grid = portolan::Grid::parse(drawing);
  if (!grid) return std::fprintf(stderr, "%s\n", grid.error().message.c_str()), 1;

  // Expensive, once per map. Everything has a default.
  const auto world = portolan::GridSnapshot::build(*grid);
  if (!world) return std::fprintf(stderr, "%s\n", world.error().message.c_str()), 1;

  // Cheap, many times. One query object for each thread.
  portolan::GridQuery query;
  const portolan::GridPath path = query.find_path(*world, {6, 4}, {24, 4});
  if (!path) return std::fprintf(stderr, "no path: %s\n", to_string(path.status)), 1;

  for (const portolan::Tile t : path.tiles) drawing[static_cast<std::size_t>(t.y * 33 + t.x)] = '*';
  std::printf("%s\n%zu moves, cost %.2f\n", drawing.c_str(), path.tiles.size() - 1, path.cost);
}
