// Any graph: streets of a town on a ring of rings, with costs that change during the day.
#include <cstdint>
#include <cstdio>
#include <vector>

#include "portolan/graph.h"

int main() {
  constexpr std::uint32_t kRings = 40, kSpokes = 60;
  std::vector<portolan::GraphEdge> streets;
  const auto add = [&](std::uint32_t a, std::uint32_t b, portolan::Cost seconds) {
    streets.push_back({a, b, seconds});
    streets.push_back({b, a, seconds});
  };
  for (std::uint32_t ring = 0; ring < kRings; ++ring) {
    for (std::uint32_t spoke = 0; spoke < kSpokes; ++spoke) {
      const std::uint32_t node = ring * kSpokes + spoke;
      add(node, ring * kSpokes + (spoke + 1) % kSpokes, 10 + 3 * ring);
      if (ring + 1 < kRings) add(node, node + kSpokes, 20);
    }
  }
  const auto night = portolan::GraphSnapshot::build(kRings * kSpokes, streets);
  if (!night) return std::fprintf(stderr, "%s\n", night.error().message.c_str()), 1;

  std::vector<portolan::Cost> rush;  // the inner rings are jammed
  for (const portolan::GraphEdge& street : streets)
    rush.push_back(street.from < 10 * kSpokes ? 5 * street.cost : street.cost);
  const auto day = night->with_costs(rush);
  if (!day) return std::fprintf(stderr, "%s\n", day.error().message.c_str()), 1;

  portolan::GraphQuery query;
  const std::uint32_t home = 30 * kSpokes, work = 30 * kSpokes + 25;
  const portolan::Cost at_night = query.find_path(*night, home, work).cost;
  const portolan::Cost by_day = query.find_path(*day, home, work).cost;
  std::printf("%u s at night, %u s by day\n", at_night, by_day);
  return at_night < by_day ? 0 : 1;
}
