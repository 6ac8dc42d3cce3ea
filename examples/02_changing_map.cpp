// A map that changes under an agent's feet: edits share what they do not touch, and a walk that
// is refined as it goes plans again when a change breaks what is left of it.
#include <cstdio>

#include "portolan/grid/grid_walk.h"
#include "scenes/grid_scenes.h"

using namespace portolan;

namespace {

/// Walls up the tiles of `nodes`; prints how little of the hierarchy that took.
Result<GridSnapshot> block(const GridSnapshot& snapshot, std::span<const NodeId> nodes) {
  std::vector<TileChange> changes;
  for (const NodeId node : nodes) changes.push_back({snapshot.graph().tile(node), '@'});
  auto edit = snapshot.edit(changes);
  if (!edit) return edit.error();
  std::printf("%zu tiles blocked: %u of %u squares computed again\n", changes.size(),
              edit->counts.cells[0], snapshot.hierarchy().partition().cell_count(1));
  return edit->snapshot;
}

}  // namespace

int main() {
  const auto grid = scenes::generate_grid("city", {.width = 256, .height = 256, .seed = 4});
  if (!grid) return std::fprintf(stderr, "%s\n", grid.error().message.c_str()), 1;
  auto snapshot = GridSnapshot::build(*grid, GridMetric{}, {.cell_size = 16});
  if (!snapshot) return std::fprintf(stderr, "%s\n", snapshot.error().message.c_str()), 1;

  // The two free tiles nearest to opposite corners.
  Tile start{0, 0}, goal{255, 255};
  while (!snapshot->graph().passable(start)) start = {start.x + 1, start.y + start.x % 2};
  while (!snapshot->graph().passable(goal)) goal = {goal.x - 1, goal.y - goal.x % 2};

  GridQuery query;
  GridWalk walk;
  walk.plan(query, *snapshot, start, goal, GridQueryOptions{});
  int steps = 0;
  while (walk.status() == Status::partial) {
    if (steps == 40 || steps == 120) {
      // Something falls onto the road ten tiles ahead.
      const std::span<const NodeId> ahead = walk.ahead(query, 12);
      auto next = block(*snapshot, ahead.subspan(ahead.size() - 2));
      if (!next) return std::fprintf(stderr, "%s\n", next.error().message.c_str()), 1;
      *snapshot = *next;
      walk.adopt(query, *snapshot);
    }
    const std::span<const NodeId> ahead = walk.ahead(query, 1);
    if (ahead.empty() || !snapshot->graph().passable(ahead[0])) break;
    walk.advance();
    ++steps;
  }
  const Tile end = snapshot->graph().tile(walk.position());
  std::printf("%s at %d,%d after %d steps and %u new plans\n", name(walk.status()), end.x, end.y,
              steps, walk.replans());
  return walk.status() == Status::complete && walk.replans() == 2 ? 0 : 1;
}
