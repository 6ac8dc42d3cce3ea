#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

#include "portolan/batch.h"
#include "portolan/batch/node_batch.h"
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

/// The best of some rounds, at least one.
template <class Agents>
GpuTimes best_of_rounds(Agents& agents, const GpuOptions& options, unsigned rounds) {
  GpuTimes best;
  for (unsigned round = 0; round < std::max(rounds, 1u); ++round) {
    const GpuTimes times = take(agents.find_paths(options));
    if (round == 0 || times.total < best.total) best = times;
  }
  return best;
}
/// The same after one that asks for memory.
template <class Agents>
GpuTimes best_times(Agents& agents, const GpuOptions& options, unsigned rounds) {
  take(agents.find_paths(options));
  return best_of_rounds(agents, options, rounds);
}

/// The same batch on all cores, in milliseconds.
template <class World, class Snapshot, class Place>
double best_on_cpu(const Snapshot& world, const AgentsAt<Place>& agents, unsigned rounds) {
  const ParallelFor parallel = tbb_parallel();
  NodeBatch<World> batch;
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

/// How many of so many agents wrong(i) holds for, found on all cores. make() gives each of some
/// parts its own `wrong`.
template <class Make>
std::size_t count_on_all_cores(std::size_t count, Make&& make) {
  constexpr std::size_t kPart = 4096;
  std::atomic<std::size_t> sum = 0;
  tbb_parallel()(static_cast<std::uint32_t>((count + kPart - 1) / kPart), [&](std::uint32_t part) {
    auto&& wrong = make();
    std::size_t own = 0;
    const std::size_t end = std::min(count, (part + std::size_t{1}) * kPart);
    for (std::size_t i = part * kPart; i < end; ++i) own += wrong(i) ? 1 : 0;
    sum += own;
  });
  return sum;
}

/// Bytes that some phases have to move at least, each once: what agents are told of, what is left
/// of them, and what the next phase reads of that. Without what is read of the world, which all
/// agents share. `place` bytes for an end, `route` for what is noted of a path; `nodes` of all
/// paths.
struct PhaseBytes {
  std::uint64_t sort, answer, scan, write;
};
inline PhaseBytes bytes_of_phases(std::uint64_t agents, std::uint64_t place, std::uint64_t route,
                                  std::uint64_t nodes) {
  constexpr std::uint64_t kOrder = 4;
  constexpr std::uint64_t kLength = 4;
  constexpr std::uint64_t kOffset = 8;
  constexpr std::uint64_t kCostAndStatus = 5;
  constexpr std::uint64_t kNode = 4;
  return {agents * (2 * place + kOrder),
          agents * (kOrder + 2 * place + kCostAndStatus + kLength + route),
          agents * (kLength + kOffset),
          agents * (kOrder + kCostAndStatus + kLength + kOffset + route + sizeof(AgentRecord)) +
              nodes * kNode};
}

/// How long the phases of a batch take, by the best of some rounds.
template <class Agents>
GpuTimes best_phases(Agents& agents, GpuOptions options, unsigned rounds) {
  options.phases = true;
  return best_times(agents, options, rounds);
}
inline void add_phases(Csv& phases, const std::string& name, std::uint64_t agents,
                       const GpuTimes& times, const PhaseBytes& bytes) {
  phases.add(name, agents, "sort", times.phase(GpuPhase::sort), bytes.sort);
  phases.add(name, agents, "answer", times.phase(GpuPhase::answer), bytes.answer);
  phases.add(name, agents, "scan", times.phase(GpuPhase::scan), bytes.scan);
  phases.add(name, agents, "write", times.phase(GpuPhase::write), bytes.write);
  phases.add(name, agents, "again", times.phase(GpuPhase::again), 0);
  phases.add(name, agents, "all", times.total,
             bytes.sort + bytes.answer + bytes.scan + bytes.write);
}
inline const char* const kPhaseColumns = "world,agents,phase,ms,bytes";

/// Runs measure(gpu) where there is a GPU; fails, and says why, where there is none.
template <class Measure>
int on_gpu(Measure&& measure) {
  const auto gpu = find_gpu();
  if (!gpu) {
    fmt::print(stderr, "nothing was measured: {}\n", gpu.error().message);
    return 1;
  }
  measure(*gpu);
  return 0;
}

}  // namespace portolan::detail::bench
