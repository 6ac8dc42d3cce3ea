// What a move costs is a metric: costs by letter, one metric for each kind of agent. The same
// map gives a wagon the road and a boat the river.
#include <cmath>
#include <cstdio>
#include <string>

#include "portolan/grid.h"

constexpr const char* kMap =
    "MMMMMMMMMMMMMMMMMMMMMMMM\n"
    "M......rrrrrrrrr.......M\n"
    "M..TTTTr.......rTTTT...M\n"
    "Mrrrrrrr..~~~..rrrrrrrrM\n"
    "M~~.......~~~.......~~~M\n"
    "M~~~~~~~~~~~~~~~~~~~~~~M\n"
    "M..TTTTTT..~~~..TTTTTT.M\n"
    "MMMMMMMMMMMMMMMMMMMMMMMM\n";

/// Prints the path under a metric; its cost, infinite when there is none.
double show(const char* who, const portolan::GridMetric& metric, portolan::Tile start,
            portolan::Tile goal) {
  const auto world = portolan::GridSnapshot::build(*portolan::Grid::parse(kMap), metric);
  if (!world) return std::fprintf(stderr, "%s\n", world.error().message.c_str()), INFINITY;
  const portolan::GridPath path = portolan::GridQuery().find_path(*world, start, goal);
  std::string drawing = kMap;
  for (const portolan::Tile t : path.tiles) drawing[static_cast<std::size_t>(t.y * 25 + t.x)] = '*';
  std::printf("%s: %s, cost %.2f\n%s\n", who, to_string(path.status), path.cost, drawing.c_str());
  return path.cost;
}

int main() {
  portolan::GridMetric wagon;  // Mountains and water stay blocked: letters without a cost.
  wagon.cost['r'] = 0.5;
  wagon.cost['.'] = 2.0;
  wagon.cost['T'] = 6.0;

  portolan::GridMetric walker;
  walker.cost['r'] = walker.cost['.'] = 1.0;
  walker.cost['T'] = 1.5;

  portolan::GridMetric boat;
  boat.cost['.'] = 0.0;
  boat.cost['~'] = 0.7;

  const double by_wagon = show("wagon", wagon, {1, 3}, {22, 3});
  const double on_foot = show("walker", walker, {1, 3}, {22, 3});
  const double by_boat = show("boat", boat, {1, 4}, {22, 4});
  const double aground = show("boat on land", boat, {1, 3}, {22, 3});
  return on_foot > by_wagon && std::isfinite(by_boat) && std::isinf(aground) ? 0 : 1;
}
