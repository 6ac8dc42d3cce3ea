#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>

#include "grid_testing.h"
#include "scenes/grid_scenes.h"

/// Any number of threads query a snapshot while another makes newer ones.
namespace portolan::detail {
namespace {

using test::ask;
using test::Random;

struct Asked {
  Tile from;
  Tile to;
  Status status;
  Cost cost;
  std::vector<NodeId> nodes;
};

std::vector<Asked> ask_alone(const GridSnapshot& snapshot, int count) {
  Random random(6);
  GridQuery query;
  GridPath path;
  std::vector<Asked> asked;
  for (int k = 0; k < count; ++k) {
    const Tile a = test::random_tile(random, snapshot.grid());
    const Tile b = test::random_tile(random, snapshot.grid());
    query.find_path(snapshot, a, b, ask(kAutoLevel, Smoothing::full), path);
    asked.push_back({a, b, path.status, path.cost, path.nodes});
  }
  return asked;
}

TEST(GridThreads, QueriesDuringEditsGiveWhatTheyGiveAlone) {
  const Grid grid = scenes::generate_grid("caves", {.width = 128, .height = 128}).value();
  const GridSnapshot base =
      test::build(grid, GridMetric{}, test::options_with(16, {TransitionKind::every, 4, 6}));
  const std::vector<Asked> asked = ask_alone(base, 60);
  std::mutex mutex;
  GridSnapshot newest = base;  // under `mutex`
  std::atomic<int> wrong = 0;
  std::atomic<bool> done = false;

  const auto work = [&] {
    GridQuery query;
    GridPath path;
    for (int round = 0; round < 3; ++round) {
      for (const Asked& a : asked) {
        query.find_path(base, a.from, a.to, ask(kAutoLevel, Smoothing::full), path);
        wrong += path.status != a.status || path.cost != a.cost || path.nodes != a.nodes;
      }
    }
    GridQuery current;
    do {
      std::unique_lock lock(mutex);
      const GridSnapshot snapshot = newest;
      lock.unlock();
      for (std::size_t i = 0; i < 5; ++i) {
        current.find_path(snapshot, asked[i].from, asked[i].to, ask(), path);
        wrong += path.status == Status::complete && snapshot.graph().cost(path.nodes) != path.cost;
      }
    } while (!done);
  };
  std::vector<std::thread> threads;
  for (int k = 0; k < 4; ++k) threads.emplace_back(work);
  Random random(2);
  GridSnapshot mine = base;
  for (int k = 0; k < 60; ++k) {
    const Tile at = test::random_tile(random, grid);
    const TileChange change[] = {{at, mine.graph().passable(at) ? '@' : '.'}};
    mine = mine.edit(change).value().snapshot;
    const std::lock_guard lock(mutex);
    newest = mine;
  }
  done = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace portolan::detail
