// From a map to a path: draw a grid, build its hierarchy, ask for a way, print it.
#include <cstdio>
#include <string>

#include "portolan/grid/grid_query.h"

using namespace portolan;

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
  const auto grid = Grid::parse(drawing);
  if (!grid) return std::fprintf(stderr, "%s\n", grid.error().message.c_str()), 1;

  // Expensive, once a map. What is not given is chosen: here only the size of the squares is.
  const auto snapshot = GridSnapshot::build(*grid, GridMetric{}, {.cell_size = 8});
  if (!snapshot) return std::fprintf(stderr, "%s\n", snapshot.error().message.c_str()), 1;

  // Cheap, many times. One GridQuery a thread; it and the path keep their memory.
  GridQuery query;
  GridPath path;
  const Tile start{6, 4}, goal{24, 4};
  if (query.find_path(*snapshot, start, goal, GridQueryOptions{}, path) != Status::complete) {
    return std::fprintf(stderr, "no way: %s\n", name(path.status)), 1;
  }

  for (const NodeId node : path.nodes) {
    const Tile t = snapshot->graph().tile(node);
    drawing[static_cast<std::size_t>(t.y) * (grid->width() + 1) + static_cast<std::size_t>(t.x)] =
        '*';
  }
  std::printf("%s\n%zu moves, length %.2f\n", drawing.c_str(), path.nodes.size() - 1,
              snapshot->graph().length(path.nodes));
  return 0;
}
