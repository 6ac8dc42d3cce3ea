// Arrays in, arrays out: many queries at once on all cores, and which of many goals is nearest.
#include <cstdio>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

#include "portolan/batch/batch.h"
#include "portolan/batch/tbb_parallel.h"
#include "portolan/grid/grid_snapshot.h"
#include "scenes/grid_scenes.h"

using namespace portolan;

template <class T>
T take(Result<T> result) {
  if (result) return *std::move(result);
  std::fprintf(stderr, "%s\n", result.error().message.c_str());
  std::exit(1);
}

int main() {
  // With tables a query is a look-up. They are built on the same threads as batches run on; a
  // program with a job system of its own hands that in instead of oneTBB.
  const ParallelFor parallel = tbb_parallel();
  const Grid city = take(scenes::generate_grid("city", {.width = 256, .height = 256}));
  const GridSnapshot world =
      take(take(GridSnapshot::build(city, GridMetric{}, {.for_tables = true}))
               .with_tables(TableOptions{}, parallel));

  std::vector<NodeId> free;
  for (std::int32_t i = 0; i < 256 * 256; ++i) {
    if (const Tile tile{i % 256, i / 256}; world.graph().passable(tile))
      free.push_back(world.graph().node(tile));
  }
  std::vector<NodeId> starts, goals;
  for (std::size_t i = 0; i < 100'000; ++i) {
    starts.push_back(free[i * 7919 % free.size()]);
    goals.push_back(free[(i + 500) * 104'729 % free.size()]);
  }

  // Batch and answers keep their memory: make them once.
  Batch<GridWorld> batch;
  BatchAnswers answers;
  take(batch.answer(world.world(), world.hierarchy(), world.tables(),
                    BatchRequest<GridWorld>{starts, goals}, parallel, {}, answers));
  std::printf("%zu paths of %zu tiles together; the last one costs %u\n", answers.status.size(),
              answers.nodes.size(), answers.cost[answers.cost.size() - 1]);

  OneToMany<GridWorld> one_to_many;
  std::vector<NodeId> path;
  const Nearest nearest =
      one_to_many.find_nearest(world.world(), world.hierarchy(), world.tables(), starts[0],
                               std::span<const NodeId>(goals).first(100), path);
  std::printf("of the first 100 goals number %u is nearest to the first start: %zu tiles\n",
              nearest.at, path.size());
  return 0;
}
