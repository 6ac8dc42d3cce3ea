// Arrays in, arrays out: many queries at once on all cores, and which of many goals is nearest.
#include <algorithm>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "portolan/batch.h"

int main() {
  std::string drawing;
  std::vector<portolan::Tile> starts, goals;
  for (int y = 0; y < 256; ++y) {
    for (int x = 0; x < 256; ++x) {
      drawing += x % 12 < 8 && y % 10 < 7 ? '@' : '.';
      if (drawing.back() == '.') starts.push_back({x, y});
    }
    drawing += '\n';
  }
  goals = starts;
  std::rotate(goals.begin(), goals.begin() + 12'345, goals.end());

  // A program with a job system of its own hands that in instead of oneTBB.
  const portolan::Execution threads{portolan::tbb_parallel()};
  const auto world =
      portolan::GridSnapshot::build(portolan::Grid::parse(drawing).value(), {}, {}, threads);
  if (!world) return std::fprintf(stderr, "%s\n", world.error().message.c_str()), 1;

  // Batch and answers keep their memory: make them once, use them every frame.
  portolan::GridBatch batch;
  portolan::GridPaths paths;
  const auto done = batch.find_paths(*world, starts, goals, paths, {}, threads);
  if (!done) return std::fprintf(stderr, "%s\n", done.error().message.c_str()), 1;
  std::printf("%zu paths, %zu tiles; the last costs %.1f\n", paths.status.size(),
              paths.tiles.item_count(), paths.cost[paths.cost.size() - 1]);

  portolan::AnswerArray<double> costs;
  const std::span<const portolan::Tile> some = std::span(goals).first(1000);
  if (!batch.find_cost_matrix(*world, std::span(starts).first(1), some, costs)) return 1;
  std::printf("the nearest of 1000 goals costs %.1f\n",
              *std::min_element(costs.begin(), costs.end()));
}
