#pragma once

#include <cstdint>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

#include "portolan/batch.h"
#include "portolan/batch/batch.h"
#include "portolan/gpu/gpu_agents.h"
#include "study.h"

/// What the benchmarks of agents on a GPU share, whatever the world is.
namespace portolan::detail::bench {

/// Agents with a start and a goal of their own.
template <class Place>
struct AgentsAt {
  std::vector<Place> starts;
  std::vector<Place> goals;
};

/// As many agents as asked for, by draw(random), which gives the two ends of one.
template <class Place, class Draw>
AgentsAt<Place> draw_each(std::uint32_t count, Draw&& draw) {
  constexpr unsigned kParts = 64;  // so that they do not depend on the machine's threads
  AgentsAt<Place> agents{std::vector<Place>(count), std::vector<Place>(count)};
  tbb_parallel()(kParts, [&](std::uint32_t part) {
    std::minstd_rand random(part + 1);
    for (std::size_t i = part; i < count; i += kParts)
      std::tie(agents.starts[i], agents.goals[i]) = draw(random);
  });
  return agents;
}

/// The best of some rounds, after one that asks for memory.
template <class Agents>
GpuTimes best_times(Agents& agents, const GpuOptions& options, unsigned rounds) {
  GpuTimes best = take(agents.find_paths(options));
  for (unsigned round = 0; round < rounds; ++round) {
    const GpuTimes times = take(agents.find_paths(options));
    if (times.total < best.total) best = times;
  }
  return best;
}

/// The same batch on all cores, in milliseconds.
template <class World, class Snapshot, class Place>
double best_on_cpu(const Snapshot& world, const AgentsAt<Place>& agents, unsigned rounds) {
  const ParallelFor parallel = tbb_parallel();
  Batch<World> batch;
  BatchAnswers answers;
  const BatchRequest<World> request{agents.starts, agents.goals};
  double best = 0.0;
  for (unsigned round = 0; round < rounds; ++round) {
    const double ms =
        1e-3 * microseconds_of([&] { take(batch.answer(world, request, parallel, {}, answers)); });
    if (round == 0 || ms < best) best = ms;
  }
  return best;
}

/// Runs measure(gpu) where there is a GPU, and says so where there is none.
template <class Measure>
int on_gpu(Measure&& measure) {
  const auto gpu = find_gpu();
  if (!gpu) {
    fmt::print("skipped: {}\n", gpu.error().message);
    return 0;
  }
  measure(*gpu);
  return 0;
}

}  // namespace portolan::detail::bench
