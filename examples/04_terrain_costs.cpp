// What a move costs is a metric: costs by letter, one metric for each kind of agent. The same
// map gives a wagon the road and a boat the river.
#include <cstdio>
#include <string>

#include "portolan/grid/grid_query.h"

using namespace portolan;

namespace {

constexpr const char* kMap =
    "MMMMMMMMMMMMMMMMMMMMMMMM\n"
    "M......rrrrrrrrr.......M\n"
    "M..TTTTr.......rTTTT...M\n"
    "Mrrrrrrr..~~~..rrrrrrrrM\n"
    "M~~.......~~~.......~~~M\n"
    "M~~~~~~~~~~~~~~~~~~~~~~M\n"
    "M..TTTTTT..~~~..TTTTTT.M\n"
    "MMMMMMMMMMMMMMMMMMMMMMMM\n";

/// Asks for a way under a metric and prints it; its length in tiles times terrain cost, or less
/// than 0 when there is none.
double show(const char* who, const GridMetric& metric, Tile start, Tile goal) {
  const auto snapshot = GridSnapshot::build(Grid::parse(kMap).value(), metric, {.cell_size = 6});
  if (!snapshot) return std::fprintf(stderr, "%s\n", snapshot.error().message.c_str()), -1.0;
  GridQuery query;
  GridPath path;
  if (query.find_path(*snapshot, start, goal, GridQueryOptions{}, path) != Status::complete) {
    std::printf("%s: %s\n\n", who, name(path.status));
    return -1.0;
  }
  std::string drawing = kMap;
  for (const NodeId node : path.nodes) {
    const Tile t = snapshot->graph().tile(node);
    drawing[static_cast<std::size_t>(t.y) * 25 + static_cast<std::size_t>(t.x)] = '*';
  }
  const double length = snapshot->graph().length(path.nodes);
  std::printf("%s, cost %.2f:\n%s\n", who, length, drawing.c_str());
  return length;
}

}  // namespace

int main() {
  GridMetric wagon;  // Mountains and water stay blocked: letters without a cost.
  wagon.cost['r'] = 0.5;
  wagon.cost['.'] = 2.0;
  wagon.cost['T'] = 6.0;

  GridMetric walker;
  walker.cost['r'] = walker.cost['.'] = 1.0;
  walker.cost['T'] = 1.5;

  GridMetric boat;
  boat.cost['.'] = 0.0;
  boat.cost['~'] = 0.7;

  const double by_wagon = show("wagon", wagon, {1, 3}, {22, 3});
  const double on_foot = show("walker", walker, {1, 3}, {22, 3});
  const double by_boat = show("boat", boat, {1, 4}, {22, 4});
  const double aground = show("boat on land", boat, {1, 3}, {22, 3});
  return by_wagon > 0 && on_foot > by_wagon && by_boat > 0 && aground < 0 ? 0 : 1;
}
